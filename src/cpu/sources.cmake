set(cpu_sources cpu_detect.c cpu_dispatch.c cpu_features.c)
