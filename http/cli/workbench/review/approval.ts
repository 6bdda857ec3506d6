import type { ApprovalView, Person } from "../../../pages/workbench/protocol/review.ts"
import type { LoggedCommit } from "../repository/change-log.ts"
import { isSamePerson, readPerson } from "../repository/people.ts"
import { trailerOf, trailersOf } from "../repository/trailers.ts"

/**
 * Whoever changed the tables in some commits, each once: those who committed, and those whom commits
 * name as having worked on it. Who only commented or approved is none of them.
 */
export const authorsIn = (commits: ReadonlyArray<LoggedCommit>): ReadonlyArray<Person> => {
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
export interface ApprovalGround {
  /** The hash of the tables as the change leaves them. */
  readonly hash: string
  /** The days on which releases of the change come into force. */
  readonly days: ReadonlyArray<string>
}

/**
 * The approval that the newest word of it gives: it holds while the tables are those that it names, for
 * the day that it names, and where none of the authors before it gave it.
 */
export const approvalIn = (
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
