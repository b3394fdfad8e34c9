from arena.accounts.models.audit import AuditAction, AuditEntry
from arena.accounts.models.invitation import Invitation
from arena.accounts.models.user import Role, User, UserManager

__all__ = ["AuditAction", "AuditEntry", "Invitation", "Role", "User", "UserManager"]
