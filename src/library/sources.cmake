set(library_sources library_backends.c library_version.c)
