/* Checks a certificate of nqueens: header, sums, hashes, prefixes, and the counts of chosen tasks.
   Written from the words in the file: shares no code with the program or with check.py, which also
   compares the words. Plain C17 with the 128-bit numbers of GCC and clang.

     cc -O3 -march=native -fopenmp check.c -o check
     ./check n18.cert --sample 40 --seed 'words that nobody knew before'
     zcat n28.cert.gz | ./check - --task 0 17

   For queens on square boards. The last line is the verdict. Exit codes: 0 all is right, 1 no
   memory, 2 wrong usage, 3 a number is wrong, 4 the file is damaged, 5 an unknown board. */
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunknown-pragmas" /* without OpenMP */
#endif
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned __int128 Big;
enum { LONGEST = 4096, BATCH = 1 << 16, MOST_DRAWS = 10000000, MOST_SAID = 1000 };

static void stop(int code, const char *format, ...) {
  va_list values;
  va_start(values, format);
  fflush(stdout);
  fputs("check: ", stderr);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  exit(code);
}

static void *memory(size_t number, size_t size) {
  void *block = calloc(number + 1, size);
  if (!block) stop(1, "not enough memory");
  return block;
}

/* --- SHA-256, FIPS 180-4 */
typedef struct { uint32_t h[8]; unsigned char block[64]; uint64_t bytes; } Sha;
static const uint32_t sha_h[8] = {
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint32_t sha_k[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void sha_block(Sha *s) {
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)s->block[4 * i] << 24 | (uint32_t)s->block[4 * i + 1] << 16 |
           (uint32_t)s->block[4 * i + 2] << 8 | s->block[4 * i + 3];
  for (int i = 16; i < 64; i++)
    w[i] = w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
           (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy(v, s->h, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t a = v[0], e = v[4];
    uint32_t x = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & v[5]) ^ (~e & v[6])) +
                 sha_k[i] + w[i];
    uint32_t y = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                 ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += x;
    v[0] = x + y;
  }
  for (int i = 0; i < 8; i++) s->h[i] += v[i];
}

static void sha_begin(Sha *s) { memcpy(s->h, sha_h, sizeof sha_h), s->bytes = 0; }

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

/* --- the file */
static FILE *file;
static char line[LONGEST];
static uint64_t lines;
static Sha whole, counted, table;
static int n, depth, images, by_row; /* images: 8 full, 2 mirror, 1 none */
static uint64_t per_task, *nodes;
static Big prefixes, tasks, above, total, all_nodes, *counts;
static char table_hash[65], count_hash[65];

static int next_line(void) { /* without its newline */
  if (!fgets(line, LONGEST, file)) return 0;
  size_t length = strlen(line);
  if (!length || line[length - 1] != '\n') stop(4, "line %" PRIu64 " is cut short", lines + 1);
  lines++;
  line[length - 1] = 0;
  return 1;
}

static void add_line(Sha *s, size_t length) { sha_add(s, line, length), sha_add(s, "\n", 1); }

static void take_line(void) {
  if (!next_line()) stop(4, "it is cut short after line %" PRIu64, lines);
  add_line(&whole, strlen(line));
}

static Big number(char **text) { /* up to a blank or the end, without leading zeros */
  char *c = *text;
  Big value = 0;
  if (*c < '0' || *c > '9' || (*c == '0' && c[1] >= '0' && c[1] <= '9'))
    stop(4, "no number in line %" PRIu64, lines);
  for (; *c >= '0' && *c <= '9'; c++) {
    if (value > (~(Big)0 - (Big)(*c - '0')) / 10)
      stop(4, "too large a number in line %" PRIu64, lines);
    value = 10 * value + (Big)(*c - '0');
  }
  if (*c == ' ') c++;
  else if (*c) stop(4, "no number in line %" PRIu64, lines);
  *text = c;
  return value;
}

static char *field(const char *name) {
  size_t length = strlen(name);
  take_line();
  if (strncmp(line, name, length) || strncmp(line + length, ": ", 2))
    stop(4, "line %" PRIu64 " does not say its %s", lines, name);
  return line + length + 2;
}

static void read_hash(const char *name, char hash[65]) {
  char *value = field(name);
  if (strspn(value, "0123456789abcdef") != 64 || value[64])
    stop(4, "line %" PRIu64 " does not say its %s", lines, name);
  memcpy(hash, value, 65);
}

