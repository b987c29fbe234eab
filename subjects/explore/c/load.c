/* Plain work without symbolic input: a sieve, a hash over a buffer, and sorting, ROUNDS times. One
 * path. This is what instructions a second are measured with; 50 rounds are about 200 million
 * instructions of the machine. The result is the same wherever it runs. */

#include <stdint.h>
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 50
#endif

enum { LIMIT = 40000, BYTES = 65536, NUMBERS = 400 };

static unsigned char composite[LIMIT];
static unsigned char buffer[BYTES];
static uint32_t numbers[NUMBERS];

/* How many prime numbers there are below the limit. */
static uint32_t sieve(void)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < LIMIT; k++)
        composite[k] = 0;
    for (uint32_t k = 2; k < LIMIT; k++) {
        if (composite[k])
            continue;
        count++;
        for (uint32_t m = 2 * k; m < LIMIT; m += k)
            composite[m] = 1;
    }
    return count;
}

static uint32_t hash(uint32_t seed)
{
    uint32_t result = 2166136261u ^ seed;
    for (uint32_t k = 0; k < BYTES; k++) {
        buffer[k] = (unsigned char)(buffer[k] + seed + k);
        result = (result ^ buffer[k]) * 16777619u;
    }
    return result;
}

/* Sorts by insertion, which compares and moves a lot. */
static uint32_t sort(uint32_t seed)
{
    for (uint32_t k = 0; k < NUMBERS; k++) {
        seed = seed * 1664525u + 1013904223u;
        numbers[k] = seed >> 8;
    }
    for (int k = 1; k < NUMBERS; k++) {
        uint32_t number = numbers[k];
        int to = k;
        while (to > 0 && numbers[to - 1] > number) {
            numbers[to] = numbers[to - 1];
            to--;
        }
        numbers[to] = number;
    }
    return numbers[NUMBERS / 2];
}

/* A number that all of the work goes into. */
uint32_t work(void)
{
    uint32_t result = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        result = result * 31 + sieve();
        result = result * 31 + hash(result);
        result = result * 31 + sort(result);
    }
    return result;
}

int main(void)
{
    printf("%u\n", (unsigned)work());
    return 0;
}
