"""What is asked and answered about one's own profile, history and friends."""

from typing import Annotated

import msgspec

from ludoteca.server.passkeys import Passkey
from ludoteca.server.schemas import Answer
from ludoteca.server.store.models import Json

PICTURES = 24
Picture = Annotated[int, msgspec.Meta(ge=0, lt=PICTURES)]


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What is sent: these fields and no others."""


class NewPicture(Asked):
    """The number of a drawing; none for the first letter of the name."""

    picture: Picture | None


class WithCode(Asked):
    """Be the person of this code. `merge` if this device has a guest with games, which join that person's."""

    code: str
    merge: bool = False


class WithPasskey(Asked):
    """The same, with what the browser signed."""

    credential: Json
    merge: bool = False


class NewPasskey(Asked):
    """What the browser made, and what its owner calls it."""

    name: str
    credential: Json


class RecoveryCode(Answer):
    """Told once. The link signs in whoever follows it; `qr` is the same as an SVG picture."""

    code: str
    link: str
    qr: str


class Keys(Answer):
    """With what one can come back: since when there is a code, the passkeys, and how many devices."""

    code_made_at: int | None
    devices: int
    passkeys: list[Passkey]


class PasskeyOptions(Answer):
    """For `navigator.credentials`, as `PublicKeyCredential.parse...FromJSON` reads them."""

    options: Json