static const char *digits_of(Big value) { /* until the fourth call from now */
  static char texts[4][40];
  static int turns;
  char *c = texts[turns++ % 4] + 39;
  do *--c = (char)('0' + (int)(value % 10)); while (value /= 10);
  return c;
}

static void add(Big *sum, Big more) {
  if (*sum + more < more) stop(4, "the sum of line %" PRIu64 " exceeds 128 bits", lines);
  *sum += more;
}

static void read_header(void) {
  char symmetry[8] = "", quantity[16] = "", again[LONGEST];
  sha_begin(&whole), sha_begin(&counted), sha_begin(&table);
  take_line();
  if (strcmp(line, "nqueens certificate 3"))
    stop(4, "no certificate of format 3; make an older one again from its checkpoint");
  char *job = field("job");
  int found = sscanf(job, "n=%2d board=square quantity=%15[a-z] symmetry=%7[a-z] depth=%2d"
                     " prefixes_per_task=%9" SCNu64, &n, quantity, symmetry, &depth, &per_task);
  snprintf(again, sizeof again, "n=%d board=square quantity=%s symmetry=%s depth=%d"
           " prefixes_per_task=%" PRIu64 " stream=1", n, quantity, symmetry, depth, per_task);
  by_row = !strcmp(quantity, "placements");
  images = !strcmp(symmetry, "full") ? 8 : !strcmp(symmetry, "mirror") ? 2 : 1;
  if (found != 5 || strcmp(job, again)) stop(5, "only queens on square boards are known here");
  if (n < 1 || n > 32 || depth < 0 || depth > n || !per_task || (images == 1 && strcmp(symmetry, "none")) ||
      (by_row ? images == 8 || depth < (n < 2 ? n : 2) : strcmp(quantity, "solutions")))
    stop(4, "an impossible job");
  puts(job), add_line(&counted, strlen(line));
  Big *const numbers[] = {&prefixes, &tasks, &above, &total};
  for (int i = 0; i < 4; i++) {
    char *text = field((const char *[]){"prefixes", "tasks", "above", "total"}[i]);
    *numbers[i] = number(&text), add_line(&counted, strlen(line));
  }
  if (prefixes > 1000000000 || tasks != (prefixes + per_task - 1) / per_task)
    stop(4, "the prefixes do not make the tasks");
  snprintf(again, sizeof again, "%s agrees n=", digits_of(total));
  char *second = field("second_count");
  if (strcmp(second, "none") && strncmp(second, again, strlen(again)))
    stop(4, "the second count does not agree with the total");
  second = field("nodes"), all_nodes = number(&second);
  read_hash("count_sha256", count_hash), read_hash("table_sha256", table_hash);
}

static void read_tasks(void) {
  Big sum = above, work = 0;
  int marked = 0, said = 0;
  for (take_line(); strncmp(line, "table:", 6); take_line())
    if (++*(*line == '#' ? &marked : &said) > MOST_SAID)
      stop(4, "line %" PRIu64 ": too much about where its count comes from", lines);
  if (strcmp(line, "table: FIRST_PREFIX COUNT NODES"))
    stop(4, "line %" PRIu64 " begins another table", lines);
  counts = memory((size_t)tasks, sizeof *counts), nodes = memory((size_t)tasks, sizeof *nodes);
  for (uint64_t task = 0; task < tasks; task++) {
    take_line();
    char *text = line;
    Big first = number(&text);
    counts[task] = number(&text);
    size_t length = (size_t)(text - line) - 1;
    Big cost = number(&text);
    if (*text || text[-1] == ' ' || line[length] != ' ' || cost >> 64 ||
        first != (Big)task * per_task)
      stop(4, "line %" PRIu64 " is not that of task %" PRIu64, lines, task);
    if (counts[task] % 2 && images > 1 && n > 1)
      stop(4, "line %" PRIu64 " has an odd count, but all weights are even", lines);
    nodes[task] = (uint64_t)cost;
    add(&sum, counts[task]), add(&work, cost);
    add_line(&counted, length), add_line(&table, strlen(line));
  }
  char right[80];
  snprintf(right, sizeof right, "sha256: %s", sha_end(&whole));
  if (!next_line() || strcmp(line, right))
    stop(4, "line %" PRIu64 " has not the SHA-256 of all before", lines);
  if (getc(file) != EOF) stop(4, "something comes after line %" PRIu64 ", its last", lines);
  if (sum != total) stop(4, "the counts add up to %s, the total is another", digits_of(sum));
  if (work != all_nodes) stop(4, "the nodes add up to %s, not to what it says", digits_of(work));
  if (strcmp(sha_end(&counted), count_hash)) stop(4, "count_sha256 is wrong");
  if (strcmp(sha_end(&table), table_hash)) stop(4, "table_sha256 is wrong");
}

