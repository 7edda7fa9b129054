/* The rule of certificates for check.c: steps 1 to 5 of their words, and the counts of the chosen
   tasks. It has its own tables of what attacks what, made of the words of step 1. */

/* --- Step 1, the board. Lines: number r is row r, number n + c is column c. */
enum { MOST = 64 };
static uint64_t hit[MOST * MOST][2 * MOST]; /* by square and line: what its orbit attacks */

typedef struct {
  uint64_t open[2 * MOST]; /* free squares by line: bit c of row r, bit r of column c */
  uint64_t rows, cols;     /* that have a queen */
  int8_t at[MOST];         /* by row the column of its queen */
  int weight;
  uint64_t task;           /* its place among the chosen */
} Board;

static int attacks(int r, int c, int s, int d) { /* also itself */
  int up = r + c - s - d, down = c - r - d + s, over = abs(r - s), aside = abs(c - d);
  if (torus) up %= n, down %= n;
  return !over || !aside || !up || !down || (amazons && over + aside == 3);
}

static int orbit_of(int r, int c, int (*squares)[2]) {
  int number = 0, last = n - 1, from = r;
  do {
    squares[number][0] = r, squares[number++][1] = c;
    if (orbit == 2) r = last - r, c = last - c;
    if (orbit == 4) from = r, r = c, c = last - from;
  } while (r != squares[0][0] || c != squares[0][1]);
  return number;
}

static void make_board(Board *b) { /* and the table */
  memset(b, 0, sizeof *b), b->weight = 1;
  for (int a = 0; a < n * n; a++) {
    int squares[4][2], number = orbit_of(a / n, a % n, squares), alone = 1;
    for (int i = 0; i < number; i++) {
      int r = squares[i][0], c = squares[i][1];
      alone &= !i || !attacks(a / n, a % n, r, c);
      for (int s = 0; s < n; s++)
        for (int d = 0; d < n; d++)
          if (attacks(r, c, s, d))
            hit[a][s] |= UINT64_C(1) << d, hit[a][n + d] |= UINT64_C(1) << s;
    }
    if (alone) b->open[a / n] |= UINT64_C(1) << a % n, b->open[n + a % n] |= UINT64_C(1) << a / n;
  }
}

static Board with(const Board *b, int r, int c) { /* a queen on a square, or queens on its orbit */
  Board next;
  int squares[4][2];
  for (int i = 0; i < 2 * n; i++) next.open[i] = b->open[i] & ~hit[r * n + c][i];
  memcpy(&next.rows, &b->rows, sizeof next - offsetof(Board, rows));
  for (int i = orbit_of(r, c, squares); i--;) {
    next.rows |= UINT64_C(1) << squares[i][0], next.cols |= UINT64_C(1) << squares[i][1];
    next.at[squares[i][0]] = (int8_t)squares[i][1];
  }
  return next;
}

static Board with_next(const Board *b, int line, uint64_t open) { /* on the first one of these */
  int other = __builtin_ctzll(open);
  return line < n ? with(b, line, other) : with(b, other, line - n);
}

static int queens_on(const Board *b) { return __builtin_popcountll(b->rows); }

static int has_queen(const Board *b, int line) {
  return (int)((line < n ? b->rows >> line : b->cols >> (line - n)) & 1);
}

/* Of all rows and columns without a queen the one with the fewest free squares; of several the one
   nearest to the middle, then a row before a column, then the lowest number. */
static int fewest_line(const Board *b) {
  int least = INT_MAX, best = 0;
  for (int line = 0; line < 2 * n; line++) {
    int aside = abs(2 * (line % n) - (n - 1));
    int rank = 2 * MOST * __builtin_popcountll(b->open[line]) + aside;
    if (rank < least && !has_queen(b, line)) least = rank, best = line;
  }
  return best;
}

static int next_line(const Board *b) { return fewest ? fewest_line(b) : __builtin_ctzll(~b->rows); }

/* --- Step 5 for the last rows of the square, of queens and amazons. By row lie boards with a queen
   on each row before: the columns of these queens, their diagonals as they cross the row, and the
   squares of it that were not tried yet; of amazons also the squares of the next row that the one
   on the row before attacks by a knight's move. LANES boards get a queen together. A board goes on
   if each row and column that is left has a free square. */
