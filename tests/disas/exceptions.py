def f(x):
    try:
        x()
    except (ValueError, TypeError) as e:
        raise KeyError(1) from e
    except Exception:
        raise
    else:
        y = 1
    finally:
        z = 2
    assert x, "message"
    del y
    return y

def g(path):
    with open(path) as a, path:
        for line in a:
            try:
                return line
            finally:
                print(line)

def h():
    try:
        f(1)
    except* ValueError as e:
        print(e)

def nested():
    for i in range(3):
        try:
            if i: continue
            break
        except OSError:
            return
