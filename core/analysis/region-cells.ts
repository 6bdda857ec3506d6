import { printWord } from "../table/cell.ts"
import type { Segment } from "../table/segments.ts"
import type { Dimension } from "./space.ts"
import { printInterval } from "../table/print-test.ts"

/** One end of an interval as the cell language writes it. */
interface End {
  readonly closed: boolean
  readonly value: number
}

const isUnknown = (segment: Segment | undefined): boolean => segment?._tag === "Unknown"

/** The lower end of a stretch that starts with a segment; whole numbers have closed ends only. */
const lowEnd = (segment: Segment | undefined, whole: boolean): End => {
  if (segment?._tag === "Point") return { closed: true, value: segment.value }
  const value = segment?._tag === "Between" ? segment.low : Number.NEGATIVE_INFINITY
  return whole ? { closed: true, value: Math.floor(value) + 1 } : { closed: false, value }
}

/** The upper end of a stretch that ends with a segment. */
const highEnd = (segment: Segment | undefined, whole: boolean): End => {
  if (segment?._tag === "Point") return { closed: true, value: segment.value }
  const value = segment?._tag === "Between" ? segment.high : Number.POSITIVE_INFINITY
  return whole ? { closed: true, value: Math.ceil(value) - 1 } : { closed: false, value }
}

/** A stretch of neighbouring segments of a number column, in the cell language. */
const intervalText = ({ input, segments }: Dimension, first: number, last: number): string => {
  const whole = input.kind === "number" && input.whole
  const lastKnown = segments.length - (segments.some(isUnknown) ? 2 : 1)
  const low = lowEnd(segments[first], whole)
  const high = highEnd(segments[last], whole)
  const single = low.closed && high.closed && low.value === high.value
  return printInterval({
    low: !single && first === 0 ? Number.NEGATIVE_INFINITY : low.value,
    lowClosed: low.closed,
    high: !single && first !== 0 && last === lastKnown ? Number.POSITIVE_INFINITY : high.value,
    highClosed: high.closed,
  })
}

const numberCell = (dimension: Dimension, chosen: ReadonlyArray<number>): string => {
  const parts: Array<string> = []
  let first = chosen[0] ?? 0
  for (const [index, segment] of chosen.entries()) {
    const next = chosen[index + 1]
    if (next === segment + 1) continue
    parts.push(intervalText(dimension, first, segment))
    first = next ?? 0
  }
  return parts.join("|")
}

const wordsIn = ({ segments }: Dimension, numbers: ReadonlyArray<number>): ReadonlyArray<string> =>
  numbers.flatMap((number) => {
    const segment = segments[number]
    return segment?._tag === "Word" ? segment.word : []
  })

const wordList = (words: ReadonlyArray<string>): string => words.map(printWord).join("|")

const wordsCell = (dimension: Dimension, chosen: ReadonlyArray<number>): string => {
  const { otherWords, segments } = dimension
  const others = chosen.some((number) => segments[number]?._tag === "OtherWords")
  const left = wordsIn(
    dimension,
    [...segments.keys()].filter((number) => !chosen.includes(number)),
  )
  // Only not(…) takes in what is unknown, and it takes in every word that it does not name.
  if (chosen.some((number) => isUnknown(segments[number]))) {
    return `not(${wordList([...left, ...(others ? [] : otherWords)])})`
  }
  const words = wordsIn(dimension, chosen)
  if (!others) return wordList(words)
  const shorter = left.length > 0 && !segments.some(isUnknown)
  return shorter ? `not(${wordList(left)})` : wordList([...words, ...otherWords])
}

/**
 * The cell that accepts exactly the given segments of a dimension; undefined where the cell language
 * has none, as for a number that is unknown, or for all that are known where some may be unknown.
 */
export const cellFor = (
  dimension: Dimension,
  chosen: ReadonlyArray<number>,
): string | undefined => {
  const { input, segments } = dimension
  if (chosen.length === segments.length) return ""
  if (input.kind === "words") return wordsCell(dimension, chosen)
  const known = segments.filter((segment) => !isUnknown(segment)).length
  if (chosen.some((number) => isUnknown(segments[number])) || chosen.length === known) {
    return undefined
  }
  if (input.kind === "number") return numberCell(dimension, chosen)
  const segment = segments[chosen[0] ?? 0]
  return segment?._tag === "Truth" ? String(segment.value) : undefined
}

/** What the given segments of a dimension hold, for people: a cell, or words where no cell says it. */
export const describeSegments = (dimension: Dimension, chosen: ReadonlyArray<number>): string => {
  const { segments } = dimension
  const cell = cellFor(dimension, chosen)
  if (cell !== undefined) return cell === "" ? "anything" : cell
  const known = chosen.filter((number) => !isUnknown(segments[number]))
  if (known.length === chosen.length) return "anything known"
  return known.length === 0 ? "unknown" : `${describeSegments(dimension, known)} or unknown`
}