enum { LANES = 8, LAST = 12 /* rows */, SPACE = 512 /* boards of a row */ };
typedef uint32_t Lanes __attribute__((vector_size(4 * LANES)));
typedef struct { uint32_t cols, up, down, open; } Packed;
typedef union { /* columns of Packed, and which of these go on */
  struct { uint32_t cols[LANES], up[LANES], down[LANES], open[LANES], ok[LANES], jump[LANES]; };
  Lanes all[6];
} Table;
typedef struct { Packed board[SPACE + LANES]; uint32_t jump[SPACE + LANES]; int number; } Boards;
typedef struct {
  Boards before[LAST];
  uint32_t open[LAST], cols; /* free at the start: squares by row, columns */
  int step[LAST], rows;      /* step: from each row to the next one */
} Search;

/* Until no board is left before this row. again: the same for the next one */
static inline __attribute__((always_inline)) uint64_t fill_row(
    Search *s, int row, const int knights, uint64_t (*again)(Search *, int)) {
  Packed *board = s->before[row].board;
  uint32_t *jump = s->before[row].jump;
  int number = s->before[row].number, below = s->rows - row - 1, kept;
  uint64_t found = 0;
  for (; number; number = kept) {
    if (below > 2 && s->before[row + 1].number + number > SPACE) found += again(s, row + 1);
    int behind = s->before[row + 1].number;
    Packed *next = s->before[row + 1].board + behind;
    uint32_t *next_jump = s->before[row + 1].jump + behind;
    memset(board + number, 0, sizeof(Packed[LANES]));
    for (int at = 0; at < number; at += LANES) {
      Table t;
      for (int i = 0; i < LANES; i++) {
        t.cols[i] = board[at + i].cols, t.up[i] = board[at + i].up;
        t.down[i] = board[at + i].down, t.open[i] = board[at + i].open;
        if (knights) t.jump[i] = jump[at + i];
      }
      Lanes queen = t.all[3] & -t.all[3], cols = t.all[0] | queen;
      Lanes up = t.all[1] | queen, down = t.all[2] | queen, open = queen;
      Lanes ok = (Lanes)(queen != 0), filled = cols | ~s->cols;
      int away = 0; /* rows from the queen */
      for (int i = 0; i < below; i++) {
        up <<= s->step[row + i], down >>= s->step[row + i], away += s->step[row + i];
        open = s->open[row + i + 1] & ~(cols | up | down);
        if (knights && i < 2) {
          int knight = away < 3 ? 3 - away : 32; /* columns aside, if the move is that long */
          Lanes by_queen = knight > 2 ? queen ^ queen : queen << knight | queen >> knight;
          open &= ~(i ? by_queen : by_queen | t.all[5]);
          if (i) t.all[5] = by_queen;
        }
        ok &= (Lanes)(open != 0), filled |= open;
        if (!i) t.all[0] = cols, t.all[1] = up, t.all[2] = down, t.all[3] = open;
      }
      t.all[4] = ok & (Lanes)(filled == ~UINT32_C(0));
      if (below == 2) { /* the two columns x and y that are left, in one order or the other */
        int step = s->step[row + 1], knight = step < 3 ? 3 - step : step;
        Lanes two = s->cols & ~cols, x = two & -two, y = two ^ x, first = t.all[3];
        Lanes ways = (Lanes)((first & x) != 0) & (Lanes)((open & y) != 0);
        ways += (Lanes)((first & y) != 0) & (Lanes)((open & x) != 0);
        t.all[4] &= ways & (Lanes)(x << step != y);
        if (knights) t.all[4] &= (Lanes)(x << knight != y);
        for (int i = 0; i < LANES; i++) found -= (uint64_t)(int32_t)t.ok[i];
        continue;
      }
      Packed child[LANES];
      for (int i = 0; i < LANES; i++)
        child[i] = (Packed){t.cols[i], t.up[i], t.down[i], t.open[i]};
      for (int i = 0; i < LANES; i++) {
        *next = child[i], next += t.ok[i] & 1;
        if (knights) *next_jump = t.jump[i], next_jump += t.ok[i] & 1;
      }
    }
    if (below > 2) s->before[row + 1].number = (int)(next - s->before[row + 1].board);
    kept = 0;
    for (int at = 0; at < number; at++) {
      uint32_t open = board[at].open & (board[at].open - 1);
      if (knights) jump[kept] = jump[at];
      board[kept] = board[at], board[kept].open = open, kept += open != 0;
    }
  }
  s->before[row].number = 0;
  return found;
}

