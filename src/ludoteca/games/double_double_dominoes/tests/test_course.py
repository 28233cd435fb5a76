"""T1, T4, T10, T11 and T15 to T17: setting up, turns, and the ends."""

from collections import Counter

import pytest

from ludoteca import BadOptions
from ludoteca.games.double_double_dominoes.scoring import goal_of
from ludoteca.games.double_double_dominoes.tests.tables import (
    COLUMNS,
    GAME,
    TILES,
    Board,
    after,
    somewhere,
)

every_seats = pytest.mark.parametrize("seats", range(2, 7))


def all_tiles(position):
    everywhere = [tile for hand in position["hands"] for tile in hand] + position["boneyard"]
    everywhere += [tile for _, tile in position["discards"]]
    everywhere += [sorted(laid["tile"]) for laid in position["board"]]
    return Counter(map(tuple, everywhere))


# T1: the tiles


@pytest.mark.rule("T1")
@every_seats
def test_every_tile_is_there_twice_or_three_times_with_five_or_six_seats(seats):
    copies = 3 if seats > 4 else 2
    assert all_tiles(GAME.start(seats, {}, 7).position()) == Counter(dict.fromkeys(TILES, copies))


@pytest.mark.rule("T1")
@every_seats
def test_tiles_are_conserved_all_through_the_game(seats):
    for decisions in (10, 30, 200):
        position = somewhere(seats, seats, decisions).position()
        assert all_tiles(position) == Counter(dict.fromkeys(TILES, 3 if seats > 4 else 2))


@pytest.mark.rule("T1")
def test_the_game_is_for_two_to_six_seats():
    for seats in (1, 7):
        with pytest.raises(BadOptions) as refused:
            GAME.start(seats)
        assert (refused.value.code, refused.value.rule) == ("bad_seats", "T1")


# T4: the beginning


@pytest.mark.rule("T4")
@every_seats
@pytest.mark.parametrize("seed", range(5))
def test_everybody_shows_the_lowest_of_three_and_the_lowest_of_all_begins(seats, seed):
    table = GAME.start(seats, {}, seed)
    position = table.position()
    (first,) = table.to_act
    sums = [sum(tile) for tile in position["shown"]]
    assert first == sums.index(min(sums))
    for seat, hand in enumerate(position["hands"]):
        assert len(hand) == 3 + (seat == first)
        assert position["shown"][seat] in hand
        if seat != first:
            assert sum(position["shown"][seat]) == min(map(sum, hand))
    assert all(table.view(seat)["shown"] == position["shown"] for seat in (*range(seats), None))


@pytest.mark.rule("T4")
def test_in_a_tie_the_lowest_seat_begins():
    ties = [table for table in (GAME.start(4, {}, seed) for seed in range(60)) if tied_first(table)]
    assert ties
    for table in ties:
        sums = [sum(tile) for tile in table.position()["shown"]]
        assert table.to_act == [sums.index(min(sums))]


def tied_first(table):
    sums = [sum(tile) for tile in table.position()["shown"]]
    return sums.count(min(sums)) > 1


@pytest.mark.rule("T4")
def test_turns_go_clockwise():
    table = GAME.start(3, {}, 1)
    (first,) = table.to_act
    order = []
    for _ in range(12):
        (seat,) = table.to_act
        order += [seat] * (seat not in order[-1:])
        table.play(
            seat, next((move for move in table.legal(seat) if move == {"stop": True}), table.legal(seat)[0])
        )
    assert order == [(first + turn) % 3 for turn in range(len(order))]


@pytest.mark.rule("T4")
def test_nobody_acts_out_of_turn():
    board = after("0-1 8H 8I", hand="1-6 6-6 5-5 5-6")
    assert board.refused("1-6 8J 8K", seat=0) == ("not_your_turn", "T4")


# T5 and T11: drawing