/* --- the rule: bit c of cols is column c, bit r+c of up and bit c-r+n-1 of down a diagonal */
typedef struct {
  uint64_t up, down, result; /* its number in the results */
  uint32_t rows, cols;
  int weight;
  int8_t at[32];
} Board;

static uint32_t full(void) { return (uint32_t)((UINT64_C(1) << n) - 1); }

static uint32_t free_in(int r, uint32_t cols, uint64_t up, uint64_t down) {
  return full() & ~(cols | (uint32_t)(up >> r) | (uint32_t)(down >> (n - 1 - r)));
}

static uint32_t free_of(const Board *b, int r) { return free_in(r, b->cols, b->up, b->down); }

static Board with(const Board *b, int r, int c) {
  Board next = *b;
  next.rows |= 1U << r, next.cols |= 1U << c, next.at[r] = (int8_t)c;
  next.up |= UINT64_C(1) << (r + c), next.down |= UINT64_C(1) << (c - r + n - 1);
  return next;
}

/* Step 5. Of the rows that are left, that with the fewest free squares comes first; if placements
   are counted, the next one. */
static uint64_t ways(uint32_t cols, uint64_t up, uint64_t down, const int8_t *row, int left) {
  int at = 0, least = 33;
  for (int i = 0; i < (by_row ? 1 : left) && least; i++) {
    int open = __builtin_popcount(free_in(row[i], cols, up, down));
    if (open < least) least = open, at = i;
  }
  if (left == 1 || !least) return (uint64_t)least;
  int8_t rest[68];
  memcpy(rest, by_row ? row + 1 : row, 32);
  if (!by_row) rest[at] = row[left - 1];
  int r = row[at], s = n - 1 - r;
  uint64_t found = by_row ? (uint64_t)least : 0;
  for (uint64_t open = free_in(r, cols, up, down), bit; bit = open & -open, open; open ^= bit)
    found += ways(cols | (uint32_t)bit, up | bit << r, down | bit << s, rest, left - 1);
  return found;
}

static int empty_rows(const Board *b, int8_t *row) {
  int left = 0;
  for (int r = 0; r < n; r++)
    if (!(b->rows >> r & 1)) row[left++] = (int8_t)r;
  return left;
}

/* Step 4: numbers the prefixes, and keeps those of the tasks that are wanted. */
static uint64_t position, wanted_number, wanted_at, *wanted, in_batch;
static Big *results;
static Board *batch;

static void count_batch(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (uint64_t i = 0; i < in_batch; i++) {
    const Board *b = batch + i;
    int8_t row[68] = {0};
    int left = empty_rows(b, row);
    Big value = left ? ways(b->cols, b->up, b->down, row, left) : !by_row;
    value *= (Big)b->weight;
#pragma omp critical
    results[b->result] += value;
  }
  in_batch = 0;
}

static int skips(uint64_t more) { /* whether none of the next prefixes is wanted */
  while (wanted_at < wanted_number && (wanted[wanted_at] + 1) * per_task <= position) wanted_at++;
  return wanted_at == wanted_number || wanted[wanted_at] * per_task >= position + more;
}

static void pass_by(uint64_t more) {
  position += more;
  if (position > prefixes) stop(4, "there are more prefixes than it says");
}

static void find_prefix(const Board *b, int r) {
  if (__builtin_popcount(b->rows) >= depth || b->rows == full()) {
    if (!skips(1)) {
      batch[in_batch] = *b;
      batch[in_batch++].result = wanted_at;
      if (in_batch == BATCH) count_batch();
    }
    pass_by(1);
    return;
  }
  while (b->rows >> r & 1) r++;
  uint32_t open = free_of(b, r);
  if (__builtin_popcount(b->rows) + 1 == depth && skips((uint64_t)__builtin_popcount(open))) {
    pass_by((uint64_t)__builtin_popcount(open));
    return;
  }
  for (; open; open &= open - 1) {
    Board next = with(b, r, __builtin_ctz(open));
    find_prefix(&next, r + 1);
  }
}

