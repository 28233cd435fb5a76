"""Signing in through a real provider's pages: there, agreed, back, and the same person on another device."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import Server
from browser.table import words
from browser.test_looks import axe_finds_nothing_serious, nothing_scrolls_sideways
from openid_provider import running_provider

CALLBACK = "api/sign-in/openid/callback"


@pytest.fixture
def openid_server(needs: None, tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    with running_provider(running.url + CALLBACK) as club:
        running.openid = club
        running.start()
        yield running
        running.kill()


def stay_here(page: Any) -> None:
    """The provider's pages ask for fonts elsewhere, and for an icon that it has not."""
    page.route(lambda url: "//127.0.0.1:" not in url, lambda route: route.abort())
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))


def sign_in_there(page: Any, login: str) -> None:
    """The provider's own pages: who one is, and that one agrees."""
    page.locator("input[name=login]").fill(login)
    page.locator("input[name=password]").fill("any")
    page.get_by_role("button", name="Sign-in").click()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/me*")


@pytest.mark.parametrize(
    ("size", "theme", "language"), [("phone", "light", "pt"), ("wide", "dark", "de"), ("phone", "dark", "en")]
)
def test_somebody_signs_in_with_the_provider_of_the_room(
    visit: Any, openid_server: Server, size: str, theme: str, language: str
) -> None:
    said = words(language)
    club = {"provider": "Club"}
    page = visit(openid_server.url + "me", language=language, size=size, theme=theme, name="Ana")
    stay_here(page)
    page.get_by_role("button", name=said["me.openid.use"].format(**club)).click()
    sign_in_there(page, "ana")
    page.get_by_role("alertdialog", name=said["me.new.title"]).get_by_role("textbox").fill("Ana")
    axe_finds_nothing_serious(page, "me")
    nothing_scrolls_sideways(page, "me")
    page.get_by_role("button", name=said["me.new.do"]).click()
    page.get_by_role("heading", name="Ana", level=1).wait_for()
    page.get_by_role("button", name=said["me.passkey.remove.named"].format(name="Club")).wait_for()

    other = visit(openid_server.url + "me", language=language, size=size, theme=theme, name="Sofa")
    stay_here(other)
    other.get_by_label(said["me.picture.number"].format(number=5), exact=True).check(force=True)
    other.get_by_role("heading", name="Sofa", level=1).wait_for()
    other.get_by_role("button", name=said["me.openid.use"].format(**club)).click()
    sign_in_there(other, "somebody else")
    other.get_by_role("button", name=said["me.link.do"].format(name="Sofa")).wait_for()
    axe_finds_nothing_serious(other, "me")
    other.get_by_role("button", name=said["me.link.not"], exact=True).click()
    other.context.clear_cookies()
    other.goto(openid_server.url + "me")
    other.get_by_role("button", name=said["me.openid.use"].format(**club)).click()
    sign_in_there(other, "ana")
    other.get_by_role("heading", name="Ana", level=1).wait_for()
    other.get_by_role("button", name=said["me.passkey.remove.named"].format(name="Club")).click()
    other.get_by_role("button", name=said["me.openid.connect"].format(**club)).wait_for()


def test_who_cancels_there_is_told_so_and_plays_on_as_a_guest(visit: Any, openid_server: Server) -> None:
    said = words("en")
    page = visit(openid_server.url + "me", name="Ana")
    stay_here(page)
    page.get_by_role("button", name="Sign in with Club").click()
    page.get_by_role("link", name="Cancel").click()
    page.get_by_text(said["refusal.openid_declined"]).wait_for()
    assert page.url == openid_server.url + "me"
    page.reload()
    page.get_by_role("button", name="Sign in with Club").wait_for()
    assert page.get_by_text(said["refusal.openid_declined"]).count() == 0
