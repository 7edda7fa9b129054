// A lockstep group of work-items (a warp, a wave) searches a crown, all of its lanes on the same
// level of the tree.
//
// Boards wait by level. A burst makes steps on one level; in a step each lane tries one square of
// its board. A lane without a square takes a board of its level, and a living child goes to the
// level below. A vote among the lanes says who takes which board and which place, so all lanes know
// how many boards each level has. A burst goes on until its level runs low or the level below is
// full. At its end the boards still in lanes go back to their level.
//
// The host defines how lanes vote: VOTE_PTX (NVIDIA), VOTE_AMDGCN (AMD) or VOTE_SUBGROUPS (others
// with cl_khr_subgroup_ballot). Without one they vote through local memory, which works anywhere,
// but slowly. A GROUP that does not run in lockstep then counts right only through local memory.

// Levels with more rows left have 4 % of the nodes: their boards are in global memory.
#define LOCAL_ROWS 9
#define READY (2 * GROUP)                                // boards with which a level is expanded
#define ROOM (SCRATCH_BOARDS / (MAX_ROWS - LOCAL_ROWS))  // boards of a level
#define LOCAL_BOARDS ((LOCAL_ROWS - MIN_ROWS + 1) * ROOM)
#if ROOM < READY + GROUP
#error "SCRATCH_BOARDS is too small"
#endif

#if GROUP == 32
typedef uint Lanes;
#else
typedef ulong Lanes;
#endif

/// What the lanes of a group share, by rows left.
typedef struct {
  uint open[MAX_ROWS + 1];
  uint gap[MAX_ROWS + 1];  // to the next row
  int size[MAX_ROWS + 1];  // boards waiting
  uint taken;              // the crown
  uint sum;                // of its words
  uint found, nodes;
  uint votes[2];  // through local memory
} Shared;

typedef struct {
  uint found, nodes;
} Tally;

