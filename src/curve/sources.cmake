set(curve_sources curve_base_table.c curve_point.c)
