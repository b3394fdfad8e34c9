"""The pure half: from facts to the plan of everything that should exist.

Begin with `stages.plan_tournament` (a whole tournament) or `registry.plan_stage` (one stage). Nothing here knows
Django, Celery or a clock; an import contract in pyproject.toml keeps it so.
"""
