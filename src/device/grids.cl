// A lockstep group of work-items (a warp, a wave) searches a crown, with all lanes on the same
// level of the tree. Boards are grids (docs/kernels.md): the free squares of each row left, two
// rows in a word, the last row lowest. A table has the squares that a queen leaves free in the rows
// below, so a child takes one AND per word. Words are stored in pairs, which lanes read without
// conflicts.
//
// Boards wait by level. A burst makes steps on one level; in a step each lane tries one square of
// its board. A lane without squares left takes a board of its level, and a living child goes to the
// level below. The lanes vote to share out boards and places, so all of them know how many boards
// each level has. A burst ends when its level runs low or the level below is full. Then the boards
// still in lanes go back to their level.
//
// The host defines how lanes vote: VOTE_PTX (NVIDIA), VOTE_AMDGCN (AMD) or VOTE_SUBGROUPS (others
// with cl_khr_subgroup_ballot). Otherwise they vote through local memory, which is slow but works
// anywhere. A GROUP that does not run in lockstep counts right only that way.

// Levels with more rows left have 4 % of the nodes and are in global memory.
#define LOCAL_ROWS 9
#define READY (2 * GROUP)  // boards that a level needs to be expanded
#define ROOM (4 * GROUP)   // boards of a level
#define PLACES (ROOM + 1)  // the first has a board without squares

#define COLUMNS 16  // of a table; no board has the last one, which takes carries of row sums
#if MAX_ROWS >= COLUMNS
#error "MAX_ROWS is too large"
#endif

#define WORDS(rows) (((rows) + 1) / 2)
#define PAIRS(rows) (((rows) + 3) / 4)
/// Pairs for one board with each number of rows from 3 to rows - 1.
#define PAIRS_BELOW(rows)         \
  ((rows) <= 5    ? (rows)-3      \
   : (rows) <= 9  ? 2 * (rows)-8  \
   : (rows) <= 13 ? 3 * (rows)-17 \
                  : 4 * (rows)-30)

// Local and global memory have the boards of their levels, then their tables; local memory also has
// the table of 2 rows left. A level has an array for each pair of its boards, and a table for each
// pair of its rows, by column.
#define IS_FAR(rows) ((rows) > LOCAL_ROWS)
#define LOCAL_BOARDS PAIRS_BELOW(LOCAL_ROWS + 1)
#define FAR_BOARDS (PAIRS_BELOW(MAX_ROWS + 1) - LOCAL_BOARDS)
#define BOARDS_AT(rows) ((PAIRS_BELOW(rows) - (IS_FAR(rows) ? LOCAL_BOARDS : 0)) * PLACES)
#define TABLES_BELOW(rows) (2 + PAIRS_BELOW((rows)-1))
#define TABLE_AT(rows)                                                                       \
  (IS_FAR(rows)                                                                              \
       ? FAR_BOARDS * PLACES + (TABLES_BELOW(rows) - TABLES_BELOW(LOCAL_ROWS + 1)) * COLUMNS \
       : LOCAL_BOARDS * PLACES + TABLES_BELOW(rows) * COLUMNS)
#define LOCAL_PAIRS (LOCAL_BOARDS * PLACES + TABLES_BELOW(LOCAL_ROWS + 1) * COLUMNS)
#if SCRATCH_PAIRS < TABLE_AT(MAX_ROWS + 1)
#error "SCRATCH_PAIRS is too small"
#endif

#if GROUP == 32
typedef uint Lanes;
#else
typedef ulong Lanes;
#endif

/// Shared by the lanes of a group.
typedef struct {
  uint place[MAX_ROWS + 1];  // distance of a row from the first; by rows left
  int size[MAX_ROWS + 1];    // boards waiting; by rows left
  uint taken;                // the crown
  uint sum;                  // of its words
  uint found;
  uint votes[3][2];  // through local memory, used in turn
} Shared;

typedef struct {
  uint found;  // by this lane
  uint nodes;  // by all lanes
  uint vote;   // index of the next vote in Shared
} Tally;

