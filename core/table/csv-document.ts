import * as Result from "effect/Result"
import { type CsvField, type CsvPiece, type CsvProblem, cutCsv } from "./csv.ts"

/** A CSV text that tools may change: everything in it, comments, blank lines and quoting included. */
export interface CsvDocument {
  readonly pieces: ReadonlyArray<CsvPiece>
}

/** Reads a CSV text into a document that {@link printCsv} prints back to the same characters. */
export const readCsvDocument = (source: string): Result.Result<CsvDocument, CsvProblem> =>
  Result.map(cutCsv(source), (pieces) => ({ pieces }))

/**
 * The text of a document. What was read and not changed is printed as it was written.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { printCsv, readCsvDocument } from "../core/table/csv-document.ts"
 *
 * const source = '# who pays\r\ncode,"name"\r\n\r\nEUR,Euro'
 * Result.getOrThrow(Result.map(readCsvDocument(source), printCsv)) === source // => true
 * ```
 */
export const printCsv = ({ pieces }: CsvDocument): string =>
  pieces
    .map((piece) => (piece._tag === "Aside" ? piece.written : piece.written.join(",") + piece.end))
    .join("")

/** A text as a field is written: in quotes only where it needs them. */
const writtenField = (text: string, first: boolean, alone: boolean): string => {
  const needsQuotes =
    /[",\r\n]/.test(text) || (first && text.startsWith("#")) || (alone && text === "")
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

/** Where a field starts, line and character from 1, in the text that the document was read from. */
export type FieldPlace = Pick<CsvField, "line" | "character">

/**
 * Writes another text into the field at a place and leaves every other character alone; undefined
 * when no field starts there. Places stay those of the text that was read, whatever was changed
 * since, and a field that has the text already stays as it is written.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { editField, printCsv, readCsvDocument } from "../core/table/csv-document.ts"
 *
 * const document = Result.getOrThrow(readCsvDocument('code,"name"\nEUR,Euro # old\n'))
 * const edited = editField(document, { line: 2, character: 5 }, "Euro, new")
 * edited === undefined ? "" : printCsv(edited) // => 'code,"name"\nEUR,"Euro, new"\n'
 * ```
 */
export const editField = (
  document: CsvDocument,
  { character, line }: FieldPlace,
  text: string,
): CsvDocument | undefined => {
  for (const [at, piece] of document.pieces.entries()) {
    if (piece._tag === "Aside") continue
    const { fields } = piece.record
    const index = fields.findIndex((each) => each.line === line && each.character === character)
    const field = fields[index]
    if (field === undefined) continue
    if (field.text === text) return document
    const written = writtenField(text, index === 0, fields.length === 1)
    const record = { ...piece.record, fields: fields.with(index, { ...field, text }) }
    const changed = { ...piece, record, written: piece.written.with(index, written) }
    return { pieces: document.pieces.with(at, changed) }
  }
  return undefined
}
