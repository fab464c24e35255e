set(pem_sources pem_base64.c pem_reader.c pem_writer.c)
