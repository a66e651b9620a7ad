"""A bug to hunt: one seat is booked, and a whole column is taken."""


class Hall:
    def __init__(self, rows, columns):
        self.rows = [["."] * columns] * rows

    def book(self, row, column, guest):
        if self.rows[row][column] != ".":
            raise ValueError(f"seat {row}/{column} is taken by {self.rows[row][column]}")
        self.rows[row][column] = guest[0]

    def show(self):
        for row in self.rows:
            print(" ".join(row))


hall = Hall(3, 4)
hall.book(0, 1, "ann")
hall.book(2, 3, "bob")
hall.book(1, 1, "cid")
hall.show()
