/* Checks a certificate of nqueens: header, sums, hashes, prefixes, and the counts of chosen tasks.
   Written from the words in the file: shares no code with the program or with check.py, which also
   compares the words. Plain C17 with the vectors and 128-bit numbers of GCC and clang.

     cc -O3 -march=native -fopenmp check.c -o check
     ./check n18.cert --sample 40 --seed 'words that nobody knew before'
     zcat n28.cert.gz | ./check - --task 0 17
     ./check task17.cert --of n28.cert --task 5       a slice of an opened task

   The last line is the verdict. Exit codes: 0 all is right, 1 no memory, 2 wrong usage, 3 a number
   is wrong, 4 the file is damaged, 5 a board of more than 32 rows, or too long a search for
   prefixes. docs/certificate.md has the grammar of a file. */
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunknown-pragmas" /* without OpenMP */
#endif
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

__extension__ typedef unsigned __int128 Big;
enum { LONGEST = 4096, MOST_DRAWS = 10000000, MOST_SAID = 1000, LONGEST_SAID = 1000,
       MOST_PREFIXES = 1000000000, MOST_OPENED = 100000 /* in an opened task */,
       MOST_TASKS = 10000000, MOST_VISITED = 100000000,
       MOST_FIXED = 22 /* the largest n whose solutions with a half turn are counted */ };

static void stop(int code, const char *format, ...) {
  va_list values;
  va_start(values, format);
  fflush(stdout), fputs("check: ", stderr), vfprintf(stderr, format, values), fputc('\n', stderr);
  exit(code);
}

static void *room(void *old, size_t number, size_t size) {
  void *memory = realloc(old, number * size);
  if (!memory) stop(1, "not enough memory");
  return memory;
}

/* --- SHA-256, FIPS 180-4 */
typedef struct { uint32_t h[8]; unsigned char block[64]; uint64_t bytes; } Sha;
static const Sha sha_start = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, {0}, 0};
static const uint32_t sha_k[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int by) { return x >> by | x << (32 - by); }

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

/* --- the job, and the tasks that are to be counted again */
typedef struct { uint64_t number; Big said, found; } Task;
typedef struct { Big *number; size_t count, at; } Draws; /* in their order; at: the next one */
static int n, depth, images, torus, by_row, knights; /* images: 8 full, 2 mirror, 1 none */
static int orbit; /* queens placed together: 4 for a quarter turn, 2 for a half turn, else 1 */
static uint64_t per_task, tasks, prefixes, chosen_number, draws;
static uint64_t of_depth, of_each, of_task; /* of an opened task: its job's, and its number */
static Big above, total, all_nodes;
static Task *chosen;
static Draws by_work, by_number;
static int all;
static const char *seed;
static char table_hash[65], count_hash[65];

static void draw(Draws *list, Big number) {
  if (!(list->count & (list->count - 1))) /* room for twice as many */
    list->number = room(list->number, 2 * list->count + 1, sizeof number);
  list->number[list->count++] = number;
}

static int ascending(const void *a, const void *b) {
  Big x = *(const Big *)a, y = *(const Big *)b;
  return (x > y) - (x < y);
}

static int is_drawn(Draws *list, Big limit) { /* whether one of those below, which are then gone */
  size_t before = list->at;
  while (list->at < list->count && list->number[list->at] < limit) list->at++;
  return list->at > before;
}

static void draw_sample(void) { /* step 8 */
  for (uint64_t i = 0; i < draws && tasks; i++) {
    char end[24], digits[17] = "";
    Sha hash = sha_start;
    sha_add(&hash, table_hash, 64), sha_add(&hash, " ", 1), sha_add(&hash, seed, strlen(seed));
    sha_add(&hash, end, (size_t)sprintf(end, " %" PRIu64, i));
    const char *text = sha_end(&hash);
    Big x = (Big)strtoull(memcpy(digits, text, 16), NULL, 16) << 64;
    x |= strtoull(memcpy(digits, text + 16, 16), NULL, 16);
    draw(i % 2 ? &by_number : &by_work, i % 2 ? x % tasks : x % (all_nodes + tasks));
  }
  qsort(by_work.number, by_work.count, sizeof(Big), ascending);
  qsort(by_number.number, by_number.count, sizeof(Big), ascending);
  if (by_number.count && by_number.number[by_number.count - 1] >= tasks)
    stop(2, "there are %" PRIu64 " tasks, the first is 0", tasks);
}