@pytest.mark.rule("T5")
def test_a_turn_begins_with_drawing_the_next_tile_of_the_boneyard():
    board = after("0-1 8H 8I", hand="1-6 6-6 5-5 5-6")
    following = board["boneyard"][0]
    before = Counter(map(tuple, board["hands"][0]))
    board.go("1-6 8J 8K")
    assert Counter(map(tuple, board["hands"][0])) - before == Counter([tuple(following)])
    assert board.table.events(0)[-1] == {"event": "drew", "seat": 0, "tile": following}
    assert board.table.events(1)[-1] == {"event": "drew", "seat": 0}


@pytest.mark.rule("T11")
@pytest.mark.parametrize(("moves", "drawn"), [(["5-5 8J 8K", "5-2 8L 8M"], 1), (["5-5 8J 8K", "stop"], 0)])
def test_at_the_end_of_the_turn_the_hand_is_refilled_to_three(moves, drawn):
    board = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6")
    left = len(board["boneyard"])
    board.go(*moves)
    assert len(board["hands"][1]) == 3
    assert len(board["boneyard"]) == left - drawn - 1
    assert [event["seat"] for event in board.told("drew")] == [1] * drawn + [0]


@pytest.mark.rule("T11")
def test_after_a_discard_three_tiles_are_left_and_none_is_drawn():
    board = after("0-1 8H 8I", hand="5-5 6-6 5-6 4-6").go("discard 4-6")
    assert board["hands"][1] == [[5, 5], [5, 6], [6, 6]]


# T10: discarding


@pytest.mark.rule("T10")
def test_who_has_no_tile_that_fits_discards_any_of_them():
    board = after("0-1 8H 8I", hand="5-5 6-6 5-6 4-6")
    assert board["phase"] == "discard"
    assert board.legal() == {"discard 5-5", "discard 6-6", "discard 5-6", "discard 4-6"}
    assert board.told("nothing_fits") == [{"event": "nothing_fits", "seat": 1}]
    assert board.refused("discard 1-1") == ("not_in_hand", "T5")
    assert board.refused("5-5 8J 8K") == ("pips_differ", "T7")
    assert board.refused("stop") == ("must_discard", "T10")


@pytest.mark.rule("T10")
def test_a_discard_is_out_of_the_game_and_hidden_from_the_others():
    board = after("0-1 8H 8I", hand="5-5 6-6 5-6 4-6").go("discard 6-6")
    assert board["discards"] == [[1, [6, 6]]]
    assert board.acting == 0
    assert board.table.view(1)["discards"] == [[1, [6, 6]]]
    assert board.table.view(0)["discards"] == board.table.view(None)["discards"] == [[1, None]]
    assert {"event": "discarded", "seat": 1} in board.table.events(0)
    assert {"event": "discarded", "seat": 1, "tile": [6, 6]} in board.table.events(1)


# T15: the goal


@pytest.mark.rule("T15")
@pytest.mark.parametrize(("seats", "goal"), [(2, 100), (3, 75), (4, 50), (5, 75), (6, 50)])
def test_the_goal_hangs_on_the_number_of_seats(seats, goal):
    table = GAME.start(seats, {}, 1)
    assert goal_of(table.states[0]) == goal
    assert table.position()["options"] == {"goal": None}


@pytest.mark.rule("T15")
@pytest.mark.parametrize(("space", "over"), [(93, False), (94, True), (95, True)])
def test_the_game_is_over_at_once_when_a_marker_reaches_the_goal(space, over):
    """A double on a diamond with a 3 brings six points, and would else let the seat go on."""
    board = after("0-1 8H 8I", "1-2 8J 8K", "2-3 8L 8M", hand="3-3 0-0 1-1 6-6").markers(0, space)
    board.go("3-3 8N 8O")
    assert (board.table.over, board["track"][1]) == (over, space + 6)
    assert board.table.over or board["phase"] == "extend"
    assert board.table.winners == ([1] if over else [])
    if over:
        assert board.told("game_over") == [{"event": "game_over", "reason": "goal"}]
        assert len(board["hands"][1]) == 3
        assert board.refused("stop", seat=1) == ("game_over", "T15")


