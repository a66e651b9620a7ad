def count(n):
    total = 0
    for i in range(n):
        if i == 1:
            continue
        total += i
    else:
        print("else", total)
    while n > 0:
        n -= 1
        for j in range(2):
            total += j
            if total > 8:
                break
    return total


print(count(4))
for k in [1, 2]:
    print(k)
print("end")