// The lanes for which `yes` holds. All lanes must call it.
#if defined(VOTE_PTX)
INLINE Lanes vote(__local Shared* shared, Tally* tally, bool yes) {
  uint lanes;
  __asm__ volatile(
      "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %1, 0;\n\tvote.sync.ballot.b32 %0, p, 0xffffffff;\n\t}"
      : "=r"(lanes)
      : "r"((uint)yes));
  return lanes;
}
#elif defined(VOTE_AMDGCN)
INLINE Lanes vote(__local Shared* shared, Tally* tally, bool yes) {
  return (Lanes)__builtin_amdgcn_uicmp((uint)yes, 0u, 33);  // 33: not equal
}
#elif defined(VOTE_SUBGROUPS)
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#define LOCKSTEP __attribute__((intel_reqd_sub_group_size(GROUP)))
INLINE Lanes vote(__local Shared* shared, Tally* tally, bool yes) {
  const uint4 lanes = sub_group_ballot(yes);
  return (Lanes)(lanes.x | (ulong)lanes.y << 32);
}
#else
INLINE Lanes vote(__local Shared* shared, Tally* tally, bool yes) {
  const uint lane = get_local_id(0);
  __local uint* const votes = shared->votes[tally->vote];
  __local uint* const before = shared->votes[(tally->vote + 2) % 3];
  tally->vote = (tally->vote + 1) % 3;
  if (yes) {
    atomic_or(&votes[lane / 32], 1u << lane % 32);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const Lanes lanes = (Lanes)(votes[0] | (ulong)votes[1] << 32);
  if (lane < 2) {
    before[lane] = 0;  // all lanes have read it; the next vote uses another
  }
  return lanes;
}
#endif

#ifndef LOCKSTEP
#define LOCKSTEP
#endif

INLINE uint2 load(const bool FAR, __local const uint2* near, __global const uint2* far, int at) {
  return FAR ? far[at] : near[at];
}

INLINE void store(const bool FAR, __local uint2* near, __global uint2* far, int at, uint2 pair) {
  if (FAR) {
    far[at] = pair;
  } else {
    near[at] = pair;
  }
}

/// Whether a child with ROWS rows left is alive. @param is_large  whether the crown is large
INLINE bool lives(const int ROWS, const bool is_large, const uint* child) {
  const bool covered = ROWS <= COVERED_ROWS || (is_large && ROWS <= COVERED_ROWS_OF_LARGE);
  const int first = covered ? 1 : ROWS - 1;  // of the tested rows
  uint full = 0x80008000u, seen = 0;
  for (int i = 0; i < WORDS(ROWS); ++i) {
    const uint untested = (2 * i + 1 < first ? 0x8000u : 0) |
                          (2 * i + 2 < first || 2 * i + 2 > ROWS ? 0x80000000u : 0);
    // A row with a free square carries into its highest bit, which is no column.
    full &= (child[i] + 0x7fff7fffu) | untested;
    seen |= child[i];
  }
  return full == 0x80008000u && (!covered || popcount(seen | rotate(seen, 16u)) == 2 * ROWS);
}

/// Solutions below a child with two rows left, if each row and column has a free square: possible
/// if a queen in one column leaves the other free.
/// @param table  of 2 rows left
INLINE uint count_last_two(__local const uint2* table, uint child) {
  const uint swapped = rotate(child, 16u);
  const uint columns = child | swapped;
  return (columns & table[clz(columns | 0x10000u)].x) == 0 ? 0 : child == swapped ? 2 : 1;
}

/// A burst on the boards with ROWS rows left. ROWS is constant at each call, so loops over words
/// unroll.
/// @param is_large  whether the crown is large
/// @param drains  continues to the last board
INLINE void burst(const int ROWS, const bool is_large, const bool drains, __local Shared* shared,
                  __local uint2* near, __global uint2* far, Tally* tally) {
  const uint lane = get_local_id(0);
  const Lanes all = ~(Lanes)0, before = ((Lanes)1 << lane) - 1;
  const int first = WORDS(ROWS) - 1;  // the word of the first row, which begins at bit `shift`
  const int shift = ROWS % 2 == 0 ? 16 : 0;
  const uint least = 1u << shift;  // least value of the word if the row has a square
  // Boards left once idle lanes have taken theirs; negative if some lanes get none.
  int waiting = shared->size[ROWS] - GROUP;
  const int enough = drains ? 1 - GROUP : 0;
  int stored = ROWS > MIN_ROWS ? shared->size[ROWS - 1] : 0;
  uint board[2 * PAIRS(MAX_ROWS)];
  for (int i = 0; i < 2 * PAIRS(ROWS); ++i) {
    board[i] = 0;
  }
  Lanes idle = all;
  while (stored <= ROOM - GROUP && (waiting >= enough || (drains && idle != all))) {
    if (board[first] < least) {
      // Without a board left, takes the one without squares, of which no child lives.
      const int place = max(waiting + (int)popcount(idle & ~before), 0);
      for (int i = 0; i < PAIRS(ROWS); ++i) {
        const uint2 pair = load(IS_FAR(ROWS), near, far, BOARDS_AT(ROWS) + i * PLACES + place);
        board[2 * i] = pair.x;
        board[2 * i + 1] = pair.y;
      }
    }
    const int square = (int)clz(board[first] | least);  // counted from the last column
    board[first] &= ~(0x80000000u >> square);
    uint child[2 * PAIRS(MAX_ROWS)];
    for (int i = 0; i < PAIRS(ROWS - 1); ++i) {
      const int at = TABLE_AT(ROWS) + i * COLUMNS + square - (16 - shift);
      const uint2 free = load(IS_FAR(ROWS), near, far, at);
      child[2 * i] = board[2 * i] & free.x;
      child[2 * i + 1] = 2 * i + 1 < WORDS(ROWS - 1) ? board[2 * i + 1] & free.y : 0;
    }
    const bool alive = lives(ROWS - 1, is_large, child);
    if (ROWS == MIN_ROWS) {
      tally->found += alive ? count_last_two(near + TABLE_AT(2), child[0]) : 0;
    } else {
      const Lanes living = vote(shared, tally, alive);
      if (alive) {
        const int place = 1 + stored + (int)popcount(living & before);
        for (int i = 0; i < PAIRS(ROWS - 1); ++i) {
          store(IS_FAR(ROWS - 1), near, far, BOARDS_AT(ROWS - 1) + i * PLACES + place,
                (uint2)(child[2 * i], child[2 * i + 1]));
        }
      }
      stored += (int)popcount(living);
    }
    idle = vote(shared, tally, board[first] < least);
    waiting -= (int)popcount(idle);
    tally->nodes += GROUP;
  }
  waiting += (int)popcount(idle);
  tally->nodes += min(waiting, 0);  // lanes without a board
  waiting = max(waiting, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (board[first] >= least) {
    const int place = 1 + waiting + (int)popcount(~idle & before);
    for (int i = 0; i < PAIRS(ROWS); ++i) {
      store(IS_FAR(ROWS), near, far, BOARDS_AT(ROWS) + i * PLACES + place,
            (uint2)(board[2 * i], board[2 * i + 1]));
    }
  }
  if (lane == 0) {
    shared->size[ROWS] = waiting + (int)popcount(~idle);
    if (ROWS > MIN_ROWS) {
      shared->size[ROWS - 1] = stored;
    }
  }
  barrier(IS_FAR(ROWS) ? CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE);
}

/// The bit of a square in a board; none if it is in no column of the crown.
INLINE uint numbered(uint columns, uint square) {
  return (columns & square) != 0 ? 1u << popcount(columns & (square - 1)) : 0;
}

/// The squares of a row that a queen leaves free.
INLINE uint left_free(uint columns, uint queen, uint distance) {
  return 0xffffu & ~(numbered(columns, queen) | numbered(columns, queen << distance) |
                     numbered(columns, queen >> distance));
}

/// Fills the tables: the squares that a queen leaves free in the rows below, by rows left and
/// column.
INLINE void make_tables(uint columns, int top, __local const uint* place, __local uint2* near,
                        __global uint2* far) {
  const uint column = get_local_id(0) % COLUMNS;
  uint left = columns;
  for (uint i = column; i < COLUMNS - 1; ++i) {
    left &= left - 1;
  }
  const uint queen = left & -left;
  for (int rows = 2; rows <= top; ++rows) {
    for (int i = get_local_id(0) / COLUMNS; i < PAIRS(rows - 1); i += GROUP / COLUMNS) {
      ulong free = 0;
      for (int row = min(4 * i + 4, rows - 1); row > 4 * i; --row) {
        free = free << 16 | left_free(columns, queen, place[row] - place[rows]);
      }
      const int at = TABLE_AT(rows) + i * COLUMNS + column;
      store(IS_FAR(rows), near, far, at, (uint2)((uint)free, (uint)(free >> 32)));
    }
  }
}

/// Puts a crown's first board on its level, and fills its tables. @return that level
INLINE int begin_crown(__global const Crown* crown, __local Shared* shared, __local uint2* near,
                       __global uint2* far) {
  const int lane = get_local_id(0);
  const uint columns = columns_of(crown->available[0]);
  const int top = max((int)popcount(columns), MIN_ROWS);
  for (int i = lane; i <= MAX_ROWS; i += GROUP) {
    const uint available = crown->available[i], gaps = crown->gaps[i];
    atomic_add(&shared->sum, summand(i, available, gaps));
    uint place = 0;
    for (int row = i + 1; row <= top; ++row) {
      place += crown->gaps[row] & 31;
    }
    shared->place[i] = place;
    shared->size[i] = i == top && columns != 0;
  }
  if (lane < PAIRS(top)) {
    ulong free = 0;
    for (int row = min(4 * lane + 4, top); row > 4 * lane; --row) {
      free <<= 16;
      for (uint left = columns & crown->available[row]; left != 0; left &= left - 1) {
        free |= numbered(columns, left & -left);
      }
    }
    const int at = BOARDS_AT(top) + lane * PLACES + 1;
    store(IS_FAR(top), near, far, at, (uint2)((uint)free, (uint)(free >> 32)));
  }
  if (lane == 0) {
    shared->found = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  make_tables(columns, top, shared->place, near, far);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return top;
}

/// Searches below the first board, on level `top`.
INLINE void search(int top, __local Shared* shared, __local uint2* near, __global uint2* far,
                   Tally* tally) {
  const bool is_large = top >= FEWEST_ROWS_OF_LARGE;
  int rows = top;
  for (;;) {
    // The deepest level with enough boards; none below `rows - 1` has enough. Otherwise the level
    // nearest to the root that has any.
    int next = max(rows - 1, MIN_ROWS);
    while (next <= top && shared->size[next] < READY) {
      ++next;
    }
    const bool drains = next > top;
    if (drains) {
      while (top >= MIN_ROWS && shared->size[top] == 0) {
        --top;
      }
      if (top < MIN_ROWS) {
        return;
      }
      next = top;
    }
    rows = next;
#define LEVEL(ROWS) \
  case ROWS: burst(ROWS, is_large, drains, shared, near, far, tally); break
    switch (rows) {
      LEVEL(3);
      LEVEL(4);
      LEVEL(5);
      LEVEL(6);
      LEVEL(7);
      LEVEL(8);
      LEVEL(9);
      LEVEL(10);
      LEVEL(11);
      LEVEL(12);
      LEVEL(13);
      LEVEL(14);
      LEVEL(15);
    }
  }
}

/// @param results  of each crown
/// @param scratch  SCRATCH_PAIRS for each group
/// @param taken  crowns begun, 0 at the start
/// @param launch  its number
__kernel LOCKSTEP __attribute__((reqd_work_group_size(GROUP, 1, 1))) void count_crowns(
    __global const Crown* restrict crowns, uint number, __global Result* restrict results,
    __global uint2* restrict scratch, volatile __global uint* restrict taken, uint launch) {
  __local Shared shared;
  __local uint2 near[LOCAL_PAIRS];
  __global uint2* const far = scratch + get_group_id(0) * SCRATCH_PAIRS;
  const uint lane = get_local_id(0);
  // The boards without squares.
  for (uint i = lane; i < LOCAL_BOARDS; i += GROUP) {
    near[i * PLACES] = (uint2)(0, 0);
  }
  for (uint i = lane; i < FAR_BOARDS; i += GROUP) {
    far[i * PLACES] = (uint2)(0, 0);
  }
  for (uint i = lane; i < 6; i += GROUP) {
    shared.votes[i / 2][i % 2] = 0;
  }
  Tally tally;
  tally.vote = 0;
  for (;;) {
    if (lane == 0) {
      shared.taken = atomic_inc(taken);
      shared.sum = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint crown = shared.taken;
    if (crown >= number) {
      return;
    }
    const int top = begin_crown(crowns + crown, &shared, near, far);
    tally.found = tally.nodes = 0;
    search(top, &shared, near, far, &tally);
    atomic_add(&shared.found, tally.found);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0) {
      put_result(results, crown, launch, shared.sum, shared.found, tally.nodes);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
