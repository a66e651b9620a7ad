import os
import select
import signal
import subprocess
import sys


def outcome(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


done = subprocess.run(["/bin/cat"], input=b"through a pipe", capture_output=True)
print(done.returncode, done.stdout, done.stderr)
done = subprocess.run("echo out; echo err >&2; exit 3", shell=True, capture_output=True, text=True)
print(done)
print(subprocess.check_output(["sh", "-c", "pwd"], cwd="/", text=True))
print(subprocess.run(["sh", "-c", "echo $A-$B"], env={"A": "1", "PATH": os.environ["PATH"]}, stdout=-1).stdout)
print(outcome(subprocess.run, ["/no/such program"]))
print(outcome(subprocess.run, ["true"], cwd="/no/such folder"))
print(outcome(subprocess.run, ["/etc/passwd/x"]))
print(outcome(subprocess.check_call, ["sh", "-c", "kill -9 $$"]))
print(outcome(subprocess.run, ["sleep", "60"], timeout=0.02)[:60])
big = bytes(range(256)) * 1200
print(subprocess.run(["cat"], input=big, stdout=subprocess.PIPE).stdout == big)
with subprocess.Popen(["sh", "-c", "read a; echo got $a; read b; echo then $b"], stdin=-1, stdout=-1, text=True) as p:
    p.stdin.write("one\n")
    p.stdin.flush()
    print(p.stdout.readline())
    print(p.poll(), p.args[0])
    print(p.communicate("two\n"), p.returncode)
p = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
p.send_signal(signal.SIGTERM)
print(p.wait(), p)
read, write = os.pipe()
os.set_inheritable(write, True)
print(os.get_inheritable(read), os.get_inheritable(write))
subprocess.run(["sh", "-c", f"echo kept >&{write}"], pass_fds=[write])
print(select.select([read], [write], [], 5)[0] == [read], os.read(read, 100))
print(subprocess.run(["sh", "-c", f"echo x >&{write}"], stderr=subprocess.DEVNULL).returncode != 0)
os.close(read)
os.close(write)
pid = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 7"], os.environ)
found = os.waitpid(pid, 0)
print(found[0] == pid, os.waitstatus_to_exitcode(found[1]), os.WIFEXITED(found[1]), os.WIFSIGNALED(found[1]))
print(outcome(os.waitpid, pid, 0))
print(outcome(os.posix_spawn, "/no/such", ["x"], {}))
print(os.system("exit 5"), os.popen("echo popped").read(), os.popen("exit 2").close())
pid = os.spawnlp(os.P_NOWAIT, "sh", "sh", "-c", "exit 4")
print(os.waitid(os.P_PID, pid, os.WEXITED).si_status)
read, write = os.pipe()
pid = os.fork()
if pid == 0:
    os.write(write, b"from the child")
    os._exit(9)
print(os.read(read, 100), os.waitpid(pid, 0)[1] >> 8)
p = subprocess.Popen(["cat"], stdin=-1, stdout=-1, preexec_fn=lambda: os.write(1, b"first "))
print(p.communicate(b"second"))
print(outcome(subprocess.Popen, ["cat"], preexec_fn=lambda: 1 / 0))
sys.stdout.flush()
saved = os.dup(1)
read, write = os.pipe()
os.dup2(write, 1)
os.write(1, b"redirected")
subprocess.run(["echo", " twice"])
os.dup2(saved, 1)
print(os.read(read, 100))
