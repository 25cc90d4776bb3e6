/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The three texts of reals.c, asked of doubles. */
#include <math.h>
#include <stdio.h>

static void say(const char *text, int holds, const char *witness)
{
	printf("%s: %s at %s\n", text, holds ? "true" : "false", witness);
}

int main(void)
{
	volatile double x = 1e16, y = 1, a = 0.1, b = 0.2, top = INFINITY;

	say("sum_less_x", (x + y) - x == y, "x = 1e16, y = 1");
	say("tenths", a + b == 0.3, "0.1 + 0.2 == 0.3");
	say("twice", top + top > top, "x = infinity");
	return 0;
}
