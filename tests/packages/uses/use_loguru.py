import sys

from loguru import logger

logger.remove()
logger.add(sys.stdout, format="{level}|{extra}|{function}|{message}", level="DEBUG", colorize=False)
logger.debug("hello {} {name}", 1, name="x")
logger.bind(user="ann").info("bound")
logger.level("NOTE", no=25)
logger.log("NOTE", "own level")


@logger.catch(message="caught", reraise=False)
def fail(n):
    return 1 // n


seen = []
handler = logger.add(lambda m: seen.append(m.record["level"].name), filter=lambda r: r["level"].no >= 30)
logger.warning("w")
logger.remove(handler)
with logger.contextualize(task=3):
    logger.success("inside")
print(seen)
