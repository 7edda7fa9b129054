// Operations on vectors of 32 grids (grids-inl.hpp), for AVX-512.
//
// One permutation looks up 32 words in a table of 32. Needs VBMI, VBMI2 and BITALG (since Ice Lake
// and Zen 4), which permute bytes, expand, compress and count the bits of words.

#include "kernel/lanes-inl.hpp"

#if NQUEENS_AVX512

#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>

#undef NQUEENS_GRIDS_TARGET
#undef NQUEENS_GRIDS_BEFORE_NAMESPACE
#undef NQUEENS_GRIDS_AFTER_NAMESPACE
#undef NQUEENS_GRIDS_LAMBDA
#define NQUEENS_GRIDS_TARGET HWY_TARGET_STR ",avx512vbmi,avx512vbmi2,avx512bitalg"
#define NQUEENS_GRIDS_BEFORE_NAMESPACE() \
  HWY_PUSH_ATTRIBUTES(NQUEENS_GRIDS_TARGET) static_assert(true, "takes a semicolon")
#define NQUEENS_GRIDS_AFTER_NAMESPACE() HWY_POP_ATTRIBUTES static_assert(true, "takes a semicolon")
/// Otherwise Clang compiles lambdas for the baseline.
#define NQUEENS_GRIDS_LAMBDA __attribute__((always_inline, target(NQUEENS_GRIDS_TARGET)))

