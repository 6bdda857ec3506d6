import type { PagedSale } from "../../../ports/sales.ts"
import type { LedgerRow } from "../../../ports/usage.ts"
import { minorText } from "../format.ts"
import { type CsvCell, csvLine } from "./csv.ts"

const amount = (minor: number | bigint, minorUnits: number): CsvCell => ({
  plainNumber: minorText(minor, minorUnits),
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
