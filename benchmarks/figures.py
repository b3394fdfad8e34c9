"""What was measured, beside what it should be."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    bound: float
    is_least: bool = False
    """The value should reach the bound; otherwise stay below it."""

    @property
    def holds(self) -> bool:
        return self.value >= self.bound if self.is_least else self.value <= self.bound

    def __str__(self) -> str:
        digits = 0 if self.bound >= 100 else 3 if self.bound < 1 else 2
        wanted = f"at {'least' if self.is_least else 'most'} {self.bound:,}"
        return f"{'✓' if self.holds else '✗'} {self.name:<58}{self.value:>12,.{digits}f}   {wanted}"


def show(figures: Sequence[Figure]) -> None:
    print("\n" + "\n".join(str(figure) for figure in figures), flush=True)