NQUEENS_GRIDS_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {
namespace grids {

inline constexpr std::size_t boards = 32;  ///< in a vector

inline constexpr int max_columns = 16;

/// A row of each board. A struct, since std::array loses the attributes of a bare vector.
struct Grids {
  __m512i raw;
};
using Columns = Grids;   ///< no_column for none
using Set = __mmask32;   ///< boards of a vector
using Idle = __mmask32;  ///< boards without a square to try

/// Tables have no square for it, so the children are dead.
inline constexpr int no_column = 16;

/// By column, the squares of a row that a queen there leaves free.
struct alignas(64) Table {
  std::array<std::uint16_t, 32> words{};
};

inline void set_entry(Table& table, int column, std::uint32_t squares) {
  table.words[static_cast<std::size_t>(column)] = static_cast<std::uint16_t>(squares);
}

HWY_INLINE int count(Set set) {
  return static_cast<int>(_mm_popcnt_u32(set));
}

HWY_INLINE Grids load(const std::uint16_t* from) {
  return {_mm512_loadu_si512(from)};
}
HWY_INLINE void store(Grids grids, std::uint16_t* to) {
  _mm512_storeu_si512(to, grids.raw);
}
HWY_INLINE Grids all(std::uint32_t word) {
  return {_mm512_set1_epi16(static_cast<short>(word))};
}
HWY_INLINE Grids no_squares() {
  return {_mm512_setzero_si512()};
}
HWY_INLINE Grids any(Grids a, Grids b) {
  return {_mm512_or_si512(a.raw, b.raw)};
}
HWY_INLINE Grids least(Grids a, Grids b) {
  return {_mm512_min_epu16(a.raw, b.raw)};
}
HWY_INLINE Set not_empty(Grids grids) {
  return _mm512_test_epi16_mask(grids.raw, grids.raw);
}
HWY_INLINE Idle idle_of(Grids squares) {
  return _mm512_testn_epi16_mask(squares.raw, squares.raw);
}
HWY_INLINE Set equal(Grids a, Grids b) {
  return _mm512_cmpeq_epu16_mask(a.raw, b.raw);
}

/// Constants of a level's steps, besides tables.
struct Constants {
  int squares;  ///< for has_squares()
};

struct Choice {
  Columns columns;
  Grids later;
};

/// Splits off the lowest square of each board.
HWY_INLINE Choice choose(const Constants& /*constants*/, Grids squares) {
  const __m512i less = _mm512_add_epi16(squares.raw, _mm512_set1_epi16(-1));
  return {{_mm512_popcnt_epi16(_mm512_andnot_si512(squares.raw, less))},
          {_mm512_and_si512(squares.raw, less)}};
}

struct alignas(64) Numbers {
  std::array<std::uint16_t, boards> words{};
};
constexpr Numbers make_numbers(std::size_t first, std::size_t step) {
  Numbers numbers;
  for (std::size_t i = 0; i < boards; ++i) {
    numbers.words[i] = static_cast<std::uint16_t>(first + step * i);
  }
  return numbers;
}
/// The lowest five bits of a word are the number of its lane, for a permutation of words. Twice the
/// word has the numbers of both its bytes, in six bits each, for a permutation of bytes. One
/// constant serves both, since registers are scarce.
inline constexpr Numbers lane_numbers = make_numbers(0x0080, 0x0101);

HWY_INLINE __m512i load_numbers(const Numbers& numbers) {
  return _mm512_load_si512(numbers.words.data());
}

inline constexpr std::size_t window = boards;  ///< boards that pick() chooses from

/// The name of one of them for pick().
constexpr std::uint16_t name_of(std::size_t board) {
  return static_cast<std::uint16_t>(board);
}

/// The words of the named boards.
HWY_INLINE Grids pick(const std::uint16_t* from, Grids names) {
  return {_mm512_permutexvar_epi16(names.raw, load(from).raw)};
}

/// The squares of a row that the queens leave free.
HWY_INLINE Grids leave(Grids row, Columns queens, const Table& table) {
  return {_mm512_and_si512(
      row.raw, _mm512_permutexvar_epi16(queens.raw, _mm512_load_si512(table.words.data())))};
}

/// Nonzero for boards with at least Constants::squares squares.
HWY_INLINE Grids has_squares(const Constants& constants, Grids row) {
  return {_mm512_subs_epu16(_mm512_popcnt_epi16(row.raw),
                            _mm512_set1_epi16(static_cast<short>(constants.squares - 1)))};
}

// Expand and compress depend on the register's old value, even if they zero the rest of it. GCC's
// code for the intrinsics would make every step wait for the one before (Zen 4 and 5). Their
// results go through variables: GCC 12 stored these members and never loaded them.

/// Replaces idle boards of a vector, in order, by the next ones from memory.
class Refill {
 public:
  HWY_INLINE explicit Refill(Idle idle) : idle_(idle) {
    __m512i ranks;
    asm("vpxor %x0, %x0, %x0\n\tvpexpandw %1, %0%{%2%}%{z%}"
        : "=&x"(ranks)
        : "v"(load_numbers(lane_numbers)), "Yk"(idle));
    ranks_.raw = ranks;
  }

  /// With the intrinsic, GCC 12 copies the register before and after.
  HWY_INLINE Grids operator()(Grids row, const std::uint16_t* from) const {
    struct Vector {
      std::uint16_t words[boards];
    };
    asm("vpermw %1, %2, %0%{%3%}"
        : "+v"(row.raw)
        : "m"(*reinterpret_cast<const Vector*>(from)), "v"(ranks_.raw), "Yk"(idle_));
    return row;
  }

 private:
  Idle idle_;
  Grids ranks_;
};

/// Appends the boards of a set to arrays. Writes whole vectors; the lanes after the set are never
/// read. On Intel, a byte permutation takes one micro-operation, a word permutation two.
class Append {
 public:
  HWY_INLINE explicit Append(Set set) {
    __m512i members;
    asm("vpxor %x0, %x0, %x0\n\tvpcompressw %1, %0%{%2%}%{z%}"
        : "=&x"(members)
        : "v"(load_numbers(lane_numbers)), "Yk"(set));
    members_.raw = _mm512_add_epi16(members, members);
  }

  HWY_INLINE void operator()(Grids row, std::uint16_t* to) const {
    store({_mm512_permutexvar_epi8(members_.raw, row.raw)}, to);
  }

 private:
  Grids members_;  ///< numbers of their bytes
};

}  // namespace grids
}  // namespace HWY_NAMESPACE
}  // namespace nqueens
NQUEENS_GRIDS_AFTER_NAMESPACE();

#endif  // NQUEENS_AVX512
