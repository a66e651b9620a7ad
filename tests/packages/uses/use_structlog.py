import structlog

structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(sort_keys=True),
    ],
    logger_factory=structlog.PrintLoggerFactory(),
)
log = structlog.get_logger()
log.info("start", n=1)
with structlog.contextvars.bound_contextvars(request="r1"):
    log.bind(user="ann").warning("inside", items=[1, 2])
try:
    1 / 0
except ZeroDivisionError:
    log.error("failed", exc_info=False)
structlog.configure(processors=[structlog.processors.add_log_level,
                                structlog.dev.ConsoleRenderer(colors=False)],
                    logger_factory=structlog.PrintLoggerFactory())
structlog.get_logger().info("console", a=1, b="two")
print(structlog.testing.LogCapture().entries)
