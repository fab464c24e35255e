/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Made by scripts/generate-sm4-sbox, which explains it. The S-box of SM4 (GB/T 32907 6.2) as
 * 119 gates (31 AND, 3 OR, 85 XOR) on words that hold one bit of many bytes:
 *     x -> S(x ^ MIFU_SM4_SBOX_IN) ^ MIFU_SM4_SBOX_OUT
 */
#ifndef MIFU_SM4_SBOX_BITSLICED_H
#define MIFU_SM4_SBOX_BITSLICED_H

#define MIFU_SM4_SBOX_IN  0x75
#define MIFU_SM4_SBOX_OUT 0xd3

/* b[i] holds bit i; replaced in place. `word` is the type of the words. */
/* clang-format off */
#define MIFU_SM4_SBOX_BITSLICED(word, b) \
    do { \
        const word in0 = (b)[0], in1 = (b)[1], in2 = (b)[2], in3 = (b)[3], in4 = (b)[4], in5 = (b)[5], in6 = (b)[6], in7 = (b)[7]; \
        const word t0 = in0 ^ in6; \
        const word t1 = in2 ^ in5; \
        const word t2 = in4 ^ t0; \
        const word t3 = in7 ^ t1; \
        const word t4 = in3 ^ in6; \
        const word t5 = in1 ^ in5; \
        const word t6 = in1 ^ t0; \
        const word t7 = in3 ^ in4; \
        const word t8 = in4 ^ t5; \
        const word t9 = in2 ^ in6; \
        const word t10 = in1 ^ in7; \
        const word t11 = in3 ^ t3; \
        const word t12 = in5 ^ in7; \
        const word t13 = in4 ^ t9; \
        const word t14 = in7 ^ t9; \
        const word t15 = t1 ^ t6; \
        const word t16 = in6 ^ t8; \
        const word t17 = t3 ^ t4; \
        const word t18 = in2 ^ t6; \
        const word t19 = in2 ^ t2; \
        const word t20 = t4 ^ t5; \
        const word t21 = t2 ^ t10; \
        const word t22 = in5 ^ t2; \
        const word t23 = in1 ^ t1; \
        const word t24 = t3 ^ t7; \
        const word t25 = t4 ^ t12; \
        const word t26 = t22 & t23; \
        const word t27 = t6 & t13; \
        const word t28 = t8 & t16; \
        const word t29 = t2 & t10; \
        const word t30 = in2 & t25; \
        const word t31 = t19 & t20; \
        const word t32 = in5 & t3; \
        const word t33 = t18 & t24; \
        const word t34 = t15 & t7; \
        const word t35 = t32 ^ t33; \
        const word t36 = t32 ^ t34; \
        const word t37 = t27 ^ t28; \
        const word t38 = t26 ^ t28; \
        const word t39 = t30 ^ t36; \
        const word t40 = t11 ^ t35; \
        const word t41 = t17 ^ t38; \
        const word t42 = t29 ^ t40; \
        const word t43 = t31 ^ t39; \
        const word t44 = t14 ^ t43; \
        const word t45 = t35 ^ t41; \
        const word t46 = t21 ^ t36; \
        const word t47 = t37 ^ t46; \
        const word t48 = t31 ^ t42; \
        const word t49 = t48 & t45; \
        const word t50 = t44 ^ t48; \
        const word t51 = t49 ^ t47; \
        const word t52 = t51 & t49; \
        const word t53 = t50 & t47; \
        const word t54 = t52 ^ t45; \
        const word t55 = t54 ^ t51; \
        const word t56 = t54 | t53; \
        const word t57 = t55 ^ t53; \
        const word t58 = t52 | t50; \
        const word t59 = t55 & t44; \
        const word t60 = t49 ^ t48; \
        const word t61 = t60 | t59; \
        const word t63 = t59 ^ t58; \
        const word t64 = t61 ^ t63; \
        const word t65 = t56 ^ t57; \
        const word t66 = t61 ^ t56; \
        const word t67 = t63 ^ t57; \
        const word t68 = t64 ^ t65; \
        const word t69 = t23 & t61; \
        const word t70 = t13 & t63; \
        const word t71 = t16 & t64; \
        const word t72 = t10 & t56; \
        const word t73 = t25 & t57; \
        const word t74 = t20 & t65; \
        const word t75 = t3 & t66; \
        const word t76 = t24 & t67; \
        const word t77 = t7 & t68; \
        const word t78 = t22 & t61; \
        const word t79 = t6 & t63; \
        const word t80 = t8 & t64; \
        const word t81 = t2 & t56; \
        const word t82 = in2 & t57; \
        const word t83 = t19 & t65; \
        const word t84 = in5 & t66; \
        const word t85 = t18 & t67; \
        const word t86 = t15 & t68; \
        const word t87 = t69 ^ t70; \
        const word t88 = t78 ^ t87; \
        const word t89 = t72 ^ t85; \
        const word t90 = t76 ^ t82; \
        const word t91 = t77 ^ t88; \
        const word t92 = t79 ^ t90; \
        const word t93 = t74 ^ t75; \
        const word t94 = t91 ^ t92; \
        const word t95 = t84 ^ t89; \
        const word t96 = t79 ^ t86; \
        const word t97 = t80 ^ t93; \
        const word t98 = t85 ^ t94; \
        const word t99 = t88 ^ t89; \
        const word t100 = t96 ^ t99; \
        const word t101 = t81 ^ t94; \
        const word t102 = t73 ^ t83; \
        const word t103 = t71 ^ t81; \
        const word t104 = t91 ^ t97; \
        const word t105 = t83 ^ t98; \
        const word t106 = t84 ^ t105; \
        const word t107 = t95 ^ t103; \
        const word t108 = t74 ^ t83; \
        const word t109 = t84 ^ t96; \
        const word t110 = t87 ^ t92; \
        const word t111 = t97 ^ t110; \
        const word t112 = t72 ^ t93; \
        const word t113 = t107 ^ t108; \
        const word t114 = t76 ^ t112; \
        const word t115 = t102 ^ t111; \
        const word t116 = t80 ^ t109; \
        const word t117 = t69 ^ t113; \
        const word t118 = t73 ^ t100; \
        const word t119 = t95 ^ t104; \
        (b)[0] = t114; (b)[1] = t117; (b)[2] = t119; (b)[3] = t115; (b)[4] = t118; (b)[5] = t101; (b)[6] = t116; (b)[7] = t106; \
    } while (0)
/* clang-format on */

#endif
