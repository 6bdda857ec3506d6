import * as Effect from "effect/Effect"
import type { Desk } from "../desk/desk.ts"
import { branchOf, isTrunkAmong, trunkNames } from "../desk/version-before.ts"
import { newReleases } from "../releases/new-releases.ts"
import { changeLog } from "../repository/change-log.ts"
import { personHere } from "../repository/people.ts"
import { repositoryProblem, uncommittedFiles } from "../repository/repository-state.ts"
import type { ReviewView } from "../../../../rules/changes/reviewed-change.ts"
import type { TablesUnreadable } from "../../../tables/table-files.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { sourcesHash } from "../../../tables/table-bundle.ts"
import { tableFilesIn } from "../../../../rules/tables/index.ts"
import { type Release, released } from "../../../../rules/tables/release.ts"
import { type LoggedCommit, trailerOf } from "../../../../rules/changes/change-commits.ts"
import { approvalIn, authorsIn, commentsIn, keptIn } from "../../../../rules/changes/approval.ts"

/** Tables that differ from the version before, or lie in a release of the change. */
const changedTables = ({ before, state }: Desk, fresh: ReadonlyArray<Release>) => {
  const after = released(state().sources, fresh)
  return tableFilesIn(before.sources, after).filter(
    (file) => before.sources.get(file) !== after.get(file),
  )
}

/** What git knows of the change; nothing where there is none. */
const askRepository = Effect.fnUntraced(function* (
  folder: string,
  before: string | undefined,
): Effect.fn.Return<
  Pick<ReviewView, "branch" | "needsBranch" | "uncommitted" | "you"> & {
    readonly log: ReadonlyArray<LoggedCommit>
  },
  GitUnavailable
> {
  return {
    ...(yield* whereWeAre(folder)),
    you: yield* personHere(folder),
    uncommitted: yield* uncommittedFiles(folder),
    log: yield* changeLog(folder, before),
  }
})

const noRepository = { branch: null, needsBranch: true, you: null, uncommitted: [], log: [] }

/** The branch, and whether a change needs one of its own first. */
const whereWeAre = Effect.fnUntraced(function* (folder: string) {
  const branch = yield* branchOf(folder)
  const needsBranch = branch === null || isTrunkAmong(yield* trunkNames(folder), branch)
  return { branch, needsBranch }
})

/** How the change stands: in the folder, and in the repository where there is one. */
export const reviewView = Effect.fnUntraced(function* (
  desk: Desk,
): Effect.fn.Return<ReviewView, GitUnavailable | TablesUnreadable> {
  const problem = yield* repositoryProblem(desk.folder)
  const { branch, log, needsBranch, uncommitted, you } =
    problem === "no-git" || problem === "no-repository"
      ? noRepository
      : yield* askRepository(desk.folder, desk.before.commit)
  const fresh = yield* newReleases(desk)
  const { sources } = desk.state()
  const hash = sourcesHash(released(sources, fresh))
  const days = fresh.flatMap(({ facts }) => facts?.effectiveFrom ?? [])
  const made = log.filter(({ hasTables }) => hasTables)
  return {
    problem,
    branch,
    needsBranch,
    you,
    authors: authorsIn(log),
    committedAt: made[0]?.at ?? null,
    commits: made.length,
    reason: made.map(({ trailers }) => trailerOf(trailers, "Reason")).find(Boolean) ?? null,
    uncommitted,
    changedTables: changedTables(desk, fresh),
    hash,
    keptWarnings: keptIn(log),
    comments: commentsIn(log, sources, you),
    approval: approvalIn(log, { hash, days }),
  }
})
