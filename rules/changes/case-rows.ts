import * as Result from "effect/Result"
import { operated, type TableOperation } from "../../../../core/mutation/table-operations.ts"
import { readCsv } from "../../../../core/table/csv.ts"
import { columnsOf } from "../../../../core/table/load.ts"
import { caseLine } from "../../../../rules/corpus/case-line.ts"
import { corpusCases } from "../../../../rules/corpus/share-tables.ts"
import type { Situation } from "../../../../rules/corpus/situation.ts"
import type { CaseKept } from "../../protocol/cases.ts"
import { Unanswerable } from "../engine/serve-engine.ts"

/** The file of the cases. */
export const casesFile = corpusCases.file

const columns = Object.keys(columnsOf(corpusCases))

const operatedText = (text: string, operation: TableOperation): string => {
  const changed = operated(text, columns.length, operation)
  if (Result.isSuccess(changed)) return changed.success
  throw new Unanswerable("TablesBroken", `${casesFile} cannot be read as a table`)
}

/** The line of the last row, or of the header where there is none. */
const lastLine = (text: string): number => {
  const records = Result.getOrElse(readCsv(text), () => [])
  return records.findLast(({ texts }) => texts.length === columns.length)?.line ?? 1
}

/** The text of the cases with one more at its end. */
export const withCase = (text: string, { about, name, situation }: CaseKept): string => {
  const line = caseLine({ ...situation, name, origin: "case" } as Situation, name, about)
  const [record] = Result.getOrElse(readCsv(line), () => [])
  const row = Object.fromEntries(
    columns.map((column, index) => [column, record?.texts[index] ?? ""]),
  )
  return operatedText(text, { _tag: "Insert", afterLine: lastLine(text), rows: [row] })
}

/** The text of the cases without the one on a line. */
export const withoutCase = (text: string, line: number): string =>
  operatedText(text, { _tag: "Delete", lines: [line] })