static uint64_t of_queens(Search *s, int row) { return fill_row(s, row, 0, of_queens); }
static uint64_t of_amazons(Search *s, int row) { return fill_row(s, row, 1, of_amazons); }

static uint64_t last_rows(const Board *b) {
  static _Thread_local Search s;
  uint64_t found = 0;
  s.rows = 0, s.cols = (uint32_t)(all_lines() & ~b->cols);
  for (int r = 0, last = 0; r < n; r++)
    if (!has_queen(b, r)) {
      if (s.rows) s.step[s.rows - 1] = r - last;
      s.open[s.rows++] = (uint32_t)b->open[r], last = r;
    }
  s.before->board[0] = (Packed){0, 0, 0, s.open[0]}, s.before->jump[0] = 0;
  s.before->number = 1;
  for (int row = 0; row < s.rows - 2; row++)
    found += amazons ? of_amazons(&s, row) : of_queens(&s, row);
  return found;
}

/* --- Step 5. */
static uint64_t ways(const Board *b) { /* fills the line with the fewest free squares */
  int left = n - queens_on(b), line = fewest_line(b);
  if (!left) return 1;
  uint64_t open = b->open[line], found = 0;
  if (left == 1 || left == orbit || !open) return (uint64_t)__builtin_popcountll(open);
  if (left > 2 && left <= LAST && orbit == 1 && !torus) return last_rows(b);
  for (; open; open &= open - 1) {
    Board next = with_next(b, line, open);
    found += ways(&next);
  }
  return found;
}

/* Of placements: how many queens are put on so many rows in all, below those that have some. */
static uint64_t placed(uint64_t cols, uint64_t up, uint64_t down, int rows) {
  uint64_t open = all_lines() & ~(cols | up | down), found = 0;
  if (rows < 1) return 0;
  found = (uint64_t)__builtin_popcountll(open);
  for (; open && rows > 1; open &= open - 1) {
    uint64_t queen = open & -open;
    found += placed(cols | queen, (up | queen) << 1, (down | queen) >> 1, rows - 1);
  }
  return found;
}

static uint64_t placed_below(const Board *b, int rows) {
  uint64_t up = 0, down = 0;
  for (int r = 0; r < queens_on(b); r++) {
    uint64_t queen = UINT64_C(1) << b->at[r];
    up = (up | queen) << 1, down = (down | queen) >> 1;
  }
  return placed(b->cols, up, down, rows);
}

/* --- Step 4: numbers the prefixes, and counts those of the chosen tasks, many at a time. An opened
   task first numbers those of its job, its heads, and goes on with its own. */
enum { BATCH = 1 << 14, MOST_VISITED = 100000000 };
static uint64_t heads, position, visited, chosen_at, in_batch;
static Big above_found;
static Board *batch;

static void count_batch(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (uint64_t i = 0; i < in_batch; i++) {
    Board *b = batch + i;
    Big value = (Big)(by_row ? placed_below(b, n - queens_on(b)) : ways(b)) * (Big)b->weight;
#pragma omp critical
    chosen[b->task].found += value;
  }
  in_batch = 0;
}

/* Whether none of so many prefixes that come next is wanted; then they are numbered. */
static int passes(uint64_t more, int is_head) {
  uint64_t *next = is_head ? &heads : &position, first = of_each * of_task;
  if (is_head && *next + more > first) return 0;
  while (!is_head && chosen_at < chosen_number && (chosen[chosen_at].number + 1) * each <= *next)
    chosen_at++;
  if (!is_head && chosen_at < chosen_number && chosen[chosen_at].number * each < *next + more)
    return 0;
  if ((*next += more) > prefixes && !is_head) stop(4, "there are more prefixes than it says");
  return 1;
}

