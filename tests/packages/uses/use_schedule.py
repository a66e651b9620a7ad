import schedule

out = []
schedule.every(10).minutes.do(lambda: out.append("a")).tag("x")
job = schedule.every().monday.at("13:15").do(print, "m")
schedule.every().day.at("10:30").do(out.append, "d").tag("y")
schedule.run_all()
print(out, len(schedule.jobs), job.unit, job.at_time, [j.tags for j in schedule.get_jobs("x")])
schedule.clear("x")
print(len(schedule.jobs))
try:
    schedule.every().hour.at("99:99")
except schedule.ScheduleValueError as e:
    print(e)
