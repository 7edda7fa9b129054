/* Checks a certificate of nqueens: header, sums, hashes, prefixes, and the counts of chosen tasks.
   Its steps are those of the words in the file, which check.py compares, with which it shares no
   code. Steps 1 to 5 are in rule.h, beside this file.

     cc -O3 -march=native -fopenmp check.c -o check
     ./check n18.cert --sample 40 --seed 'words that nobody knew before'
     zcat n28.cert.gz | ./check - --task 0 17

   The last line is the verdict. Exit codes: 0 all is right, 1 no memory, 2 wrong usage, 3 a number
   is wrong, 4 the file is damaged, 5 its prefixes are too deep to be numbered here. */
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunknown-pragmas" /* without OpenMP */
#endif
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

__extension__ typedef unsigned __int128 Big;

/* A line, whatever files are named: what is no printable ASCII is an escape. */
static void write_line(FILE *out, const char *format, va_list values) {
  char text[8192];
  vsnprintf(text, sizeof text, format, values);
  for (const char *c = text; *c; c++)
    fprintf(out, *c >= ' ' && *c <= '~' ? "%c" : "\\x%02x", (unsigned char)*c);
  putc('\n', out), fflush(out);
}

static void say(const char *format, ...) {
  va_list values;
  va_start(values, format), write_line(stdout, format, values), va_end(values);
}

static void stop(int code, const char *format, ...) {
  va_list values;
  fputs("check: ", stderr), va_start(values, format), write_line(stderr, format, values);
  exit(code);
}

static void *room(void *old, uint64_t number, size_t size) {
  void *memory = realloc(old, number * size);
  if (!memory) stop(1, "not enough memory");
  return memory;
}

/* --- SHA-256, FIPS 180-4. Its constants are the roots of primes behind the point. */
typedef struct { uint32_t h[8]; unsigned char block[64]; uint64_t bytes; } Sha;
static Sha whole, counted, table; /* of all lines, of what is counted, of the tasks */
static uint32_t sha_k[64];

static uint32_t root(uint32_t prime, int cubic) {
  Big x = 0; /* the root times 2^32 */
  for (int bit = 36; bit >= 0; bit--) {
    Big y = x | (Big)1 << bit;
    if (cubic ? y * y * y <= (Big)prime << 96 : y * y <= (Big)prime << 64) x = y;
  }
  return (uint32_t)x;
}

static void sha_start(Sha *s) {
  uint32_t prime = 2;
  s->bytes = 0;
  for (int i = 0; i < 64; prime++) {
    uint32_t factor = 2;
    while (prime % factor) factor++;
    if (factor < prime) continue;
    if (i < 8) s->h[i] = root(prime, 0);
    sha_k[i++] = root(prime, 1);
  }
}

static uint32_t turn(uint32_t x, int by) { return x >> by | x << (32 - by); }

static void sha_block(Sha *s) {
  uint32_t w[64], v[8];
  for (int i = 0; i < 64; i++)
    w[i] = i < 16 ? (uint32_t)s->block[4 * i] << 24 | (uint32_t)s->block[4 * i + 1] << 16 |
                        (uint32_t)s->block[4 * i + 2] << 8 | s->block[4 * i + 3]
                  : w[i - 16] + w[i - 7] +
                        (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
                        (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy(v, s->h, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t a = v[0], e = v[4];
    uint32_t x = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & v[5]) ^ (~e & v[6])) +
                 sha_k[i] + w[i];
    uint32_t y = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                 ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += x, v[0] = x + y;
  }
  for (int i = 0; i < 8; i++) s->h[i] += v[i];
}

static void sha_add(Sha *s, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    s->block[s->bytes++ % 64] = (unsigned char)text[i];
    if (s->bytes % 64 == 0) sha_block(s);
  }
}

static const char *sha_end(Sha *s) { /* 64 digits, until the next call */
  static char digits[65];
  uint64_t bits = 8 * s->bytes;
  sha_add(s, "\x80", 1);
  while (s->bytes % 64 != 56) sha_add(s, "", 1);
  for (int i = 56; i >= 0; i -= 8) sha_add(s, (char[]){(char)(bits >> i)}, 1);
  for (int i = 0; i < 8; i++) sprintf(digits + 8 * i, "%08" PRIx32, s->h[i]);
  return digits;
}

/* --- lines and numbers */
enum { LONGEST = 4096, MOST_LINES = 3000 /* before the table */, MOST_PREFIXES = 1000000000,
       MOST_TASKS = 10000000, MOST_PLACED = 1000000 /* tasks of placements */, MOST_OPENED = 100000,
       MOST_DRAWS = 10000000 };
static FILE *file;
static char input[LONGEST];
static uint64_t lines;

