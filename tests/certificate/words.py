"""The words of certificates of formats 3 and 4, for check.py."""


def orbit_of(square, rule):
    """The squares that get queens together, as step 1 says."""
    r, c, last = *square, rule.n - 1
    turns = [(c, last - r), (last - r, last - c), (last - c, r)]
    return list(dict.fromkeys([square] + {"": [], "half-turn": turns[1:2], "quarter-turn": turns}[rule.turn]))


def words_of(rule):
    """The lines of the rule, as the certificate of this job has them."""
    lines = ["#"]
    for paragraph in paragraphs_of(rule):
        lines.append("#")
        for word in paragraph.split():
            if len(lines[-1]) + 1 + len(word) > 100:
                lines.append("#")
            lines[-1] += " " + word.replace("~", " ")
        lines.append("#")
    return lines


def paragraphs_of(rule):
    """The paragraphs; a ~ is a blank without a line break."""
    n, depth, torus, by_row = rule.n, rule.depth, rule.torus, rule.placements
    m, amazons, turn = (n - 1) // 2, rule.piece == "amazon", rule.turn.replace("-", " ")
    alike = f" and a {turn} of the board leaves them as they are." if turn else "."

    def reversal(x):
        return f"({2 * m}~-~{x})~mod~{n}" if torus and n % 2 == 0 else f"{n - 1}~-~{x}"

    def cross(*numbers):
        lines = sorted({x % n for x in numbers})
        names = [f"{kind}~{x}" for kind in ("row", "column") for x in lines]
        return (", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]
                + ", in this order, each unless a queen stands on it by then.")

    r, c = reversal("r"), reversal("c")
    pieces = "amazons, which are queens that move like a knight, too," if amazons else "queens"
    number = (f"the number of ways to place {n} {pieces} on a " + (f"torus of {n} rows and {n} columns, which is a board "
              "whose opposite edges are joined," if torus else f"board of {n} rows and {n} columns")
              + " so that no two of them attack each other" + alike)
    if by_row:
        number = ("the number of queens that the plain search puts down, which fills the rows of a board of "
                  f"{n} rows and {n} columns from the top and takes each queen back: the number of ways to place k queens, "
                  f"one on each of the first k rows, so that no two of them attack each other, added up for k = 1 to {n}.")
    of_depth, each_task, task = rule.opened
    opened, first = each_task > 0, each_task * task
    yield (f"The number after 'total' is the COUNT of task {task} of another certificate, that of the job with "
           f"depth={of_depth} and prefixes_per_task={each_task}, whose total is {number} This text says how the task was cut "
           "into slices, which are called tasks here, and the lines after 'table' say what each slice is. It needs no other "
           "source: whoever follows it finds the same slices." if opened else
           f"The number after 'total' is {number} This text says how it was cut into parts, and the lines after 'table' "
           "say what each part is. It needs no other source: whoever follows it finds the same parts.")
    yield (f"1. Board. Rows are numbered from 0 to {n - 1} from the top, columns from 0 to {n - 1} from the left; (r,~c) is "
           "the square in row r and column c. Two queens attack each other if they are equal in r, in c, in "
           + (f"(r~+~c)~mod~{n} or in (c~-~r)~mod~{n}" if torus else "r~+~c or in c~-~r")
           + (", and as amazons also if they differ by 1 in one of r and c and by 2 in the other" if amazons else "")
           + ". A square is free if no queen stands on it and none attacks it."
           + (turn and " The orbit of (r,~c) is (r,~c)" + (f" and ({r},~{c})" if turn == "half turn" else
                                                           f", (c,~{r}), ({r},~{c}) and ({c},~r)")
              + ". In this count a square is free only if all squares of its orbit are and no two queens on them would attack "
                "each other."))
    yield ("2. Filling. To fill a row or a column is to put "
           + ("queens on all squares of the orbit of each of its" if turn else "a queen on each of its") + " free squares in "
           "turn, in ascending order (of columns in a row, of rows in a column), and each time to go on with what comes next "
           f"in this rule before the {'queens are' if turn else 'queen is'} taken away again. Where there is no free square, "
           "nothing comes next.")
    lists = (f"Describe each placement that comes of this by a list of {n} numbers: for row 0, row 1 and so on the column of "
             f"its queen, and {n} for a row without one. Make the lists of its eight images, in which (r,~c) becomes (r,~c), "
             f"(r,~{c}), ({r},~c), ({r},~{c}), (c,~r), (c,~{r}), ({c},~r) and ({c},~{r}). If the list of an image comes "
             "before that of the placement, which is to have the smaller number at the first place where they differ, drop "
             "the placement: nothing comes of it. Otherwise let s be how many of the eight lists are equal to that of the "
             "placement; the first always is.")
    if rule.symmetry == "none":
        start = "Begin with the empty board. Its weight is 1."
    elif rule.symmetry == "mirror":
        start = ("Begin with the empty board and fill row 0. Compare the list of the columns of the queens, row 0 first, with "
                 f"that of the mirror image, in which (r,~c) becomes (r,~{c}). If the list of the image has the smaller "
                 "number at the first place where they differ, drop the placement: nothing comes of it. If it has the greater "
                 "number, the weight is 2. If the lists are equal, fill the next row and compare again; if there is no next "
                 "row, the weight is 1.")
    elif torus:
        start = (f"Begin with one queen, on ({m},~{m})." + (f" Fill {cross(m - 1, m + 1)}" if n > 1 else "")
                 + f" {lists} The weight is {n}~x~8~/~s.")
    else:
        start = f"Begin with the empty board. Fill {cross(m, n // 2)} {lists} The weight is 8~/~s."
        if n % 2 == 1 and n > 1:
            start += (" If s is 8, which is so where the only queen stands in the middle, go on: fill "
                      f"{cross(m - 1, m + 1)} Compare the lists of each placement and of its eight images again, drop the "
                      "placement where that of an image comes first, and find the weight from the new s.")
    yield "3. Start. " + start

    next_line = ("the next line. Of all rows and columns that have no queen it is the one with the fewest free squares, even if "
                 f"it has none; of several the one nearest to the middle, whose number x has the least |2x~-~{n - 1}|; of these "
                 "a row before a column, then the one of the lowest number" if rule.fewest else
                 "the row of the lowest number that has no queen")

    def filled(number):
        return f"As long as fewer than {number} queens are on the board, fill {next_line}."

    numbered = (f"{filled(of_depth)} Number the placements with {of_depth} queens or more" if of_depth else
                "Number the placements with which step 3 ends")
    numbered += (f" 0, 1, 2 and so on as they are found, and drop those with a number below {first} or above "
                 f"{first + each_task - 1}: nothing comes of them. ")
    prefix = ("The queens that are on the board then are a prefix, with the weight of step 3." if depth == 0 else
              f"{filled(depth)} When there are {depth} or more, the queens on the board are a prefix, with "
              "the weight of step 3.")
    yield ("4. Prefixes. " + (numbered if opened else "") + prefix +
           " Prefixes are numbered 0, 1, 2 and so on as they are found.")
    yield "5. Values. The value of a prefix is its weight times the number of ways to add " + (
        "one queen on each of the next k rows to it, so that no two of the queens attack each other, added up for k = 1, 2 and "
        "so on to the last row." if by_row else
        f"queens to it until there are {n}, so that no two of them attack each other" + alike)
    yield ("6. Tasks. A task is prefixes_per_task prefixes, the last one maybe fewer; tasks are numbered 0, 1, 2 and so on. "
           "Each has a line 'FIRST_PREFIX COUNT NODES', in their order: the values of its prefixes, the first of which is "
           "FIRST_PREFIX, add up to COUNT. NODES is what its author says of its cost: how many queens his search put down. "
           "All NODES add up to the number after 'nodes', all COUNTs and the number after 'above' to the total. The number "
           "after 'above' is " + ("the number of ways to add one queen on each of the next k rows to a placement that step 4 "
                                  "numbers and does not drop, so that no two of the queens attack each other, times its "
                                  "weight, added up for these placements and for k = 1 and so on to the last row that the "
                                  "prefixes fill; 0 if there is none." if by_row and opened else
                                  "the number of ways to place k queens, one on each of the first k rows, so that no two of "
                                  f"them attack each other, added up for k = 1 to {depth}: the rows that the prefixes fill, "
                                  "without weights." if by_row else "0 in a count of solutions."))
    yield ("7. Checksums. Each line counts with the newline that ends it. count_sha256 is the SHA-256 of the lines from 'job' "
           "to 'total' followed by the lines of the tasks without their NODES and the blank before. table_sha256 is that of "
           "the lines of the tasks. The last line has the SHA-256 of all bytes before it.")
    yield ("8. Draws. A sample of K tasks for the words SEED is made of K draws, numbered i = 0, 1, 2 and so on. Let x be the "
           "first 32 hexadecimal digits of the SHA-256 of the text 'TABLE SEED i', in which TABLE is table_sha256, blanks are "
           "single and nothing follows i. " + ("The draw is task x mod tasks." if rule.even else
           "If i is odd, the draw is task x mod tasks. If i is even, a task has NODES~+~1 lots, numbered on from those of the "
           "task before, the first is 0; the draw is the task of lot x mod (nodes~+~tasks)."))
    each = f"Each placement on more than {depth} rows" if by_row else "Each solution"
    why = f"{each} contains exactly one prefix."
    if rule.symmetry != "none":
        why = (("The mirror image of a placement on the first k rows is one, too. " if by_row else
                "The images of a solution are solutions. ") + each + " contains exactly one of the placements with which "
               "step 3 ends, dropped ones included. Of those that are images of one another, to which equally much can be "
               "added, it keeps one, and the weight is their number.")
        if torus and rule.symmetry == "full":
            why += (" This makes the solutions with a queen on the middle square. The translations of the torus bring each of "
                    f"the {n} queens of a solution there, so there are {n} times as many solutions in all.")
    yield (f"Why this is the count. {each} that contains one of the placements that step 4 numbers and does not drop "
           "contains exactly one prefix, and their weights are equal." if opened else "Why this is the number. " + why)
