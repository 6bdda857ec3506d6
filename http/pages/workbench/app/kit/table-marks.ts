import { computed, signal } from "@preact/signals"
import { groupBy } from "../../../../../core/group-by.ts"
import type { CheckView, WorkbenchFinding } from "../../protocol/check.ts"

/** What the last check came to; null before the first. */
export const checked = signal<CheckView | null>(null)

const none: ReadonlyArray<WorkbenchFinding> = []

const byFile = computed(() => groupBy(checked.value?.findings ?? none, ({ file }) => file))

/** What was found in a table, in the order of its rows. */
export const findingsIn = (file: string): ReadonlyArray<WorkbenchFinding> =>
  byFile.value.get(file) ?? none
