set(field_sources field_inverse_sm2.c field_sm2.c field_sm9.c)
