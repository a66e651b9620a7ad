"""Sorting values that only Python code can compare: the algorithm of ttd-pyalgos/src/timsort, step by step."""


class Timsort:
    """The algorithm of ttd-pyalgos/src/timsort, with its order of comparisons, which programs can see."""

    MIN_GALLOP = 7

    def __init__(self, keys, order):
        self.keys = keys
        self.order = order
        self.runs = []
        self.min_gallop = self.MIN_GALLOP

    def sort(self):
        n = len(self.order)
        if n < 2:
            return
        min_run, odd = n, 0
        while min_run >= 64:
            odd |= min_run & 1
            min_run >>= 1
        min_run += odd
        lo = 0
        while lo < n:
            length = self.count_run(lo, n)
            if length < min_run:
                forced = min(min_run, n - lo)
                self.insertion(lo, length, forced)
                length = forced
            self.found_run(lo, length)
            lo += length
        runs = self.runs
        while len(runs) > 1:
            at = len(runs) - 2
            if at > 0 and runs[at - 1][1] < runs[at + 1][1]:
                at -= 1
            self.merge_at(at)

    def reverse(self, lo, hi):
        order = self.order
        hi -= 1
        while lo < hi:
            order[lo], order[hi] = order[hi], order[lo]
            lo += 1
            hi -= 1

    def count_run(self, lo, hi):
        keys, order = self.keys, self.order
        n = lo + 1
        while n < hi:
            if keys[order[n]] < keys[order[n - 1]]:
                break
            n += 1
        else:
            return n - lo
        if n - lo > 1:
            if keys[order[lo]] < keys[order[n - 1]]:
                return n - lo
            self.reverse(lo, n)
        n += 1
        equals = 0
        while n < hi:
            if keys[order[n]] < keys[order[n - 1]]:
                if equals:
                    self.reverse(n - equals - 1, n)
                    equals = 0
            elif keys[order[n - 1]] < keys[order[n]]:
                break
            else:
                equals += 1
            n += 1
        if equals:
            self.reverse(n - equals - 1, n)
        self.reverse(lo, n)
        while n < hi:
            if keys[order[n]] < keys[order[n - 1]]:
                break
            n += 1
        return n - lo

    def insertion(self, lo, done, length):
        keys, order = self.keys, self.order
        for at in range(lo + done, lo + length):
            pivot = order[at]
            key = keys[pivot]
            left, right = lo, at
            while left < right:
                middle = (left + right) >> 1
                if key < keys[order[middle]]:
                    right = middle
                else:
                    left = middle + 1
            order[left + 1:at + 1] = order[left:at]
            order[left] = pivot

    def found_run(self, base, length):
        runs = self.runs
        if runs:
            last = runs[-1]
            n = len(self.order)
            a = 2 * last[0] + last[1]
            b = a + last[1] + length
            power = 0
            while True:
                power += 1
                if a >= n:
                    a -= n
                    b -= n
                elif b >= n:
                    break
                a <<= 1
                b <<= 1
            while len(runs) > 1 and runs[-2][2] > power:
                self.merge_at(len(runs) - 2)
            runs[-1][2] = power
        runs.append([base, length, 0])

    def merge_at(self, i):
        runs, order = self.runs, self.order
        a, na = runs[i][0], runs[i][1]
        b, nb = runs[i + 1][0], runs[i + 1][1]
        runs[i][1] = na + nb
        del runs[i + 1]
        skip = self.gallop_right(order, a, na, order[b], 0)
        a += skip
        na -= skip
        if na == 0:
            return
        nb = self.gallop_left(order, b, nb, order[a + na - 1], nb - 1)
        if nb == 0:
            return
        if na <= nb:
            self.merge_low(a, na, b, nb)
        else:
            self.merge_high(a, na, b, nb)

    def gallop_left(self, run, base, n, what, hint):
        keys = self.keys
        key = keys[what]
        near, far = 0, 1
        if keys[run[base + hint]] < key:
            most = n - hint
            while far < most and keys[run[base + hint + far]] < key:
                near, far = far, 2 * far + 1
            low, high = hint + near + 1, hint + min(far, most)
        else:
            most = hint + 1
            while far < most:
                if keys[run[base + hint - far]] < key:
                    break
                near, far = far, 2 * far + 1
            low, high = hint + 1 - min(far, most), hint - near
        while low < high:
            middle = (low + high) >> 1
            if keys[run[base + middle]] < key:
                low = middle + 1
            else:
                high = middle
        return high

    def gallop_right(self, run, base, n, what, hint):
        keys = self.keys
        key = keys[what]
        near, far = 0, 1
        if key < keys[run[base + hint]]:
            most = hint + 1
            while far < most and key < keys[run[base + hint - far]]:
                near, far = far, 2 * far + 1
            low, high = hint + 1 - min(far, most), hint - near
        else:
            most = n - hint
            while far < most:
                if key < keys[run[base + hint + far]]:
                    break
                near, far = far, 2 * far + 1
            low, high = hint + near + 1, hint + min(far, most)
        while low < high:
            middle = (low + high) >> 1
            if key < keys[run[base + middle]]:
                high = middle
            else:
                low = middle + 1
        return high

    def merge_low(self, a, na, b, nb):
        keys, order = self.keys, self.order
        copy = order[a:a + na]
        dest = a
        a = 0
        last_beyond = False
        try:
            order[dest] = order[b]
            dest += 1
            b += 1
            nb -= 1
            if nb == 0:
                return
            if na == 1:
                last_beyond = True
                return
            while True:
                wins_a = wins_b = 0
                most = self.min_gallop
                while True:
                    if keys[order[b]] < keys[copy[a]]:
                        order[dest] = order[b]
                        dest += 1
                        b += 1
                        nb -= 1
                        if nb == 0:
                            return
                        wins_a = 0
                        wins_b += 1
                        if wins_b >= most:
                            break
                    else:
                        order[dest] = copy[a]
                        dest += 1
                        a += 1
                        na -= 1
                        if na == 1:
                            last_beyond = True
                            return
                        wins_b = 0
                        wins_a += 1
                        if wins_a >= most:
                            break
                self.min_gallop += 1
                while True:
                    if self.min_gallop > 1:
                        self.min_gallop -= 1
                    from_a = self.gallop_right(copy, a, na, order[b], 0)
                    if from_a:
                        order[dest:dest + from_a] = copy[a:a + from_a]
                        dest += from_a
                        a += from_a
                        na -= from_a
                        if na <= 1:
                            last_beyond = na == 1
                            return
                    order[dest] = order[b]
                    dest += 1
                    b += 1
                    nb -= 1
                    if nb == 0:
                        return
                    from_b = self.gallop_left(order, b, nb, copy[a], 0)
                    if from_b:
                        order[dest:dest + from_b] = order[b:b + from_b]
                        dest += from_b
                        b += from_b
                        nb -= from_b
                        if nb == 0:
                            return
                    order[dest] = copy[a]
                    dest += 1
                    a += 1
                    na -= 1
                    if na == 1:
                        last_beyond = True
                        return
                    if from_a < self.MIN_GALLOP and from_b < self.MIN_GALLOP:
                        break
                self.min_gallop += 1
        finally:
            if last_beyond:
                order[dest:dest + nb] = order[b:b + nb]
                order[dest + nb] = copy[a]
            else:
                order[dest:dest + na] = copy[a:a + na]

    def merge_high(self, a, na, b, nb):
        keys, order = self.keys, self.order
        copy = order[b:b + nb]
        dest = b + nb
        last_beyond = False
        try:
            dest -= 1
            na -= 1
            order[dest] = order[a + na]
            if na == 0:
                return
            if nb == 1:
                last_beyond = True
                return
            while True:
                wins_a = wins_b = 0
                most = self.min_gallop
                while True:
                    if keys[copy[nb - 1]] < keys[order[a + na - 1]]:
                        dest -= 1
                        na -= 1
                        order[dest] = order[a + na]
                        if na == 0:
                            return
                        wins_b = 0
                        wins_a += 1
                        if wins_a >= most:
                            break
                    else:
                        dest -= 1
                        nb -= 1
                        order[dest] = copy[nb]
                        if nb == 1:
                            last_beyond = True
                            return
                        wins_a = 0
                        wins_b += 1
                        if wins_b >= most:
                            break
                self.min_gallop += 1
                while True:
                    if self.min_gallop > 1:
                        self.min_gallop -= 1
                    from_a = na - self.gallop_right(order, a, na, copy[nb - 1], na - 1)
                    if from_a:
                        order[dest - from_a:dest] = order[a + na - from_a:a + na]
                        dest -= from_a
                        na -= from_a
                        if na == 0:
                            return
                    dest -= 1
                    nb -= 1
                    order[dest] = copy[nb]
                    if nb == 1:
                        last_beyond = True
                        return
                    from_b = nb - self.gallop_left(copy, 0, nb, order[a + na - 1], nb - 1)
                    if from_b:
                        order[dest - from_b:dest] = copy[nb - from_b:nb]
                        dest -= from_b
                        nb -= from_b
                        if nb <= 1:
                            last_beyond = nb == 1
                            return
                    dest -= 1
                    na -= 1
                    order[dest] = order[a + na]
                    if na == 0:
                        return
                    if from_a < self.MIN_GALLOP and from_b < self.MIN_GALLOP:
                        break
                self.min_gallop += 1
        finally:
            if last_beyond:
                order[dest - na:dest] = order[a:a + na]
                order[dest - na - 1] = copy[0]
            else:
                order[dest - nb:dest] = copy[:nb]
