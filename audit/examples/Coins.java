// SPDX-License-Identifier: 0BSD
import java.util.Random;
import java.util.Scanner;

/** A target of dpmf-audit exec: one bit, told rightly with probability 3/4. Its epsilon is ln 3 = 1.0986... */
public class Coins {
    public static void main(String[] words) {
        for (Scanner in = new Scanner(System.in); in.hasNext() && in.next().equals("sample");) {
            int world = in.nextInt(), count = in.nextInt();
            Random random = new Random(in.nextLong());
            for (; count > 0; count--)
                System.out.println(world ^ (random.nextDouble() < 0.25 ? 1 : 0));
        }
    }
}
