import type { CheckView, WorkbenchFinding } from "../../../pages/workbench/protocol/check.ts"
import type { DeskState } from "../desk/desk.ts"

type Changes = Pick<DeskState, "changedIn">

const isUntouched = ({ file }: WorkbenchFinding, { revision }: CheckView, { changedIn }: Changes) =>
  (changedIn.get(file) ?? 0) <= revision

/** Whether a finding is among some others, by its name. */
export const isKept = (findings: ReadonlyArray<WorkbenchFinding>, { id }: WorkbenchFinding) =>
  findings.some((each) => each.id === id)

/** What was found by looking at several tables, as far as its own table still says what it said. */
export const spanningKept = (
  spanning: ReadonlyArray<WorkbenchFinding>,
  last: CheckView,
  changes: Changes,
): ReadonlyArray<WorkbenchFinding> => spanning.filter((each) => isUntouched(each, last, changes))

/** Findings with the repairs that were proven for them, as far as their tables say what they said. */
export const remediesKept = (
  findings: ReadonlyArray<WorkbenchFinding>,
  last: CheckView | null,
  changes: Changes,
): ReadonlyArray<WorkbenchFinding> => {
  if (last === null) return findings
  const known = new Map(last.findings.map((each) => [each.id, each]))
  return findings.map((each) => {
    const before = known.get(each.id)
    const holds = before !== undefined && isUntouched(each, last, changes)
    return holds ? { ...each, remedies: before.remedies } : each
  })
}
