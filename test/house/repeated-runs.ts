/** A source file, by its path from the root. */
export interface SourceText {
  readonly file: string
  readonly text: string
}

/** A run of lines that stands in two places, each by the line on which it begins. */
export interface RepeatedRun {
  readonly at: readonly [number, number]
  /** How many of its lines count; comments and lone signs lie between them. */
  readonly lines: number
}

/** Two files, or one file with itself, and all runs that they share. */
export interface RepeatingPair {
  readonly files: readonly [string, string]
  readonly runs: ReadonlyArray<RepeatedRun>
}

/** How many lines on end, the same to the letter, are a run. */
const leastLines = 6

/**
 * The pairs of places that share six or more lines on end, the same to the letter but for their
 * indentation. Empty lines, comments, lone signs and lists of imports are passed over: they repeat
 * without being one thing written twice.
 */
export const repeatingPairs = (
  sources: ReadonlyArray<SourceText>,
): ReadonlyArray<RepeatingPair> => {
  const texts = sources.map(({ file, text }) => ({ file, lines: linesThatCount(text) }))
  const places = new Map<string, Array<Place>>()
  for (const { file, lines } of texts) {
    for (let from = 0; from + leastLines <= lines.length; from += 1) {
      const run = lines.slice(from, from + leastLines)
      const key = run.map(({ text }) => text).join("\n")
      places.set(key, [...(places.get(key) ?? []), { file, lines, from }])
    }
  }
  const pairs = new Map<string, { files: RepeatingPair["files"]; runs: Array<RepeatedRun> }>()
  for (const same of places.values()) {
    for (const [index, one] of same.entries()) {
      for (const other of same.slice(index + 1)) {
        const run = runFrom(one, other)
        if (run === undefined) continue
        const files = [one.file, other.file] as const
        const pair = pairs.get(files.join("\n")) ?? { files, runs: [] }
        pairs.set(files.join("\n"), pair)
        pair.runs.push(run)
      }
    }
  }
  return [...pairs.values()]
}

interface Line {
  readonly text: string
  readonly number: number
}

/** Where a run begins, by its place among the lines of its file that count. */
interface Place {
  readonly file: string
  readonly lines: ReadonlyArray<Line>
  readonly from: number
}

/** The whole run that two places begin; undefined where it begins before them, or one overlaps the other. */
const runFrom = (one: Place, other: Place): RepeatedRun | undefined => {
  const isSame = (by: number): boolean => {
    const text = one.lines[one.from + by]?.text
    return text !== undefined && text === other.lines[other.from + by]?.text
  }
  if (isSame(-1)) return undefined
  const most = one.file === other.file ? other.from - one.from : Number.POSITIVE_INFINITY
  let lines = 0
  while (lines < most && isSame(lines)) lines += 1
  const numberOf = ({ from, lines: all }: Place): number => all[from]?.number ?? 0
  return lines < leastLines ? undefined : { at: [numberOf(one), numberOf(other)], lines }
}

/** What is passed over up to a line that ends it. */
const closings: ReadonlyArray<readonly [opens: RegExp, closes: RegExp]> = [
  [/^\/\*/, /\*\//],
  [/^(?:import|export)(?: type)? \{$/, /^\}/],
  [/^import \($/, /^\)/],
]

/** Comments, and imports and exports from elsewhere on one line, in any language of the house. */
const passedOver = /^(?:\/\/|#|\*|import\b|from\b|use\b|package\b|export (?:type )?[{*].* from ")/

const linesThatCount = (text: string): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let closing: RegExp | undefined
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim().replaceAll(/\s+/g, " ")
    closing ??= closings.find(([opens]) => opens.test(line))?.[1]
    if (closing !== undefined) {
      if (closing.test(line)) closing = undefined
    } else if (/[\p{L}\p{N}]/u.test(line) && !passedOver.test(line)) {
      lines.push({ text: line, number: index + 1 })
    }
  }
  return lines
}
