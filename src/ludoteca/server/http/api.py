"""The HTTP API: every endpoint, once. Routes and the OpenAPI description are made from this list."""

from functools import cache

from starlette.requests import Request

from ludoteca.archive.game_file import GameFile
from ludoteca.server.admin import routes as admin_routes
from ludoteca.server.admin.api import ADMIN_ENDPOINTS
from ludoteca.server.analysis.boards import SetUp
from ludoteca.server.evenings.evening_store import NewEvening
from ludoteca.server.finished.continue_game import Continue
from ludoteca.server.finished.replay import MOST_FRAMES
from ludoteca.server.http import (
    analysis_routes,
    daily_routes,
    evening_routes,
    finished_routes,
    lesson_routes,
    openapi,
    program_routes,
    push_routes,
    puzzle_routes,
    rating_routes,
    routes,
)
from ludoteca.server.http.endpoints import Endpoint
from ludoteca.server.http.openapi import number
from ludoteca.server.people.api import PEOPLE_ENDPOINTS
from ludoteca.server.schemas import Description
from ludoteca.server.table.registry import NewTable

BODY = (400, 401, 413, 503)
TABLE = (404, 410, 503)


async def show_description(_request: Request) -> Description:
    return described()


@cache
def described() -> Description:
    return openapi.description(ENDPOINTS)


