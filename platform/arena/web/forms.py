"""How forms look: one renderer for all of them, so no form needs markup of its own."""

from django.forms.renderers import TemplatesSetting


class ArenaFormRenderer(TemplatesSetting):
    """Templates of fields and widgets come from the project's own template folders first."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