@pytest.mark.rule("T15")
@pytest.mark.parametrize("goal", [1, 20, 100])
def test_another_goal_may_be_agreed_on(goal):
    table = somewhere(3, 5, 1000, goal=goal)
    assert table.over
    assert table.position()["options"] == {"goal": goal}
    assert max(table.scores) >= goal or not table.position()["boneyard"]


@pytest.mark.rule("T15")
@pytest.mark.parametrize("goal", [0, 101, -1, 50.0, "50", True])
def test_a_goal_is_a_number_from_1_to_100(goal):
    with pytest.raises(BadOptions) as refused:
        GAME.start(2, {"goal": goal})
    assert (refused.value.code, refused.value.rule) == ("bad_goal", "T15")


@pytest.mark.rule("T15", "T17")
def test_two_seats_may_pass_the_goal_on_one_tile():
    """Worked example: from 96 with a diamond of 4 and from 97 with the bonus for a 6, both to 100."""
    board = after(*NEAR_FOUR, hand="2-6 0-0 1-1 6-6").markers(97, 96)
    board.go("2-6 4O 5O")
    assert board["track"] == [100, 100]
    assert board.table.over
    assert [event["seat"] for event in board.told("counted")] == [0, 1]


NEAR_FOUR = ("0-1 8H 8I", "1-2 8J 8K", "2-3 8L 8M", "3-4 8N 8O", "6-4 6O 7O")


@pytest.mark.rule("T15")
def test_the_last_tile_is_scored_for_all_and_the_highest_total_wins():
    """Seat 1 reaches 100 with the diamond; the bonus brings seat 0 further, to 102."""
    board = after(*NEAR_FOUR, hand="2-6 0-0 1-1 6-6").markers(99, 96)
    board.go("2-6 4O 5O")
    assert (board["track"], board.table.winners) == ([99, 100], [1])
    board = after(*NEAR_FOUR, hand="0-6 0-0 1-1 6-6").markers(98, 96)
    board.go("0-6 4O 5O")
    assert (board["track"], board.table.winners) == ([101, 100], [0])


# T16: other ends


@pytest.mark.rule("T16")
def test_the_turn_in_which_the_last_tile_is_drawn_is_the_last():
    board = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6").leave(1)
    board.go("5-5 8J 8K", "stop")
    assert board["last_turn"]
    assert not board.table.over
    assert board.told("last_turn") == [{"event": "last_turn", "seat": 0}]
    board.table.play(0, next(move for move in board.table.legal(0) if move["tile"][0] != move["tile"][1]))
    assert board.table.over
    assert board.told("game_over") == [{"event": "game_over", "reason": "boneyard"}]
    assert [len(hand) for hand in board["hands"]] == [3, 3]


@pytest.mark.rule("T16")
@pytest.mark.parametrize(("left", "over", "held"), [(1, True, 3), (2, False, 3)])
def test_the_game_is_over_if_the_refill_takes_the_last_tile(left, over, held):
    board = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6").leave(left)
    board.go("5-5 8J 8K", "5-2 8L 8M")
    assert board.table.over == over
    assert len(board["hands"][1]) == held


@pytest.mark.rule("T11", "T16")
def test_the_refill_goes_as_far_as_the_boneyard():
    board = after("3-5 8H 8I", hand="5-5 5-5 2-5 6-6").leave(1).go("5-5 8J 8K", "5-5 8L 8M", "5-2 8N 8O")
    assert board.table.over
    assert len(board["hands"][1]) == 2


@pytest.mark.rule("T16")
def test_a_last_turn_may_end_with_a_discard():
    board = after("0-1 8H 8I", hand="5-5 6-6 5-6 4-6").leave(0).go("discard 4-6")
    assert board.table.over
    assert len(board["hands"][1]) == 3


SNAKE = "634035342426151310526541306063561452634645051046140212012"  # pips along the line


