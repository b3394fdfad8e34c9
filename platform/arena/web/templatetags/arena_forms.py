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
    """The widget in the look of the design system, without a placeholder: the label above says it already."""
    if isinstance(field.field.widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
        return field.as_widget()
    return field.as_widget(attrs={"class": "input", "placeholder": False})