/* --- the file */
static FILE *file;
static char line[LONGEST];
static uint64_t lines;
static Sha whole, counted, table;

static void open_file(const char *name) {
  lines = 0, file = strcmp(name, "-") ? fopen(name, "rb") : stdin;
  if (!file) stop(4, "'%s' cannot be read", name);
}

static void take_line(void) { /* without its newline */
  if (!fgets(line, LONGEST, file)) stop(4, "it is cut short after line %" PRIu64, lines);
  size_t length = strlen(line);
  if (!length || line[length - 1] != '\n') stop(4, "line %" PRIu64 " is cut short", lines + 1);
  lines++, line[length - 1] = 0;
}

static void add_line(Sha *s, size_t length) { sha_add(s, line, length), sha_add(s, "\n", 1); }

static Big number(char **text) { /* up to a blank or the end, without leading zeros */
  char *c = *text;
  Big value = 0;
  for (; *c >= '0' && *c <= '9'; c++) {
    if (value > (~(Big)0 - (Big)(*c - '0')) / 10)
      stop(4, "too large a number in line %" PRIu64, lines);
    value = 10 * value + (Big)(*c - '0');
  }
  if (c == *text || (**text == '0' && c > *text + 1) || (*c && *c != ' '))
    stop(4, "no number in line %" PRIu64, lines);
  *text = c + (*c == ' ');
  return value;
}

static Big last_number(char *text) { /* up to the end */
  Big value = number(&text);
  if (*text || text[-1] == ' ') stop(4, "no number in line %" PRIu64, lines);
  return value;
}

