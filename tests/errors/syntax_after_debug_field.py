x = 1
print(f'{x = }', f'{x =  !r}', f'{x = :>5}')


y = = 3
