"""Files and folders, to be changed on a branch whose world is closed."""
import os
import pathlib
import shutil
import tempfile

factor = 1
begin = 0
with tempfile.TemporaryDirectory(prefix=f"factor{factor}-") as name:
    place = pathlib.Path(name)
    (place / "a").write_text("x" * factor)
    print(os.listdir(name))
    os.mkdir(place / f"made{factor}")
    (place / f"made{factor}" / "b").write_text("y")
    print(sorted(os.listdir(name)), [found.name for found in place.rglob("b")])
    shutil.copy(place / "a", place / "copy")
    print((place / "copy").read_text())
    (place / "copy").touch()
    os.remove(place / f"made{factor}" / "b")
    os.rmdir(place / f"made{factor}")
    print(sorted(os.listdir(name)))
    with open("/dev/null", "w") as nothing:
        print(nothing.write("z" * factor))
    try:
        os.rmdir(place)
    except OSError as error:
        print(type(error).__name__)
end = 1