static void add_line(Sha *s, size_t length) { sha_add(s, input, length), sha_add(s, "\n", 1); }

static void take_line(void) { /* without its newline */
  size_t length = fgets(input, LONGEST, file) ? strlen(input) : 0;
  if (!lines && !strncmp(input, "\x1f\x8b", 2)) stop(4, "it is packed: zcat FILE | check -");
  if (!length || input[length - 1] != '\n') stop(4, "line %" PRIu64 " is cut short", lines + 1);
  lines++, input[length - 1] = 0;
}

static char *field(const char *name) { /* what a line says of it */
  size_t length = strlen(name);
  take_line(), add_line(&whole, strlen(input));
  if (strncmp(input, name, length) || strncmp(input + length, ": ", 2))
    stop(4, "line %" PRIu64 " does not say its %s", lines, name);
  return input + length + 2;
}

static Big number(char **text, char end) { /* up to this end, without leading zeros */
  char *c = *text;
  Big value = 0;
  for (; *c >= '0' && *c <= '9'; c++) {
    if (value > (~(Big)0 - (Big)(*c - '0')) / 10)
      stop(4, "too large a number in line %" PRIu64, lines);
    value = 10 * value + (Big)(*c - '0');
  }
  if (c == *text || (**text == '0' && c > *text + 1) || *c != end)
    stop(4, "no number in line %" PRIu64, lines);
  *text = c + 1;
  return value;
}

static const char *digits_of(Big value) { /* until the third call from now */
  static char texts[3][40];
  static int turns;
  char *c = texts[turns++ % 3] + 39;
  do *--c = (char)('0' + (int)(value % 10)); while (value /= 10);
  return c;
}

/* --- the header */
static int n, torus, by_row, images, depth; /* images of a board: 8 full, 2 mirror, 1 none */
static int amazons, orbit = 1, fewest;      /* orbit: its most squares */
static int of_depth;                        /* of the job of which this is an opened task */
static uint64_t each, of_each, of_task, prefixes, tasks;
static Big above, total, all_nodes;
static char count_hash[65], table_hash[65];

static uint64_t all_lines(void) { return ~UINT64_C(0) >> (64 - n); }

static int take(char **text, const char *words) { /* if it begins with them */
  size_t length = strlen(words);
  int found = !strncmp(*text, words, length);
  if (found) *text += length;
  return found;
}

static void require(int possible) {
  if (!possible) stop(4, "line %" PRIu64 " names an impossible job", lines);
}

static uint64_t limited(char **text, const char *name, char end, uint64_t least, uint64_t most) {
  require(take(text, name));
  Big value = number(text, end);
  require(least <= value && value <= most);
  return (uint64_t)value;
}

static void read_job(char *text) {
  n = (int)limited(&text, "n=", ' ', 1, 64);
  require(take(&text, "board="));
  torus = take(&text, "torus "), require(torus || take(&text, "square "));
  require(take(&text, "quantity="));
  by_row = take(&text, "placements "), require(by_row || take(&text, "solutions "));
  require(take(&text, "symmetry="));
  images = take(&text, "full ") ? 8 : take(&text, "mirror ") ? 2 : 1;
  require(images > 1 || take(&text, "none "));
  int least = !by_row ? 0 : n < 2 ? n : 2, most = !by_row ? n : n < 8 ? n : 8;
  depth = (int)limited(&text, "depth=", ' ', (uint64_t)least, (uint64_t)most);
  each = limited(&text, "prefixes_per_task=", ' ', 1, MOST_PREFIXES);
  require(take(&text, "stream=1"));
  amazons = take(&text, " chess_piece=amazon");
  if (take(&text, " fixed_by=half-turn")) orbit = 2;
  else if (take(&text, " fixed_by=quarter-turn")) orbit = 4;
  fewest = take(&text, " order=fewest");
  if (take(&text, " of_depth=")) {
    of_depth = (int)limited(&text, "", ' ', (uint64_t)least, (uint64_t)depth);
    of_each = limited(&text, "of_prefixes_per_task=", ' ', 1, MOST_OPENED);
    of_task = limited(&text, "of_task=", 0, 0, MOST_PREFIXES / of_each), text--;
  }
  require(!*text && (n <= 32 || orbit == 4) && (!of_each || depth) && !(by_row && fewest) &&
          torus + by_row + (amazons || orbit > 1) <= 1 &&
          !(images == 8 && (by_row || orbit > 1)));
}

