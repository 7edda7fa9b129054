// Many changes in one program. A number in the environment chooses one of them when it starts; none
// is the program as it is. tests/mutations/switched.py writes what uses this.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <type_traits>
#include <utility>

namespace mutant {

inline const int chosen = [] {
  const char* number = std::getenv("NQUEENS_MUTANT");
  return number != nullptr ? std::atoi(number) : 0;
}();

/// A byte for each number, by its last bits, in a file that the environment may name: in the file,
/// since a process may be killed. What is reached sets its byte to 1.
constexpr unsigned places = 1U << 20U;
inline unsigned char* const reached = []() -> unsigned char* {
  const char* file = std::getenv("NQUEENS_REACHED");
  const int opened = file != nullptr ? ::open(file, O_RDWR | O_CLOEXEC) : -1;
  if (opened < 0) {
    return nullptr;
  }
  void* place = ::mmap(nullptr, places, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
  ::close(opened);
  return place != MAP_FAILED ? static_cast<unsigned char*>(place) : nullptr;
}();

/// Whether this change is the chosen one. For constants, which the compiler is not to compute.
inline bool is_from_start(int number) {
  if (reached != nullptr) {
    reached[static_cast<unsigned>(number) % places] = 1;
  }
  return chosen == number;
}

/// The same elsewhere. What the compiler computes does not change.
constexpr bool is(int number) {
  return !std::is_constant_evaluated() && is_from_start(number);
}

/// A number in braces, which would not be converted there.
template <class Number>
struct Value {
  int number;
  Number before;
  Number after;
  template <class To>
  requires std::is_arithmetic_v<To>
  constexpr operator To() const {  // NOLINT: as a literal is
    return static_cast<To>(is(number) ? after : before);
  }
};
template <class Number>
constexpr Value<Number> value(int number, Number before, Number after) {
  return {number, before, after};
}

template <class Number>
constexpr Number sign(int number, Number value) {
  return is(number) ? static_cast<Number>(-value) : value;
}

/// ++ or, if it is changed, --.
template <class Number>
constexpr Number& up(int number, Number& value) {
  return is(number) ? --value : ++value;
}
template <class Number>
constexpr Number& down(int number, Number& value) {
  return is(number) ? ++value : --value;
}
template <class Number>
constexpr Number up_later(int number, Number& value) {
  Number before = value;
  up(number, value);
  return before;
}
template <class Number>
constexpr Number down_later(int number, Number& value) {
  Number before = value;
  down(number, value);
  return before;
}

/// `a + Plus{7} + b` is a + b or, if change 7 is chosen, a - b. So nobody needs to know where the
/// operands begin and end.
#define MUTANT_OPERATOR(Name, op, other)                                  \
  struct Name {                                                           \
    int number;                                                           \
  };                                                                      \
  template <class Left>                                                   \
  struct Name##Left {                                                     \
    Left&& left;                                                          \
    int number;                                                           \
    template <class Right>                                                \
    friend constexpr auto operator op(Name##Left half, Right&& right) {   \
      return is(half.number) ? half.left other std::forward<Right>(right) \
                             : half.left op std::forward<Right>(right);   \
    }                                                                     \
  };                                                                      \
  template <class Left>                                                   \
  constexpr Name##Left<Left> operator op(Left&& left, Name change) {      \
    return {std::forward<Left>(left), change.number};                     \
  }

MUTANT_OPERATOR(Less, <, <=)
MUTANT_OPERATOR(LessEqual, <=, <)
MUTANT_OPERATOR(Greater, >, >=)
MUTANT_OPERATOR(GreaterEqual, >=, >)
MUTANT_OPERATOR(Equal, ==, !=)
MUTANT_OPERATOR(Unequal, !=, ==)
MUTANT_OPERATOR(Plus, +, -)
MUTANT_OPERATOR(Minus, -, +)
MUTANT_OPERATOR(Times, *, /)
MUTANT_OPERATOR(By, /, *)
MUTANT_OPERATOR(And, &, |)
MUTANT_OPERATOR(Or, |, &)
MUTANT_OPERATOR(ShiftLeft, <<, >>)
MUTANT_OPERATOR(ShiftRight, >>, <<)
#undef MUTANT_OPERATOR

}  // namespace mutant
