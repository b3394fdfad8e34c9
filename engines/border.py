"""Numbers from outside, looked at before they are used.

Checked calls take any object: compiled code would refuse a wrong type with a bare ``TypeError`` before their first
line, and Python code would go on with a number that only looks whole (``125.0 in [125]`` is true). ``True`` is no
number here either.
"""

from engines.errors import IllegalActionError, WrongSeatError


def seat_number(value: object) -> int:
    """A seat (or ``PUBLIC``) as it was given. Raises ``WrongSeatError``; whether it exists is for the state to say."""
    if type(value) is int:
        return value
    raise WrongSeatError(f"A seat is a whole number, not {short(value)}.")


def action_number(value: object) -> int:
    """The id of an action. Raises ``IllegalActionError``; whether it is legal is for the state to say."""
    if type(value) is int:
        return value
    raise IllegalActionError(f"An action is a whole number from legal_actions(), not {short(value)}.")


def seat_and_action(pair: object, at: int) -> tuple[object, object]:
    """One entry of a list of actions, a tuple or a list as JSON has it; ``play`` looks at the numbers."""
    if isinstance(pair, list | tuple) and len(pair) == 2:
        return pair[0], pair[1]
    raise IllegalActionError(f"Entry {at} of the actions must be a pair of seat and action, not {short(pair)}.")


def short(value: object) -> str:
    """A value for an error message, however long it is."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
