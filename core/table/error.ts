import { nearest } from "./nearest.ts"

/**
 * Why one cell is refused: what should stand there, the allowed words where they are few, and the
 * part of the cell that is wrong where it is not all of it.
 */
export interface CellProblem {
  readonly expected: string
  readonly allowed?: Iterable<string>
  readonly part?: string
}

/**
 * One mistake in a table: file under data/, line and character from 1, column name, the cell as
 * written, what is expected there and the nearest allowed value when one is close. What concerns
 * a line or a file has an empty column, and an empty cell where there is nothing to show.
 */
export interface TableError {
  readonly _tag: "TableError"
  readonly file: string
  readonly line: number
  readonly character: number
  readonly column: string
  readonly cell: string
  readonly expected: string
  readonly nearest?: string
}

/** Builds a table error from a cell's place and its problem. */
export const tableError = (
  place: Omit<TableError, "_tag" | "expected" | "nearest">,
  problem: CellProblem,
): TableError => {
  const written = problem.part ?? place.cell
  const close = problem.allowed === undefined ? undefined : nearest(written, problem.allowed)
  return {
    _tag: "TableError",
    ...place,
    expected: problem.expected,
    ...(close === undefined ? {} : { nearest: close }),
  }
}

/** A mistake that concerns a whole line, or a whole file where no place is given. */
export const fileError = (
  file: string,
  expected: string,
  { character, line } = { line: 1, character: 1 },
): TableError => ({
  _tag: "TableError",
  file,
  line,
  character,
  column: "",
  cell: "",
  expected,
})

const quoted = (cell: string): string =>
  JSON.stringify(cell.length > 60 ? `${cell.slice(0, 57)}...` : cell)

const byNumber = (left: number, right: number): number => left - right

/** The order in which errors and findings are read: by file, then from top to bottom. */
export const inFileOrder = <Placed extends Pick<TableError, "file" | "line" | "character">>(
  placed: ReadonlyArray<Placed>,
): ReadonlyArray<Placed> =>
  [...placed].sort((left, right) => {
    if (left.file !== right.file) return left.file < right.file ? -1 : 1
    return byNumber(left.line, right.line) || byNumber(left.character, right.character)
  })

/** A name as it is, quoted only where it would break its line. */
const plain = (name: string): string => (/\p{Cc}/u.test(name) ? quoted(name) : name)

/** A place in the `file:line:character` form that editors open. */
export const placeText = ({
  character,
  file,
  line,
}: Pick<TableError, "file" | "line" | "character">): string => `${plain(file)}:${line}:${character}`

/** What a table error says, without its place. */
export const mistakeSentence = ({
  cell,
  column,
  expected,
  nearest: close = "",
}: TableError): string => {
  const hint = close === "" ? "" : `; did you mean ${quoted(close)}?`
  if (column === "" && cell === "") return `expected ${expected}${hint}`
  const subject = column === "" ? quoted(cell) : `${plain(column)}: ${quoted(cell)}`
  return `${subject} should be ${expected}${hint}`
}

/**
 * The sentence of a table error, in the `file:line:character` form that editors open.
 *
 * ```ts
 * import { describeTableError, tableError } from "../core/table/error.ts"
 *
 * const error = tableError(
 *   { file: "coach/cards.csv", line: 7, character: 12, column: "tier", cell: "premuim" },
 *   { expected: "one of entry, mid, premium", allowed: ["entry", "mid", "premium"] },
 * )
 * describeTableError(error) // => 'coach/cards.csv:7:12 tier: "premuim" should be one of entry, mid, premium; did you mean "premium"?'
 * describeTableError({ ...error, column: "", cell: "", expected: "a closing quote", nearest: "" }) // => 'coach/cards.csv:7:12 expected a closing quote'
 * ```
 */
export const describeTableError = (error: TableError): string =>
  `${placeText(error)} ${mistakeSentence(error)}`
