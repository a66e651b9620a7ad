import io

from tqdm import tqdm, trange

out = io.StringIO()
total = 0
for i in tqdm(range(5), file=out, bar_format="{n_fmt}/{total_fmt} {desc}", desc="sum", mininterval=0):
    total += i
print(total, repr(out.getvalue().split("\r")[-1].strip()))
with tqdm(total=10, file=out, disable=False, ascii=True, ncols=40, unit="B", unit_scale=True) as bar:
    bar.update(4)
    bar.set_postfix(loss=0.5)
    bar.update(6)
    print(bar.n, bar.format_dict["unit"])
print(tqdm.format_sizeof(1536, "B", 1024), tqdm.format_interval(3725), tqdm.format_meter(3, 10, 1.5, ncols=50))
print(sum(trange(3, disable=True)))