// The lanes that say yes. All lanes call it.
#if defined(VOTE_PTX)
INLINE Lanes vote(__local Shared* shared, bool yes) {
  uint lanes;
  __asm__ volatile(
      "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %1, 0;\n\tvote.sync.ballot.b32 %0, p, 0xffffffff;\n\t}"
      : "=r"(lanes)
      : "r"((uint)yes));
  return lanes;
}
#elif defined(VOTE_AMDGCN)
INLINE Lanes vote(__local Shared* shared, bool yes) {
  return (Lanes)__builtin_amdgcn_uicmp((uint)yes, 0u, 33);  // 33: not equal
}
#elif defined(VOTE_SUBGROUPS)
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#define LOCKSTEP __attribute__((intel_reqd_sub_group_size(GROUP)))
INLINE Lanes vote(__local Shared* shared, bool yes) {
  const uint4 lanes = sub_group_ballot(yes);
  return (Lanes)(lanes.x | (ulong)lanes.y << 32);
}
#else
INLINE Lanes vote(__local Shared* shared, bool yes) {
  const uint lane = get_local_id(0);
  if (lane == 0) {
    shared->votes[0] = shared->votes[1] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (yes) {
    atomic_or(&shared->votes[lane / 32], 1u << lane % 32);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const Lanes lanes = (Lanes)(shared->votes[0] | (ulong)shared->votes[1] << 32);
  barrier(CLK_LOCAL_MEM_FENCE);
  return lanes;
}
#endif

#ifndef LOCKSTEP
#define LOCKSTEP
#endif

/// A board in memory: columns left, two diagonals as they meet its next row, and the free squares
/// of that row still to try.
INLINE uint4 load(const bool FAR, __local const uint4* near, __global const uint4* far, int place) {
  return FAR ? far[place] : near[place];
}

INLINE void store(const bool FAR, __local uint4* near, __global uint4* far, int place,
                  uint4 board) {
  if (FAR) {
    far[place] = board;
  } else {
    near[place] = board;
  }
}

/// Whether a child lives. One with two rows left does not, but stands for `found` solutions.
/// @param ROWS  left of its parent, as for burst()
/// @param is_large  the crown is
/// @param open, gap  of the rows below the parent and between them, from 1 on
/// @param child  columns, and diagonals as they meet its next row; gets the free squares of that
INLINE bool judge(const int ROWS, const bool is_large, const uint* open, const uint* gap,
                  uint4* child, uint* found) {
  const uint columns = child->x;
  const uint first = columns & ~(child->y | child->z) & open[1];
  uint left = child->y << gap[2];
  uint right = child->z >> gap[2];
  const uint second = columns & ~(left | right) & open[2];
  child->w = first;
  bool alive = first != 0 && second != 0;
  if (ROWS - 1 <= COVERED_ROWS || (is_large && ROWS - 1 <= COVERED_ROWS_OF_LARGE)) {
    uint seen = first | second;
    for (int i = 3; i < ROWS; ++i) {
      left <<= gap[i];
      right >>= gap[i];
      const uint squares = columns & ~(left | right) & open[i];
      alive = alive && squares != 0;
      seen |= squares;
    }
    alive = alive && seen == columns;
  }
  if (ROWS == MIN_ROWS) {
    *found += alive ? count_last_two(columns, first, second, gap[2]) : 0;
    alive = false;
  }
  return alive;
}

/// A burst on the boards with `rows` rows left. The names in capitals are constants where it is
/// called, so the tests unroll.
/// @param ROWS  `rows`, or the least number from which on all levels take the same steps
/// @param FAR, NEXT_FAR  whether this level and the one below are in global memory
/// @param is_large  the crown is
/// @param drains  goes on to the last board
INLINE void burst(const int ROWS, const bool FAR, const bool NEXT_FAR, const int rows,
                  const bool is_large, const bool drains, __local Shared* shared,
                  __local uint4* near, __global uint4* far, Tally* tally) {
  const uint lane = get_local_id(0);
  const Lanes before = ((Lanes)1 << lane) - 1;
  const int from = (rows - (FAR ? LOCAL_ROWS + 1 : MIN_ROWS)) * ROOM;
  const int to = (rows - 1 - (NEXT_FAR ? LOCAL_ROWS + 1 : MIN_ROWS)) * ROOM;
  uint open[COVERED_ROWS_OF_LARGE + 1], gap[COVERED_ROWS_OF_LARGE + 1];
  for (int i = 1; i <= COVERED_ROWS_OF_LARGE; ++i) {
    if (i < ROWS && (i <= 2 || ROWS - 1 <= COVERED_ROWS_OF_LARGE)) {
      open[i] = shared->open[rows - i];
      gap[i] = shared->gap[rows - i + 1];
    }
  }
  int waiting = shared->size[rows];
  int stored = ROWS > MIN_ROWS ? shared->size[rows - 1] : 0;
  uint4 board = (uint4)(0, 0, 0, 0);
  Lanes idle = ~(Lanes)0;
  while (stored <= ROOM - GROUP && (drains ? waiting > 0 || idle != ~(Lanes)0 : waiting >= GROUP)) {
    if (board.w == 0) {
      // If none is left, a dead board: without columns no child of it lives.
      const int place = waiting - 1 - (int)popcount(idle & before);
      board = place >= 0 ? load(FAR, near, far, from + place) : (uint4)(0, 0, 0, 0);
    }
    waiting = max(waiting - (int)popcount(idle), 0);
    const uint others = board.w & (board.w - 1);
    const uint queen = board.w ^ others;
    board.w = others;
    tally->nodes += queen != 0;
    uint4 child =
        (uint4)(board.x ^ queen, (board.y | queen) << gap[1], (board.z | queen) >> gap[1], 0);
    const bool alive = judge(ROWS, is_large, open, gap, &child, &tally->found);
    if (ROWS > MIN_ROWS) {
      const Lanes living = vote(shared, alive);
      if (alive) {
        store(NEXT_FAR, near, far, to + stored + (int)popcount(living & before), child);
      }
      stored += (int)popcount(living);
    }
    idle = vote(shared, board.w == 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (board.w != 0) {
    store(FAR, near, far, from + waiting + (int)popcount(~idle & before), board);
  }
  if (lane == 0) {
    shared->size[rows] = waiting + (int)popcount(~idle);
    if (ROWS > MIN_ROWS) {
      shared->size[rows - 1] = stored;
    }
  }
  barrier(FAR ? CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE);
}

/// Puts a crown's only board on its level. @return that level
INLINE int begin_crown(__global const Crown* crown, __local Shared* shared, __local uint4* near,
                       __global uint4* far) {
  const uint lane = get_local_id(0);
  const uint columns = columns_of(crown->available[0]);
  const int top = max((int)popcount(columns), MIN_ROWS);
  for (uint i = lane; i <= MAX_ROWS; i += GROUP) {
    const uint available = crown->available[i], gaps = crown->gaps[i];
    atomic_add(&shared->sum, summand(i, available, gaps));
    shared->open[i] = available;
    shared->gap[i] = gaps & 31;
    shared->size[i] = i == top && columns != 0;
  }
  if (lane == 0) {
    shared->found = shared->nodes = 0;
    const uint4 board = (uint4)(columns, 0, 0, columns & crown->available[top]);
    if (top > LOCAL_ROWS) {
      far[(top - LOCAL_ROWS - 1) * ROOM] = board;
    } else {
      near[(top - MIN_ROWS) * ROOM] = board;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return top;
}

/// Searches below the only board, on level `top`.
INLINE void search(int top, __local Shared* shared, __local uint4* near, __global uint4* far,
                   Tally* tally) {
  const bool is_large = top >= FEWEST_ROWS_OF_LARGE;
  int rows = top;
  for (;;) {
    // The deepest level with enough boards; none below `rows - 1` has them. Else the level nearest
    // to the root that has any.
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
#define BURST(ROWS, FAR, NEXT_FAR) \
  burst(ROWS, FAR, NEXT_FAR, rows, is_large, drains, shared, near, far, tally)
    switch (rows) {
      case 3: BURST(3, false, false); break;
      case 4: BURST(4, false, false); break;
      case 5: BURST(5, false, false); break;
      case 6: BURST(6, false, false); break;
      case 7: BURST(7, false, false); break;
      case 8: BURST(8, false, false); break;
      case 9: BURST(9, false, false); break;
      case 10: BURST(9, true, false); break;
      default: BURST(9, true, true);
    }
  }
}

/// @param results  of each crown
/// @param scratch  SCRATCH_BOARDS for each group
/// @param taken  crowns begun, 0 at the start
/// @param launch  its number
__kernel LOCKSTEP __attribute__((reqd_work_group_size(GROUP, 1, 1))) void count_crowns(
    __global const Crown* restrict crowns, uint number, __global Result* restrict results,
    __global uint4* restrict scratch, volatile __global uint* restrict taken, uint launch) {
  __local Shared shared;
  __local uint4 near[LOCAL_BOARDS];
  __global uint4* const far = scratch + get_group_id(0) * SCRATCH_BOARDS;
  const uint lane = get_local_id(0);
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
    Tally tally;
    tally.found = tally.nodes = 0;
    search(top, &shared, near, far, &tally);
    atomic_add(&shared.found, tally.found);
    atomic_add(&shared.nodes, tally.nodes);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0) {
      put_result(results, crown, launch, shared.sum, shared.found, shared.nodes);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
