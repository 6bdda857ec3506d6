import type { Person, ReviewComment } from "../../protocol/review.ts"
import type { LoggedCommit } from "../repository/change-log.ts"
import { isSamePerson } from "../repository/people.ts"
import { oneLine, type Trailers, trailerOf } from "../repository/trailers.ts"

/** The texts of tables by file. */
type Sources = ReadonlyMap<string, string>

const rowTextMax = 1_000

/** The text of a line as a comment remembers it, to find it again when lines move. */
const rowText = (sources: Sources, file: string, line: number): string =>
  oneLine(sources.get(file)?.split("\n")[line - 1] ?? "").slice(0, rowTextMax)

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
