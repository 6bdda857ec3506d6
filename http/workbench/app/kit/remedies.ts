import { signal } from "@preact/signals"
import { call } from "./call.ts"
import { go } from "./route.ts"
import { shownStep } from "./session.ts"
import { checked } from "./table-marks.ts"
import type { FindingRemedy, WorkbenchFinding } from "../../protocol/check.ts"
import type { StepMade } from "../../protocol/session.ts"

/** Makes the edit of a remedy on the tables as they were checked. */
const edited = (
  { file }: WorkbenchFinding,
  { action, comment, operations }: FindingRemedy,
  reason: string,
): Promise<StepMade> => {
  const revision = checked.peek()?.revision ?? 0
  return comment === null
    ? call("edit", { file, revision, action, operations })
    : call("comment", { file, revision, comment, reason })
}

/**
 * Repairs what was found. A row that is added with cells to fill in is shown at the first of them.
 * Remedies that need a reason take it along.
 */
const runRemedy = async (
  finding: WorkbenchFinding,
  remedy: FindingRemedy,
  reason = "",
): Promise<void> => {
  await shownStep(edited(finding, remedy, reason))
  const [column] = remedy.leavesOpen
  if (column !== undefined && remedy.newLine !== null) {
    go("tables", finding.file, { row: remedy.newLine, column })
  }
}

/** What follows a remedy. */
interface RemedyFollowed {
  readonly done: () => void
  readonly refused: (cause: unknown) => void
}

/** A remedy that waits until a person has said why. */
interface ReasonAsked {
  readonly finding: WorkbenchFinding
  readonly remedy: FindingRemedy
  readonly followed: RemedyFollowed
}

/** The remedy that waits for a reason; null where none does. */
export const reasonAsked = signal<ReasonAsked | null>(null)

/** Repairs what was found, after a reason was given where the remedy needs one. */
export const startRemedy = (
  finding: WorkbenchFinding,
  remedy: FindingRemedy,
  followed: RemedyFollowed,
): void => {
  if (remedy.needs === "reason") reasonAsked.value = { finding, remedy, followed }
  else void runRemedy(finding, remedy).then(followed.done, followed.refused)
}

/** Gives the reason that was asked for, and goes on with the remedy. */
export const giveReason = (reason: string): void => {
  const asked = reasonAsked.peek()
  if (asked === null) return
  reasonAsked.value = null
  void runRemedy(asked.finding, asked.remedy, reason).then(
    asked.followed.done,
    asked.followed.refused,
  )
}