static char *field(const char *name) {
  size_t length = strlen(name);
  take_line(), add_line(&whole, strlen(line));
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

/* The facts of a job. An opened task has the last three. */
enum { N, TORUS, BY_ROW, IMAGES, DEPTH, EACH, KNIGHTS, ORBIT, OF_DEPTH, OF_EACH, OF_TASK, FACTS };
typedef struct { uint64_t is[FACTS]; } Job;
static Job job;

static int says(char **text, const char *words) { /* whether it goes on so; then goes on behind */
  size_t length = strlen(words);
  if (strncmp(*text, words, length)) return 0;
  *text += length;
  return 1;
}

static uint64_t fact(char **text, const char *name, uint64_t least, uint64_t most) {
  if (!says(text, name)) stop(4, "line %" PRIu64 " names an impossible job", lines);
  Big value = number(text);
  if (value < least || value > most)
    stop(4, "line %" PRIu64 " names an impossible job: %s%s", lines, name, digits_of(value));
  return (uint64_t)value;
}

static int one_of(char **text, const char *const *words) { /* its place; none is last */
  int i = 0;
  while (words[i] && !says(text, words[i])) i++;
  return i;
}

static Job read_job(char *text) {
  static const char *const boards[] = {"board=square ", "board=torus ", NULL},
    *const quantities[] = {"quantity=solutions ", "quantity=placements ", NULL},
    *const symmetries[] = {"symmetry=none ", "symmetry=mirror ", "symmetry=full ", NULL},
    *const turns[] = {" fixed_by=nothing", " fixed_by=half-turn", " fixed_by=quarter-turn", NULL};
  Job j = {.is = {[N] = fact(&text, "n=", 1, 64)}};
  uint64_t *is = j.is;
  int board = one_of(&text, boards), quantity = one_of(&text, quantities);
  int symmetry = one_of(&text, symmetries);
  is[TORUS] = board == 1, is[BY_ROW] = quantity == 1;
  is[IMAGES] = (uint64_t)(int[]){1, 2, 8, 0}[symmetry];
  uint64_t rows = is[N], least = !is[BY_ROW] ? 0 : rows < 2 ? rows : 2;
  uint64_t most = is[BY_ROW] && rows > 8 ? 8 : rows;
  is[DEPTH] = fact(&text, "depth=", least, most);
  is[EACH] = fact(&text, "prefixes_per_task=", 1, MOST_PREFIXES);
  int stream = says(&text, "stream=1");
  is[KNIGHTS] = (uint64_t)says(&text, " chess_piece=amazon");
  int turned = one_of(&text, turns);
  is[ORBIT] = (uint64_t)(int[]){0, 2, 4, 1}[turned];
  if (*text) {
    is[OF_DEPTH] = fact(&text, " of_depth=", least, is[DEPTH]);
    is[OF_EACH] = fact(&text, "of_prefixes_per_task=", 1, MOST_OPENED);
    is[OF_TASK] = fact(&text, "of_task=", 0, MOST_PREFIXES / is[OF_EACH]);
  }
  if (*text || text[-1] == ' ' || board > 1 || quantity > 1 || symmetry > 2 || !turned || !stream ||
      is[TORUS] + is[BY_ROW] + (is[KNIGHTS] || is[ORBIT] > 1) > 1 ||
      (is[IMAGES] == 8 && (is[BY_ROW] || is[ORBIT] > 1)) || (is[OF_EACH] && !is[DEPTH]) ||
      (rows > 32 && is[ORBIT] != 4))
    stop(4, "line %" PRIu64 " names an impossible job", lines);
  return j;
}

static void take_job(Job j) {
  if (j.is[N] > 32) stop(5, "a board of more than 32 rows is not known here");
  job = j, n = (int)j.is[N], depth = (int)j.is[DEPTH], images = (int)j.is[IMAGES];
  torus = (int)j.is[TORUS], by_row = (int)j.is[BY_ROW], knights = (int)j.is[KNIGHTS];
  orbit = (int)j.is[ORBIT], per_task = j.is[EACH];
  of_depth = j.is[OF_DEPTH], of_each = j.is[OF_EACH], of_task = j.is[OF_TASK];
}

static void check_second(char *text) { /* the same count in another cut */
  static const int same[] = {N, TORUS, BY_ROW, KNIGHTS, ORBIT};
  if (!strcmp(text, "none")) return;
  const char *said = digits_of(total);
  if (!says(&text, said) || !says(&text, " agrees "))
    stop(4, "the second count does not agree with the total");
  Job second = read_job(text);
  int differs = of_each || second.is[OF_EACH] ||
                (second.is[IMAGES] == job.is[IMAGES] && second.is[DEPTH] == job.is[DEPTH]);
  for (int i = 0; i < 5; i++) differs |= second.is[same[i]] != job.is[same[i]];
  if (differs) stop(4, "the second count is not the same count in another cut");
}

static void read_header(void) {
  whole = counted = table = sha_start;
  take_line(), add_line(&whole, strlen(line));
  if (strcmp(line, "nqueens certificate 3"))
    stop(4, "no certificate of format 3; make an older one again from its checkpoint");
  take_job(read_job(field("job"))), puts(line + 5), add_line(&counted, strlen(line));
  Big of_prefixes, of_tasks, *const numbers[] = {&of_prefixes, &of_tasks, &above, &total};
  for (int i = 0; i < 4; i++) {
    char *text = field((const char *[]){"prefixes", "tasks", "above", "total"}[i]);
    *numbers[i] = last_number(text), add_line(&counted, strlen(line));
  }
  if (of_prefixes > MOST_PREFIXES || of_tasks != (of_prefixes + per_task - 1) / per_task ||
      of_tasks > MOST_TASKS / (by_row ? 10 : 1))
    stop(4, "the prefixes do not make the tasks, or too many");
  if (!by_row && above) stop(4, "a count of solutions has nothing above its prefixes");
  prefixes = (uint64_t)of_prefixes, tasks = (uint64_t)of_tasks;
  check_second(field("second_count"));
  all_nodes = last_number(field("nodes"));
  if (all_nodes > (Big)tasks << 64) stop(4, "its tasks cannot have so many nodes");
  read_hash("count_sha256", count_hash), read_hash("table_sha256", table_hash);
}

/* The words, which are not compared here, then "name: value" by the author. */
static void read_words(void) {
  int marked = 0, said = 0;
  while (take_line(), add_line(&whole, strlen(line)), strncmp(line, "table:", 6)) {
    int is_marked = *line == '#' && !said, is_plain = *line >= 'a' && *line <= 'z';
    for (const char *c = line; *c; c++) is_plain &= *c >= ' ' && *c <= '~';
    if (++*(is_marked ? &marked : &said) > MOST_SAID)
      stop(4, "line %" PRIu64 ": too much about where its count comes from", lines);
    if (!is_marked && (!is_plain || !strstr(line, ": ") || strlen(line) > LONGEST_SAID))
      stop(4, "line %" PRIu64 " does not say in plain text where its count comes from", lines);
  }
}

static void read_tasks(void) {
  Big sum = above, work = 0;
  int even = images > 1 && n > 1 ? torus && images == 8 ? 2 * n : 2 : 1;
  read_words();
  if (strcmp(line, "table: FIRST_PREFIX COUNT NODES"))
    stop(4, "line %" PRIu64 " begins another table", lines);
  for (uint64_t task = 0; task < tasks; task++) {
    take_line(), add_line(&whole, strlen(line)), add_line(&table, strlen(line));
    char *text = line;
    Big first = number(&text), count = number(&text);
    size_t length = (size_t)(text - line) - 1;
    Big nodes = number(&text);
    if (*text || text[-1] == ' ' || line[length] != ' ' || nodes >> 64 || first != task * per_task)
      stop(4, "line %" PRIu64 " is not that of task %" PRIu64, lines, task);
    if (count % (Big)even)
      stop(4, "the count in line %" PRIu64 " is no multiple of %d", lines, even);
    add_line(&counted, length), add(&sum, count), add(&work, nodes);
    if (is_drawn(&by_work, work + task + 1) | is_drawn(&by_number, task + 1) | all) {
      if (!(chosen_number & (chosen_number - 1)))
        chosen = room(chosen, 2 * chosen_number + 1, sizeof *chosen);
      chosen[chosen_number++] = (Task){task, count, 0};
    }
  }
  char right[80];
  snprintf(right, sizeof right, "sha256: %s", sha_end(&whole));
  take_line();
  if (strcmp(line, right)) stop(4, "line %" PRIu64 " has not the SHA-256 of all before", lines);
  if (getc(file) != EOF) stop(4, "something comes after line %" PRIu64 ", its last", lines);
  if (sum != total) stop(4, "the counts add up to %s, the total is another", digits_of(sum));
  if (work != all_nodes) stop(4, "the nodes add up to %s, not to what it says", digits_of(work));
  if (strcmp(sha_end(&counted), count_hash)) stop(4, "count_sha256 is wrong");
  if (strcmp(sha_end(&table), table_hash)) stop(4, "table_sha256 is wrong");
}

/* --- the rule. Board: by row its free squares, bit c is column c; none if a queen is there */
typedef struct {
  uint32_t open[32], rows, cols; /* rows and columns that have a queen */
  int8_t at[32];
  int weight;
  uint64_t task; /* its place among the chosen */
} Board;
static uint32_t full, left_open[32][64]; /* by a queen in column c, in the row 32 + d: d below */

static void next_of_orbit(int *r, int *c) { /* step 1 */
  int row = *r, column = *c;
  if (orbit > 1) *r = orbit == 4 ? column : n - 1 - row, *c = n - 1 - (orbit == 4 ? row : column);
}

static Board empty_board(void) {
  Board b = {.weight = 1};
  full = (uint32_t)((UINT64_C(1) << n) - 1);
  for (int r = 0; r < n; r++) b.open[r] = full;
  for (int c = 0; c < n; c++)
    for (int d = 1 - n; d < n; d++) {
      int knight = knights && (abs(d) == 1 || abs(d) == 2) ? 3 - abs(d) : 0;
      uint32_t attacked = d ? 0 : full;
      for (int i = 0; i < 5; i++) {
        int x = c + (int[]){0, d, -d, knight, -knight}[i];
        if (torus) x = (x + n) % n;
        if (x >= 0 && x < n) attacked |= UINT32_C(1) << x;
      }
      left_open[c][32 + d] = ~attacked;
    }
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++)
      for (int row = r, column = c; next_of_orbit(&row, &column), row != r || column != c;)
        if (!(left_open[c][32 + row - r] >> column & 1)) b.open[r] &= ~(UINT32_C(1) << c);
  return b;
}

