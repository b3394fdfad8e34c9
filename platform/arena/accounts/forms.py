from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account.forms import AddEmailForm, LoginForm, SignupForm
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User

if TYPE_CHECKING:
    _UserForm = forms.ModelForm[User]
else:
    _UserForm = forms.ModelForm  # Django's own class takes no type argument at run time


class LogInForm(LoginForm):  # type: ignore[misc]  # allauth carries no types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(SignupForm):  # type: ignore[misc]  # as above
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("Lower-case letters, digits and hyphens. Everybody sees it; it stays.")
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _("Nobody sees it. For lost passwords and faults of your bots.")
        self.hide_trap()

    def clean_username(self) -> str:
        """ "Alice" is told to be "alice" before anybody complains about capital letters."""
        self.cleaned_data["username"] = self.cleaned_data["username"].lower()
        return str(super().clean_username())

    def hide_trap(self) -> None:
        """The field that only programs fill in: hidden by a class, as our policy forbids allauth's inline style."""
        trap = self.fields[settings.ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD]
        trap.label = _("Leave this empty")
        trap.widget.attrs = {"tabindex": "-1", "autocomplete": "off", "data-trap": ""}


class NewAddressForm(AddEmailForm):  # type: ignore[misc]  # as above
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")
        self.fields["email"].help_text = _("We send a link there. The old address holds until you have followed it.")


class ProfileForm(_UserForm):
    class Meta:
        model = User
        fields = ("display_name", "about", "wants_rating")
        widgets: ClassVar = {"about": forms.Textarea(attrs={"rows": 4})}
        help_texts: ClassVar = {
            "display_name": _("Shown beside your bots. Leave it empty to use your account name."),
            "wants_rating": _(
                "Tables that you open from now on count, also those that you leave, and have no hints. Your rating is "
                "public; without the tick it goes again."
            ),
            "about": _("Up to 500 characters of plain text on your public profile."),
        }
