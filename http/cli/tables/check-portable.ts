import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { checkTables } from "../../../core/check/check.ts"
import { type Severity } from "../../../core/check/severity.ts"
import { countFindings } from "../../../rules/check/check-report.ts"
import { failureOf, type Format } from "./check.ts"
import { findingFields } from "../../../rules/check/check-json.ts"
import { checkLines } from "../../../rules/check/check-lines.ts"
import { lineText } from "./check-text.ts"
import { isPortable, readPortableRows } from "./imported-table.ts"
import { counted } from "../../../core/plain-text.ts"

/** What was named is no definition of an imported table, or is asked for in a form that it has not. */
export class PortableCheckRefused extends Data.TaggedError("PortableCheckRefused")<{
  readonly reason: string
}> {
  override get message() {
    return this.reason
  }
}

const checkOne = Effect.fnUntraced(function* (path: string, budget: number) {
  const { decision, errors, file, folder, source, table } = yield* readPortableRows(path)
  const found =
    errors.length > 0
      ? []
      : checkTables(
          {
            definitions: { table: decision.definition },
            sources: new Map([[file, source]]),
            tables: { table: decision },
          },
          { budget },
        )
  return { path, folder, table, mistakes: errors, findings: found, rules: decision.rows.length }
})

type Checked = Effect.Success<ReturnType<typeof checkOne>>

const severities: ReadonlyArray<Severity> = ["error", "warning", "note"]

const textOf = ({ findings, folder, mistakes, rules, table }: Checked): string => {
  const counts = countFindings(findings)
  const summary = [
    ...severities.map((severity) => counted(counts[severity], severity)),
    counts.unknown === 0 ? "nothing unknown" : `${counted(counts.unknown, "question")} unknown`,
  ].join(", ")
  const end =
    mistakes.length === 0
      ? `${table.name} (${table.hitPolicy}), ${counted(rules, "rule")} analysed: ${summary}`
      : `${table.name}: ${counted(mistakes.length, "mistake")}; not analysed`
  return [...checkLines({ findings, mistakes }).map((line) => lineText(folder, line)), end].join(
    "\n",
  )
}

/** Checks imported tables, each by itself; what it returns is why they do not pass. */
export const checkPortable = Effect.fnUntraced(function* (given: {
  readonly paths: ReadonlyArray<string>
  readonly format: Format
  readonly strict: boolean
  readonly budget: number
}) {
  const { budget, format, paths, strict } = given
  const other = paths.find((path) => !isPortable(path))
  if (other !== undefined) {
    const reason = `${other} is no .table.json; the tables of a folder are checked with --tables`
    return yield* new PortableCheckRefused({ reason })
  }
  if (format !== "text" && format !== "json") {
    const reason = `Imported tables are checked as text or json, not as ${format}`
    return yield* new PortableCheckRefused({ reason })
  }
  const checked = yield* Effect.forEach(paths, (path) => checkOne(path, budget))
  yield* Console.log(
    format === "text"
      ? checked.map(textOf).join("\n\n")
      : JSON.stringify(
          checked.map(({ findings, mistakes, path, rules, table }) => ({
            path,
            name: table.name,
            hitPolicy: table.hitPolicy,
            rules,
            mistakes,
            findings: findings.map(findingFields),
          })),
          null,
          2,
        ),
  )
  return failureOf(
    {
      findings: checked.flatMap(({ findings }) => findings),
      mistakes: checked.flatMap(({ mistakes }) => mistakes),
    },
    strict,
  )
})
