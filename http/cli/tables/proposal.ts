import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import { readFile, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { differenceLimits } from "../../../core/difference/decision-difference.ts"
import { describeTableError, inFileOrder, type TableError } from "../../../core/table/error.ts"
import { systemReason } from "../../platform/system-error.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"
import { print } from "../../terminal/output.ts"
import type { DiffReport } from "../../../rules/changes/diff-report.ts"
import { tableReport } from "../../../rules/changes/diff-table.ts"
import { diffText } from "../../../rules/changes/diff-text.ts"
import {
  compareVersions,
  pairVersions,
  type Version,
  type VersionPair,
} from "../../../rules/tables/compare-versions.ts"
import { definitionsIn, tableFiles } from "../../../rules/tables/index.ts"
import { declaredTextOf } from "../../../rules/tables/table-named.ts"

/** `--write`: do what is shown. */
export const writeFlag = Flag.Boolean("write").pipe(
  Flag.withDescription("Write the changes; without it they are only shown"),
  Flag.withDefault(false),
)

/** Texts of tables to be written into a folder, by file. */
export interface Proposal {
  readonly folder: string
  /** What the folder holds now. */
  readonly today: Version
  readonly texts: ReadonlyMap<string, string>
}

/** What a proposal would change, by what the tables say, and the mistakes that it would bring or leave. */
export interface WeighedProposal {
  readonly report: DiffReport
  readonly mistakes: ReadonlyArray<TableError>
}

/** Compares the tables as they would be with the tables as they are. */
export const weigh = ({ folder, texts, today }: Proposal): WeighedProposal => {
  const errors = today.errors.filter(({ file }) => !texts.has(file))
  const proposed: Version = { sources: new Map([...today.sources, ...texts]), errors }
  const pair = pairVersions(today, proposed)
  const tables = Object.values(definitionsIn(proposed.sources))
    .filter(({ file }) => texts.has(file))
    .map((definition) => tableReport(pair, compareVersions(pair, definition, differenceLimits)))
  return {
    report: {
      base: "the tables as they are",
      commit: null,
      folder: shownPath(folder, ""),
      folderCommit: null,
      tables,
      impact: null,
    },
    mistakes: broughtBy(pair, texts),
  }
}

/** What a proposal would change, for people. */
export const proposalText = ({ folder }: Proposal, { report }: WeighedProposal): string => {
  const pathOf = (file: string): string => shownPath(folder, file)
  return diffText(report, { before: pathOf, after: pathOf })
}

/** Writes what is proposed, each table as a whole. */
export const writeProposal = ({ folder, texts }: Proposal): Effect.Effect<void, CommandRefused> =>
  Effect.forEach(texts, ([file, text]) => writeOne(folder, file, text), { discard: true })

/** The tables of a folder as they are, and each of them by its file. */
export const tablesToChange = Effect.fnUntraced(function* (folder: string) {
  const today = yield* readTableFiles(folder, tableFiles)
  return { today, tableOf: declaredTextOf(today.sources) }
})

/**
 * Shows what a change does to what the tables say, and makes it where that was asked for. A change
 * after which the tables would not load is refused with the words of the check.
 */
export const showChange = Effect.fnUntraced(function* ({
  closing,
  json,
  proposal,
  told,
  write,
}: ChangeRequest) {
  const weighed = weigh(proposal)
  const { mistakes, report } = weighed
  if (mistakes.length > 0) {
    return yield* refusal("change-unsound", { errors: inFileOrder(mistakes) })
  }
  if (write) yield* writeProposal(yield* inOwnForm(proposal))
  yield* print(json, { written: write, ...told, tables: report.tables }, () =>
    [proposalText(proposal, weighed), "", ...closing(write)].join("\n"),
  )
})

/** Mistakes in the proposed tables, and those in others that were not there before. */
const broughtBy = (
  { mistakes }: VersionPair,
  texts: Proposal["texts"],
): ReadonlyArray<TableError> => {
  const known = new Set([...mistakes.before.values()].flat().map(describeTableError))
  return [...mistakes.after.values()]
    .flat()
    .filter((error) => texts.has(error.file) || !known.has(describeTableError(error)))
}

const writeOne = (folder: string, file: string, text: string) => {
  const path = join(folder, file)
  const beside = join(dirname(path), `.${process.pid}.part`)
  return Effect.tryPromise({
    try: async () => {
      await writeFile(beside, text)
      await rename(beside, path)
    },
    catch: (cause) =>
      refusal("unwritable", { path: shownPath(folder, file), reason: systemReason(cause) }),
  })
}

/** How a change is shown and made. */
interface ChangeRequest {
  readonly proposal: Proposal
  readonly write: boolean
  readonly json: boolean
  /** What is printed about it beside what the tables say then. */
  readonly told: Readonly<Record<string, unknown>>
  /** The lines that end what people read. */
  readonly closing: (written: boolean) => ReadonlyArray<string>
}

/** The texts of a proposal in the form that the files have, which readers of tables do not see. */
const inOwnForm = ({ folder, texts, today }: Proposal): Effect.Effect<Proposal> =>
  Effect.promise(async () => {
    const kept = new Map<string, string>()
    for (const [file, text] of texts) {
      const before = await readFile(join(folder, file), "utf8").catch(() => "")
      kept.set(file, asFile(text, before))
    }
    return { folder, today, texts: kept }
  })

/** A text with the byte order mark and the line ends that the file has. */
const asFile = (text: string, file: string): string => {
  const ended = file.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text
  return file.startsWith("\uFEFF") ? `\uFEFF${ended}` : ended
}