static Board with(const Board *b, int r, int c) {
  Board next = *b;
  int row = r, column = c;
  do {
    for (int i = 0; i < 32; i++) next.open[i] &= left_open[column][32 + i - row];
    next.rows |= UINT32_C(1) << row, next.cols |= UINT32_C(1) << column;
    next.at[row] = (int8_t)column, next_of_orbit(&row, &column);
  } while (row != r || column != c);
  return next;
}

/* Step 5, queens on the last rows. By level lie boards with equally many rows left: their columns,
   the diagonals of their queens as they cross the row, and the squares of it that were not tried
   yet. LANES boards get a queen at a time. A board goes on if each row and column that is left has
   a free square. */
#ifdef __AVX2__
#define LANES 8
#define MIX(a, b, w, x, y, z) SHUFFLE(a, b, w, x, y, z, w + 4, x + 4, y + 4, z + 4)
#else
#define LANES 4
#define MIX(a, b, w, x, y, z) SHUFFLE(a, b, w, x, y, z)
#endif
#ifdef __clang__
#define SHUFFLE __builtin_shufflevector
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (Vector){__VA_ARGS__})
#endif
#define TURN(a, b, c, d) /* exchanges rows and columns of a square of four vectors */ \
  do { \
    Vector s = MIX(a, b, 0, LANES, 1, LANES + 1), t = MIX(a, b, 2, LANES + 2, 3, LANES + 3); \
    Vector u = MIX(c, d, 0, LANES, 1, LANES + 1), v = MIX(c, d, 2, LANES + 2, 3, LANES + 3); \
    a = MIX(s, u, 0, 1, LANES, LANES + 1), b = MIX(s, u, 2, 3, LANES + 2, LANES + 3); \
    c = MIX(t, v, 0, 1, LANES, LANES + 1), d = MIX(t, v, 2, 3, LANES + 2, LANES + 3); \
  } while (0)
