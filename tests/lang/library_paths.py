"""The files of the standard library, asked for by path."""
import colorsys
import importlib.machinery
import io
import os
import zipfile

path = colorsys.__file__
loader = importlib.machinery.SourceFileLoader("named", path)
print(loader.get_data(path)[:12], loader.get_source("named")[:12], loader.get_code("named").co_name)
print(loader.path_stats(path)["size"] == os.path.getsize(path), os.path.getmtime(path) > 1e9)
with zipfile.ZipFile(io.BytesIO(), "w") as archive:
    archive.write(path, "colorsys.py")
    print(archive.namelist(), archive.infolist()[0].date_time[0] > 1980)
