import type { StepLabel } from "../../protocol/session.ts"

/** The one piece in which a text differs from another; offsets from 0. */
export interface TextChange {
  readonly start: number
  readonly before: string
  readonly after: string
}

/**
 * The smallest single piece that turns one text into another.
 *
 * ```ts
 * import { textChange } from "../http/workbench/server/desk/steps.ts"
 *
 * textChange("age,fare\n18,5\n", "age,fare\n18,7\n") // => { start: 12, before: "5", after: "7" }
 * ```
 */
export const textChange = (before: string, after: string): TextChange => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < shorter - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1
  }
  return {
    start,
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  }
}

/** A text with a change made in it; undefined where the text does not hold what the change replaces. */
export const changed = (text: string, { after, before, start }: TextChange): string | undefined =>
  text.startsWith(before, start)
    ? text.slice(0, start) + after + text.slice(start + before.length)
    : undefined

/** The change that takes a change back. */
export const reversed = ({ after, before, start }: TextChange): TextChange => ({
  start,
  before: after,
  after: before,
})

const lengthened = ({ after, before }: TextChange): number => after.length - before.length

const moved = (change: TextChange, by: number): TextChange => ({
  ...change,
  start: change.start + by,
})

/**
 * Two changes of one text, each as it is made after the other; undefined where they touch the same
 * piece of it.
 *
 * ```ts
 * import { pastEachOther } from "../http/workbench/server/desk/steps.ts"
 *
 * const [early, late] = [{ start: 0, before: "a", after: "bcd" }, { start: 4, before: "x", after: "y" }]
 * pastEachOther(early, late)?.[1] // => { start: 6, before: "x", after: "y" }
 * pastEachOther(early, early) // => undefined
 * ```
 */
export const pastEachOther = (
  one: TextChange,
  other: TextChange,
): readonly [one: TextChange, other: TextChange] | undefined => {
  if (one.start + one.before.length <= other.start) return [one, moved(other, lengthened(one))]
  if (other.start + other.before.length <= one.start) return [moved(one, lengthened(other)), other]
  return undefined
}

/** What becomes of a file: one piece of its text, or the whole of a file that comes or goes. */
export type FileChange =
  | TextChange
  | { readonly whole: { readonly before: string | undefined; readonly after: string | undefined } }

/** The smallest change between two states of a file; undefined is a file that is not there. */
export const fileChange = (before: string | undefined, after: string | undefined): FileChange =>
  before === undefined || after === undefined
    ? { whole: { before, after } }
    : textChange(before, after)

/** A file with a change made in it; undefined where it does not hold what the change replaces. */
export const changedFile = (
  text: string | undefined,
  change: FileChange,
): { readonly text: string | undefined } | undefined => {
  if ("whole" in change) {
    return text === change.whole.before ? { text: change.whole.after } : undefined
  }
  const made = text === undefined ? undefined : changed(text, change)
  return made === undefined ? undefined : { text: made }
}

/** The change of a file that takes a change back. */
const reversedFile = (change: FileChange): FileChange =>
  "whole" in change
    ? { whole: { before: change.whole.after, after: change.whole.before } }
    : reversed(change)

/** What a step did to one file; `lost` where somebody else has changed the same piece of it since. */
type StepChange = FileChange | "lost"

/** A step that can be taken back, or made again. */
export interface TakenStep {
  readonly label: StepLabel
  /** The address of who took it; empty at a workbench of one's own. Nobody takes back what another did. */
  readonly by: string
  readonly changes: ReadonlyMap<string, StepChange>
}

/** Takes a change of a step back, as far as it is not lost. */
export const backwards = (change: StepChange): StepChange =>
  change === "lost" ? "lost" : reversedFile(change)

/** What steps become that are still to be made, the first one next, where a text is changed from outside. */
const behindOutside = (
  steps: ReadonlyArray<TakenStep>,
  file: string,
  outside: TextChange,
  way: (change: StepChange) => StepChange,
): ReadonlyArray<TakenStep> => {
  let next: TextChange | undefined = outside
  return steps.map((step) => {
    const own = step.changes.get(file)
    if (own === undefined) return step
    const made = way(own)
    const passed: ReturnType<typeof pastEachOther> =
      next === undefined || made === "lost" || "whole" in made
        ? undefined
        : pastEachOther(made, next)
    next = passed?.[1]
    const kept: StepChange = passed === undefined ? "lost" : way(passed[0])
    return { ...step, changes: new Map([...step.changes, [file, kept]]) }
  })
}

/**
 * The steps that were taken, the last one last, after a text was changed from outside: each finds its piece where that
 * lies now. A step whose piece was changed is lost, and so are those that come before it in the same text.
 */
export const takenAfter = (
  taken: ReadonlyArray<TakenStep>,
  file: string,
  outside: TextChange,
): ReadonlyArray<TakenStep> =>
  behindOutside([...taken].reverse(), file, outside, backwards).toReversed()

/** The same of steps that one person has taken back, the last one last. */
export const undoneAfter = (
  undone: ReadonlyArray<TakenStep>,
  file: string,
  outside: TextChange,
): ReadonlyArray<TakenStep> =>
  behindOutside([...undone].reverse(), file, outside, (change) => change).toReversed()

/** A step as it is taken back now, and the steps that came after it as if it had never been. */
export interface PulledStep {
  readonly back: TakenStep
  readonly later: ReadonlyArray<TakenStep>
}

/** Takes a step out from under those that others took after it; what cannot pass one of them is lost. */
export const pulledOut = (step: TakenStep, after: ReadonlyArray<TakenStep>): PulledStep => {
  const back = new Map<string, StepChange>()
  const later = after.map(({ changes, ...rest }) => ({ ...rest, changes: new Map(changes) }))
  for (const [file, own] of step.changes) {
    let way = backwards(own)
    for (const { changes } of later) {
      const theirs = changes.get(file)
      if (theirs === undefined) continue
      const passed =
        way === "lost" || theirs === "lost" || "whole" in way || "whole" in theirs
          ? undefined
          : pastEachOther(way, theirs)
      way = passed?.[0] ?? "lost"
      if (passed !== undefined) changes.set(file, passed[1])
    }
    back.set(file, way)
  }
  return { back: { ...step, changes: back }, later }
}
