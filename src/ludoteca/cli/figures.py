"""Numbers as people of a language write them."""

from ludoteca.core.words import Words


def written(number: float, words: Words, digits: int = 0) -> str:
    """1,234.5 in English, 1.234,5 in Portuguese."""
    signs = {",": words.say("number.thousands"), ".": words.say("number.decimal")}
    return "".join(signs.get(sign, sign) for sign in f"{number:,.{digits}f}")
