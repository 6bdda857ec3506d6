import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describeTableError, type TableError } from "../../../../core/table/error.ts"
import { manifest } from "../../../../rules/tables/bundle.ts"
import { isTableFile, tableFilesIn } from "../../../../rules/tables/index.ts"
import { ownTablesIn, ownWords } from "../../../../rules/tables/own-tables.ts"
import {
  inReleaseOrder,
  type Release,
  releaseFile,
  type ReleaseFacts,
  releaseNameForm,
  releasePath,
  removalText,
  withTexts,
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
import { askedFileOf, isCaseFile } from "../../../../core/table/case-table.ts"
import {
  definitionEnd,
  definitionFileOf,
  isOwnFile,
  isOwnTable,
  rowsFileOf,
} from "../../../../core/table/own-table.ts"
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
  readonly after: string | null
}

/**
 * The texts of the changed tables before and after, as a release holds them: one of one's own that goes is said
 * so in its definition. A table that no release may hold is refused.
 */
const changedTexts = Effect.fnUntraced(function* (
  desk: Desk,
): Effect.fn.Return<ReadonlyMap<string, ReleasedText>, CallRefused> {
  const [older, newer] = [desk.before.sources, desk.state().sources]
  const texts = new Map<string, ReleasedText>()
  for (const file of editedTables(desk)) {
    const [before, after] = [older.get(file), newer.get(file)]
    const rows = rowsOf(file)
    const isGone = rows !== undefined && !newer.has(rows) && !newer.has(definitionFileOf(rows))
    // Cases are for those who change tables: servers know none, and nothing waits for theirs to go.
    if (after === undefined && isCaseFile(file) && !isGone) continue
    const isKnown = after === undefined ? isGone : before !== undefined || isOwnFile(file)
    if (!isKnown || file === manifest.file) {
      return yield* callRefused("TableUnreleasable", { file })
    }
    const removal = file.endsWith(definitionEnd) ? removalText(titleOf(older, rows)) : null
    texts.set(file, { before: before ?? null, after: after ?? removal })
  }
  if (texts.size === 0) return yield* callRefused("NothingToRelease", {})
  return texts
})

/** The file of the rows of the table of one's own to which a file belongs. */
const rowsOf = (file: string): string | undefined => {
  const rows = file.endsWith(definitionEnd)
    ? rowsFileOf(file)
    : isCaseFile(file)
      ? askedFileOf(file)
      : file
  return isOwnTable(rows) ? rows : undefined
}

/** What a table of one's own is called. */
const titleOf = (sources: ReadonlyMap<string, string>, rows = ""): string => {
  const definition = ownTablesIn(sources).definitions[rows]
  return (definition && ownWords(definition)?.title) ?? rows
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
  const after = new Map(
    [...texts].flatMap(([file, text]) =>
      text.after === null ? [] : [[file, text.after] as const],
    ),
  )
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
