import type { StepLabel } from "../../protocol/session.ts"
import { type FileChange, reversedFile } from "./file-change.ts"
import { pastEachOther, type TextChange } from "./text-change.ts"

/** What a step did to one file; `lost` where somebody else has changed the same piece of it since. */
export type StepChange = FileChange | "lost"

/** A step that can be taken back, or made again. */
export interface TakenStep {
  readonly label: StepLabel
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

/** The steps of a desk: those taken, and those taken back, each the last one last. */
export interface Steps {
  readonly taken: ReadonlyArray<TakenStep>
  readonly undone: ReadonlyArray<TakenStep>
}

/**
 * The steps after a text was changed from outside: each finds its piece where that lies now. A step
 * whose piece was changed is lost, and so are those that come before it in the same text.
 */
export const afterOutside = (
  { taken, undone }: Steps,
  file: string,
  outside: TextChange,
): Steps => ({
  taken: behindOutside([...taken].reverse(), file, outside, backwards).toReversed(),
  undone: behindOutside([...undone].reverse(), file, outside, (change) => change).toReversed(),
})
