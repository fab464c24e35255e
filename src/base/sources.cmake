set(base_sources base_block_hash.c base_lanes.c base_secret.c base_state.c base_status.c)
