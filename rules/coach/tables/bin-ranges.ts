import * as Result from "effect/Result"
import type { Column, Reference } from "../../../core/table/column.ts"
import { type CellRefusal, cellProblem } from "../../../core/table/error.ts"
import type { CellExpectation } from "../../../core/table/expectation.ts"

/** The file of ranges of card numbers, and where the ranges stand among its columns. */
export const binsFile = "coach/bins.csv"
export const rangesColumn = 3

/** Neighbouring first digits of card numbers that are of one kind. */
export interface BinRun {
  readonly kind: string
  /** How many digits its numbers have: six to eight. */
  readonly digits: number
  readonly from: number
  readonly to: number
}

/** Takes a run of numbers as it is read. */
type TakeRun = (kind: string, digits: number, from: number, to: number) => void

const kindForm = /^[a-z][a-z0-9_-]*$/

const [space, dash, dot, colon, bar] = [32, 45, 46, 58, 124]

/** A place in a cell. Cells are read by their characters: the table has a third of a million. */
interface Cursor {
  readonly text: string
  at: number
}

const isNext = (cursor: Cursor, code: number): boolean => {
  const found = cursor.text.charCodeAt(cursor.at) === code
  if (found) cursor.at += 1
  return found
}

/** The number that begins at the cursor; the cursor is where its digits end. */
const takeNumber = (cursor: Cursor): number => {
  let number = 0
  for (;;) {
    const digit = cursor.text.charCodeAt(cursor.at) - 48
    if (!(digit >= 0 && digit <= 9)) return number
    number = number * 10 + digit
    cursor.at += 1
  }
}

/** Takes the tails of a block, each two digits or two of these; false where they are none. */
const takeTails = (cursor: Cursor, take: (low: number, high: number) => void): boolean => {
  let least = 0
  do {
    const start = cursor.at
    const low = takeNumber(cursor)
    if (cursor.at - start !== 2 || low < least) return false
    let high = low
    if (isNext(cursor, dash)) {
      high = takeNumber(cursor)
      if (cursor.at - start !== 5 || high < low) return false
    }
    least = high + 1
    take(low, high)
  } while (isNext(cursor, dot))
  return true
}

/** Takes one range, or a block of them; false where there is none. */
const takeRange = (cursor: Cursor, kind: string, take: TakeRun): boolean => {
  const start = cursor.at
  const from = takeNumber(cursor)
  const digits = cursor.at - start
  if (isNext(cursor, colon)) {
    if (digits < 4 || digits > 6) return false
    return takeTails(cursor, (low, high) =>
      take(kind, digits + 2, from * 100 + low, from * 100 + high),
    )
  }
  if (digits < 6 || digits > 8) return false
  let to = from
  if (isNext(cursor, dash)) {
    to = takeNumber(cursor)
    if (cursor.at - start !== 2 * digits + 1 || to < from) return false
  }
  take(kind, digits, from, to)
  return true
}

/** Reads a cell of ranges to its end, or to what cannot be read, which it gives. */
export const eachRun = (cell: string, take: TakeRun): CellRefusal<CellExpectation> | undefined => {
  const cursor: Cursor = { text: cell, at: 0 }
  do {
    const end = cell.indexOf(" ", cursor.at)
    const kind = cell.slice(cursor.at, end)
    if (end < 0 || !kindForm.test(kind)) {
      const part = cell.slice(cursor.at).split("|", 1)[0] ?? ""
      return { expected: { _tag: "BinKind" }, part }
    }
    cursor.at = end
    while (isNext(cursor, space)) {
      const start = cursor.at
      const isRange = takeRange(cursor, kind, take)
      const next = cell.charCodeAt(cursor.at)
      if (isRange && (cursor.at === cell.length || next === space || next === bar)) continue
      const part = cell.slice(start).split(/[ |]/, 1)[0] ?? ""
      return { expected: { _tag: "BinRange" }, part }
    }
  } while (isNext(cursor, bar))
  return undefined
}

/**
 * Reads a cell of ranges that is sound.
 *
 * ```ts
 * import { readRuns } from "../rules/coach/tables/bin-ranges.ts"
 *
 * readRuns("gold-c1 4147:20-21.30").map(({ from, to }) => [from, to]) // => [[414720, 414721], [414730, 414730]]
 * readRuns("gold-c1 414720|classic-c1 40001200-40001299").map(({ kind, digits }) => [kind, digits]) // => [["gold-c1", 6], ["classic-c1", 8]]
 * readRuns("gold-c1 4147") // => []
 * ```
 */
