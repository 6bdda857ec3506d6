import * as Result from "effect/Result"
import { compare, parseDecimal, type Rational } from "../money/rational.ts"
import { readTruth } from "./cell.ts"
import { type CellProblem, cellProblem } from "./error.ts"
import { type CellExpectation, bounds } from "./expectation.ts"
import { isCalendarDay } from "../vocabulary/day.ts"
import { valueKey } from "./value-key.ts"

/** A column of another table that a cell must name: the file under data/ and the column in it. */
export interface Reference {
  readonly file: string
  readonly column: string
}

/** How one column reads its cells: to a value, or to the reason why the cell is refused. */
export interface Column<out Value> {
  readonly kind: string
  readonly about: string
  readonly unit?: string
  readonly reference?: Reference
  /** The words that it takes, alone or in lists, where they are few. */
  readonly words?: ReadonlyArray<string>
  /** Whether it explains its row and decides nothing. */
  readonly note?: true
  /** The folder beside the tables that the files that its cells name lie in. */
  readonly filesIn?: string
  /** A cell as it is printed, from how it is typed: other apostrophes and spaces, no other words. */
  readonly typeset?: (cell: string) => string
  readonly parse: (cell: string) => Result.Result<Value, CellProblem>
  /** The words of a cell that must exist in the referenced column. */
  readonly referenced?: (cell: string) => ReadonlyArray<string>
}

interface Described {
  /** One sentence: what the figure or word means. */
  readonly about: string
}

const refused = (
  expected: CellExpectation,
  allowed?: ReadonlyArray<string>,
): Result.Result<never, CellProblem> =>
  Result.fail(cellProblem(allowed === undefined ? { expected } : { expected, allowed }))

/** The bounds that are given, of those that may be. */
const boundsOf = <Bound>({
  maximum,
  minimum,
}: {
  readonly minimum?: Bound
  readonly maximum?: Bound
}): { readonly minimum?: Bound; readonly maximum?: Bound } => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
})

/** Non-empty text, kept as written; `pattern` restricts it to codes of a kind, which the caller may name. */
export const text = <Code extends string = string>(
  options: Described & {
    readonly pattern?: RegExp
    readonly unit?: string
    readonly typeset?: (cell: string) => string
  },
): Column<Code> => ({
  kind: options.pattern === undefined ? "text" : `text ${options.pattern.source}`,
  about: options.about,
  ...(options.unit === undefined ? {} : { unit: options.unit }),
  ...(options.typeset === undefined ? {} : { typeset: options.typeset }),
  parse: (cell) => {
    if (cell === "") return refused({ _tag: "Text" })
    if (cell !== cell.trim()) return refused({ _tag: "TrimmedText" })
    return options.pattern === undefined || options.pattern.test(cell)
      ? Result.succeed(cell as Code)
      : refused({ _tag: "TextOfForm", form: options.pattern.source })
  },
})

/** A whole number between its bounds, in a unit. */
export const integer = (
  options: Described & {
    readonly minimum?: number
    readonly maximum?: number
    readonly unit?: string
  },
): Column<number> => {
  const kind = `integer${bounds(options.minimum, options.maximum)}`
  return {
    kind,
    about: options.about,
    ...(options.unit === undefined ? {} : { unit: options.unit }),
    parse: (cell) => {
      const value = /^-?\d+$/.test(cell) ? Number(cell) : Number.NaN
      const within =
        Number.isSafeInteger(value) &&
        value >= (options.minimum ?? Number.MIN_SAFE_INTEGER) &&
        value <= (options.maximum ?? Number.MAX_SAFE_INTEGER)
      return within ? Result.succeed(value) : refused({ _tag: "Integer", ...boundsOf(options) })
    },
  }
}

/** What an exact decimal means, and its bounds (inclusive) as they are written. */
export interface DecimalOptions extends Described {
  readonly minimum?: string
  readonly maximum?: string
  readonly unit?: string
}

const exact = (written: string): Rational | undefined =>
  Result.getOrUndefined(parseDecimal(written))

/** An exact decimal between its bounds (inclusive), in a unit; read to a rational, never to a float. */
export const decimal = (options: DecimalOptions): Column<Rational> => {
  const kind = `decimal${bounds(options.minimum, options.maximum)}`
  const low = options.minimum === undefined ? undefined : exact(options.minimum)
  const high = options.maximum === undefined ? undefined : exact(options.maximum)
  return {
    kind,
    about: options.about,
    ...(options.unit === undefined ? {} : { unit: options.unit }),
    parse: (cell) => {
      const value = exact(cell)
      const within =
        value !== undefined &&
        (low === undefined || compare(value, low) >= 0) &&
        (high === undefined || compare(value, high) <= 0)
      return within ? Result.succeed(value) : refused({ _tag: "Decimal", ...boundsOf(options) })
    },
  }
}

