"""A person at the table of Doppelt so clever: whatever is asked, answer with the first thing allowed."""

from typing import Any

GAME = "doppelt-so-clever"

# What the table asks of its person at this moment: a number, a cell, a `?`, a die, or a button.
ASKED = """() => {
  const seen = (chosen) => [...document.querySelectorAll(chosen)].some((one) => one.checkVisibility());
  if (seen('dialog[open] .won')) return 'over';
  if (!seen('.turn.mine')) return 'wait';
  if (seen('.numbers button')) return 'number';
  if (seen('.cell.lit')) return 'cell';
  if (seen('.questions button')) return 'question';
  if (seen('.dock .roll')) return 'roll';
  if (seen('.actions .back')) return 'back';
  if (seen('.dice .can')) return 'die';
  if (seen('.actions .button')) return 'end';
  return 'wait';
}"""

ANSWERS = {
    "number": ".numbers button",
    "cell": ".cell.lit",
    "question": ".questions button",
    "roll": ".dock .roll",
    "back": ".actions .back",
    "die": ".dice .can",
    "end": ".actions .button:not([aria-disabled=true])",
}


def asked(page: Any) -> str:
    """Wait until something is asked, and say what."""
    return str(
        page.wait_for_function(f"() => {{ const a = ({ASKED})(); return a !== 'wait' && a }}").json_value()
    )


def answer(page: Any, what: str) -> None:
    page.locator(ANSWERS[what]).last.click()


def play_on(page: Any, most: int = 600) -> int:
    """Answer until the game is over; how many answers it took."""
    for count in range(most):
        what = asked(page)
        if what == "over":
            return count
        answer(page, what)
    raise AssertionError("the game does not end")
