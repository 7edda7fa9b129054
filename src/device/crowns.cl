// What the kernels of devices share, in OpenCL C 1.2. The host puts this in front of grids.cl or
// stack.cl. It defines GROUP, the work-items of a group: 32 or 64; SCRATCH_PAIRS, for which a group
// has global memory; MAX_ROWS, of a crown; and the other numbers of crown.hpp.
//
// Both kernels visit the nodes of the vector kernels, so counts and nodes of each crown are equal
// to theirs. A child is dropped when one of its next two rows has no free square or, with
// COVERED_ROWS left or fewer, any row or column; in a large crown, with COVERED_ROWS_OF_LARGE. The
// last two rows have a closed form.
//
// Each result is sealed: its last word depends on the crown as it was read, its place, the launch,
// and the sums. So the host knows a result that is not of this launch, or of another crown.
//
// All functions are inlined, since their parameters in capitals are constants where they are
// called. They are not static: PoCL 3.1 crashes on static functions of a kernel with barriers.

#define MIN_ROWS 3  // of a board that is expanded

#define INLINE __attribute__((always_inline))

/// A crown as CrownRecord in crown_device.hpp lays it out, by rows left.
typedef struct {
  uint available[MAX_ROWS + 1];  // squares that the queens above leave open; [0]: columns left
  uint gaps[MAX_ROWS + 1];       // distances from a row to the next and on, five bits each, the
                                 // next one lowest; 0 below the last row
} Crown;

/// A crown's columns; none if it cannot have so few or so many. Then it was never written, which its
/// seal shows, and the search must not leave its arrays.
INLINE uint columns_of(uint columns) {
  return popcount(columns) < MIN_ROWS || popcount(columns) > MAX_ROWS ? 0 : columns;
}

/// A result as CrownResult in crown_device.hpp lays it out.
typedef struct {
  uint solutions, nodes;
  uint seal;
} Result;

/// A bijection of words that looks random.
INLINE uint scrambled(uint word) {
  word = (word ^ word >> 16) * 0x7feb352du;
  word = (word ^ word >> 15) * 0x846ca68bu;
  return word ^ word >> 16;
}

/// What two words of a crown add to the sum that its seal is made from.
/// @param i  rows left
INLINE uint summand(uint i, uint available, uint gaps) {
  return available * (scrambled(i + 1) | 1) + gaps * (scrambled(i + MAX_ROWS + 2) | 1);
}

/// Writes a result. (Oclgrind 21 does not take functions that return a structure.)
/// @param sum  over all words of the crown
INLINE void put_result(__global Result* results, uint place, uint launch, uint sum, uint solutions,
                       uint nodes) {
  uint seal = scrambled(sum ^ launch);
  seal = scrambled(seal + place);
  seal = scrambled(seal ^ solutions);
  results[place].solutions = solutions;
  results[place].nodes = nodes;
  results[place].seal = scrambled(seal + nodes);
}
