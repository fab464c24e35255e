set(der_sources der_reader.c der_writer.c)