enum { CROWN = 12, SPACE = 512 }; /* rows; boards of a level */
typedef uint32_t Vector __attribute__((vector_size(4 * LANES), may_alias));
typedef struct { uint32_t cols, up, down, open; } Packed;
typedef struct __attribute__((aligned(4 * LANES))) {
  struct { Packed board[SPACE + LANES]; uint64_t number, unused[3]; } level[CROWN];
  uint32_t open[CROWN], cols; /* free at the start: squares by row, columns */
  int step[CROWN], rows;      /* step: from each row to the next one */
} Crown;

static uint64_t fill_row(Crown *k, int row) { /* until no board is left on this level */
  int below = k->rows - row - 1;
  uint64_t found = 0, number = k->level[row].number, kept;
  for (Packed *board = k->level[row].board; number; number = kept) {
    if (below > 2 && k->level[row + 1].number + number > SPACE) found += fill_row(k, row + 1);
    Packed *next = k->level[row + 1].board + k->level[row + 1].number;
    memset(board + number, 0, sizeof(Packed[LANES]));
    for (uint64_t at = 0; at < number; at += LANES) {
      Vector *four = (Vector *)(board + at), cols = four[0], up = four[1], down = four[2];
      Vector open = four[3], first_open = {0}, first_up = {0}, first_down = {0};
      TURN(cols, up, down, open);
      Vector bit = open & -open, ok = (Vector)(bit != 0);
      cols |= bit, up |= bit, down |= bit;
      Vector filled = cols | ~k->cols;
      for (int i = 0; i < below; i++) {
        up <<= k->step[row + i], down >>= k->step[row + i];
        open = k->open[row + i + 1] & ~(cols | up | down);
        ok &= (Vector)(open != 0), filled |= open;
        if (!i) first_open = open, first_up = up, first_down = down;
      }
      ok &= (Vector)(filled == ~UINT32_C(0));
      if (below == 2) { /* the two columns x and y that are left, in one order or the other */
        Vector two = k->cols & ~cols, x = two & -two, y = two ^ x;
        Vector ways = (Vector)((first_open & x) != 0) & (Vector)((open & y) != 0);
        ways += (Vector)((first_open & y) != 0) & (Vector)((open & x) != 0);
        ways &= ok & (Vector)(x << k->step[row + 1] != y);
        for (int i = 0; i < LANES; i++) found -= (uint64_t)(int32_t)ways[i];
        continue;
      }
      TURN(cols, first_up, first_down, first_open);
      Vector children[4] = {cols, first_up, first_down, first_open};
      for (int i = 0; i < LANES; i++) {
        *next = ((Packed *)children)[i];
        next -= (int32_t)ok[LANES == 8 ? i % 2 * 4 + i / 2 : i];
      }
    }
    if (below > 2) k->level[row + 1].number = (uint64_t)(next - k->level[row + 1].board);
    kept = 0;
    for (uint64_t at = 0; at < number; at++) {
      uint32_t open = board[at].open & (board[at].open - 1);
      board[kept] = board[at], board[kept].open = open;
      kept += open != 0;
    }
  }
  k->level[row].number = 0;
  return found;
}

