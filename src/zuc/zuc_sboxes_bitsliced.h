/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Made by scripts/generate-zuc-sboxes, which explains it. The S-boxes of ZUC (GM/T 0001.1 annex A)
 * on words that hold one bit of many bytes, as circuits that compute S(x) ^ constant:
 *     S0 69 gates (22 AND, 0 OR, 47 XOR)
 *     S1 127 gates (31 AND, 3 OR, 93 XOR)
 */
#ifndef MIFU_ZUC_SBOXES_BITSLICED_H
#define MIFU_ZUC_SBOXES_BITSLICED_H

#define MIFU_ZUC_S0_OUT 0x3e
#define MIFU_ZUC_S1_OUT 0x55

/* b[i] holds bit i; replaced in place. `word` is the type of the words. */
/* clang-format off */
#define MIFU_ZUC_S0_BITSLICED(word, b) \
    do { \
        const word in0 = (b)[0], in1 = (b)[1], in2 = (b)[2], in3 = (b)[3], in4 = (b)[4], in5 = (b)[5], in6 = (b)[6], in7 = (b)[7]; \
        const word t0 = in0 & in1; \
        const word t1 = in0 & in2; \
        const word t2 = in1 & in2; \
        const word t3 = in0 & in3; \
        const word t4 = in1 & in3; \
        const word t5 = in2 & in3; \
        const word t11 = in1 ^ t4; \
        const word t12 = in3 ^ t11; \
        const word t13 = in0 ^ in2; \
        const word t14 = t1 ^ t13; \
        const word t15 = in4 ^ t12; \
        const word t16 = in5 ^ t14; \
        const word t17 = in6 ^ t14; \
        const word t18 = t2 ^ t17; \
        const word t19 = t5 ^ t15; \
        const word t20 = t3 ^ t16; \
        const word t21 = in7 ^ t12; \
        const word t22 = t0 ^ t21; \
        const word t23 = t19 & t20; \
        const word t24 = t19 & t18; \
        const word t25 = t20 & t18; \
        const word t26 = t19 & t22; \
        const word t27 = t20 & t22; \
        const word t28 = t18 & t22; \
        const word t29 = t19 & t25; \
        const word t30 = t19 & t27; \
        const word t31 = t19 & t28; \
        const word t32 = t20 & t28; \
        const word t34 = t26 ^ t28; \
        const word t35 = t23 ^ t34; \
        const word t36 = t19 ^ t20; \
        const word t37 = t24 ^ t35; \
        const word t38 = t32 ^ t37; \
        const word t39 = t25 ^ t36; \
        const word t40 = t27 ^ t34; \
        const word t41 = in1 ^ t38; \
        const word t42 = t30 ^ in3; \
        const word t43 = t29 ^ t40; \
        const word t44 = t22 ^ t31; \
        const word t45 = in2 ^ t44; \
        const word t46 = t18 ^ t41; \
        const word t47 = t29 ^ t39; \
        const word t48 = t22 ^ t35; \
        const word t49 = t20 ^ t43; \
        const word t50 = t39 ^ t46; \
        const word t51 = t42 ^ t48; \
        const word t52 = in0 ^ t49; \
        const word t53 = t38 ^ t45; \
        const word t54 = t27 ^ t50; \
        const word t55 = t47 ^ t51; \
        const word t56 = t52 & t54; \
        const word t57 = t52 & t53; \
        const word t58 = t54 & t53; \
        const word t59 = t52 & t55; \
        const word t60 = t54 & t55; \
        const word t61 = t53 & t55; \
        const word t67 = t53 ^ t57; \
        const word t68 = t22 ^ t67; \
        const word t69 = t56 ^ t68; \
        const word t70 = t52 ^ t59; \
        const word t71 = t55 ^ t70; \
        const word t72 = t60 ^ t20; \
        const word t73 = t60 ^ t71; \
        const word t74 = t61 ^ t19; \
        const word t75 = t67 ^ t74; \
        const word t76 = t55 ^ t75; \
        const word t77 = t18 ^ t73; \
        const word t78 = t53 ^ t72; \
        const word t79 = t58 ^ t78; \
        (b)[0] = t55; (b)[1] = t76; (b)[2] = t79; (b)[3] = t77; (b)[4] = t69; (b)[5] = t52; (b)[6] = t54; (b)[7] = t53; \
    } while (0)