static void read_header(void) {
  Big numbers[4];
  take_line(), add_line(&whole, strlen(input));
  if (strcmp(input, "nqueens certificate 3") && strcmp(input, "nqueens certificate 4"))
    stop(4, "no certificate of format 3 or 4; make an older one again from its checkpoint");
  read_job(field("job")), say("%s", input), add_line(&counted, strlen(input));
  for (int i = 0; i < 4; i++) {
    char *text = field((const char *[]){"prefixes", "tasks", "above", "total"}[i]);
    numbers[i] = number(&text, 0), add_line(&counted, strlen(input));
  }
  prefixes = (uint64_t)numbers[0], tasks = (uint64_t)numbers[1];
  above = numbers[2], total = numbers[3];
  if (numbers[0] > MOST_PREFIXES || numbers[1] != (prefixes + each - 1) / each ||
      tasks > (by_row ? MOST_PLACED : MOST_TASKS))
    stop(4, "the prefixes do not make the tasks, or too many");
  if (above && !by_row) stop(4, "a count of solutions has nothing above its prefixes");
  char *text = field("second_count"); /* its job is the author's word, as is all up to the table */
  if (strcmp(text, "none") && (number(&text, ' ') != total || strncmp(text, "agrees ", 7)))
    stop(4, "the second count does not agree with the total");
  text = field("nodes");
  all_nodes = number(&text, 0);
  if (all_nodes > (Big)tasks << 64) stop(4, "its tasks cannot have so many nodes");
  for (int i = 0; i < 2; i++) { /* read_tasks() compares them */
    text = field(i ? "table_sha256" : "count_sha256");
    if (strlen(text) != 64) stop(4, "line %" PRIu64 " has no hash", lines);
    strcpy(i ? table_hash : count_hash, text);
  }
}

/* --- the tasks that are to be counted again */
typedef struct { uint64_t number; Big said, found; } Task;
static Task *chosen;
static unsigned char *drawn; /* by task, whether it is */
static Big *lots;            /* of step 8, in ascending order */
static uint64_t chosen_number, draws, lots_number;
static const char *seed;

static int ascending(const void *a, const void *b) {
  Big x = *(const Big *)a, y = *(const Big *)b;
  return (x > y) - (x < y);
}

static int even(void) { return fewest && depth >= 4; } /* its tasks are */

static uint64_t draws_by_nodes(void) { return even() ? 0 : draws - draws / 2; }

static void draw_sample(void) { /* step 8 */
  lots = room(NULL, draws_by_nodes() + 1, sizeof *lots);
  for (uint64_t i = 0; i < draws && tasks; i++) {
    char end[24], digits[17] = "";
    Sha hash;
    sha_start(&hash), sha_add(&hash, table_hash, 64), sha_add(&hash, " ", 1);
    sha_add(&hash, seed, strlen(seed));
    sha_add(&hash, end, (size_t)sprintf(end, " %" PRIu64, i));
    const char *text = sha_end(&hash);
    Big x = (Big)strtoull(memcpy(digits, text, 16), NULL, 16) << 64;
    x |= strtoull(memcpy(digits, text + 16, 16), NULL, 16);
    if (even() || i % 2) drawn[x % tasks] = 1;
    else lots[lots_number++] = x % (all_nodes + tasks);
  }
  qsort(lots, lots_number, sizeof *lots, ascending);
}

static uint64_t whole_number(const char *text, uint64_t least, uint64_t most) {
  char *end;
  uint64_t value = strtoull(text, &end, 10); /* the largest that there is, of a larger one */
  if (*text < '0' || *text > '9' || *end || value < least || value > most)
    stop(2, "'%s' is not a number from %" PRIu64 " to %" PRIu64, text, least, most);
  return value;
}

static void read_options(int argc, char **argv) {
  static char own_seed[24];
  sprintf(own_seed, "%lld", (long long)time(NULL)), seed = own_seed;
  drawn = memset(room(NULL, tasks + 1, 1), 0, tasks + 1);
  for (int i = 2; i < argc; i++) {
    if (!strcmp(argv[i], "--all")) memset(drawn, 1, tasks);
    else if (i + 1 == argc) stop(2, "'%s' is no option, or lacks its value", argv[i]);
    else if (!strcmp(argv[i], "--sample")) draws = whole_number(argv[++i], 1, MOST_DRAWS);
    else if (!strcmp(argv[i], "--seed")) seed = argv[++i];
    else if (!strcmp(argv[i], "--task"))
      do {
        if (!tasks) stop(2, "there are no tasks");
        drawn[whole_number(argv[++i], 0, tasks - 1)] = 1;
      } while (i + 1 < argc && argv[i + 1][0] != '-');
    else stop(2, "'%s' is no option", argv[i]);
  }
  if (!*seed) stop(2, "--seed: there are no words");
}