static uint64_t fill_crown(Crown *k, const Board *b) {
  uint64_t found = 0;
  k->rows = 0, k->cols = full & ~b->cols;
  for (int r = 0, last = 0; r < n; r++)
    if (!(b->rows >> r & 1)) {
      if (k->rows) k->step[k->rows - 1] = r - last;
      k->open[k->rows++] = b->open[r], last = r;
    }
  k->level[0].board[0] = (Packed){.open = k->open[0]}, k->level[0].number = 1;
  for (int row = 0; row < k->rows - 2; row++) found += fill_row(k, row);
  return found;
}

/* Step 5. Of the rows that are left, that with the fewest free squares comes first; if placements
   are counted, the next one. */
static uint64_t ways(const Board *b, Crown *k) {
  int left = n - __builtin_popcount(b->rows), least = 33, row = 0;
  if (!left) return !by_row;
  for (int r = 0; r < n; r++)
    if (!(b->rows >> r & 1) && __builtin_popcount(b->open[r]) < least) {
      least = __builtin_popcount(b->open[row = r]);
      if (by_row) break;
    }
  if (left == 1 || !least) return (uint64_t)least;
  if (left > 2 && left <= CROWN && !by_row && !torus && !knights && orbit == 1)
    return fill_crown(k, b);
  uint64_t found = by_row ? (uint64_t)least : 0;
  for (uint32_t open = b->open[row]; open; open &= open - 1) {
    Board next = with(b, row, __builtin_ctz(open));
    found += ways(&next, k);
  }
  return found;
}

/* Step 4: numbers the prefixes, and keeps those of the chosen tasks. */
static uint64_t position, visited, chosen_at, in_batch;
static Board *batch;
enum { BATCH = 1 << 16 };

static void count_batch(void) {
#pragma omp parallel
  {
    Crown *k = aligned_alloc(sizeof(Vector), sizeof *k);
    if (!k) stop(1, "not enough memory");
    memset(k, 0, sizeof *k);
#pragma omp for schedule(dynamic, 1)
    for (uint64_t i = 0; i < in_batch; i++) {
      Big value = (Big)ways(batch + i, k) * (Big)batch[i].weight;
#pragma omp critical
      chosen[batch[i].task].found += value;
    }
    free(k);
  }
  in_batch = 0;
}

static int skips(uint64_t more) { /* whether none of the next prefixes is in a chosen task */
  while (chosen_at < chosen_number && (chosen[chosen_at].number + 1) * per_task <= position)
    chosen_at++;
  return chosen_at == chosen_number || chosen[chosen_at].number * per_task >= position + more;
}

static void pass_by(uint64_t more) {
  position += more;
  if (position > prefixes) stop(4, "there are more prefixes than it says");
}

static void find_prefix(const Board *b) {
  int queens = __builtin_popcount(b->rows), r = __builtin_ctz(~b->rows);
  if (queens >= depth || b->rows == full) {
    if (!skips(1)) {
      batch[in_batch] = *b, batch[in_batch++].task = chosen_at;
      if (in_batch == BATCH) count_batch();
    }
    pass_by(1);
  } else if (queens + 1 == depth && skips((uint64_t)__builtin_popcount(b->open[r]))) {
    pass_by((uint64_t)__builtin_popcount(b->open[r]));
  } else {
    if (++visited > MOST_VISITED + 100 * position)
      stop(5, "to find its prefixes takes too long");
    for (uint32_t open = b->open[r]; open; open &= open - 1) {
      Board next = with(b, r, __builtin_ctz(open));
      find_prefix(&next);
    }
  }
}

/* Of an opened task, numbers the prefixes of its job, and goes on below its own. */
static uint64_t passed;
static Big found_above;

static Big ways_above(const Board *b) { /* placements on the rows that the prefixes fill */
  Board first = *b;
  first.rows |= full & ~(uint32_t)((UINT64_C(1) << depth) - 1);
  return by_row ? (Big)ways(&first, NULL) * (Big)b->weight : 0;
}

static void find_parent(const Board *b) {
  uint64_t first = of_task * of_each;
  int queens = __builtin_popcount(b->rows), r = __builtin_ctz(~b->rows);
  if (!of_each) {
    find_prefix(b);
  } else if (queens >= (int)of_depth || b->rows == full) {
    if (passed >= first && passed < first + of_each) found_above += ways_above(b), find_prefix(b);
    passed++;
  } else if (queens + 1 == (int)of_depth && passed + (uint64_t)n < first) {
    passed += (uint64_t)__builtin_popcount(b->open[r]);
  } else {
    if (++visited > MOST_VISITED + 100 * passed) stop(5, "to find its prefixes takes too long");
    for (uint32_t open = b->open[r]; open && passed < first + of_each; open &= open - 1) {
      Board next = with(b, r, __builtin_ctz(open));
      find_parent(&next);
    }
  }
}