/* Step 3 */
static int compare_images(const Board *b) { /* how many are equal to it; 0: one comes before it */
  int equal = 0;
  for (int image = 0; image < images; image++) {
    int list[32], turned = image >> 2 & 1, down = image >> 1 & 1, across = image & 1, order = 0;
    for (int r = 0; r < n; r++) list[r] = n;
    for (int r = 0; r < n; r++)
      if (b->rows >> r & 1) {
        int row = turned ? b->at[r] : r, column = turned ? r : b->at[r];
        list[down ? n - 1 - row : row] = across ? n - 1 - column : column;
      }
    for (int r = 0; r < n && !order; r++) order = list[r] - (b->rows >> r & 1 ? b->at[r] : n);
    if (order < 0) return 0;
    equal += !order;
  }
  return equal;
}

static void start(const Board *b, int stage);

/* Fills lines: number n + c is column c. */
static void fill_stage(const Board *b, const int *numbers, int left, int stage) {
  while (left && (*numbers < n ? b->rows >> *numbers & 1 : b->cols >> (*numbers - n) & 1))
    numbers++, left--;
  if (!left) {
    int equal = compare_images(b), last = images == 8 ? stage == 1 : stage == n - 1;
    if (equal == images && !last) {
      start(b, stage + 1);
    } else if (equal) {
      Board kept = *b;
      kept.weight = images / equal;
      find_prefix(&kept, 0);
    }
    return;
  }
  for (int i = 0; i < n; i++) {
    int r = *numbers < n ? *numbers : i, c = *numbers < n ? i : *numbers - n;
    if (!(b->rows >> r & 1) && free_of(b, r) >> c & 1) {
      Board next = with(b, r, c);
      fill_stage(&next, numbers + 1, left - 1, stage);
    }
  }
}

static void start(const Board *b, int stage) {
  int m = (n - 1) / 2, low = stage ? m - 1 : m, high = stage ? m + 1 : n / 2;
  if (images == 1) {
    find_prefix(b, 0);
  } else if (images == 2) {
    fill_stage(b, &stage, 1, stage);
  } else if (stage && n == 1) {
    fill_stage(b, NULL, 0, stage);
  } else {
    fill_stage(b, (int[]){low, high, n + low, n + high}, 4, stage);
  }
}

/* --- options, and the sample of step 8 */
static int by_number(const void *a, const void *b) {
  Big x = *(const Big *)a, y = *(const Big *)b;
  return (x > y) - (x < y);
}

static double share(uint64_t draws) { /* what all draws miss with a probability of 5 % */
  double low = 0, high = 1;
  for (int i = 0; i < 50; i++) {
    double middle = (low + high) / 2, missed = 1;
    for (uint64_t k = 0; k < draws && missed > 0.05; k++) missed *= 1 - middle;
    *(missed > 0.05 ? &low : &high) = middle;
  }
  return 100 * high;
}

static uint64_t whole_number(const char *text, uint64_t least, uint64_t most) {
  char *end;
  uint64_t value = strtoull(text, &end, 10); /* the largest that there is, of a larger one */
  if (*text < '0' || *text > '9' || *end || value < least || value > most)
    stop(2, "'%s' is not a number from %" PRIu64 " to %" PRIu64, text, least, most);
  return value;
}

static uint64_t draws;
static const char *seed;
static unsigned char *chosen;

static void draw_tasks(void) {
  Big *lots = memory((size_t)draws, sizeof *lots), lot = 0;
  uint64_t number_of_lots = 0, task = 0;
  for (uint64_t i = 0; i < draws && tasks; i++) {
    static const char hex[] = "0123456789abcdef";
    char end[24];
    Sha hash;
    sha_begin(&hash);
    sha_add(&hash, table_hash, 64), sha_add(&hash, " ", 1), sha_add(&hash, seed, strlen(seed));
    sha_add(&hash, end, (size_t)snprintf(end, sizeof end, " %" PRIu64, i));
    const char *digits = sha_end(&hash);
    Big x = 0;
    for (int k = 0; k < 32; k++) x = x << 4 | (Big)(strchr(hex, digits[k]) - hex);
    if (i % 2) chosen[x % tasks] = 1;
    else lots[number_of_lots++] = x % (all_nodes + tasks);
  }
  qsort(lots, number_of_lots, sizeof *lots, by_number);
  for (uint64_t i = 0; i < number_of_lots; i++) {
    while (lot + nodes[task] + 1 <= lots[i]) lot += (Big)nodes[task++] + 1;
    chosen[task] = 1;
  }
  free(lots);
}

