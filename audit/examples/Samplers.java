// SPDX-License-Identifier: 0BSD
// java Samplers.java: java.util.Random.nextGaussian as a target of dpmf-audit noise and timing.
import java.util.Random;
import java.util.Scanner;

public class Samplers {
    public static void main(String[] arguments) {
        Scanner requests = new Scanner(System.in);

        while (requests.hasNextLine()) {
            String[] words = requests.nextLine().split(" ");
            Random random = new Random(Long.parseLong(words[3]));
            StringBuilder answer = new StringBuilder();

            for (int i = 0; i < Integer.parseInt(words[2]); i++)
                answer.append(random.nextGaussian()).append('\n');
            System.out.print(answer);
            System.out.flush();
        }
    }
}