def snake():
    """A line that fills every second row, laid from the star to one end and then to the other."""
    slots = []
    for turn, row in enumerate(range(2, 15, 2)):
        columns = COLUMNS[:: -1 if turn % 2 else 1]
        slots += [(f"{row}{columns[n]}", f"{row}{columns[n + 1]}") for n in range(0, 14, 2)]
        slots.append((f"{row}{columns[14]}", f"{row + 1}{columns[14]}"))
    star = next(n for n, squares in enumerate(slots) if "8H" in squares)
    return [lie(*slots[n], *SNAKE[n : n + 2]) for n in (*range(star, len(slots)), *range(star - 1, -1, -1))]


def lie(one, other, first, second):
    back = (int(one[:-1]), one[-1]) > (int(other[:-1]), other[-1])
    return f"{second}-{first} {other} {one}" if back else f"{first}-{second} {one} {other}"


@pytest.mark.rule("T16", "T8")
def test_the_game_is_over_when_no_tile_of_any_kind_could_be_laid():
    """Between the rows of the snake a half would touch two squares, beside it both halves on one side."""
    *before, last = snake()
    board = after(*before, seats=6, goal=100)
    assert not board.table.over
    board = after(*before, last, seats=6, goal=100)
    assert board.table.over
    assert board.told("game_over") == [{"event": "game_over", "reason": "dead_board"}]
    assert len(board["boneyard"]) == 10
    assert board["track"] == [44, 33, 33, 29, 49, 50]
    assert board.table.winners == [5]
    assert GAME.load(board.table.position()).over


# T17: who wins


def end(hand, others, tracks):
    """The end of a game by the refill of seat 1, with these hands and markers."""
    board = after("3-5 8H 8I", hand=hand, hands={0: others}).leave(0).markers(*tracks)
    board.go("5-5 8J 8K", "stop")
    assert board.table.over
    return board


@pytest.mark.rule("T17")
@pytest.mark.parametrize(
    ("tracks", "winners"), [((12, 10), [0]), ((10, 12), [1]), ((11, 11), [1]), ((0, 0), [1])]
)
def test_the_highest_total_wins_and_in_a_tie_the_higher_pip_sum_in_hand(tracks, winners):
    assert end("5-5 6-6 4-5 6-6", "0-1 1-1 1-2", tracks).table.winners == winners


@pytest.mark.rule("T17")
def test_if_that_is_equal_too_the_victory_is_shared():
    board = end("5-5 1-1 2-2 0-1", "0-1 1-1 2-2", (0, 0))
    assert board.table.winners == [0, 1]
    assert board.told("counted") == [
        {"event": "counted", "seat": 0, "pips": 7},
        {"event": "counted", "seat": 1, "pips": 7},
    ]


@pytest.mark.rule("T17")
def test_hands_count_without_a_refill_if_the_game_ended_at_once():
    """Both get to 102 with the second tile of a turn; seat 1 then has two tiles left, seat 0 three."""
    line = ("0-1 8H 8I", "1-2 8J 8K", "2-3 8L 8M")
    board = after(*line, hand="3-3 1-3 5-6 6-6", hands={0: "0-0 0-0 5-6"}).go("3-3 8N 8O")
    board.markers(99, 99).go("1-3 6O 7O")
    assert board["track"] == [102, 102]
    assert [event["pips"] for event in board.told("counted")] == [11, 23]
    assert board.table.winners == [1]


@pytest.mark.rule("T17")
def test_only_seats_with_the_highest_total_are_compared_by_their_hands():
    board = (
        after("3-5 8H 8I", seats=3, hand="5-5 0-1 0-2 0-3", hands={0: "0-0 0-0 0-1"})
        .leave(0)
        .markers(5, 5, 4)
    )
    board.go("5-5 8J 8K", "stop")
    assert board.table.winners == [1]
    assert [event["seat"] for event in board.told("counted")] == [0, 1]


@pytest.mark.rule("T17")
def test_nobody_has_won_before_the_end():
    assert Board(GAME.start(2, {}, 1)).table.winners == []