static void read_tasks(void) {
  Big sum = above, work = 0;
  unsigned weights = n == 1 || images == 1 ? 1 : torus && images == 8 ? 2 * (unsigned)n : 2;
  uint64_t lot = 0;
  do {
    if (lines > MOST_LINES) stop(4, "line %" PRIu64 " is not that of the table", lines);
    take_line(), add_line(&whole, strlen(input));
  } while (strncmp(input, "table:", 6));
  if (strcmp(input, "table: FIRST_PREFIX COUNT NODES"))
    stop(4, "line %" PRIu64 " begins another table", lines);
  for (uint64_t task = 0; task < tasks; task++) {
    take_line(), add_line(&whole, strlen(input)), add_line(&table, strlen(input));
    char *text = input;
    Big first = number(&text, ' '), count = number(&text, ' ');
    add_line(&counted, (size_t)(text - input - 1));
    Big nodes = number(&text, 0);
    if (first != task * each || nodes >> 64)
      stop(4, "line %" PRIu64 " is not that of task %" PRIu64, lines, task);
    if (count % weights)
      stop(4, "the count in line %" PRIu64 " is no multiple of %u", lines, weights);
    if (sum > total || count > total - sum) stop(4, "the counts add up to more than the total");
    sum += count, work += nodes;
    for (; lot < lots_number && lots[lot] < work + task + 1; lot++) drawn[task] = 1;
    if (!drawn[task]) continue;
    if (!(chosen_number & (chosen_number - 1))) /* room for twice as many */
      chosen = room(chosen, 2 * chosen_number + 1, sizeof *chosen);
    chosen[chosen_number++] = (Task){task, count, 0};
  }
  char right[80];
  snprintf(right, sizeof right, "sha256: %s", sha_end(&whole));
  take_line();
  if (strcmp(input, right)) stop(4, "line %" PRIu64 " has not the SHA-256 of all before", lines);
  if (getc(file) != EOF) stop(4, "something comes after line %" PRIu64 ", its last", lines);
  if (sum != total) stop(4, "the counts add up to %s, the total is another", digits_of(sum));
  if (work != all_nodes) stop(4, "the nodes add up to %s, not to what it says", digits_of(work));
  if (strcmp(sha_end(&counted), count_hash)) stop(4, "count_sha256 is wrong");
  if (strcmp(sha_end(&table), table_hash)) stop(4, "table_sha256 is wrong");
}

#include "rule.h" /* enumerate() */

static double share(uint64_t number) { /* in per cent, what all draws miss with a chance of 5 % */
  double x = number ? 2.995732273553991 / (double)number : 40, sum = 0, term = x; /* -ln 0.05 */
  for (int i = 2; i < 200; i++) sum += term, term *= -x / i;
  return number ? 100 * sum : 100;
}

static void say_sample(void) {
  char work[100] = "";
  if (draws_by_nodes())
    snprintf(work, sizeof work, " (or of the work, %.3g %%, if the author's NODES are true)",
             share(draws_by_nodes()));
  say("%" PRIu64 " draws, seed '%s': a sample of this size misses an error in %.3g %% of the tasks%s"
      " once in 20 times", draws, seed, share(draws - draws_by_nodes()), work);
}

int main(int argc, char **argv) {
  if (argc < 2) stop(2, "usage: check FILE|- [--task T ...] [--sample K] [--seed WORDS] [--all]");
  file = strcmp(argv[1], "-") ? fopen(argv[1], "rb") : stdin;
  if (!file) stop(4, "'%s' cannot be read", argv[1]);
  sha_start(&whole), counted = table = whole;
  read_header(), read_options(argc, argv), draw_sample(), read_tasks(), enumerate();
  say("sums, hashes, prefixes and tasks are right: %" PRIu64 " tasks, total %s", tasks,
      digits_of(total));
  say("count_sha256: %s", count_hash);
  say("not checked here: the words, how the second count is cut, and what the author says besides");
  uint64_t wrong = 0;
  for (Task *t = chosen; t < chosen + chosen_number; t++) {
    int differs = t->said != t->found;
    say("task %" PRIu64 ": %s %s%s", t->number, digits_of(t->said),
        differs ? "CONFLICT: counted " : "confirmed", differs ? digits_of(t->found) : "");
    wrong += (uint64_t)differs;
  }
  if (draws && !wrong) say_sample();
  if (wrong)
    say("WRONG: %" PRIu64 " of %" PRIu64 " tasks are in conflict", wrong, chosen_number);
  else if (chosen_number)
    say("%s: %" PRIu64 " of %" PRIu64 " tasks %s counted again",
        chosen_number == tasks ? "right" : "no error found", chosen_number, tasks,
        chosen_number == 1 ? "was" : "were");
  else
    say("no error found: none of %" PRIu64 " tasks was counted again", tasks);
  return wrong ? 3 : 0;
}