/* Step 3 */
static int compare_images(const Board *b) { /* how many are equal to it; 0: one comes before it */
  int equal = 0, last = torus ? (n - 1) / 2 * 2 + n : 2 * n - 1;
  for (int image = 0; image < images; image++) {
    int list[32], order = 0;
    for (int r = 0; r < n; r++) list[r] = n;
    for (int r = 0; r < n; r++)
      if (b->rows >> r & 1) {
        int row = image & 4 ? b->at[r] : r, column = image & 4 ? r : b->at[r];
        list[image & 2 ? (last - row) % n : row] = image & 1 ? (last - column) % n : column;
      }
    for (int r = 0; r < n && !order; r++) order = list[r] - (b->rows >> r & 1 ? b->at[r] : n);
    if (order < 0) return 0;
    equal += !order;
  }
  return equal;
}

static void start(const Board *b, int stage);

/* Fills these lines: number n + c is column c. */
static void fill_lines(const Board *b, const int *numbers, int left, int stage) {
  while (left && (*numbers < n ? b->rows >> *numbers : b->cols >> (*numbers - n)) & 1)
    numbers++, left--;
  for (int i = 0; i < n && left; i++) {
    int r = *numbers < n ? *numbers : i, c = *numbers < n ? i : *numbers - n;
    if (b->open[r] >> c & 1) {
      Board next = with(b, r, c);
      fill_lines(&next, numbers + 1, left - 1, stage);
    }
  }
  int equal = left ? 0 : compare_images(b);
  if (equal == images && stage < (images == 8 ? !torus : n - 1)) {
    start(b, stage + 1);
  } else if (equal) {
    Board kept = *b;
    kept.weight *= images / equal;
    find_parent(&kept);
  }
}

static void start(const Board *b, int stage) {
  int m = (n - 1) / 2, ring = torus || stage, low = ring ? m - 1 : m, high = ring ? m + 1 : n / 2;
  if (images == 1) {
    find_parent(b);
  } else if (images == 2) {
    fill_lines(b, &stage, 1, stage);
  } else {
    Board next = torus ? with(b, m, m) : *b;
    next.weight = torus ? n : 1;
    if (torus) low = (low + n) % n, high %= n;
    if (low > high) { int x = low; low = high, high = x; }
    fill_lines(&next, (int[]){low, high, n + low, n + high}, ring && n == 1 ? 0 : 4, stage);
  }
}

static void enumerate(void) { /* and counts what is chosen */
  Board none = empty_board();
  batch = room(NULL, BATCH, sizeof *batch);
  start(&none, 0), count_batch();
  if (of_each && passed <= of_task * of_each)
    stop(4, "its job has no task %" PRIu64, of_task);
  if (position != prefixes)
    stop(4, "prefixes is %" PRIu64 "; by the rule it is %" PRIu64, prefixes, position);
  Big right = of_each ? found_above : ways_above(&none);
  if (above != right)
    stop(4, "above is %s; by the rule it is %s", digits_of(above), digits_of(right));
}

/* Turns and reflections make eight of a solution, four if a half turn leaves it as it is, or two if
   a quarter turn does. So 8 divides total + H + 2 R, and 4 divides total - R, in which H and R of
   the solutions stay as they are under a half turn and a quarter turn. */
static Big fixed_by(int queens) {
  int own = orbit;
  orbit = queens;
  Board none = empty_board();
  Big found = ways(&none, NULL);
  orbit = own;
  return found;
}

static void check_symmetry(void) {
  if (by_row || of_each || n == 1 || orbit == 4 || (torus && n % 4 < 2)) return;
  Big quarter = n % 4 < 2 ? fixed_by(4) : 0;
  if ((total + 3 * quarter) % 4)
    stop(4, "by symmetry four divides its total less the %s that a quarter turn leaves as they are",
         digits_of(quarter));
  if (orbit == 2 || torus || n > MOST_FIXED) return;
  Big half = fixed_by(2);
  if ((total + half + 2 * quarter) % 8)
    stop(4, "by symmetry eight divides its total and %s for those that turns leave as they are",
         digits_of(half + 2 * quarter));
}

