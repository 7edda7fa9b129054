// Each work-item searches a crown depth first, with a stack in local memory. Each turn of the loop
// tries one square per work-item. So none waits for another: there are no barriers, and nothing
// depends on how work-items are scheduled.

// Copies of the last row follow it: testing them changes nothing.
#define PAD (COVERED_ROWS_OF_LARGE - MIN_ROWS + 1)
#define OPEN_WORDS (PAD + MAX_ROWS)
#define GAPS_WORDS (MAX_ROWS - MIN_ROWS + 1)
#define STACK_BOARDS (MAX_ROWS - MIN_ROWS)  // at most one of each number of rows but the last waits

// Of this work-item, by rows left.
#define OPEN(rows) open[((rows) + PAD - 1) * GROUP + lane]
#define GAPS(rows) gaps[((rows)-MIN_ROWS) * GROUP + lane]
#define STACK(height) stack[(height)*GROUP + lane]

/// Solutions below a child with two rows left, if each row and column has a free square.
/// @param first, second  free squares of its rows; @param gap  between them
INLINE uint count_last_two(uint columns, uint first, uint second, uint gap) {
  const uint lower = columns & -columns;
  const bool attacked = (lower | lower << gap) == columns;
  return attacked ? 0 : first == second ? 2 : 1;
}

/// Whether a child is alive. One with two rows left is not, but adds `found` solutions.
/// @param rows  left of its parent
/// @param tested_rows  a child with more is tested in two rows only
/// @param child  columns, and diagonals at its next row; gets the free squares of that row
INLINE bool judge(__local const uint* open, __local const uint* gaps, uint lane, int rows,
                  int tested_rows, uint4* child, uint* found) {
  const uint columns = child->x;
  const uint first = columns & ~(child->y | child->z) & OPEN(rows - 1);
  uint distances = GAPS(rows) >> 5;
  const uint gap = distances & 31;
  uint left = child->y << gap;
  uint right = child->z >> gap;
  const uint second = columns & ~(left | right) & OPEN(rows - 2);
  child->w = first;
  bool alive = first != 0 && second != 0;
  if (rows > tested_rows + 1) {
    return alive;
  }
  uint seen = first | second;
  const int last = rows > COVERED_ROWS + 1 ? COVERED_ROWS_OF_LARGE : COVERED_ROWS;
  for (int i = 3; i <= last; ++i) {
    distances = i == 7 ? GAPS(rows - 5) >> 5 : distances >> 5;  // a word has six
    left <<= distances & 31;
    right >>= distances & 31;
    const uint squares = columns & ~(left | right) & OPEN(rows - i);
    alive = alive && squares != 0;
    seen |= squares;
  }
  alive = alive && seen == columns;
  if (rows > MIN_ROWS) {
    return alive;
  }
  *found += alive ? count_last_two(columns, first, second, gap) : 0;
  return false;
}

/// @param results  of each crown
/// @param scratch  unused, as in grids.cl
/// @param taken  crowns begun, 0 at the start
/// @param launch  its number
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void count_crowns(
    __global const Crown* restrict crowns, uint number, __global Result* restrict results,
    __global uint2* restrict scratch, volatile __global uint* restrict taken, uint launch) {
  __local uint open[OPEN_WORDS * GROUP];
  __local uint gaps[GAPS_WORDS * GROUP];
  __local uint4 stack[STACK_BOARDS * GROUP];
  const uint lane = get_local_id(0);
  uint crown = 0, found = 0, nodes = 0, sum = 0;
  uint columns = 0, left = 0, right = 0, free = 0;
  int rows = 0, tested_rows = 0, height = -1;  // -1: no crown
  for (;;) {
    if (free == 0 && height <= 0) {
      if (height == 0) {
        put_result(results, crown, launch, sum, found, nodes);
      }
      crown = atomic_inc(taken);
      if (crown >= number) {
        return;
      }
      __global const Crown* const next = crowns + crown;
      sum = 0;
      for (int i = MAX_ROWS; i >= 0; --i) {
        const uint available = next->available[i], distances = next->gaps[i];
        sum += summand(i, available, distances);
        if (i >= MIN_ROWS) {
          GAPS(i) = distances;
        }
        if (i > 0) {
          OPEN(i) = available;
        } else {
          columns = columns_of(available);
        }
      }
      for (int i = 1 - PAD; i <= 0; ++i) {
        OPEN(i) = OPEN(1);
      }
      rows = popcount(columns);
      tested_rows = rows < FEWEST_ROWS_OF_LARGE ? COVERED_ROWS : COVERED_ROWS_OF_LARGE;
      free = columns & OPEN(rows);
      left = right = found = nodes = 0;
      height = 0;
      continue;
    }
    if (free == 0) {
      const uint4 board = STACK(--height);
      columns = board.x;
      left = board.y;
      right = board.z;
      free = board.w;
      rows = popcount(columns);
    }
    const uint others = free & (free - 1);
    const uint queen = free ^ others;
    free = others;
    ++nodes;
    const uint gap = GAPS(rows) & 31;
    uint4 child = (uint4)(columns ^ queen, (left | queen) << gap, (right | queen) >> gap, 0);
    const bool alive = judge(open, gaps, lane, rows, tested_rows, &child, &found);
    if (alive) {
      if (free != 0) {
        STACK(height++) = (uint4)(columns, left, right, free);
      }
      columns = child.x;
      left = child.y;
      right = child.z;
      free = child.w;
      --rows;
    }
  }
}