ENDPOINTS = (
    Endpoint("GET", "/me", routes.show_me, "Who am I?"),
    Endpoint(
        "POST", "/me", routes.name_me, "Become a guest, or change the name",
        statuses=(200, 201), body=routes.NewName, problems=(400, 413),
    ),
    Endpoint("GET", "/me/data", admin_routes.export_me, "What is kept of me", problems=(401,)),
    Endpoint("DELETE", "/me", admin_routes.delete_me, "Forget me", problems=(401,)),
    *PEOPLE_ENDPOINTS,
    Endpoint("GET", "/push", push_routes.show_key, "The key with which a device subscribes to messages"),
    Endpoint(
        "PUT", "/push", push_routes.subscribe, "Tell me on this device what waits for me",
        body=push_routes.NewSubscription, problems=(400, 401, 404, 413),
    ),
    Endpoint(
        "DELETE", "/push", push_routes.unsubscribe, "Tell me no more on this device",
        body=push_routes.OldSubscription, problems=(400, 401, 413),
    ),
    Endpoint("GET", "/room", routes.show_room, "The room"),
    Endpoint("GET", "/games", routes.list_games, "All games"),
    Endpoint(
        "GET", "/games/{game}/words/{language}", routes.show_words, "A game's words", problems=(404,)
    ),
    Endpoint(
        "GET", "/games/{game}/rules/{language}", routes.show_rules, "A game's rules", problems=(404,)
    ),
    Endpoint(
        "GET", "/games/{game}/lessons/{language}", lesson_routes.list_lessons, "A game's lessons",
        problems=(404,),
    ),
    Endpoint(
        "POST", "/games/{game}/lessons/{lesson}/{language}", lesson_routes.play_lesson,
        "The step of a lesson to which some moves lead", body=lesson_routes.Moves, problems=(400, 404, 413),
    ),
    Endpoint("GET", "/games/{game}/puzzles", puzzle_routes.list_puzzles, "A game's puzzles", problems=(404,)),
    Endpoint(
        "GET", "/games/{game}/puzzles/{number}", puzzle_routes.show_puzzle, "A puzzle", problems=(404,)
    ),
    Endpoint(
        "POST", "/games/{game}/puzzles/{number}", puzzle_routes.try_puzzle, "Is this the solution?",
        body=puzzle_routes.Try, problems=(400, 404, 413),
    ),
    Endpoint(
        "POST", "/games/{game}/board", analysis_routes.show_board, "Set up a position, and play on from it",
        body=SetUp, problems=(400, 404, 413),
    ),
    Endpoint(
        "POST", "/games/{game}/analysis", analysis_routes.analyse_position, "What should a seat do here?",
        body=analysis_routes.Question, problems=(400, 404, 413),
    ),
    Endpoint("GET", "/mine", routes.list_mine, "My last tables", problems=(401,)),
    Endpoint(
        "GET", "/mine/finished", finished_routes.list_finished, "My finished games, the latest first",
        query={"before": number(finished_routes.LATEST)}, problems=(400, 401),
    ),
    Endpoint("GET", "/daily", daily_routes.list_daily, "The deals of the day"),
    Endpoint(
        "POST", "/daily/{game}", daily_routes.begin_daily, "Begin a try at the deal of the day",
        statuses=(201,), body=daily_routes.NewTry, problems=(404, 409, *BODY),
    ),
    Endpoint(
        "GET", "/daily/{game}/results", daily_routes.show_daily_results,
        "Who scored what today, for those who have finished their try", problems=(401, 404, 409),
    ),
    Endpoint(
        "GET", "/ratings/{game}", rating_routes.show_ratings,
        "Who is rated how, by variant, with the bots that were measured", problems=(404,),
    ),
    Endpoint(
        "GET", "/tables/{table}/ratings", rating_routes.show_table_ratings,
        "What a finished game changed in the ratings", problems=(404,), finished=True,
    ),
    Endpoint(
        "POST", "/evenings", evening_routes.make_evening, "Open a club evening",
        statuses=(201,), body=NewEvening, problems=BODY,
    ),
    Endpoint("GET", "/evenings/{evening}", evening_routes.show_evening, "An evening", problems=(404,)),
    Endpoint(
        "POST", "/evenings/{evening}", evening_routes.change_evening,
        "Join, leave, begin or close a round, end the evening",
        body=evening_routes.EveningCommand, problems=(403, 404, 409, *BODY),
    ),
    Endpoint(
        "GET", "/evenings/{evening}/results", evening_routes.show_results,
        "All rounds of an evening that are over", problems=(404,),
    ),
    Endpoint(
        "GET", "/evenings/{evening}/results.csv", evening_routes.show_results_csv,
        "The results for a spreadsheet", problems=(404,), media="text/csv",
    ),
    Endpoint(
        "GET", "/evenings/{evening}/results.svg", evening_routes.show_results_picture,
        "The standings as a picture", problems=(404,),
    ),
    Endpoint(
        "GET", "/evenings/{evening}/qr.svg", evening_routes.show_evening_qr,
        "An evening's link as a QR code", problems=(404,),
    ),
    Endpoint(
        "GET", "/evenings/{evening}/league", evening_routes.show_league,
        "The league to which an evening belongs", problems=(404,),
    ),
    Endpoint(
        "GET", "/mine/evenings", evening_routes.list_evenings,
        "The evenings that I organised or came to, the last first", problems=(401,),
    ),
    Endpoint(
        "PUT", "/mine/starred", finished_routes.star_game, "Keep a finished game for good, or no longer",
        body=finished_routes.Star, problems=(400, 401, 413),
    ),
    Endpoint("GET", "/tables", routes.list_open, "Open tables, those where somebody waits first"),
    Endpoint(
        "POST", "/tables", routes.make_table, "Make a table", statuses=(201,), body=NewTable, problems=BODY
    ),
    Endpoint("GET", "/tables/{table}", routes.show_table, "A table", problems=TABLE),
    Endpoint(
        "GET", "/tables/{table}/qr.svg", routes.show_qr, "A table's link as a QR code", problems=TABLE
    ),
    Endpoint(
        "POST", "/tables/{table}/program", program_routes.seat_program, "Give a seat to a program",
        statuses=(201,), body=program_routes.NewProgram, problems=(*TABLE[:2], *BODY),
    ),
    Endpoint(
        "GET", "/tables/{table}/text/{language}", program_routes.show_text,
        "The table as text, as the visitor may see it", problems=(409, *TABLE),
    ),
    Endpoint(
        "GET", "/tables/{table}/export", finished_routes.export_game, "A finished game as a file",
        problems=(409, *TABLE), finished=True,
    ),
    Endpoint(
        "GET", "/tables/{table}/fairness", finished_routes.show_fairness,
        "What is needed to check the deal", problems=TABLE, finished=True,
    ),
    Endpoint(
        "GET", "/tables/{table}/replay", finished_routes.replay_game, "A finished game, step by step",
        query={"seat": number(98), "from": number(finished_routes.LATEST), "most": number(MOST_FRAMES)},
        problems=(400, 409, *TABLE), finished=True,
    ),
    Endpoint(
        "GET", "/tables/{table}/review", finished_routes.review_game,
        "A finished game judged: chances, decisions, luck and skill",
        query={"start": number(1)}, problems=(400, 409, *TABLE), finished=True,
    ),
    Endpoint(
        "POST", "/tables/{table}/continue", finished_routes.continue_game,
        "Go on from a step of a finished game, against bots",
        statuses=(201,), body=Continue, problems=(409, *TABLE[:2], *BODY), finished=True,
    ),
    Endpoint(
        "POST", "/import", finished_routes.import_game, "Bring in a file of a finished game",
        statuses=(201,), body=GameFile, problems=BODY,
    ),
    *ADMIN_ENDPOINTS,
    Endpoint("GET", "/openapi.json", show_description, "This description"),
)  # fmt: skip
