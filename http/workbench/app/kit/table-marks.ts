import { computed, signal } from "@preact/signals"
import { groupBy } from "../../../../core/group-by.ts"
import type { CheckView, WorkbenchFinding } from "../../protocol/check.ts"
import { showView } from "./views.ts"

/** What the last check came to; null before the first. */
export const checked = signal<CheckView | null>(null)

const none: ReadonlyArray<WorkbenchFinding> = []

const byFile = computed(() => groupBy(checked.value?.findings ?? none, ({ file }) => file))

/** What was found in a table, in the order of its rows. */
export const findingsIn = (file: string): ReadonlyArray<WorkbenchFinding> =>
  byFile.value.get(file) ?? none

/** How many findings of each weight there are. */
export interface WeightCounts {
  readonly error: number
  readonly warning: number
  readonly note: number
}

/** Counts findings by their weight. */
export const countsOf = (findings: ReadonlyArray<WorkbenchFinding>): WeightCounts => {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

/** How many findings of each weight there are in all tables. */
export const allCounts = computed(() => countsOf(checked.value?.findings ?? none))

/** Begins to follow what checks find. */
export const followChecks = (): void => {
  showView("checked", {}, { told: (view) => void (checked.value = view) })
}