static void read_options(int argc, char **argv) {
  static char own_seed[24];
  snprintf(own_seed, sizeof own_seed, "%lld", (long long)time(NULL));
  seed = own_seed;
  for (int i = 2; i < argc; i++) {
    if (!strcmp(argv[i], "--all")) {
      memset(chosen, 1, (size_t)tasks);
    } else if (i + 1 == argc) {
      stop(2, "'%s' is no option, or lacks its value", argv[i]);
    } else if (!strcmp(argv[i], "--sample")) {
      draws = whole_number(argv[++i], 1, MOST_DRAWS);
    } else if (!strcmp(argv[i], "--seed")) {
      seed = argv[++i];
      if (!*seed) stop(2, "--seed: there are no words");
    } else if (!strcmp(argv[i], "--task")) {
      do {
        if (!tasks) stop(2, "there are no tasks");
        chosen[whole_number(argv[++i], 0, (uint64_t)tasks - 1)] = 1;
      } while (i + 1 < argc && argv[i + 1][0] != '-');
    } else {
      stop(2, "'%s' is no option", argv[i]);
    }
  }
}

static void enumerate(void) { /* and counts what is chosen */
  wanted = memory((size_t)tasks, sizeof *wanted);
  for (uint64_t task = 0; task < tasks; task++)
    if (chosen[task]) wanted[wanted_number++] = task;
  results = memory(wanted_number, sizeof *results), batch = memory(BATCH, sizeof *batch);
  Board none = {.weight = 1};
  start(&none, 0);
  count_batch();
  if (position != prefixes)
    stop(4, "prefixes is %s; by the rule it is %s", digits_of(prefixes), digits_of(position));
  int8_t rows[68] = {0};
  empty_rows(&none, rows);
  Big right = by_row ? ways(0, 0, 0, rows, depth) : 0;
  if (above != right)
    stop(4, "above is %s; by the rule it is %s", digits_of(above), digits_of(right));
}

int main(int argc, char **argv) {
  if (argc < 2) stop(2, "usage: check FILE|- [--task T ...] [--sample K] [--seed WORDS] [--all]");
  file = strcmp(argv[1], "-") ? fopen(argv[1], "rb") : stdin;
  if (!file) stop(4, "'%s' cannot be read", argv[1]);
  read_header(), read_tasks();
  chosen = memory((size_t)tasks, 1);
  read_options(argc, argv);
  draw_tasks();
  enumerate();
  printf("sums, hashes, prefixes and tasks are right: %s tasks, total %s\ncount_sha256: %s\n",
         digits_of(tasks), digits_of(total), count_hash);
  puts("not checked here: the words, the second count, and what the author says besides");
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < wanted_number; i++) {
    Big said = counts[wanted[i]];
    int is_wrong = said != results[i];
    printf("task %" PRIu64 ": %s %s%s\n", wanted[i], digits_of(said),
           is_wrong ? "CONFLICT: counted " : "confirmed", is_wrong ? digits_of(results[i]) : "");
    wrong += (uint64_t)is_wrong;
  }
  if (wrong) {
    printf("WRONG: %" PRIu64 " of %" PRIu64 " tasks are in conflict\n", wrong, wanted_number);
    return 3;
  }
  if (draws)
    printf("%" PRIu64 " draws, seed '%s': if tasks with more than %.3g %% of the work, as the"
           " author's nodes say, or more than %.3g %% of all tasks, were wrong, this would have"
           " shown with a probability of 95 %%\n",
           draws, seed, share(draws - draws / 2), share(draws / 2));
  if (wanted_number)
    printf("right: %" PRIu64 " of %s tasks were counted again\n", wanted_number, digits_of(tasks));
  else
    puts("no fault found; no task was counted again");
  return 0;
}