/* --- options and verdict */
static const char *of_file;

static int is_of_its_job(void) { /* whether an opened task has the count that its job says */
  if (!of_file) return 1;
  Job wanted = job;
  uint64_t task = of_task;
  Big sum = total;
  wanted.is[DEPTH] = of_depth, wanted.is[EACH] = of_each;
  wanted.is[OF_DEPTH] = wanted.is[OF_EACH] = wanted.is[OF_TASK] = 0;
  if (!of_each) stop(4, "it is no opened task");
  open_file(of_file);
  all = 0, chosen_number = 0, chosen = NULL;
  by_work.count = by_work.at = by_number.count = by_number.at = 0;
  draw(&by_number, task), read_header();
  if (memcmp(&job, &wanted, sizeof job)) stop(4, "it is no opened task of '%s'", of_file);
  if (task >= tasks) stop(4, "'%s' has no task %" PRIu64, of_file, task);
  read_tasks();
  printf("task %" PRIu64 " of '%s': %s %s\n", task, of_file, digits_of(chosen->said),
         chosen->said == sum ? "is the sum" : "CONFLICT");
  return chosen->said == sum;
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
  for (int i = 2; i < argc; i++) {
    if (!strcmp(argv[i], "--all")) all = 1;
    else if (i + 1 == argc) stop(2, "'%s' is no option, or lacks its value", argv[i]);
    else if (!strcmp(argv[i], "--sample")) draws = whole_number(argv[++i], 1, MOST_DRAWS);
    else if (!strcmp(argv[i], "--seed")) seed = argv[++i];
    else if (!strcmp(argv[i], "--of")) of_file = argv[++i];
    else if (!strcmp(argv[i], "--task"))
      do draw(&by_number, whole_number(argv[++i], 0, MOST_PREFIXES));
      while (i + 1 < argc && argv[i + 1][0] != '-');
    else stop(2, "'%s' is no option", argv[i]);
  }
  if (!*seed) stop(2, "--seed: there are no words");
}

static double share(uint64_t number) { /* in per cent, what all draws miss with a chance of 5 % */
  double x = number ? 2.995732273553991 / (double)number : 40, sum = 0, term = x; /* -ln 0.05 */
  for (int i = 2; i < 200; i++) sum += term, term *= -x / i;
  return number ? 100 * sum : 100;
}

int main(int argc, char **argv) {
  if (argc < 2) stop(2, "usage: check FILE|- [--task T ...] [--sample K] [--seed WORDS] [--all]"
                    " [--of WHOLE]");
  read_options(argc, argv);
  open_file(argv[1]), read_header(), draw_sample(), read_tasks(), enumerate();
  check_symmetry();
  printf("sums, hashes, prefixes and tasks are right: %" PRIu64 " tasks, total %s\n"
         "count_sha256: %s\n", tasks, digits_of(total), count_hash);
  puts("not checked here: the words, the second count, and what the author says besides");
  uint64_t wrong = 0;
  for (Task *t = chosen; t < chosen + chosen_number; t++) {
    int differs = t->said != t->found;
    printf("task %" PRIu64 ": %s %s%s\n", t->number, digits_of(t->said),
           differs ? "CONFLICT: counted " : "confirmed", differs ? digits_of(t->found) : "");
    wrong += (uint64_t)differs;
  }
  if (draws && !wrong)
    printf("%" PRIu64 " draws, seed '%s': if tasks with more than %.3g %% of the work, as the"
           " author's nodes say, or more than %.3g %% of all tasks, were wrong, this would have"
           " shown with a probability of 95 %%\n",
           draws, seed, share(draws - draws / 2), share(draws / 2));
  uint64_t again = chosen_number, all_tasks = tasks;
  int is_sum = is_of_its_job();
  if (wrong)
    printf("WRONG: %" PRIu64 " of %" PRIu64 " tasks are in conflict\n", wrong, again);
  else if (!is_sum)
    printf("WRONG: the tasks do not add up to the count in '%s'\n", of_file);
  else if (again)
    printf("right: %" PRIu64 " of %" PRIu64 " tasks were counted again\n", again, all_tasks);
  else
    puts("no fault found; no task was counted again");
  return wrong || !is_sum ? 3 : 0;
}
