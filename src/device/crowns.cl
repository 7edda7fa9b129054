// The common part of the device kernels, in OpenCL C 1.2. The host prepends it to grids.cl or
// stack.cl. It defines GROUP, the work-items of a group: 32 or 64; SCRATCH_PAIRS, the global memory
// of a group; MAX_ROWS of a crown; and the other numbers of crown.hpp.
//
// Both kernels visit the same nodes as the vector kernels, so counts and nodes of each crown are
// equal. A child is dropped when one of its next two rows has no free square or, with at most
// COVERED_ROWS left, any row or column has none; in a large crown, with COVERED_ROWS_OF_LARGE. The
// last two rows have a closed form.
//
// Each result is sealed: its last word depends on the crown as it was read, its place, the launch,
// and the sums. So the host detects results of another launch or another crown.
//
// All functions are inlined, since their parameters in capitals must be constants at each call.
// They are not static: PoCL 3.1 crashes on static functions of a kernel with barriers.

#define MIN_ROWS 3  // of an expanded board

#define INLINE __attribute__((always_inline))

/// A crown in the layout of CrownRecord in crown_device.hpp, by rows left.
typedef struct {
  uint available[MAX_ROWS + 1];  // squares left open by the queens above; [0]: columns left
  uint gaps[MAX_ROWS + 1];       // distances from a row to the next and on, five bits each, the
                                 // next one lowest; 0 below the last row
} Crown;

/// A crown's columns; none if their number is impossible. Such a crown was never written, as its
/// seal shows, and the search must not leave its arrays.
INLINE uint columns_of(uint columns) {
  return popcount(columns) < MIN_ROWS || popcount(columns) > MAX_ROWS ? 0 : columns;
}

/// A result in the layout of CrownResult in crown_device.hpp.
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

/// The contribution of two words of a crown to the sum from which its seal is computed.
/// @param i  rows left
INLINE uint summand(uint i, uint available, uint gaps) {
  return available * (scrambled(i + 1) | 1) + gaps * (scrambled(i + MAX_ROWS + 2) | 1);
}

/// Writes a result. (Oclgrind 21 does not accept functions that return a structure.)
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
