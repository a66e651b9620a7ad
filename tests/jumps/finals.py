def leave(n):
    for i in range(3):
        try:
            if i == n:
                break
            print("i", i)
        finally:
            print("finally", i)
    try:
        return "value"
    finally:
        print("leaving")


try:
    print(leave(1))
finally:
    print("end")
