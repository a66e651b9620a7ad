"""The Mandelbrot set in letters, with complex numbers; one of the longer programs."""


def escape(c, limit):
    z = 0j
    for n in range(limit):
        z = z * z + c
        if abs(z) > 2:
            return n
    return limit


def picture(width, height, limit):
    for row in range(height):
        y = 2 * row / (height - 1) - 1
        line = ""
        for column in range(width):
            x = 3 * column / (width - 1) - 2
            line += " .:*#"[escape(complex(x, y), limit) * 4 // limit]
        yield line


for line in picture(15, 5, 8):
    print(line.rstrip())
