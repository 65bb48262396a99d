"""Cut-offs of the health tests: how often is too often.

Generated from SP 800-90B section 4.4 by host_tools/dev/gen_cutoffs.py, do not edit.

A row: bits a sample, H in thousandths of a bit a sample, window of the adaptive
proportion test, then for false-alarm probabilities 2^-20, 2^-30, 2^-40, 2^-60 the
cut-off of the repetition count test and that of the adaptive proportion test.
"""

ALPHA_BITS = (20, 30, 40, 60)

ROWS = (
    (1, 100, 1024, 201, 991, 301, 999, 401, 1005, 601, 1014),
    (1, 300, 1024, 68, 890, 101, 904, 135, 915, 201, 933),
    (1, 500, 1024, 41, 793, 61, 810, 81, 824, 121, 847),
    (1, 800, 1024, 26, 664, 39, 683, 51, 699, 76, 725),
    (1, 1000, 1024, 21, 589, 31, 609, 41, 625, 61, 652),
    (8, 1000, 512, 21, 311, 31, 325, 41, 336, 61, 355),
    (8, 2000, 512, 11, 177, 16, 190, 21, 201, 31, 220),
    (8, 3000, 512, 8, 103, 11, 114, 15, 123, 21, 139),
    (8, 4000, 512, 6, 62, 9, 71, 11, 78, 16, 91),
    (8, 5000, 512, 5, 39, 7, 46, 9, 51, 13, 62),
    (8, 6000, 512, 5, 25, 6, 31, 8, 35, 11, 44),
    (8, 7000, 512, 4, 18, 6, 22, 7, 26, 10, 32),
    (8, 7500, 512, 4, 15, 5, 19, 7, 22, 9, 28),
    (8, 8000, 512, 4, 13, 5, 16, 6, 19, 9, 25),
)