static void find_prefixes(const Board *b, int is_head) {
  int missing = (is_head ? of_depth : depth) - queens_on(b);
  if (++visited > MOST_VISITED + 100 * (heads + position))
    stop(5, "to find its prefixes takes too long");
  if (is_head && heads == of_each * (of_task + 1)) return; /* the last one is found */
  if (missing > 0) {
    int line = next_line(b);
    uint64_t open = b->open[line];
    if (missing == 1 && orbit == 1 && passes((uint64_t)__builtin_popcountll(open), is_head)) return;
    for (; open; open &= open - 1) {
      Board next = with_next(b, line, open);
      find_prefixes(&next, is_head);
    }
  } else if (!passes(1, is_head)) {
    if (is_head) {
      heads++;
      if (by_row) above_found += placed_below(b, depth - queens_on(b)) * (Big)b->weight;
      find_prefixes(b, 0);
    } else {
      if (position++ == prefixes) stop(4, "there are more prefixes than it says");
      batch[in_batch] = *b, batch[in_batch++].task = chosen_at;
      if (in_batch == BATCH) count_batch();
    }
  }
}

/* --- Step 3 */
static int reversed(int line) { return torus ? (2 * ((n - 1) / 2) - line + n) % n : n - 1 - line; }

static int compare_images(const Board *b) { /* how many are equal to it; 0: one comes before it */
  int equal = 0;
  for (int image = 0; image < images; image++) {
    int list[MOST], order = 0;
    for (int r = 0; r < n; r++) list[r] = n;
    for (int r = 0; r < n; r++)
      if (has_queen(b, r)) {
        int row = image & 4 ? b->at[r] : r, column = image & 4 ? r : b->at[r];
        list[image & 2 ? reversed(row) : row] = image & 1 ? reversed(column) : column;
      }
    for (int r = 0; r < n && !order; r++) order = list[r] - (has_queen(b, r) ? b->at[r] : n);
    if (order < 0) return 0;
    equal += !order;
  }
  return equal;
}

static void start(const Board *b, int stage);

static void fill_lines(const Board *b, const int *numbers, int left, int stage) {
  while (left && has_queen(b, *numbers)) numbers++, left--;
  for (uint64_t open = left ? b->open[*numbers] : 0; open; open &= open - 1) {
    Board next = with_next(b, *numbers, open);
    fill_lines(&next, numbers + 1, left - 1, stage);
  }
  int equal = left ? 0 : compare_images(b);
  if (equal == images && stage < (images == 2 ? n - 1 : !torus)) {
    start(b, stage + 1);
  } else if (equal) {
    Board kept = *b;
    kept.weight = images / equal * (torus && images == 8 ? n : 1);
    find_prefixes(&kept, of_each > 0);
  }
}

static void start(const Board *b, int stage) {
  int ring = torus || stage, middle = (n - 1) / 2;
  int low = middle - ring, high = ring ? middle + 1 : n / 2;
  if (images == 1) {
    find_prefixes(b, of_each > 0);
  } else if (images == 2) {
    fill_lines(b, &stage, 1, stage);
  } else {
    Board first = torus ? with(b, middle, middle) : *b;
    if (low < 0) low = high; /* of a torus of two rows */
    fill_lines(&first, (int[]){low, high, n + low, n + high}, ring && n == 1 ? 0 : 4, stage);
  }
}

static void enumerate(void) { /* and counts what is chosen */
  Board none;
  make_board(&none);
  batch = room(NULL, BATCH, sizeof *batch);
  start(&none, 0), count_batch();
  if (of_each && heads <= of_each * of_task) stop(4, "its job has no task %" PRIu64, of_task);
  if (position != prefixes)
    stop(4, "prefixes is %" PRIu64 "; by the rule it is %" PRIu64, prefixes, position);
  if (by_row && !of_each) above_found = placed(0, 0, 0, depth);
  if (above_found != above)
    stop(4, "above is %s; by the rule it is %s", digits_of(above), digits_of(above_found));
}
