from pathlib import Path

from ludoteca.core.rule_marks import MARKS, fact, rule, sentences


def test_a_marked_function_is_noted_and_stays_what_it_is() -> None:
    def place() -> int:
        return 5

    place.__module__ = "ludoteca.games.a_game_in_a_test.rules"
    assert rule("X1", "X2")(place) is place
    fact("ludoteca.games.a_game_in_a_test.tables", "X2")
    noted = MARKS.pop("a_game_in_a_test")
    assert noted == {
        "X1": ["ludoteca.games.a_game_in_a_test.rules.place"],
        "X2": [
            "ludoteca.games.a_game_in_a_test.rules.place",
            "ludoteca.games.a_game_in_a_test.tables.a table",
        ],
    }


def test_sentences_are_numbered_items_in_bold(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text(
        "# A game\n\n- **X1** One.\n- **X2** Two, see **X1**.\n  **X9** is no item.\n"
        "- X3 is not bold.\n- **x4** is small.\n- **X12** Twelve.\n"
    )
    assert sentences(tmp_path) == ["X1", "X2", "X12"]
