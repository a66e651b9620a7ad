def attempt(n):
    done = []
    try:
        done.append("try")
        if n:
            raise ValueError(n)
        done.append("whole")
    except KeyError:
        done.append("key")
    except ValueError as error:
        done.append(str(error))
        try:
            done.append("inner")
        finally:
            done.append("final inner")
    else:
        done.append("else")
    finally:
        done.append("finally")
    done.append("after")
    return done


print(attempt(1))
print(attempt(0))
