"""The page as an app: it can be installed, is there without a network, and tells of a new version."""

import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from browser.conftest import PAGE, Server
from browser.table import words
from ludoteca.core.words import LANGUAGES

# The rules of the language are kept in the background: the last step of becoming an app.
KEPT = """async (language) => {
  const registration = await navigator.serviceWorker.ready;
  const source = await (await fetch('service_worker.js')).text();
  const build = JSON.parse(source.slice(source.indexOf('{'), source.indexOf(';\\n\\n')));
  const files = [...build.shell, ...build.rules[language]];
  const wanted = files.map((file) => new URL(file, document.baseURI).href);
  for (;;) {
    const found = await Promise.all(wanted.map((url) => caches.match(url)));
    if (found.every(Boolean)) return registration.active.state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}"""


@pytest.fixture
def changing_page(needs: None, tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    """A server whose page can be replaced while it runs, as an update does."""
    folder = tmp_path / "page"
    shutil.copytree(PAGE.parent, folder)
    running = Server(tmp_path, page=folder)
    running.start()
    yield running, folder
    running.kill()


def test_it_can_be_installed(server: Any, visit: Any) -> None:
    page = visit(server.url, app=True)
    page.get_by_role("heading", name=words("en")["room.title"]).wait_for()
    devtools = page.context.new_cdp_session(page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one for one in errors if one["errorId"] != "in-incognito"] == []
    manifest = page.request.get(f"{server.url}manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        if icon["type"] == "image/png":
            picture = Image.open(BytesIO(page.request.get(server.url + icon["src"]).body()))
            assert "x".join(map(str, picture.size)) == icon["sizes"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_room_and_rules_are_there_without_a_network(own_server: Any, visit: Any, language: str) -> None:
    said = words(language, "dobro")
    page = visit(own_server.url, language, app=True)
    page.get_by_role("heading", name=said["room.title"]).wait_for()
    assert page.evaluate(KEPT, language) == "activated"
    own_server.kill()
    page.reload()
    page.get_by_text(said["refusal.offline"]).first.wait_for()
    page.get_by_role("link", name=said["name"], exact=True).click()
    page.locator("#D1").wait_for()
    page.reload()
    page.locator("#D1").wait_for()


def test_a_new_version_is_told_and_shown(changing_page: tuple[Server, Path], visit: Any) -> None:
    server, folder = changing_page
    page = visit(server.url, app=True)
    page.evaluate(KEPT, "en")
    page.reload()  # from now on under the service worker
    heading = page.get_by_role("heading", name=words("en")["room.title"])
    heading.wait_for()
    place = heading.bounding_box()
    change(folder, "first")
    page.reload()
    assert page.locator("html").get_attribute("data-build") == "first", "no old page after an update"
    button = page.get_by_role("button", name=words("en")["new_version.show"])
    button.wait_for()
    assert heading.bounding_box() == place, "nothing is pushed away from under somebody who plays"
    change(folder, "second")
    with page.expect_navigation():
        button.click()
    assert page.locator("html").get_attribute("data-build") == "second"
    heading.wait_for()


def test_the_word_of_a_new_version_can_be_closed(changing_page: tuple[Server, Path], visit: Any) -> None:
    server, folder = changing_page
    page = visit(server.url, app=True)
    page.evaluate(KEPT, "en")
    page.reload()
    change(folder, "third")
    page.reload()
    told = page.get_by_text(words("en")["new_version"])
    told.wait_for()
    page.get_by_role("button", name=words("en")["notice.close"]).click()
    told.wait_for(state="detached")


def change(folder: Path, build: str) -> None:
    """Another build: the index says so, and the service worker is not the same."""
    index = (PAGE.parent / "index.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(
        index.replace("<html ", f'<html data-build="{build}" '), encoding="utf-8"
    )
    for packed in folder.glob("service_worker.js.*"):
        packed.unlink()
    worker = (PAGE.parent / "service_worker.js").read_text(encoding="utf-8")
    renamed = worker.replace('"version":"', f'"version":"{build}-')
    (folder / "service_worker.js").write_text(renamed, encoding="utf-8")


def test_what_was_pushed_is_shown_as_a_notification(server: Any, visit: Any) -> None:
    page = visit(server.url, app=True)
    page.context.grant_permissions(["notifications"], origin=server.url.rstrip("/"))
    page.evaluate(KEPT, "en")
    devtools = page.context.new_cdp_session(page)
    devtools.send("ServiceWorker.enable")
    scope: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: scope.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.disable")
    devtools.send("ServiceWorker.enable")
    page.wait_for_function("1")
    message = '{"kind": "rematch", "table": "t1", "title": "Dobro", "language": "de", "name": "Ana"}'
    origin = server.url.rstrip("/")
    devtools.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": scope[0], "data": message}
    )
    shown = """async () => {
      const registration = await navigator.serviceWorker.ready;
      for (;;) {
        const [one] = await registration.getNotifications();
        if (one) return [one.title, one.body, one.data.path];
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }"""
    sentence = words("de")["push.rematch"].replace("{name}", "Ana")
    assert page.evaluate(shown) == ["Dobro", sentence, "table/t1"]


def test_the_shortcuts_are_listed_by_a_key(server: Any, visit: Any) -> None:
    page = visit(server.url)
    page.get_by_role("heading", name=words("en")["room.title"]).wait_for()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name=words("en")["shortcuts"])
    dialog.get_by_text(words("en")["shortcut.turn"]).wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    page.get_by_label(words("en")["room.name"]).press("?")
    assert not dialog.is_visible()


def test_the_volume_is_kept(server: Any, visit: Any) -> None:
    page = visit(server.url, sound=True)
    page.get_by_role("button", name=words("en")["settings"]).click()
    page.get_by_label(words("en")["settings.volume"]).fill("0.3")
    page.reload()
    page.get_by_role("button", name=words("en")["settings"]).click()
    assert page.get_by_label(words("en")["settings.volume"]).input_value() == "0.3"


def test_a_link_can_be_given_to_the_share_sheet(server: Any, visit: Any) -> None:
    page = visit(None)
    page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    page.goto(server.url)
    said = words("en", "dobro")
    page.locator("article", has=page.get_by_role("heading", name=said["name"], exact=True)).get_by_role(
        "button", name=said["room.table"]
    ).click()
    page.get_by_role("dialog").get_by_role("button", name=said["make.do"]).click()
    page.wait_for_url("**/table/*")
    page.get_by_role("button", name=said["lobby.share"]).first.click()
    assert page.evaluate("window.shared.url").endswith(page.url.split("/table/")[1])
