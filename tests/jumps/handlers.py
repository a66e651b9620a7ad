def handle():
    for i in range(2):
        try:
            try:
                [][i]
            except IndexError:
                print("index", i)
                raise KeyError(i)
        except KeyError as e:
            print("key", e)
            with open("/dev/null") as f:
                print(f.read())
            continue
        print("not reached")
    import sys
    print(sys.exception())
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError:
        print("values")
    except* TypeError:
        print("types")
    return "done"


print(handle())
