import {
  isSamePerson,
  type LoggedCommit,
  oneLine,
  readPerson,
  type Trailers,
  trailerOf,
  trailersOf,
} from "./change-commits.ts"
import type { ApprovalView, KeptWarning, Person, ReviewComment } from "./reviewed-change.ts"

/**
 * The people who changed the tables in some commits, each once: those who committed, and those whom commits
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

/** The warnings that the author of some commits keeps, each with the newest reason. */
export const keptIn = (commits: ReadonlyArray<LoggedCommit>): ReadonlyArray<KeptWarning> => {
  const kept = new Map<string, string>()
  for (const { trailers } of commits.toReversed()) {
    for (const text of trailersOf(trailers, "Warning-kept")) {
      const [, id, reason] = keptForm.exec(text) ?? []
      if (id !== undefined && reason !== undefined) kept.set(id, reason)
    }
  }
  return [...kept].map(([id, reason]) => ({ id, reason }))
}

/** What a comment says of itself, as trailers of its commit. */
export const commentTrailers = (
  { id, place, text }: Pick<ReviewComment, "id" | "place" | "text">,
  sources: Sources,
): Trailers => [
  ["Comment-id", id],
  ["Comment-on", place === null ? "" : `${place.file}:${place.line}`],
  ["Comment-row", place === null ? "" : rowText(sources, place.file, place.line)],
  ["Comment", text],
]

/**
 * The comments that commits of a change hold, oldest first, each where its row lies now. An answer
 * opens again what was settled.
 */
export const commentsIn = (
  commits: ReadonlyArray<LoggedCommit>,
  sources: Sources,
  you: Person | null,
): ReadonlyArray<ReviewComment> => {
  const threads = new Map<string, Thread>()
  for (const { at, by, trailers } of commits.toReversed()) {
    const text = trailerOf(trailers, "Comment") ?? ""
    const id = trailerOf(trailers, "Comment-id")
    if (id !== undefined) {
      const begun = { id, by, at, text, ...placeNow(trailers, sources) }
      threads.set(id, { begun, answers: [], resolvedBy: null })
      continue
    }
    const answered = threads.get(trailerOf(trailers, "Comment-answers") ?? "")
    if (answered !== undefined) {
      answered.answers.push({ by, at, text })
      answered.resolvedBy = null
    }
    const resolved = threads.get(trailerOf(trailers, "Comment-resolves") ?? "")
    if (resolved !== undefined) resolved.resolvedBy = by
  }
  return [...threads.values()].map((thread) => commentOf(thread, you))
}

/** What an approval is compared with. */
interface ApprovalGround {
  /** The hash of the tables as the change leaves them. */
  readonly hash: string
  /** The days on which releases of the change come into force. */
  readonly days: ReadonlyArray<string>
}

/** The form of a kept warning in a trailer: its id, then why it is kept. */
const keptForm = /^([0-9a-f]{12}): (.+)$/

/** The texts of tables by file. */
type Sources = ReadonlyMap<string, string>

const rowTextMax = 1_000

/** The text of a line as a comment remembers it, to find it again when lines move. */
const rowText = (sources: Sources, file: string, line: number): string =>
  oneLine(sources.get(file)?.split("\n")[line - 1] ?? "").slice(0, rowTextMax)

/** The line with a text that is nearest to where it stood. */
const nearestLine = (source: string, row: string, line: number): number | undefined => {
  let found: number | undefined
  for (const [index, text] of source.split("\n").entries()) {
    if (oneLine(text).slice(0, rowTextMax) !== row) continue
    if (found === undefined || Math.abs(index + 1 - line) < Math.abs(found - line)) {
      found = index + 1
    }
  }
  return found
}

/** Where the row of a comment lies now. */
const placeNow = (trailers: Trailers, sources: Sources) => {
  const [, file, digits] = /^(.+):(\d+)$/.exec(trailerOf(trailers, "Comment-on") ?? "") ?? []
  if (file === undefined) return { place: null, isRowChanged: false }
  const line = Number(digits)
  const row = trailerOf(trailers, "Comment-row")
  const found = row === undefined ? undefined : nearestLine(sources.get(file) ?? "", row, line)
  return {
    place: { file, line: found ?? line },
    isRowChanged: row !== undefined && found === undefined,
  }
}

interface Thread {
  readonly begun: Omit<ReviewComment, "answers" | "resolvedBy" | "waitsForYou">
  readonly answers: Array<ReviewComment["answers"][number]>
  resolvedBy: Person | null
}

const commentOf = ({ answers, begun, resolvedBy }: Thread, you: Person | null): ReviewComment => {
  const last = answers.at(-1) ?? begun
  const isOthers = you === null || !isSamePerson(last.by, you)
  return { ...begun, answers, resolvedBy, waitsForYou: resolvedBy === null && isOthers }
}
