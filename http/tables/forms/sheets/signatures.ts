import { createHash } from "node:crypto"
import type { Piece } from "../../../../core/table/layout.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import type { ReadCell } from "../read-workbook.ts"
import { signatureOf } from "./typed-cell.ts"

/** A cell that can be read. */
export type SoundCell = Exclude<ReadCell, object>

/** The hash of a text. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** What the cells of a row say, in the order of the declared columns. */
export const rowSignature = (definition: AnyDefinition, cells: ReadonlyArray<SoundCell>): string =>
  JSON.stringify(
    Object.values(columnsOf(definition)).map((column, at) =>
      signatureOf(column, cells[at] ?? null),
    ),
  )

/** The cells of a row of a table in the order of the declared columns. */
export const inDeclaredOrder = (
  definition: AnyDefinition,
  header: ReadonlyArray<string>,
  texts: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  Object.keys(columnsOf(definition)).map((name) => texts[header.indexOf(name)] ?? "")

/** What a table says, line by line, whatever a spreadsheet makes of its cells; blank lines left out. */
export const tableSignature = (definition: AnyDefinition, pieces: ReadonlyArray<Piece>): string => {
  const header = pieces.find(({ kind }) => kind === "header")?.texts ?? []
  const lines = pieces.flatMap(({ kind, texts }) => {
    if (kind === "comment") return [texts[0] ?? ""]
    if (kind !== "row") return []
    return [rowSignature(definition, inDeclaredOrder(definition, header, texts))]
  })
  return hashOf(lines.join("\n"))
}
