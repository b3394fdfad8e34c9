"""The same trivial bot as most authors would write it: with the SDK."""

from bots.sdk import Action, Bot, Request


class Last(Bot):
    def choose(self, request: Request) -> Action:
        return request.legal[-1]


if __name__ == "__main__":
    Last().run()
