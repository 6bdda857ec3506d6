import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Result from "effect/Result"
import { atOnce } from "../../core/at-once.ts"
import { operated, type TableOperation } from "../../core/editing/table-operations.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import { commented } from "../../rules/check/remedies/remedy-candidates.ts"
import {
  type CheckFound,
  type LawsFound,
  makeCheckHandlers,
  type RemedyProven,
} from "../../http/workbench/server/check/check-handlers.ts"
import type { FindingRemedy, WorkbenchFinding } from "../../http/workbench/protocol/check.ts"
import { definitions } from "../../rules/tables/index.ts"

const data = fileURLToPath(new URL("../../data/", import.meta.url))

const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)

/** The tables of this repository, as texts. */
export const dataTexts: ReadonlyMap<string, string> = new Map(
  all.map(({ file }) => [file, readFileSync(`${data}${file}`, "utf8")]),
)

const columnsIn = (file: string): number => {
  const definition = all.find((each) => each.file === file)
  return definition === undefined ? 0 : Object.keys(columnsOf(definition)).length
}

/** A text after operations on its rows. */
export const edited = (
  file: string,
  text: string,
  ...operations: ReadonlyArray<TableOperation>
): string => {
  let after = text
  for (const each of operations) after = Result.getOrThrow(operated(after, columnsIn(file), each))
  return after
}

/** A remedy done to a text as the server does it; cells that it leaves open are filled from a row. */
export const repaired = (
  file: string,
  text: string,
  { comment, leavesOpen, operations }: FindingRemedy,
): string => {
  if (comment !== null) return commented(text, comment, comment._tag === "Add" ? "it is so" : "")
  const columns = text.split("\n")[0]?.split(",") ?? []
  const filled = operations.map((operation): TableOperation => {
    if (operation._tag !== "Insert") return operation
    const near = text.split("\n")[operation.afterLine - 1]?.split(",") ?? []
    const open = leavesOpen.map((column) => [column, near[columns.indexOf(column)] ?? ""])
    return {
      ...operation,
      rows: operation.rows.map((row) => ({ ...row, ...Object.fromEntries(open) })),
    }
  })
  return edited(file, text, ...filled)
}

const asked = { errors: [], icons: null, today: "2026-10-01", base: "main" }

/** The engine that checks, over texts that a test gives. */
export const makeCheckedDesk = () => {
  const start = { revision: 0, before: dataTexts, after: dataTexts }
  const handlers = makeCheckHandlers()({ folder: data, versions: start })
  let revision = 0
  let texts = dataTexts
  const ask = (name: string, input: object): unknown =>
    handlers[name]?.(
      { ...asked, ...input },
      { revision, before: dataTexts, after: texts },
      () => {},
    )
  return {
    revision: () => revision,
    /** What is found where some tables say something else. */
    check: (changes: Readonly<Record<string, string>>, step = "check-tables") => {
      revision += 1
      texts = new Map([...dataTexts, ...Object.entries(changes)])
      return (ask(step, {}) as CheckFound).findings
    },
    /** What is found by a look at everything, texts included, where some tables say something else. */
    checkWhole: (changes: Readonly<Record<string, string>>) => {
      revision += 1
      texts = new Map([...dataTexts, ...Object.entries(changes)])
      return atOnce(ask("check-whole", {}) as Generator<undefined, CheckFound>).findings
    },
    /** What is said of the laws of prices where some tables say something else. */
    laws: (changes: Readonly<Record<string, string>>): LawsFound => {
      revision += 1
      texts = new Map([...dataTexts, ...Object.entries(changes)])
      return atOnce(ask("check-laws", {}) as Generator<undefined, LawsFound>)
    },
    /** The ways to repair a finding of the last check that the engine has proven. */
    remedies: ({ id }: WorkbenchFinding): ReadonlyArray<FindingRemedy> => {
      const proven: Array<FindingRemedy> = []
      for (let place = 0; ; place += 1) {
        const { more, remedy } = ask("prove-remedy", { id, place }) as RemedyProven
        if (remedy !== null) proven.push(remedy)
        if (!more) return proven
      }
    },
  }
}
