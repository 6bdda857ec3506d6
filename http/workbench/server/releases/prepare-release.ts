import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describeTableError, type TableError } from "../../../../core/table/error.ts"
import { manifest } from "../../../../rules/tables/bundle.ts"
import { isTableFile, tableFilesIn } from "../../../../rules/tables/index.ts"
import {
  inReleaseOrder,
  type Release,
  releaseFile,
  type ReleaseFacts,
  releaseNameForm,
  releasePath,
} from "../../../../rules/tables/release.ts"
import type { ReleaseAsked } from "../../protocol/releases.ts"
import { utcDay } from "../../../platform/utc-day.ts"
import type { FolderTables } from "../../../tables/in-force.ts"
import { readReleases } from "../../../tables/releases.ts"
import { digestOf } from "../../../tables/table-bundle.ts"
import type { Bench } from "../bench.ts"
import { toldMistake } from "../../../../rules/check/tell/told-finding.ts"
import type { Desk } from "../desk/desk.ts"
import { personHere } from "../repository/people.ts"
import type { ReleaseChecked } from "./release-answers.ts"
import { isDay } from "./release-days.ts"
import { factsText } from "../../../../rules/tables/release-change.ts"
import { isOwnFile } from "../../../../core/table/own-table.ts"
import { authorsIn } from "../../../../rules/changes/approval.ts"
import { isSamePerson, oneLine } from "../../../../rules/changes/change-commits.ts"
import { authorText } from "../../../../rules/changes/release-approval.ts"
import { changeLog } from "../repository/change-log.ts"
import { uncommittedFiles } from "../repository/repository-state.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

/** Tables that differ from the version before. */
export const editedTables = ({ before, state }: Pick<Desk, "before" | "state">) =>
  tableFilesIn(before.sources, state().sources).filter(
    (file) => before.sources.get(file) !== state().sources.get(file),
  )

/** The day of today. */
export const dayToday: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, utcDay)

/** Refuses a day that is none, or that has passed. */
export const usableDay = Effect.fnUntraced(function* (
  day: string,
): Effect.fn.Return<void, CallRefused> {
  const today = yield* dayToday
  if (!isDay(day) || day < today) return yield* callRefused("DayUnusable", { day, today })
})

/** The text of a changed table before and after; null where there was none. */
interface ReleasedText {
  readonly before: string | null
  readonly after: string
}

/** The texts of the changed tables before and after; a table that no release may hold is refused. */
const changedTexts = Effect.fnUntraced(function* (
  desk: Desk,
): Effect.fn.Return<ReadonlyMap<string, ReleasedText>, CallRefused> {
  const files = editedTables(desk)
  if (files.length === 0) return yield* callRefused("NothingToRelease", {})
  const texts = new Map<string, ReleasedText>()
  for (const file of files) {
    const [before, after] = [desk.before.sources.get(file), desk.state().sources.get(file)]
    // A table of one's own may be new; that one goes, no release can say.
    const isThere = before !== undefined || isOwnFile(file)
    if (!isThere || after === undefined || file === manifest.file) {
      return yield* callRefused("TableUnreleasable", { file })
    }
    texts.set(file, { before: before ?? null, after })
  }
  return texts
})

/** Texts with others in their places; null takes one away. */
const withTexts = (
  sources: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string> => {
  const all = new Map(sources)
  for (const [file, text] of texts) {
    if (text === null) all.delete(file)
    else all.set(file, text)
  }
  return all
}

const frenchMistake = (mistake: TableError): string => {
  const { detail, title } = toldMistake(mistake)
  return `${title.fr}. ${detail.fr}`
}

/** Refuses a release that the tables would hold mistakes with, as `tables release check` does. */
export const soundRelease = Effect.fnUntraced(function* (
  { answers }: Pick<Bench, "answers">,
  held: FolderTables,
  name: string,
) {
  const asked: ReleaseChecked = { held, name }
  const found = (yield* answers.ask("releaseMistakes", asked)) as ReadonlyArray<TableError>
  const [mistake] = found
  if (mistake === undefined) return
  return yield* callRefused("ReleaseFaulty", {
    name,
    mistake: describeTableError(mistake),
    mistakeFr: frenchMistake(mistake),
    mistakes: found.length,
  })
})

/** Who made the change, as its commits say, and who edits it now; empty where git names nobody. */
const authorOf = ({ before, folder }: Desk) =>
  Effect.gen(function* () {
    const authors = authorsIn(yield* changeLog(folder, before.commit))
    const isEdited = (yield* uncommittedFiles(folder)).some(isTableFile)
    const known = yield* personHere(folder)
    const isNew = known !== null && !authors.some((author) => isSamePerson(author, known))
    const adds = isNew && (isEdited || authors.length === 0)
    return authorText(adds ? [...authors, known] : authors)
  }).pipe(Effect.orElseSucceed(() => ""))

/**
 * Prepares a release of the change: its tables lie whole in a folder of their own until their day, and
 * the tables in force are again those of the version before. One step, which can be undone.
 */
export const prepareRelease = Effect.fnUntraced(function* (
  bench: Bench,
  { author, effectiveFrom, name, reason }: ReleaseAsked,
) {
  const { desk } = bench
  if (!releaseNameForm.test(name)) return yield* callRefused("ReleaseMisnamed", { name })
  yield* usableDay(effectiveFrom)
  const { errors, revision, sources } = desk.state()
  const texts = yield* changedTexts(desk)
  const others = yield* readReleases(desk.folder)
  if (others.some((other) => other.name === name))
    return yield* callRefused("ReleaseThere", { name })
  const facts: ReleaseFacts = {
    effectiveFrom,
    author: oneLine((yield* authorOf(desk)) || (author ?? "")) || "—",
    reason: oneLine(reason) || name,
    withdrawnOn: null,
  }
  const after = new Map([...texts].map(([file, text]) => [file, text.after]))
  const release: Release = {
    name,
    facts,
    sources: after,
    tablesHash: digestOf(after),
    approvals: [],
    digest: "",
    errors: [],
  }
  const back = new Map([...texts].map(([file, text]) => [file, text.before]))
  const held: FolderTables = {
    folder: desk.folder,
    files: { sources: withTexts(sources, back), errors },
    releases: inReleaseOrder([...others, release]),
  }
  yield* soundRelease(bench, held, name)
  if (desk.state().revision !== revision) return yield* callRefused("TablesMoved", {})
  const [first = releaseFile] = texts.keys()
  return yield* desk.take({
    label: { action: "release", file: first, count: texts.size },
    texts: new Map<string, string | null>([
      [releasePath(name, releaseFile), factsText(facts)],
      ...[...after].map(([file, text]) => [releasePath(name, file), text] as const),
      ...back,
    ]),
  })
})
