import * as Effect from "effect/Effect"
import { releaseFile, type Release } from "../../../../rules/tables/release.ts"
import type { ReviewCheck, ReviewView } from "../../../../rules/changes/reviewed-change.ts"
import type { Bench } from "../bench.ts"
import { keepApproval } from "../releases/change-release.ts"
import { newReleases } from "../releases/new-releases.ts"
import { commitFolder } from "../repository/commit.ts"
import { orderGit } from "../repository/git-said.ts"
import { personWhoCommits } from "../repository/people.ts"
import { forgetWriters, writersSince } from "../repository/writers.ts"
import { readyToCommit } from "../repository/repository-state.ts"
import { reviewView } from "./review-view.ts"
import type { CommitAsked } from "../../protocol/review.ts"
import {
  isSamePerson,
  personText,
  oneLine,
  type Trailers,
  branchNameOf,
} from "../../../../rules/changes/change-commits.ts"
import { callRefused } from "../call-refused.ts"

/** Longer first lines of messages are cut in lists. */
const subjectMax = 72

/** What the check of the tables as they are now came to. */
export const checkNow = ({ desk, reviewer }: Bench) =>
  Effect.map(reviewer.ask("check", desk.state().errors), (found) => found as ReviewCheck)

/** Refuses tables with errors. */
export const withoutErrors = Effect.fnUntraced(function* (bench: Bench) {
  const check = yield* checkNow(bench)
  if (check.errors.length > 0)
    return yield* callRefused("ErrorsBlock", { errors: check.errors.length })
  return check
})

/** Warnings with the reasons that are given now, else those that were given before. */
const keptWarnings = Effect.fnUntraced(function* (
  { warnings }: ReviewCheck,
  given: CommitAsked["warnings"],
  before: ReviewView["keptWarnings"],
) {
  const reasons = new Map([...before, ...given].map(({ id, reason }) => [id, oneLine(reason)]))
  const without = warnings.filter(({ id }) => (reasons.get(id) ?? "") === "")
  if (without.length > 0)
    return yield* callRefused("WarningsUnexplained", { warnings: without.length })
  return [...new Set(warnings.map(({ id }) => id))].map((id) => `${id}: ${reasons.get(id) ?? ""}`)
})

/** That releases of the change are approved already, where they are: they hold the approved tables. */
const approvedTrailers = ({ approval }: ReviewView, fresh: ReadonlyArray<Release>): Trailers =>
  approval.state === "approved" && fresh.length > 0
    ? [
        ["Approved-by", personText(approval.by)],
        ["Effective-from", approval.from],
      ]
    : []

const isReleaseFile = (file: string): boolean => file.endsWith(`/${releaseFile}`)

/**
 * Commits what the folder of tables holds, on a branch: with what the change is for, and why warnings
 * are kept. Tables with errors are refused, and so are warnings without a reason.
 */
export const commitChange = Effect.fnUntraced(function* (bench: Bench, asked: CommitAsked) {
  const { desk } = bench
  const { folder } = desk
  yield* readyToCommit(folder)
  const view = yield* reviewView(desk)
  if (view.uncommitted.length === 0) return yield* callRefused("NothingToCommit", {})
  const by = yield* personWhoCommits(folder, asked.you)
  const reason = oneLine(asked.reason)
  if (reason === "") return yield* callRefused("NothingSaid", {})
  const branch = branchNameOf(asked.name)
  if (view.needsBranch && branch === "") return yield* callRefused("ChangeUnnamed", {})
  const check = yield* withoutErrors(bench)
  const kept = yield* keptWarnings(check, asked.warnings, view.keptWarnings)
  const fresh = view.uncommitted.some(isReleaseFile) ? yield* newReleases(desk) : []
  if (view.approval.state === "approved") {
    const { by: approver, from } = view.approval
    yield* keepApproval(bench, fresh, { by: approver, from })
  }
  const others = (yield* writersSince(folder)).filter((writer) => !isSamePerson(writer, by))
  if (view.needsBranch) yield* orderGit(folder, ["switch", "--quiet", "--create", branch])
  yield* commitFolder(folder, {
    by,
    subject: reason.length > subjectMax ? `${reason.slice(0, subjectMax - 1)}…` : reason,
    trailers: [
      ["Reason", reason],
      ...kept.map((text) => ["Warning-kept", text] as const),
      ...fresh.map(({ name }) => ["Release", name] as const),
      ...approvedTrailers(view, fresh),
      ...others.map((writer) => ["Co-authored-by", personText(writer)] as const),
    ],
  })
  yield* forgetWriters(folder)
  bench.changed("repository")
  return yield* reviewView(desk)
})
