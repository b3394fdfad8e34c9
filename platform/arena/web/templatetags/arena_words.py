"""What the arena stored in English, in the language of the reader."""

from django import template

from arena.lib.stored_words import said

register = template.Library()
register.filter("said", said)
