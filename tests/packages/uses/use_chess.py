import io

import chess
import chess.pgn
import chess.svg
from constraint import AllDifferentConstraint, Problem

b = chess.Board()
for m in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"):
    b.push_san(m)
print(b, b.fen(), b.is_check(), b.legal_moves.count(), sorted(b.san(m) for m in b.legal_moves)[:6], sep="\n")
print(chess.Board("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4").is_checkmate(), b.piece_at(chess.E4), b.attackers(chess.WHITE, chess.E5), chess.SquareSet(chess.BB_RANK_2))


def perft(board, d):
    if d == 0:
        return 1
    n = 0
    for m in board.legal_moves:
        board.push(m)
        n += perft(board, d - 1)
        board.pop()
    return n


print(perft(chess.Board(), 2))
g = chess.pgn.read_game(io.StringIO('[Event "x"]\n[White "A"]\n\n1. e4 (1. d4 d5) e5 {comment} 2. Qh5 Nc6 $1 3. Bc4 Nf6 4. Qxf7# 1-0'))
print(g, g.end().board().result(), g.headers["White"], [str(m) for m in g.mainline_moves()])
try:
    b.push_san("Qh9")
except ValueError as e:
    print(type(e).__name__, e)
print(len(chess.svg.board(b)) > 1000)
p = Problem()
p.addVariables("SENDMORY", range(10))
p.addConstraint(lambda s, m: s and m, "SM")
p.addConstraint(AllDifferentConstraint())
q = Problem()
q.addVariables(range(6), range(6))
q.addConstraint(AllDifferentConstraint())
for i in range(6):
    for j in range(i):
        q.addConstraint(lambda a, b, i=i, j=j: abs(a - b) != i - j, (i, j))
print(sorted(tuple(s[i] for i in range(6)) for s in q.getSolutions()))
