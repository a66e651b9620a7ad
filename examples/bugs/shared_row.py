"""A board of three rows; one stone is put on it."""

SIZE = 3


def empty_board(size):
    row = ["."] * size
    return [row] * size


def put(board, x, y, stone):
    board[y][x] = stone


def text(board):
    return "/".join("".join(row) for row in board)


def count(board, stone):
    found = 0
    for row in board:
        found += row.count(stone)
    return found


board = empty_board(SIZE)
put(board, 1, 0, "X")
stones = count(board, "X")
print("stones on the board:", stones)
print(text(board))
