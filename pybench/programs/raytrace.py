"""A small ray tracer: spheres over a chequered plane, point lights with shadows, reflections. All of it in objects.

    python3 raytrace.py [SCALE]        SCALE multiplies the number of rounds

One round draws a picture of 40 by 30 points into a list of rows, a small part of a round a smaller one. The checksum is
made from all its points.
"""
import math
import sys
import time

ROUNDS = 40
SMALL_PICTURE = 278995355
WIDTH, HEIGHT = 40, 30
EPSILON = 1e-6
DEEPEST = 3


class Vector:
    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self):
        return Vector(-self.x, -self.y, -self.z)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k, self.z * k)

    __rmul__ = __mul__

    def dot(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other):
        return Vector(self.y * other.z - self.z * other.y, self.z * other.x - self.x * other.z, self.x * other.y - self.y * other.x)

    @property
    def length(self):
        return math.sqrt(self.dot(self))

    def unit(self):
        return self * (1.0 / self.length)

    def mirrored(self, normal):
        return self - normal * (2.0 * self.dot(normal))


class Point:
    """A place, as opposed to a direction: the difference of two of them is a Vector."""

    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __add__(self, vector):
        return Point(self.x + vector.x, self.y + vector.y, self.z + vector.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)


class Ray:
    def __init__(self, origin, direction):
        self.origin = origin
        self.direction = direction.unit()

    def at(self, distance):
        return self.origin + self.direction * distance


class Colour:
    def __init__(self, r, g, b):
        self.r, self.g, self.b = r, g, b

    def __add__(self, other):
        return Colour(self.r + other.r, self.g + other.g, self.b + other.b)

    def __mul__(self, k):
        return Colour(self.r * k, self.g * k, self.b * k)

    def bytes(self):
        return tuple(int(255 * min(1.0, max(0.0, part))) for part in (self.r, self.g, self.b))


class Surface:
    def __init__(self, colour, shine=0.0, diffuse=0.8, ambient=0.15):
        self.colour, self.shine, self.diffuse, self.ambient = colour, shine, diffuse, ambient

    def colour_at(self, point):
        return self.colour


class Chequered(Surface):
    def __init__(self, colour, other, **rest):
        super().__init__(colour, **rest)
        self.other = other

    def colour_at(self, point):
        return self.colour if (math.floor(point.x) + math.floor(point.z)) % 2 else self.other


class Sphere:
    def __init__(self, centre, radius, surface):
        self.centre, self.radius, self.surface = centre, radius, surface

    def distance(self, ray):
        to_centre = self.centre - ray.origin
        along = to_centre.dot(ray.direction)
        left = self.radius * self.radius - (to_centre.dot(to_centre) - along * along)
        if left < 0:
            return None
        half = math.sqrt(left)
        near = along - half
        if near > EPSILON:
            return near
        far = along + half
        return far if far > EPSILON else None

    def normal(self, point):
        return (point - self.centre).unit()


class Plane:
    def __init__(self, point, normal, surface):
        self.point, self.up, self.surface = point, normal.unit(), surface

    def distance(self, ray):
        slope = ray.direction.dot(self.up)
        if abs(slope) < EPSILON:
            return None
        distance = (self.point - ray.origin).dot(self.up) / slope
        return distance if distance > EPSILON else None

    def normal(self, point):
        return self.up


class Scene:
    def __init__(self, sky):
        self.sky, self.things, self.lights = sky, [], []

    def nearest(self, ray):
        best, found = None, None
        for thing in self.things:
            distance = thing.distance(ray)
            if distance is not None and (best is None or distance < best):
                best, found = distance, thing
        return found, best

    def visible(self, point, light):
        way = light - point
        distance = way.length
        ray = Ray(point, way)
        for thing in self.things:
            hit = thing.distance(ray)
            if hit is not None and hit < distance:
                return False
        return True

    def colour(self, ray, depth=0):
        thing, distance = self.nearest(ray)
        if thing is None:
            return self.sky
        surface = thing.surface
        point = ray.at(distance)
        normal = thing.normal(point)
        own = surface.colour_at(point)
        result = own * surface.ambient
        outside = point + normal * EPSILON
        for light in self.lights:
            brightness = normal.dot((light - point).unit())
            if brightness > 0 and self.visible(outside, light):
                result = result + own * (surface.diffuse * brightness / len(self.lights))
        if surface.shine and depth < DEEPEST:
            reflected = Ray(outside, ray.direction.mirrored(normal))
            result = result + self.colour(reflected, depth + 1) * surface.shine
        return result


class Camera:
    def __init__(self, place, target, width, height):
        self.place, self.width, self.height = place, width, height
        self.forward = (target - place).unit()
        self.right = self.forward.cross(Vector(0, 1, 0)).unit()
        self.up = self.right.cross(self.forward)

    def ray(self, column, row):
        x = (column - self.width / 2) / self.width
        y = (self.height / 2 - row) / self.width
        return Ray(self.place, self.forward + self.right * x + self.up * y)


def scene():
    s = Scene(Colour(0.4, 0.6, 0.9))
    s.lights += [Point(-6, 8, -4), Point(5, 6, -8)]
    s.things.append(Plane(Point(0, -1, 0), Vector(0, 1, 0), Chequered(Colour(0.9, 0.9, 0.9), Colour(0.1, 0.1, 0.1), shine=0.1)))
    s.things.append(Sphere(Point(0, 0.5, 3), 1.5, Surface(Colour(0.9, 0.2, 0.2), shine=0.3)))
    for i in range(4):
        angle = i * math.pi / 2 + 0.5
        s.things.append(Sphere(Point(2.4 * math.cos(angle), -0.5, 3 + 2.4 * math.sin(angle)), 0.5, Surface(Colour(0.2, 0.3 + 0.2 * i, 0.8), shine=0.2)))
    return s


def draw(canvas, width, height):
    world, camera = scene(), Camera(Point(0, 1.5, -4), Point(0, 0.2, 3), width, height)
    for row in range(height):
        for column in range(width):
            canvas[row][column] = world.colour(camera.ray(column, row)).bytes()


def run(rounds, width=WIDTH, height=HEIGHT):
    checksum = 0
    for _ in range(rounds):
        canvas = [[None] * width for _ in range(height)]
        draw(canvas, width, height)
        for row in canvas:
            for r, g, b in row:
                checksum = (checksum * 31 + r * 65536 + g * 256 + b) % 1000000007
    return checksum


def work(rounds):
    """Divides an amount of work into rounds and a size of the picture."""
    width, height = WIDTH, HEIGHT
    while rounds < 0.1 and width > 5:
        rounds, width, height = rounds * 4, width // 2, height // 2
    return max(1, round(rounds)), width, height


if __name__ == "__main__":
    amount = work(ROUNDS * float(sys.argv[1])) if len(sys.argv) > 1 else (ROUNDS, WIDTH, HEIGHT)
    started = time.perf_counter()
    checksum = run(*amount)
    elapsed = time.perf_counter() - started
    assert run(1, 10, 7) == SMALL_PICTURE, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