/** `true` or `false`, in any case: spreadsheets write capitals. */
export const boolean = (options: Described): Column<boolean> => ({
  kind: "boolean",
  about: options.about,
  words: ["true", "false"],
  parse: (cell) => {
    const value = readTruth(cell)
    return value === undefined
      ? refused({ _tag: "Truth", mayBeEmpty: false }, ["true", "false"])
      : Result.succeed(value)
  },
})

/**
 * One of a closed list of words, as the same text object: engines compare an object to itself at
 * once.
 */
export const enumeration = <const Word extends string>(
  words: ReadonlyArray<Word>,
  options: Described,
): Column<Word> => ({
  kind: `one of ${words.join(", ")}`,
  about: options.about,
  words,
  parse: (cell) => {
    const word = words.find((each) => each === cell)
    return word === undefined ? refused({ _tag: "OneOf", words }, words) : Result.succeed(word)
  },
})

/**
 * One of a list of values, as they are written, in an order: hit policies that go by outputs take
 * what comes first.
 */
export const listed = <Value>(
  words: ReadonlyArray<string>,
  inner: Column<Value>,
): Column<Value> => {
  const known = new Set(
    words.flatMap((word) => {
      const value = inner.parse(word)
      return Result.isSuccess(value) ? [valueKey(value.success)] : []
    }),
  )
  return {
    ...inner,
    kind: `${inner.kind}: ${words.join(", ")}`,
    words,
    parse: (cell) => {
      const value = inner.parse(cell)
      return Result.isFailure(value) || known.has(valueKey(value.success))
        ? value
        : refused({ _tag: "OneOf", words }, words)
    },
  }
}

/** A word that must exist in a column of another table: a code of a kind, which the caller may name. */
export const reference = <Code extends string = string>(
  file: string,
  column: string,
  options: Described,
): Column<Code> => ({
  kind: `${column} of ${file}`,
  about: options.about,
  reference: { file, column },
  referenced: (cell) => [cell],
  parse: (cell) =>
    cell === "" ? refused({ _tag: "Existing", column, file }) : Result.succeed(cell as Code),
})

/** A calendar day `YYYY-MM-DD` that exists. */
export const day = (options: Described): Column<string> => ({
  kind: "day YYYY-MM-DD",
  about: options.about,
  parse: (cell) => (isCalendarDay(cell) ? Result.succeed(cell) : refused({ _tag: "Day" })),
})

const splitCell = (cell: string): ReadonlyArray<string> => (cell === "" ? [] : cell.split("|"))

/** Several values in one cell, joined by `|`; an empty cell is an empty list. */
export const list = <Value>(inner: Column<Value>): Column<ReadonlyArray<Value>> => {
  const { referenced } = inner
  return {
    ...inner,
    kind: `list of ${inner.kind}`,
    ...(referenced === undefined
      ? {}
      : { referenced: (cell: string) => splitCell(cell).flatMap(referenced) }),
    parse: (cell) => {
      const values: Array<Value> = []
      for (const part of splitCell(cell)) {
        const value = inner.parse(part)
        if (Result.isFailure(value)) return Result.fail({ ...value.failure, part })
        values.push(value.success)
      }
      return Result.succeed(values)
    },
  }
}

/** A cell that may be empty, which reads to null. */
export const optional = <Value>(inner: Column<Value>): Column<Value | null> => {
  const { referenced } = inner
  return {
    ...inner,
    kind: `${inner.kind}, or empty`,
    ...(referenced === undefined
      ? {}
      : { referenced: (cell: string) => (cell === "" ? [] : referenced(cell)) }),
    parse: (cell) => (cell === "" ? Result.succeed(null) : inner.parse(cell)),
  }
}

/** A column whose cells name files of a folder beside the tables; one that is not there is found. */
export const fileIn = <Value>(folder: string, inner: Column<Value>): Column<Value> => ({
  ...inner,
  filesIn: folder,
})

/** A column that explains its row and decides nothing: two rows that differ in it alone say the same. */
export const note = <Value>(inner: Column<Value>): Column<Value> => ({ ...inner, note: true })
