import { median } from "./figure.ts"

/** A figure as one run of one side gave it. */
export interface Sample {
  readonly work: string
  readonly against: string
  /** Null where the run did not tell. */
  readonly measure: string | null
  /** Null where the figure came to no number. */
  readonly ratio: number | null
}

/** One figure over the runs of a side. */
export interface Spread {
  readonly ratio: number
  readonly least: number
  readonly most: number
}

/**
 * What a change did to a figure: nothing that can be told from noise, or, where all runs of one
 * side are on one side of all runs of the other, that it is better or worse, or only that it
 * changed, where the measure is unknown.
 */
export type Verdict = "within noise" | "better" | "worse" | "changed"

/** A figure that both sides know. */
export interface Change {
  readonly work: string
  readonly against: string
  readonly measure: string | null
  readonly before: Spread
  readonly now: Spread
  /** Null where the figure was 0 before. */
  readonly changePercent: number | null
  readonly verdict: Verdict
}

/** What a figure is about. */
export type FigureName = Pick<Sample, "work" | "against">

/** Figures of two sides next to each other. */
export interface Changes {
  readonly changes: ReadonlyArray<Change>
  readonly onlyBefore: ReadonlyArray<FigureName>
  readonly onlyNow: ReadonlyArray<FigureName>
  /** What could not be compared, a line each. */
  readonly remarks: ReadonlyArray<string>
}

/** What was found of a revision and of the files as they are now. */
export interface Comparison extends Changes {
  /** As it was asked for. */
  readonly revision: string
  readonly commit: string
  readonly runs: number
}

const lowerIsBetter = ["of its time", "times its time", "times its memory", "MiB", "ms"]
const higherIsBetter = ["times as fast", "of its rate", "times its rate"]

const verdictOf = (measure: string | null, before: Spread, now: Spread): Verdict => {
  const isHigher = now.least > before.most
  if (!isHigher && now.most >= before.least) return "within noise"
  if (measure !== null && higherIsBetter.includes(measure)) return isHigher ? "better" : "worse"
  if (measure !== null && lowerIsBetter.includes(measure)) return isHigher ? "worse" : "better"
  return "changed"
}

const changePercentOf = (before: number, now: number): number | null =>
  before === 0 ? null : (now / before - 1) * 100

interface Gathered extends FigureName {
  readonly measure: string | null
  readonly ratios: Array<number>
}

/** The ratios of each figure over the runs; a run may hold a work and a peer more than once. */
const gather = (runs: ReadonlyArray<ReadonlyArray<Sample>>): ReadonlyMap<string, Gathered> => {
  const gathered = new Map<string, Gathered>()
  for (const run of runs) {
    const seen = new Map<string, number>()
    for (const { against, measure, ratio, work } of run) {
      if (ratio === null) continue
      const name = JSON.stringify([work, against])
      const place = seen.get(name) ?? 0
      seen.set(name, place + 1)
      const key = `${name} ${place}`
      const held = gathered.get(key) ?? { work, against, measure, ratios: [] }
      held.ratios.push(ratio)
      gathered.set(key, held)
    }
  }
  return gathered
}

const spreadOf = (ratios: ReadonlyArray<number>): Spread => ({
  ratio: median(ratios),
  least: Math.min(...ratios),
  most: Math.max(...ratios),
})

const namesMissingIn = (
  these: ReadonlyMap<string, Gathered>,
  those: ReadonlyMap<string, Gathered>,
): ReadonlyArray<FigureName> =>
  [...these].flatMap(([key, { against, work }]) => (those.has(key) ? [] : [{ work, against }]))

const isMeasuredOtherwise = (before: Gathered, now: Gathered): boolean =>
  before.measure !== null && now.measure !== null && before.measure !== now.measure

const changeOf = (before: Gathered, now: Gathered): Change => {
  const { against, work } = now
  const measure = now.measure ?? before.measure
  const was = spreadOf(before.ratios)
  const is = spreadOf(now.ratios)
  return {
    work,
    against,
    measure,
    before: was,
    now: is,
    changePercent: changePercentOf(was.ratio, is.ratio),
    verdict: verdictOf(measure, was, is),
  }
}

/** Sets the runs of one side next to the runs of the other. */
export const changesOf = (
  runsBefore: ReadonlyArray<ReadonlyArray<Sample>>,
  runsNow: ReadonlyArray<ReadonlyArray<Sample>>,
): Changes => {
  const before = gather(runsBefore)
  const now = gather(runsNow)
  const changes: Array<Change> = []
  const remarks: Array<string> = []
  for (const [key, is] of now) {
    const was = before.get(key)
    if (was === undefined) continue
    if (isMeasuredOtherwise(was, is)) {
      const measures = `${was.measure} before, ${is.measure} now`
      remarks.push(`${is.work}, against ${is.against}: measured otherwise (${measures})`)
    } else changes.push(changeOf(was, is))
  }
  return {
    changes,
    onlyBefore: namesMissingIn(before, now),
    onlyNow: namesMissingIn(now, before),
    remarks,
  }
}
