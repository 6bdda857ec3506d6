import * as Effect from "effect/Effect"
import type { TableRole } from "../../../rules/accounts/person.ts"
import type { CallName } from "../protocol/calls.ts"
import type { Bench } from "./bench.ts"
import { callRefused, type CallRefused } from "./call-refused.ts"
import { noteWriter } from "./repository/writers.ts"
import { SignedIn } from "./signed-in.ts"

/** Whether a call takes an analyst, an approver, either of them, or nobody in particular, as it only reads. */
type CallRight = TableRole | "any" | "none"

/** What each call takes at a workbench for a team; one that is not named edits. */
const rights: Partial<Readonly<Record<CallName, CallRight>>> = {
  bases: "none",
  caseColumns: "none",
  caseSituation: "none",
  conflict: "none",
  draft: "none",
  here: "none",
  hooks: "none",
  impactBegin: "none",
  ownShape: "none",
  readCell: "none",
  reviewCheck: "none",
  reviewReport: "none",
  search: "none",
  suggestCases: "none",
  writeCell: "none",
  compareWith: "any",
  impactStop: "any",
  reviewAnswer: "any",
  reviewComment: "any",
  reviewResolve: "any",
  releaseApprove: "approver",
  reviewApprove: "approver",
}

/** Who edits a desk is kept for its next commit: nobody approves what they wrote themselves. */
const rightOf = (name: CallName): CallRight => rights[name] ?? "analyst"

/**
 * Lets a call through that who is signed in may make; at a workbench on one's own machine every one. Nobody changes
 * what changes are merged into.
 */
export const rightfully = <Output, Failure>(
  name: CallName,
  bench: Pick<Bench, "desk" | "trunk">,
  call: Effect.Effect<Output, Failure>,
): Effect.Effect<Output, Failure | CallRefused> =>
  Effect.flatMap(SignedIn, (member): Effect.Effect<Output, Failure | CallRefused> => {
    const needs = rightOf(name)
    if (member === null || needs === "none") return call
    const { person, roles } = member
    const isAllowed = needs === "any" ? roles.length > 0 : roles.includes(needs)
    if (!isAllowed) return Effect.fail(callRefused("RoleMissing", { needs }))
    if (bench.trunk !== null && name !== "compareWith" && name !== "impactStop") {
      return Effect.fail(callRefused("TrunkKept", { branch: bench.trunk }))
    }
    const isEdit = needs === "analyst" && name !== "reviewCommit"
    return isEdit ? Effect.tap(call, noteWriter(bench.desk.folder, person)) : call
  })
