"""Words at a table, where seats have names: what happened, and who won."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from babel.lists import format_list
from rich.text import Text

from ludoteca.core.events import Event, Kind
from ludoteca.core.game import Game
from ludoteca.core.sentences import cldr
from ludoteca.core.words import Words


class Narrator(Words):
    """Words in which `{seat}` is the name of the player there, spoken to the person on `seat`."""

    def __init__(self, language: str, *folders: Path, names: Sequence[str], seat: int) -> None:
        super().__init__(language, *folders)
        self.names = names
        self.seat = seat

    def say(self, key: str, values: Mapping[str, Any] | None = None) -> str:
        if values and type(values.get("seat")) is int:
            values = {**values, "seat": self.names[values["seat"]]}
        return super().say(key, values)

    def action(self, action: dict[str, Any], game: Game) -> str:
        """What an action does."""
        return self.say(f"action.{game.notation.action_kind(action)}", action)

    def tell(self, event: Event, kinds: Sequence[Kind]) -> str:
        """An event as a sentence. Words may have it in the second person and for those who do not see all."""
        key = f"event.{event['event']}"
        hidden = self.hidden(event, kinds)
        ending = ".hidden" if hidden else ".you" if event.get("seat") == self.seat else ""
        said = f"{key}{ending}" if f"{key}{ending}" in self.sentences else key
        return self.say(said, {**dict.fromkeys(hidden, "?"), **event})

    def paragraphs(self, events: Sequence[Event], kinds: Sequence[Kind]) -> Iterator[Text]:
        """Events as sentences, the person's own in bold; what is of one kind and follows stands together."""
        worth_telling = [event for event in events if not self.says_nothing(event, kinds)]
        for _, alike in groupby(worth_telling, lambda event: event["event"]):
            yield Text(" ").join(
                Text(self.tell(event, kinds), style="bold" if event.get("seat") == self.seat else "")
                for event in alike
            )

    def says_nothing(self, event: Event, kinds: Sequence[Kind]) -> bool:
        """Something was done, by another, of which nothing at all can be seen."""
        return bool(self.hidden(event, kinds)) and event.keys() <= {"event", "seat"}

    def hidden(self, event: Event, kinds: Sequence[Kind]) -> list[str]:
        """What an event keeps from this person."""
        fields = next(kind.fields for kind in kinds if kind.name == event["event"])
        return [field for field in fields if field not in event]

    def victory(self, winners: Sequence[int]) -> str:
        """Who won, alone or together."""
        if list(winners) == [self.seat]:
            return self.say("play.you_win")
        names = [self.names[seat] for seat in winners]
        if len(names) == 1:
            return self.say("play.wins", {"name": names[0]})
        return self.say("play.share", {"names": self.listed(names)})

    def listed(self, names: Sequence[str]) -> str:
        """Ana, Bento and Clara."""
        return format_list(names, locale=cldr(self.locale))
