import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { inFileOrder } from "../../../core/table/error.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import type { DeclaredText, DeclaredTextOf } from "../../../core/mutation/chosen-rows.ts"
import { definitions, tableFiles } from "../../../rules/tables/index.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { print } from "../../terminal/output.ts"
import { type Proposal, proposalText, weigh, writeProposal } from "./proposal.ts"
import { refusal } from "../../terminal/command-refused.ts"

/** The tables of a folder as they are, and each of them by its file. */
export const tablesToChange = Effect.fnUntraced(function* (folder: string) {
  const today = yield* readTableFiles(folder, tableFiles)
  const byFile = new Map<string, AnyDefinition>(
    Object.values<AnyDefinition>(definitions).map((definition) => [definition.file, definition]),
  )
  const tableOf: DeclaredTextOf = (file): DeclaredText | undefined => {
    const definition = byFile.get(file)
    const source = today.sources.get(file)
    return definition === undefined || source === undefined ? undefined : { definition, source }
  }
  return { today, tableOf }
})

/** A text with the byte order mark and the line ends that the file has. */
const asFile = (text: string, file: string): string => {
  const ended = file.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text
  return file.startsWith("\uFEFF") ? `\uFEFF${ended}` : ended
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

/** How a change is shown and made. */
export interface ChangeRequest {
  readonly proposal: Proposal
  readonly write: boolean
  readonly json: boolean
  /** What is told of it beside what the tables say then. */
  readonly told: Readonly<Record<string, unknown>>
  /** The lines that end what people read. */
  readonly closing: (written: boolean) => ReadonlyArray<string>
}

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
