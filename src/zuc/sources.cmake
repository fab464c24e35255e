set(zuc_sources zuc.c zuc_load.c zuc_eea3.c zuc_mac.c zuc_aead.c zuc_gxm.c zuc_mur.c zuc_feed.c zuc_many.c zuc_many_mac.c zuc_dispatch.c)
