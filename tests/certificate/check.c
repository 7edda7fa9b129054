/* Checks a certificate of nqueens for queens on the square: header, sums, hashes, prefixes, and the
   counts of chosen tasks. Its steps are those of the words in the file, which check.py compares,
   with which it shares no code. check.py judges what this one refuses with exit code 5.

     cc -O3 -march=native -fopenmp check.c -o check
     ./check n18.cert --sample 40 --seed 'words that nobody knew before'
     zcat n28.cert.gz | ./check - --task 0 17

   The last line is the verdict. Exit codes: 0 all is right, 1 no memory, 2 wrong usage, 3 a number
   is wrong, 4 the file is damaged, 5 it counts something else, or its prefixes are too deep. */
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
       MOST_TASKS = 10000000, MOST_DRAWS = 10000000 };
static FILE *file;
static char line[LONGEST];
static uint64_t lines;

static void add_line(Sha *s, size_t length) { sha_add(s, line, length), sha_add(s, "\n", 1); }

static void take_line(void) { /* without its newline */
  size_t length = fgets(line, LONGEST, file) ? strlen(line) : 0;
  if (!length || line[length - 1] != '\n') stop(4, "line %" PRIu64 " is cut short", lines + 1);
  lines++, line[length - 1] = 0;
}

static char *field(const char *name) { /* what a line says of it */
  size_t length = strlen(name);
  take_line(), add_line(&whole, strlen(line));
  if (strncmp(line, name, length) || strncmp(line + length, ": ", 2))
    stop(4, "line %" PRIu64 " does not say its %s", lines, name);
  return line + length + 2;
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
static int n, images, depth; /* images of a board: 8 full, 2 mirror, 1 none */
static uint64_t each, prefixes, tasks;
static Big total, all_nodes;
static char count_hash[65], table_hash[65];

static void read_job(const char *text) {
  char symmetry[8] = "", same[LONGEST];
  sscanf(text, "n=%9d board=square quantity=solutions symmetry=%7s depth=%9d"
         " prefixes_per_task=%10" SCNu64, &n, symmetry, &depth, &each);
  snprintf(same, sizeof same, "n=%d board=square quantity=solutions symmetry=%s depth=%d"
           " prefixes_per_task=%" PRIu64 " stream=1", n, symmetry, depth, each);
  images = !strcmp(symmetry, "full") ? 8 : !strcmp(symmetry, "mirror") ? 2 : 1;
  if (strcmp(text, same) || (images == 1 && strcmp(symmetry, "none")) || n < 1 || n > 32 ||
      depth < 0 || depth > n || each < 1 || each > MOST_PREFIXES)
    stop(5, "line %" PRIu64 " names a job that is not known here; ask check.py", lines);
}

static void read_header(void) {
  Big numbers[4];
  take_line(), add_line(&whole, strlen(line));
  if (strcmp(line, "nqueens certificate 3"))
    stop(4, "no certificate of format 3; make an older one again from its checkpoint");
  read_job(field("job")), say("%s", line), add_line(&counted, strlen(line));
  for (int i = 0; i < 4; i++) {
    char *text = field((const char *[]){"prefixes", "tasks", "above", "total"}[i]);
    numbers[i] = number(&text, 0), add_line(&counted, strlen(line));
  }
  prefixes = (uint64_t)numbers[0], tasks = (uint64_t)numbers[1], total = numbers[3];
  if (numbers[0] > MOST_PREFIXES || numbers[1] != (prefixes + each - 1) / each ||
      tasks > MOST_TASKS)
    stop(4, "the prefixes do not make the tasks, or too many");
  if (numbers[2]) stop(4, "a count of solutions has nothing above its prefixes");
  char *text = field("second_count"); /* whose job is the author's word, as is all said before the table */
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

static void draw_sample(void) { /* step 8 */
  lots = room(NULL, draws / 2 + 1, sizeof *lots);
  for (uint64_t i = 0; i < draws && tasks; i++) {
    char end[24], digits[17] = "";
    Sha hash;
    sha_start(&hash), sha_add(&hash, table_hash, 64), sha_add(&hash, " ", 1);
    sha_add(&hash, seed, strlen(seed));
    sha_add(&hash, end, (size_t)sprintf(end, " %" PRIu64, i));
    const char *text = sha_end(&hash);
    Big x = (Big)strtoull(memcpy(digits, text, 16), NULL, 16) << 64;
    x |= strtoull(memcpy(digits, text + 16, 16), NULL, 16);
    if (i % 2) drawn[x % tasks] = 1;
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
  Big sum = 0, work = 0;
  uint64_t lot = 0;
  do {
    if (lines > MOST_LINES) stop(4, "line %" PRIu64 " is not that of the table", lines);
    take_line(), add_line(&whole, strlen(line));
  } while (strncmp(line, "table:", 6));
  if (strcmp(line, "table: FIRST_PREFIX COUNT NODES"))
    stop(4, "line %" PRIu64 " begins another table", lines);
  for (uint64_t task = 0; task < tasks; task++) {
    take_line(), add_line(&whole, strlen(line)), add_line(&table, strlen(line));
    char *text = line;
    Big first = number(&text, ' '), count = number(&text, ' ');
    add_line(&counted, (size_t)(text - line - 1));
    Big nodes = number(&text, 0);
    if (first != task * each || nodes >> 64)
      stop(4, "line %" PRIu64 " is not that of task %" PRIu64, lines, task);
    if (images > 1 && n > 1 && count % 2)
      stop(4, "the count in line %" PRIu64 " is no multiple of 2", lines);
    if (count > total - sum) stop(4, "the counts add up to more than the total");
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
  if (strcmp(line, right)) stop(4, "line %" PRIu64 " has not the SHA-256 of all before", lines);
  if (getc(file) != EOF) stop(4, "something comes after line %" PRIu64 ", its last", lines);
  if (sum != total) stop(4, "the counts add up to %s, the total is another", digits_of(sum));
  if (work != all_nodes) stop(4, "the nodes add up to %s, not to what it says", digits_of(work));
  if (strcmp(sha_end(&counted), count_hash)) stop(4, "count_sha256 is wrong");
  if (strcmp(sha_end(&table), table_hash)) stop(4, "table_sha256 is wrong");
}

/* --- the rule. Board: of each row its free squares, bit c is column c; none if a queen is there */
typedef struct {
  uint32_t open[32], rows, cols; /* rows and columns that have a queen */
  int8_t at[32];                 /* by row the column of its queen */
  int weight;
  uint64_t task;                 /* its place among the chosen */
} Board;

static Board with(const Board *b, int r, int c) {
  Board next = *b;
  uint32_t queen = UINT32_C(1) << c;
  for (int i = 0; i < 32; i++)
    next.open[i] &= ~(queen | queen << abs(i - r) | queen >> abs(i - r));
  next.open[r] = 0, next.at[r] = (int8_t)c;
  next.rows |= UINT32_C(1) << r, next.cols |= queen;
  return next;
}

/* Step 5, the last rows. By row lie boards with a queen on each row before: the columns of these
   queens, their diagonals as they cross the row, and the squares of it that were not tried yet.
   LANES boards get a queen together. A board goes on if each row and column that is left has a
   free square. */
enum { LANES = 8, LAST = 12 /* rows */, SPACE = 512 /* boards of a row */ };
typedef uint32_t Lanes __attribute__((vector_size(4 * LANES)));
typedef struct { uint32_t cols, up, down, open; } Packed;
typedef union { /* columns of Packed, and which of these go on */
  struct { uint32_t cols[LANES], up[LANES], down[LANES], open[LANES], ok[LANES]; };
  Lanes all[5];
} Table;
typedef struct { Packed board[SPACE + LANES]; int number; } Boards;
typedef struct {
  Boards before[LAST];
  uint32_t open[LAST], cols; /* free at the start: squares by row, columns */
  int step[LAST], rows;      /* step: from each row to the next one */
} Search;

static uint64_t go_on(Search *s, int row) { /* until no board is left before this row */
  Packed *board = s->before[row].board;
  int number = s->before[row].number, below = s->rows - row - 1, kept;
  uint64_t found = 0;
  for (; number; number = kept) {
    if (below > 2 && s->before[row + 1].number + number > SPACE) found += go_on(s, row + 1);
    Packed *next = s->before[row + 1].board + s->before[row + 1].number;
    memset(board + number, 0, sizeof(Packed[LANES]));
    for (int at = 0; at < number; at += LANES) {
      Table t;
      for (int i = 0; i < LANES; i++) {
        t.cols[i] = board[at + i].cols, t.up[i] = board[at + i].up;
        t.down[i] = board[at + i].down, t.open[i] = board[at + i].open;
      }
      Lanes queen = t.all[3] & -t.all[3], cols = t.all[0] | queen;
      Lanes up = t.all[1] | queen, down = t.all[2] | queen, open = queen;
      Lanes ok = (Lanes)(queen != 0), filled = cols | ~s->cols;
      for (int i = 0; i < below; i++) {
        up <<= s->step[row + i], down >>= s->step[row + i];
        open = s->open[row + i + 1] & ~(cols | up | down);
        ok &= (Lanes)(open != 0), filled |= open;
        if (!i) t.all[0] = cols, t.all[1] = up, t.all[2] = down, t.all[3] = open;
      }
      t.all[4] = ok & (Lanes)(filled == ~UINT32_C(0));
      if (below == 2) { /* the two columns x and y that are left, in one order or the other */
        Lanes two = s->cols & ~cols, x = two & -two, y = two ^ x, first = t.all[3];
        Lanes ways = (Lanes)((first & x) != 0) & (Lanes)((open & y) != 0);
        ways += (Lanes)((first & y) != 0) & (Lanes)((open & x) != 0);
        t.all[4] &= ways & (Lanes)(x << s->step[row + 1] != y);
        for (int i = 0; i < LANES; i++) found -= (uint64_t)(int32_t)t.ok[i];
        continue;
      }
      Packed child[LANES];
      for (int i = 0; i < LANES; i++)
        child[i] = (Packed){t.cols[i], t.up[i], t.down[i], t.open[i]};
      for (int i = 0; i < LANES; i++) *next = child[i], next += t.ok[i] & 1;
    }
    if (below > 2) s->before[row + 1].number = (int)(next - s->before[row + 1].board);
    kept = 0;
    for (int at = 0; at < number; at++) {
      uint32_t open = board[at].open & (board[at].open - 1);
      board[kept] = board[at], board[kept].open = open, kept += open != 0;
    }
  }
  s->before[row].number = 0;
  return found;
}

static uint64_t last_rows(const Board *b) {
  static _Thread_local Search s;
  uint64_t found = 0;
  s.rows = 0, s.cols = (uint32_t)((UINT64_C(1) << n) - 1) & ~b->cols;
  for (int r = 0, last = 0; r < n; r++)
    if (!(b->rows >> r & 1)) {
      if (s.rows) s.step[s.rows - 1] = r - last;
      s.open[s.rows++] = b->open[r], last = r;
    }
  s.before->board[0] = (Packed){0, 0, 0, s.open[0]}, s.before->number = 1;
  for (int row = 0; row < s.rows - 2; row++) found += go_on(&s, row);
  return found;
}

static uint64_t ways(const Board *b) { /* first fills the row with the fewest free squares */
  int left = n - __builtin_popcount(b->rows), least = 33, row = 0;
  if (!left) return 1;
  for (int r = 0; r < n; r++)
    if (!(b->rows >> r & 1) && __builtin_popcount(b->open[r]) < least)
      least = __builtin_popcount(b->open[row = r]);
  if (left == 1 || !least) return (uint64_t)least;
  if (left > 2 && left <= LAST) return last_rows(b);
  uint64_t found = 0;
  for (uint32_t open = b->open[row]; open; open &= open - 1) {
    Board next = with(b, row, __builtin_ctz(open));
    found += ways(&next);
  }
  return found;
}

/* Step 4: numbers the prefixes, and counts those of the chosen tasks, many at a time. */
enum { BATCH = 1 << 16, MOST_VISITED = 100000000 };
static uint64_t position, visited, chosen_at, in_batch;
static Board *batch;

static void count_batch(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (uint64_t i = 0; i < in_batch; i++) {
    Big value = (Big)ways(batch + i) * (Big)batch[i].weight;
#pragma omp critical
    chosen[batch[i].task].found += value;
  }
  in_batch = 0;
}

static void find_prefix(const Board *b) {
  if (++visited > MOST_VISITED + 100 * position) stop(5, "to find its prefixes takes too long");
  if (__builtin_popcount(b->rows) < depth) {
    int r = __builtin_ctz(~b->rows);
    for (uint32_t open = b->open[r]; open; open &= open - 1) {
      Board next = with(b, r, __builtin_ctz(open));
      find_prefix(&next);
    }
    return;
  }
  if (position == prefixes) stop(4, "there are more prefixes than it says");
  uint64_t task = position++ / each;
  while (chosen_at < chosen_number && chosen[chosen_at].number < task) chosen_at++;
  if (chosen_at == chosen_number || chosen[chosen_at].number != task) return;
  batch[in_batch] = *b, batch[in_batch++].task = chosen_at;
  if (in_batch == BATCH) count_batch();
}

/* Step 3 */
static int compare_images(const Board *b) { /* how many are equal to it; 0: one comes before it */
  int equal = 0;
  for (int image = 0; image < images; image++) {
    int list[32], order = 0;
    for (int r = 0; r < n; r++) list[r] = n;
    for (int r = 0; r < n; r++)
      if (b->rows >> r & 1) {
        int row = image & 4 ? b->at[r] : r, column = image & 4 ? r : b->at[r];
        list[image & 2 ? n - 1 - row : row] = image & 1 ? n - 1 - column : column;
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
  if (equal == images && stage < (images == 8 ? 1 : n - 1)) {
    start(b, stage + 1);
  } else if (equal) {
    Board kept = *b;
    kept.weight = images / equal;
    find_prefix(&kept);
  }
}

static void start(const Board *b, int stage) {
  int low = (n - 1) / 2 - stage, high = stage ? low + 2 : n / 2;
  if (images == 1) find_prefix(b);
  else if (images == 2) fill_lines(b, &stage, 1, stage);
  else fill_lines(b, (int[]){low, high, n + low, n + high}, stage && n == 1 ? 0 : 4, stage);
}

static void enumerate(void) { /* and counts what is chosen */
  Board none = {.weight = 1};
  for (int r = 0; r < n; r++) none.open[r] = (uint32_t)((UINT64_C(1) << n) - 1);
  batch = room(NULL, BATCH, sizeof *batch);
  start(&none, 0), count_batch();
  if (position != prefixes)
    stop(4, "prefixes is %" PRIu64 "; by the rule it is %" PRIu64, prefixes, position);
}

static double share(uint64_t number) { /* in per cent, what all draws miss with a chance of 5 % */
  double x = number ? 2.995732273553991 / (double)number : 40, sum = 0, term = x; /* -ln 0.05 */
  for (int i = 2; i < 200; i++) sum += term, term *= -x / i;
  return number ? 100 * sum : 100;
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
  if (draws && !wrong)
    say("%" PRIu64 " draws, seed '%s': if tasks with more than %.3g %% of the work, as the"
        " author's nodes say, or more than %.3g %% of all tasks, were wrong, this would have"
        " shown with a probability of 95 %%",
        draws, seed, share(draws - draws / 2), share(draws / 2));
  if (wrong)
    say("WRONG: %" PRIu64 " of %" PRIu64 " tasks are in conflict", wrong, chosen_number);
  else if (chosen_number)
    say("right: %" PRIu64 " of %" PRIu64 " tasks were counted again", chosen_number, tasks);
  else
    say("no fault found; no task was counted again");
  return wrong ? 3 : 0;
}
