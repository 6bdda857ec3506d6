import { minorToDecimal } from "../../../core/money/minor.ts"
import { csvText, formulasMarked } from "../../../core/table/csv.ts"
import type { PagedSale } from "../../ports/sales.ts"
import type { LedgerRow } from "../../ports/usage.ts"

const amount = (minor: number | bigint, minorUnits: number): CsvCell => ({
  plainNumber: minorToDecimal(minor, minorUnits),
})

/** The columns of the export of sales; amounts in the main unit of their currency, instants in UTC. */
export const salesColumns = [
  "external_order_id",
  "ref",
  "status",
  "amount",
  "commission",
  "currency",
  "booked_at",
  "changed_at",
  "validates_at",
  "validated_at",
  "corrected_at",
] as const

/** The columns of the export of the ledger. */
export const ledgerColumns = [
  "entry",
  "journal",
  "at",
  "kind",
  "external_order_id",
  "ref",
  "account",
  "amount",
  "currency",
] as const

/** The columns of the export of a statement. */
export const statementColumns = [
  "statement",
  "entry",
  "at",
  "line",
  "external_order_id",
  "ref",
  "amount",
  "currency",
] as const

/** The first line of an export. */
export const headerLine = (columns: ReadonlyArray<string>): string => csvLine(columns)

/** A sale as a line of the export. */
export const saleLine = (sale: PagedSale): string =>
  csvLine([
    sale.externalOrderId,
    sale.ref,
    sale.status,
    amount(sale.amountMinor, sale.minorUnits),
    amount(sale.commissionMinor, sale.minorUnits),
    sale.currency,
    sale.bookedAt,
    sale.changedAt,
    sale.validatesAt,
    sale.validatedAt,
    sale.correctedAt,
  ])

/** An entry of the ledger as a line of the export. */
export const ledgerLine = (row: LedgerRow): string =>
  csvLine([
    { plainNumber: String(row.entryId) },
    { plainNumber: String(row.journalId) },
    row.at,
    row.kind,
    row.externalOrderId,
    row.ref,
    row.account,
    amount(row.amountMinor, row.minorUnits),
    row.currency,
  ])

/**
 * A booking of a statement as a line of the export: with what it is of there, so that the lines of one
 * name come to its figure.
 */
export const statementEntryLine = (statement: string, row: LedgerRow): string =>
  csvLine([
    statement,
    { plainNumber: String(row.entryId) },
    row.at,
    `${row.account === "pending" ? "pending" : "owed"} ${row.kind}`,
    row.externalOrderId,
    row.ref,
    amount(row.amountMinor, row.minorUnits),
    row.currency,
  ])

/** A cell of an export: a text of anybody, or a number that is written as it is. */
type CsvCell = string | { readonly plainNumber: string } | null

/**
 * A cell of a CSV file by RFC 4180. A text that a spreadsheet would take for a formula gets an
 * apostrophe before it, so that it stays a text.
 *
 * ```ts
 * import { csvCell } from "../http/pages/console/exports.ts"
 *
 * csvCell("AC-2291") // => "AC-2291"
 * csvCell("a,\"b\"") // => "\"a,\"\"b\"\"\""
 * csvCell("=1+1") // => "'=1+1"
 * csvCell({ plainNumber: "-0.05" }) // => "-0.05"
 * csvCell(null) // => ""
 * ```
 */
export const csvCell = (cell: CsvCell): string => {
  if (cell === null) return ""
  if (typeof cell !== "string") return cell.plainNumber
  return csvText(formulasMarked(cell))
}

/**
 * A line of a CSV file, its end included.
 *
 * ```ts
 * import { csvLine } from "../http/pages/console/exports.ts"
 *
 * csvLine(["order", { plainNumber: "12.50" }, null]) // => "order,12.50,\r\n"
 * ```
 */
export const csvLine = (cells: ReadonlyArray<CsvCell>): string =>
  `${cells.map(csvCell).join(",")}\r\n`
