from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User

if TYPE_CHECKING:
    _UserForm = forms.ModelForm[User]
else:
    _UserForm = forms.ModelForm  # Django's own class takes no type argument at run time


class ProfileForm(_UserForm):
    class Meta:
        model = User
        fields = ("display_name", "about")
        widgets: ClassVar = {"about": forms.Textarea(attrs={"rows": 4})}
        help_texts: ClassVar = {
            "display_name": _("Shown beside your bots. Leave it empty to use your account name."),
            "about": _("Up to 500 characters of plain text on your public profile."),
        }
