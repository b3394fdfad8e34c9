"""Small helpers of the form templates."""

from django import forms, template
from django.forms.boundfield import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def is_choice(field: BoundField) -> bool:
    """A single tick box: its label stands behind it."""
    return isinstance(field.field.widget, forms.CheckboxInput)


@register.filter
def with_class(field: BoundField) -> SafeString:
    """The widget with the class of the design system; groups of radio buttons keep their own look."""
    if isinstance(field.field.widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
        return field.as_widget()
    return field.as_widget(attrs={"class": "input"})