#define MIFU_ZUC_S1_BITSLICED(word, b) \
    do { \
        const word in0 = (b)[0], in1 = (b)[1], in2 = (b)[2], in3 = (b)[3], in4 = (b)[4], in5 = (b)[5], in6 = (b)[6], in7 = (b)[7]; \
        const word t0 = in1 ^ in4; \
        const word t1 = in3 ^ in7; \
        const word t2 = in5 ^ t0; \
        const word t3 = in0 ^ in6; \
        const word t4 = in2 ^ in6; \
        const word t5 = in4 ^ in5; \
        const word t6 = in7 ^ t2; \
        const word t7 = t1 ^ t3; \
        const word t8 = in7 ^ t4; \
        const word t9 = t0 ^ t1; \
        const word t10 = in0 ^ in2; \
        const word t11 = in1 ^ t1; \
        const word t12 = in5 ^ t1; \
        const word t13 = t5 ^ t8; \
        const word t14 = in2 ^ in3; \
        const word t15 = in0 ^ t6; \
        const word t16 = t5 ^ t7; \
        const word t17 = in3 ^ t2; \
        const word t18 = in5 ^ t14; \
        const word t19 = t4 ^ t9; \
        const word t20 = in6 ^ t2; \
        const word t21 = t10 ^ t11; \
        const word t22 = in3 ^ t0; \
        const word t23 = t2 ^ t7; \
        const word t24 = in1 ^ t4; \
        const word t25 = t3 ^ t17; \
        const word t26 = in3 ^ t5; \
        const word t27 = in2 ^ t16; \
        const word t28 = t0 ^ t3; \
        const word t29 = in3 ^ t24; \
        const word t30 = in2 ^ t6; \
        const word t31 = t10 & t7; \
        const word t32 = t21 & t25; \
        const word t33 = t11 & t6; \
        const word t34 = t15 & t28; \
        const word t35 = t27 & t23; \
        const word t36 = t29 & t12; \
        const word t37 = t30 & t9; \
        const word t38 = t20 & in7; \
        const word t39 = t8 & t22; \
        const word t40 = t33 ^ t37; \
        const word t41 = t36 ^ t37; \
        const word t42 = t34 ^ t41; \
        const word t43 = t38 ^ t18; \
        const word t44 = t19 ^ t41; \
        const word t45 = t35 ^ t44; \
        const word t46 = t38 ^ t26; \
        const word t47 = t32 ^ t13; \
        const word t48 = t39 ^ t47; \
        const word t49 = t40 ^ t46; \
        const word t50 = t31 ^ t49; \
        const word t51 = t40 ^ t48; \
        const word t52 = t42 ^ t43; \
        const word t53 = t39 ^ t45; \
        const word t54 = t52 & t50; \
        const word t55 = t53 ^ t52; \
        const word t56 = t54 ^ t51; \
        const word t57 = t56 & t54; \
        const word t58 = t55 & t51; \
        const word t59 = t57 ^ t50; \
        const word t60 = t59 ^ t56; \
        const word t61 = t59 | t58; \
        const word t62 = t60 ^ t58; \
        const word t63 = t57 | t55; \
        const word t64 = t60 & t53; \
        const word t65 = t54 ^ t52; \
        const word t66 = t65 | t64; \
        const word t68 = t64 ^ t63; \
        const word t69 = t66 ^ t68; \
        const word t70 = t61 ^ t62; \
        const word t71 = t66 ^ t61; \
        const word t72 = t68 ^ t62; \
        const word t73 = t69 ^ t70; \
        const word t74 = t7 & t66; \
        const word t75 = t25 & t68; \
        const word t76 = t6 & t69; \
        const word t77 = t28 & t61; \
        const word t78 = t23 & t62; \
        const word t79 = t12 & t70; \
        const word t80 = t9 & t71; \
        const word t81 = in7 & t72; \
        const word t82 = t22 & t73; \
        const word t83 = t10 & t66; \
        const word t84 = t21 & t68; \
        const word t85 = t11 & t69; \
        const word t86 = t15 & t61; \
        const word t87 = t27 & t62; \
        const word t88 = t29 & t70; \
        const word t89 = t30 & t71; \
        const word t90 = t20 & t72; \
        const word t91 = t8 & t73; \
        const word t92 = t74 ^ t80; \
        const word t93 = t81 ^ t84; \
        const word t94 = t76 ^ t93; \
        const word t95 = t90 ^ t92; \
        const word t96 = t77 ^ t87; \
        const word t97 = t78 ^ t86; \
        const word t98 = t85 ^ t94; \
        const word t99 = t91 ^ t95; \
        const word t100 = t82 ^ t96; \
        const word t101 = t83 ^ t94; \
        const word t102 = t75 ^ t88; \
        const word t103 = t76 ^ t100; \
        const word t104 = t83 ^ t85; \
        const word t105 = t89 ^ t98; \
        const word t106 = t99 ^ t103; \
        const word t107 = t79 ^ t102; \
        const word t108 = t98 ^ t107; \
        const word t109 = t87 ^ t95; \
        const word t110 = t81 ^ t104; \
        const word t111 = t75 ^ t97; \
        const word t112 = t97 ^ t106; \
        const word t113 = t92 ^ t110; \
        const word t114 = t80 ^ t101; \
        const word t115 = t86 ^ t109; \
        const word t116 = t97 ^ t107; \
        const word t117 = t113 ^ t116; \
        const word t118 = t88 ^ t104; \
        const word t119 = t106 ^ t118; \
        const word t120 = t111 ^ t114; \
        const word t121 = t91 ^ t105; \
        const word t122 = t99 ^ t101; \
        const word t123 = t105 ^ t115; \
        const word t124 = t96 ^ t120; \
        const word t125 = t100 ^ t108; \
        const word t126 = t78 ^ t119; \
        const word t127 = t92 ^ t121; \
        (b)[0] = t117; (b)[1] = t124; (b)[2] = t122; (b)[3] = t127; (b)[4] = t112; (b)[5] = t123; (b)[6] = t125; (b)[7] = t126; \
    } while (0)
/* clang-format on */

#endif
