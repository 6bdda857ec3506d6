import { effect } from "@preact/signals"
import type { FindingRemedy, WorkbenchFinding } from "../../../protocol/check.ts"
import { RefusedCall } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { startRemedy } from "../../kit/remedies.ts"
import { checked } from "../../kit/table-marks.ts"
import { gridWords } from "./grid-words.ts"
import type { GridState } from "./grid-state.ts"
import type { ShownRows } from "./shown-rows.ts"

/** Prepares to repair what a grid shows as found. */
export const makeGridRemedies = (
  { openConflict, selection, wantedPlace }: GridState,
  { shownRows }: ShownRows,
) => {
  /** Says why a remedy was refused; one that meets other changes opens a choice. */
  const refused = (cause: unknown): void => {
    const facts = cause instanceof RefusedCall ? cause.refusal.facts : {}
    if (typeof facts["conflict"] === "string") openConflict.value = facts["conflict"]
    tellRefusal(cause)
  }

  /** Repairs what was found, as its button says, and goes to the row that it was found in. */
  const repair = (finding: WorkbenchFinding, remedy: FindingRemedy): void => {
    const { column, ghost, line } = finding
    startRemedy(finding, remedy, {
      done: () => {
        // A row with figures to fill in is gone to as its remedy says.
        if (remedy.leavesOpen.length > 0) return
        const place = ghost === null ? line : (remedy.newLine ?? ghost.afterLine)
        wantedPlace.value = { place: null, line: place, column: column ?? null }
      },
      refused,
    })
  }

  const isSelected = ({ id }: WorkbenchFinding): boolean => {
    const shown = shownRows.peek()[selection.peek()?.row ?? -1]
    return shown?.kind === "ghost" && shown.finding.id === id
  }

  /**
   * Adds the row that is missing. Where that has not been proven yet, it waits for as long as the row stays
   * selected.
   */
  const acceptGhost = (finding: WorkbenchFinding): void => {
    const first = accepting(finding)
    if (first !== undefined) return repair(finding, first)
    tell(inWords(gridWords).proving)
    let isOver = false
    const look = (): void => {
      const now = checked.peek()?.findings.find(({ id }) => id === finding.id)
      const remedy = now === undefined ? undefined : accepting(now)
      const isWaiting = now !== undefined && remedy === undefined && isSelected(finding)
      if (isOver || isWaiting) return
      isOver = true
      end()
      if (now !== undefined && remedy !== undefined && isSelected(finding)) repair(now, remedy)
    }
    const end = effect(() => {
      void checked.value
      void selection.value
      // The selection follows a row that moves because of what else was found: looked at once both have come.
      queueMicrotask(look)
    })
  }

  return { repair, acceptGhost }
}

/** How what was found is repaired in a grid. */
export type GridRemedies = ReturnType<typeof makeGridRemedies>

const accepting = ({ remedies }: WorkbenchFinding): FindingRemedy | undefined =>
  remedies.find(({ action }) => action === "accept-gap")
