/* SPDX-License-Identifier: Apache-2.0 */
import java.util.Random;
import org.bouncycastle.crypto.Mac;
import org.bouncycastle.crypto.StreamCipher;
import org.bouncycastle.crypto.engines.Zuc128Engine;
import org.bouncycastle.crypto.engines.Zuc256Engine;
import org.bouncycastle.crypto.macs.Zuc128Mac;
import org.bouncycastle.crypto.macs.Zuc256Mac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;

/**
 * What BouncyCastle makes of random inputs, a case a line, in hexadecimal with "-" for nothing:
 *
 *   stream KEY IV PLAINTEXT CIPHERTEXT
 *   eea3   KEY COUNT BEARER DIRECTION PLAINTEXT CIPHERTEXT
 *   eia3   KEY COUNT BEARER DIRECTION MESSAGE MAC
 *   mac    KEY IV MESSAGE TAG
 *
 * usage: java BouncyCastleZuc SEED COUNT
 */
public final class BouncyCastleZuc {
    private static Random random;

    private static byte[] bytes(int length) {
        byte[] b = new byte[length];
        random.nextBytes(b);
        return b;
    }

    /** Short lengths, some around multiples of 32, long ones; ZUC-256 ends after 625 words here. */
    private static int length() {
        switch (random.nextInt(4)) {
        case 0:
            return random.nextInt(40);
        case 1:
            return Math.max(0, 32 * random.nextInt(40) + random.nextInt(9) - 4);
        default:
            return random.nextInt(2400);
        }
    }

    private static String hex(byte[] b) {
        StringBuilder s = new StringBuilder();
        for (byte x : b)
            s.append(String.format("%02x", x & 0xff));
        return b.length == 0 ? "-" : s.toString();
    }

    private static byte[] crypt(StreamCipher cipher, byte[] key, byte[] iv, byte[] in) {
        byte[] out = new byte[in.length];
        cipher.init(true, new ParametersWithIV(new KeyParameter(key), iv));
        cipher.processBytes(in, 0, in.length, out, 0);
        return out;
    }

    private static byte[] sum(Mac mac, byte[] key, byte[] iv, byte[] message) {
        byte[] tag = new byte[mac.getMacSize()];
        mac.init(new ParametersWithIV(new KeyParameter(key), iv));
        mac.update(message, 0, message.length);
        mac.doFinal(tag, 0);
        return tag;
    }

    /** The IV of 128-EEA3, or of 128-EIA3. */
    private static byte[] mobileIv(int count, int bearer, int direction, boolean integrity) {
        byte[] iv = new byte[16];
        for (int i = 0; i < 4; i++)
            iv[i] = (byte) (count >>> 24 - 8 * i);
        iv[4] = (byte) (bearer << 3 | (integrity ? 0 : direction << 2));
        System.arraycopy(iv, 0, iv, 8, 8);
        if (integrity) {
            iv[8] ^= (byte) (direction << 7);
            iv[14] ^= (byte) (direction << 7);
        }
        return iv;
    }

    /** Seventeen bytes and eight values of six bits. */
    private static byte[] iv256() {
        byte[] iv = bytes(25);
        for (int i = 17; i < 25; i++)
            iv[i] &= 63;
        return iv;
    }

    public static void main(String[] arguments) {
        random = new Random(Long.parseLong(arguments[0]));
        for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
            byte[] key = bytes(16), key256 = bytes(32), iv = bytes(16), iv256 = iv256();
            byte[] in = bytes(length());
            int count = random.nextInt(), bearer = random.nextInt(32), direction = random.nextInt(2);
            String mobile = String.format("%s %08x %d %d %s ", hex(key), count, bearer, direction, hex(in));

            System.out.println("stream " + hex(key) + " " + hex(iv) + " " + hex(in) + " "
                    + hex(crypt(new Zuc128Engine(), key, iv, in)));
            System.out.println("stream " + hex(key256) + " " + hex(iv256) + " " + hex(in) + " "
                    + hex(crypt(new Zuc256Engine(), key256, iv256, in)));
            System.out.println("eea3 " + mobile + hex(crypt(new Zuc128Engine(), key,
                    mobileIv(count, bearer, direction, false), in)));
            System.out.println("eia3 " + mobile + hex(sum(new Zuc128Mac(), key,
                    mobileIv(count, bearer, direction, true), in)));
            for (int bits = 32; bits <= 128; bits *= 2)
                System.out.println("mac " + hex(key256) + " " + hex(iv256) + " " + hex(in) + " "
                        + hex(sum(new Zuc256Mac(bits), key256, iv256, in)));
        }
    }
}
