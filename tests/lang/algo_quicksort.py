"""Sorting by hand: quicksort in place, merge sort, insertion sort, checked against each other."""


def quicksort(items, low=0, high=None):
    if high is None:
        high = len(items) - 1
    if low >= high:
        return items
    pivot = items[(low + high) // 2]
    i, j = low, high
    while i <= j:
        while items[i] < pivot:
            i += 1
        while items[j] > pivot:
            j -= 1
        if i <= j:
            items[i], items[j] = items[j], items[i]
            i += 1
            j -= 1
    quicksort(items, low, j)
    quicksort(items, i, high)
    return items


def merge_sort(items):
    if len(items) < 2:
        return items
    middle = len(items) // 2
    left, right = merge_sort(items[:middle]), merge_sort(items[middle:])
    merged = []
    while left and right:
        merged.append((left if left[0] <= right[0] else right).pop(0))
    return merged + left + right


def insertion_sort(items):
    for i in range(1, len(items)):
        item = items[i]
        while i and items[i - 1] > item:
            items[i] = items[i - 1]
            i -= 1
        items[i] = item
    return items


numbers = [5, 2, 9, 1, 5, 6, 0, 3]
results = [sort(numbers[:]) for sort in (quicksort, merge_sort, insertion_sort)]
print(results[0], results[0] == results[1] == results[2] == sorted(numbers), numbers)
