import type { BrokenStrand, UnbalancedJournal } from "../store/sales/ledger-chain.ts"
import type { LedgerFindings } from "../store/sales/ledger-check.ts"
import type { MisbookedSale } from "../store/sales/ledger-walk.ts"
import type { Journal, SaleFault } from "../../rules/sales/sale-fault.ts"
import { orderIdText } from "./sale.ts"

const instantText = (ms: number): string =>
  Number.isInteger(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`

const journalText = (journal: Journal | null): string => {
  if (journal === null) return "nothing"
  const entries = journal.entries.map(
    ({ account, amountMinor, currency, partnerId }) =>
      `${account} ${amountMinor} ${currency} of ${partnerId}`,
  )
  return `${journal.kind} at ${instantText(journal.atMs)} (${entries.join(", ")})`
}

/** A value of a field of a sale; instants as such. */
const valueText = (field: string, value: string): string =>
  field.endsWith("AtMs") ? instantText(Number(value)) : value

const faultText = (fault: SaleFault): string => {
  switch (fault._tag) {
    case "SaleMissing":
      return "it is not there, and there are records or journals of it"
    case "RecordsMissing":
      return "there is no record of it"
    case "RecordMisplaced":
      return `its record ${fault.place} cannot stand there`
    case "FieldDiffers": {
      const { due, field, held } = fault
      return `${field.replace(/AtMs$/, "At")} is ${valueText(field, held)}, and its records come to ${valueText(field, due)}`
    }
    case "JournalDiffers":
      return `journal ${fault.place} is ${journalText(fault.held)}, and its records come to ${journalText(fault.due)}`
    case "BalanceDiffers":
      return `${fault.held} is ${fault.account}, and its records come to ${fault.due} (minor units)`
  }
}

const saleLines = ({ externalOrderId, faults, partnerCode, saleId }: MisbookedSale) => {
  const name = externalOrderId === null ? `number ${saleId}` : orderIdText(externalOrderId)
  const subject = `sale ${name} of ${partnerCode ?? "nobody"}`
  return faults.map((fault) => `${subject}: ${faultText(fault)}`)
}

const strandLine = ({ fault, number, partnerCode, strand }: BrokenStrand): string => {
  const what = {
    missing: `what came before record ${number} is missing`,
    altered: `record ${number} is not what it was`,
    counted: `record ${number} is the last one, which is not how it ended`,
  }[fault]
  return `records of ${partnerCode ?? "nobody"}, strand ${strand}: ${what}`
}

const journalLine = ({ entries, journalId, totalMinor }: UnbalancedJournal): string =>
  `journal ${journalId}: ${entries} entries that come to ${totalMinor}`

/** What is wrong with the ledger, a line for each: none when nothing is. */
export const findingLines = (findings: LedgerFindings): ReadonlyArray<string> => {
  const { broken, found, misbooked, unbalanced } = findings
  const more = found - broken.length - misbooked.length - unbalanced.length
  return [
    ...unbalanced.map(journalLine),
    ...broken.map(strandLine),
    ...misbooked.flatMap(saleLines),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

/** The findings as JSON has them. */
export const findingsShown = (findings: LedgerFindings) => ({
  holds: findings.found === 0,
  ...findings,
})

/** One line for a ledger in which nothing is wrong. */
export const soundText = ({ chainedSince, journals, records, sales }: LedgerFindings): string => {
  const counts = `journals: ${journals}, live sales: ${sales}, records: ${records}`
  return `The ledger holds: ${counts}${chainedSince === null ? "" : `, chained since ${chainedSince}`}.`
}
