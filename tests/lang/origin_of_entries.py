"""Values in dicts under keys that are neither text nor numbers, to be followed back."""
import enum


class Place(enum.Enum):
    HERE = 1
    THERE = 2


def put(table, key, value):
    table[key] = value


val = [9]
grid = {}
grid[0, 1] = val
put(grid, Place.HERE, grid[0, 1])
grid[None] = grid[Place.HERE]
grid[1.5] = len(grid)
both = {key: value for key, value in grid.items()}
last = [val, 2, val]
k = (0, 1)
grid.pop(None)
end = 1
