"""One check of a bot, the same on the author's machine and at upload.

report = examine(Path("my-bot"), games=["karma"])
print(report.passed, report.to_json())
"""

from referee.doctor.examine import examine
from referee.doctor.report import Check, Report, Status

__all__ = ["Check", "Report", "Status", "examine"]
