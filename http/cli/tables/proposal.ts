import { rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import { differenceLimits } from "../../../core/difference/difference.ts"
import { describeTableError, type TableError } from "../../../core/table/error.ts"
import {
  compareVersions,
  pairVersions,
  type Version,
  type VersionPair,
} from "../../../rules/tables/difference.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { systemReason } from "../../platform/system-error.ts"
import type { DiffReport } from "../../../rules/changes/diff-report.ts"
import { tableReport } from "../../../rules/changes/diff-table.ts"
import { diffText } from "../../../rules/changes/diff-text.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"

/** `--write`: do what is shown. */
export const writeFlag = Flag.Boolean("write").pipe(
  Flag.withDescription("Write what is shown; without it nothing is written"),
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

/** Compares the tables as they would be with the tables as they are. */
export const weigh = ({ folder, texts, today }: Proposal): WeighedProposal => {
  const errors = today.errors.filter(({ file }) => !texts.has(file))
  const proposed: Version = { sources: new Map([...today.sources, ...texts]), errors }
  const pair = pairVersions(today, proposed)
  const tables = Object.values(definitions)
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

/** Writes what is proposed, each table as a whole. */
export const writeProposal = ({ folder, texts }: Proposal): Effect.Effect<void, CommandRefused> =>
  Effect.forEach(texts, ([file, text]) => writeOne(folder, file, text), { discard: true })
