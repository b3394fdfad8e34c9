from arena.news.models.event import Audience, Event, Kind, Seen
from arena.news.models.mail import Letter, MailChoice, Topic
from arena.news.models.webhook import Delivery, DeliveryAttempt, DeliveryState, Webhook, WebhookAbout

__all__ = [
    "Audience",
    "Delivery",
    "DeliveryAttempt",
    "DeliveryState",
    "Event",
    "Kind",
    "Letter",
    "MailChoice",
    "Seen",
    "Topic",
    "Webhook",
    "WebhookAbout",
]
