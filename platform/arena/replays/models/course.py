"""A finished game in a few numbers, for pages that show many of them: made in idle time, kept as long as the game."""

from django.db import models


class GameCourse(models.Model):
    game = models.OneToOneField("matches.Game", on_delete=models.CASCADE, primary_key=True, related_name="course")
    estimator = models.CharField(max_length=100)
    told = models.JSONField(null=True, blank=True)
    """As ``referee.analysis.course.as_json`` tells it. Empty: it cannot be played again, and is not tried twice."""

    def __str__(self) -> str:
        return f"course of game {self.game_id}"