export const readRuns = (cell: string): ReadonlyArray<BinRun> => {
  const runs: Array<BinRun> = []
  const problem = eachRun(cell, (kind, digits, from, to) => runs.push({ kind, digits, from, to }))
  return problem === undefined ? runs : []
}

/**
 * Column of ranges by kind; each kind must exist in another table. Its cells stay texts: most are
 * never asked for.
 */
export const binRanges = ({
  about,
  kinds,
}: {
  readonly about: string
  readonly kinds: Reference
}): Column<string> => ({
  kind: `ranges by ${kinds.column} of ${kinds.file}`,
  about,
  reference: kinds,
  referenced: (cell) => cell.split("|").map((part) => part.split(" ", 1)[0] ?? ""),
  parse: (cell) => {
    const problem = eachRun(cell, () => {})
    return problem === undefined ? Result.succeed(cell) : Result.fail(cellProblem(problem))
  },
})

/** What begins a range or a block: its digits, and what comes behind them. */
const rangeHead = /^(\d+)(.*)$/

/** Says how many digits the numbers have that follow: `A` for none, `G` for six. */
const digitsMark = (digits: number): string => String.fromCharCode(65 + digits)

/**
 * A cell of ranges with each first number as the step from the one before of its length, in base 36: half of it, for
 * what is sent. A capital letter before a step says that its numbers have another length from here on.
 *
 * ```ts
 * import { plainRanges, steppedRanges } from "../rules/coach/tables/bin-ranges.ts"
 *
 * steppedRanges("gold-c1 4147:20-21.30 4150:00|classic-c1 40001200-40001299") // => "gold-c1 E377:20-21.30 3:00|classic-c1 Intd4g-40001299"
 * plainRanges("gold-c1 E377:20-21.30 3:00|classic-c1 Intd4g-40001299") // => "gold-c1 4147:20-21.30 4150:00|classic-c1 40001200-40001299"
 * ```
 */
export const steppedRanges = (cell: string): string =>
  cell
    .split("|")
    .map((part) => {
      const [kind, ...ranges] = part.split(" ")
      const before = new Map<number, number>()
      let digits = 0
      const stepped = ranges.map((range) => {
        const [, head = "", rest = ""] = rangeHead.exec(range) ?? []
        const mark = head.length === digits ? "" : digitsMark(head.length)
        digits = head.length
        const step = Number(head) - (before.get(digits) ?? 0)
        before.set(digits, Number(head))
        return `${mark}${step.toString(36)}${rest}`
      })
      return [kind, ...stepped].join(" ")
    })
    .join("|")

const steppedHead = /^([A-Z]?)(-?[0-9a-z]+)(.*)$/

/** The cell whose first numbers {@link steppedRanges} wrote as steps. */
export const plainRanges = (stepped: string): string =>
  stepped
    .split("|")
    .map((part) => {
      const [kind, ...ranges] = part.split(" ")
      const before = new Map<number, number>()
      let digits = 0
      const plain = ranges.map((range) => {
        const [, mark = "", step = "", rest = ""] = steppedHead.exec(range) ?? []
        if (mark !== "") digits = mark.charCodeAt(0) - 65
        const head = (before.get(digits) ?? 0) + Number.parseInt(step, 36)
        before.set(digits, head)
        return `${String(head).padStart(digits, "0")}${rest}`
      })
      return [kind, ...plain].join(" ")
    })
    .join("|")

const twoDigits = (number: number): string => String(number).padStart(2, "0")

/** Numbers of two digits, sorted, with neighbours as one range. */
const tailsText = (tails: ReadonlyArray<number>): string => {
  const runs: Array<[low: number, high: number]> = []
  for (const tail of tails) {
    const last = runs.at(-1)
    if (last !== undefined && tail === last[1] + 1) last[1] = tail
    else runs.push([tail, tail])
  }
  return runs
    .map(([low, high]) => twoDigits(low) + (low === high ? "" : `-${twoDigits(high)}`))
    .join(".")
}

/**
 * Writes numbers, sorted, as cells hold them: those that differ in their last two digits as one block.
 *
 * ```ts
 * import { rangesText } from "../rules/coach/tables/bin-ranges.ts"
 *
 * rangesText(["400012", "414720", "414721", "414730"]) // => "400012 4147:20-21.30"
 * ```
 */
export const rangesText = (bins: ReadonlyArray<string>): string => {
  const blocks = new Map<string, Array<number>>()
  for (const bin of bins) {
    const head = bin.slice(0, -2)
    const tails = blocks.get(head) ?? []
    blocks.set(head, tails)
    tails.push(Number(bin.slice(-2)))
  }
  return [...blocks]
    .map(([head, tails]) => head + (tails.length === 1 ? "" : ":") + tailsText(tails))
    .join(" ")
}
