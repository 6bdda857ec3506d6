import * as Effect from "effect/Effect"
import type { Desk } from "../desk/desk.ts"
import { branchOf, trunks } from "../desk/version-before.ts"
import { newReleases } from "../releases/new-releases.ts"
import { changeLog, type LoggedCommit } from "../repository/change-log.ts"
import { isSamePerson, personOfSettings, readPerson } from "../repository/people.ts"
import { repositoryProblem, uncommittedFiles } from "../repository/repository-state.ts"
import { trailerOf, trailersOf } from "../repository/trailers.ts"
import { commentsIn } from "./comments.ts"
import type { ApprovalView, KeptWarning, Person, ReviewView } from "../../protocol/review.ts"
import type { TablesUnreadable } from "../../../tables/folder-errors.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { sourcesHash } from "../../../tables/table-bundle.ts"
import { tableFiles } from "../../../../rules/tables/index.ts"
import { type Release, released } from "../../../../rules/tables/release.ts"

/** The form of a kept warning in a trailer: its id, then why it is kept. */
const keptForm = /^([0-9a-f]{12}): (.+)$/

const keptIn = (commits: ReadonlyArray<LoggedCommit>): ReadonlyArray<KeptWarning> => {
  const kept = new Map<string, string>()
  for (const { trailers } of commits.toReversed()) {
    for (const text of trailersOf(trailers, "Warning-kept")) {
      const [, id, reason] = keptForm.exec(text) ?? []
      if (id !== undefined && reason !== undefined) kept.set(id, reason)
    }
  }
  return [...kept].map(([id, reason]) => ({ id, reason }))
}

/** Tables that differ from the version before, or lie in a release of the change. */
const changedTables = ({ before, state }: Desk, fresh: ReadonlyArray<Release>) => {
  const after = released(state().sources, fresh)
  return tableFiles.filter((file) => before.sources.get(file) !== after.get(file))
}

/** What git knows of the change; nothing where there is none. */
const askRepository = Effect.fnUntraced(function* (
  folder: string,
  before: string | undefined,
): Effect.fn.Return<
  Pick<ReviewView, "branch" | "uncommitted" | "you"> & {
    readonly log: ReadonlyArray<LoggedCommit>
  },
  GitUnavailable
> {
  return {
    branch: yield* branchOf(folder),
    you: yield* personOfSettings(folder),
    uncommitted: yield* uncommittedFiles(folder),
    log: yield* changeLog(folder, before),
  }
})

const noRepository = { branch: null, you: null, uncommitted: [], log: [] }

/** How the change stands: in the folder, and in the repository where there is one. */
export const reviewView = Effect.fnUntraced(function* (
  desk: Desk,
): Effect.fn.Return<ReviewView, GitUnavailable | TablesUnreadable> {
  const problem = yield* repositoryProblem(desk.folder)
  const { branch, log, uncommitted, you } =
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
    needsBranch: branch === null || trunks.includes(branch),
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

/**
 * Whoever changed the tables in some commits, each once: those who committed, and those whom commits
 * name as having worked on it. Who only commented or approved is none of them.
 */
const authorsIn = (commits: ReadonlyArray<LoggedCommit>): ReadonlyArray<Person> => {
  const found: Array<Person> = []
  for (const { by, hasTables, trailers } of commits) {
    if (!hasTables) continue
    const others = trailersOf(trailers, "Co-authored-by").flatMap((text) => readPerson(text) ?? [])
    for (const person of [by, ...others]) {
      if (!found.some((each) => isSamePerson(each, person))) found.push(person)
    }
  }
  return found
}

/** What an approval is held against. */
interface ApprovalGround {
  /** The hash of the tables as the change leaves them. */
  readonly hash: string
  /** The days on which releases of the change come into force. */
  readonly days: ReadonlyArray<string>
}

/**
 * The approval that the newest word of it gives: it holds while the tables are those that it names, for
 * the day that it names, and where none of the authors before it gave it.
 */
const approvalIn = (
  commits: ReadonlyArray<LoggedCommit>,
  { days, hash }: ApprovalGround,
): ApprovalView => {
  const index = commits.findIndex(({ trailers }) => trailerOf(trailers, "Approved-tables"))
  const found = commits[index]
  if (found === undefined) return { state: "none" }
  const { at, by, trailers } = found
  const from = trailerOf(trailers, "Effective-from") ?? ""
  // Who approves may prepare the release afterwards: the tables that it holds are the approved ones.
  const isOwn = authorsIn(commits.slice(index + 1)).some((author) => isSamePerson(author, by))
  if (isOwn) return { state: "own", by, from }
  const isSame = trailerOf(trailers, "Approved-tables") === hash
  const isSameDay = days.every((day) => day === from)
  return isSame && isSameDay
    ? { state: "approved", by, from, at }
    : { state: "withdrawn", by, from }
}
