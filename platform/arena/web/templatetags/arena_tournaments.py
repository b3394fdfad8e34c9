from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def get(mapping: Mapping[Any, Any], key: object) -> object:
    """What a mapping has for a key that is itself a variable; templates cannot say that."""
    return mapping.get(key)
