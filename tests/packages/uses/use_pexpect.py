import pexpect
import sh

c = pexpect.spawn("/bin/sh", ["-c", 'printf "name? "; read x; echo "hi $x"; exit 3'], encoding="utf8", echo=False, timeout=5)
c.expect("name. ")
c.sendline("bob")
c.expect(r"hi (\w+)")
print(c.match.group(1), c.before)
c.expect(pexpect.EOF)
c.close()
print(c.exitstatus, c.signalstatus, pexpect.run("echo out"))
c = pexpect.spawn("cat", timeout=1)
c.setecho(False)
c.sendline("a")
print(c.expect([b"zzz", b"a\r\n", pexpect.TIMEOUT]))
try:
    c.expect("never", timeout=0.1)
except pexpect.TIMEOUT as e:
    print(type(e).__name__)
print(c.terminate(force=True), c.isalive(), pexpect.which("sh") is not None)
try:
    pexpect.spawn("nonexistent-command")
except pexpect.ExceptionPexpect as e:
    print(type(e).__name__, e)
print(sh.echo("hello", "x"), sh.tr("a-z", "A-Z", _in="abc"), sh.cat(_in="text"), [l for l in sh.printf("a\\nb\\n", _iter=True)])
try:
    sh.ls("/nonexistent", _env={"LC_ALL": "C"})
except sh.ErrorReturnCode as e:
    print(type(e).__name__, e.exit_code, e.stderr)
p = sh.sleep(30, _bg=True, _bg_exc=False)
p.kill()
try:
    p.wait()
except sh.SignalException_SIGKILL as e:
    print(type(e).__name__)
