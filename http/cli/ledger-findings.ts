import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { BrokenStrand, UnbalancedJournal } from "../store/sales/ledger-chain.ts"
import type { LedgerFindings } from "../store/sales/ledger-check.ts"
import type { MisbookedSale } from "../store/sales/ledger-walk.ts"
import type { HeldAndDue, Miscounted } from "../store/sales/standing-totals.ts"
import type { Journal, SaleFault } from "../../rules/sales/sale-fault.ts"
import { sealFaultLines, sealNotes } from "./ledger-seals.ts"
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

const elsewhereText = (
  elsewhere: { readonly partnerId: string; readonly currency: CurrencyCode } | undefined,
): string => (elsewhere === undefined ? "" : ` in ${elsewhere.currency} of ${elsewhere.partnerId}`)

/** What is wrong with a sale, as the end of a sentence about it. */
export const faultText = (fault: SaleFault): string => {
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
      return `${fault.held} is ${fault.account}${elsewhereText(fault.elsewhere)}, and its records come to ${fault.due} (minor units)`
  }
}

/** What a sale is called in a line. */
export const saleName = ({ externalOrderId, partnerCode, saleId }: MisbookedSale): string => {
  const name = externalOrderId === null ? `number ${saleId}` : orderIdText(externalOrderId)
  return `sale ${name} of ${partnerCode ?? "nobody"}`
}

const saleLines = (sale: MisbookedSale) =>
  sale.faults.map((fault) => `${saleName(sale)}: ${faultText(fault)}`)

/** What is wrong with a strand of records. */
export const strandLine = ({ fault, number, partnerCode, strand }: BrokenStrand): string => {
  const what = {
    missing: `what came before record ${number} is missing`,
    altered: `record ${number} is not what it was`,
    counted: `record ${number} is the last one, which is not how it ended`,
  }[fault]
  return `records of ${partnerCode ?? "nobody"}, strand ${strand}: ${what}`
}

/** What is wrong with a journal that does not balance. */
export const journalLine = ({ entries, journalId, totalMinor }: UnbalancedJournal): string =>
  `journal ${journalId}: ${entries} entries that come to ${totalMinor}`

const differing = (name: string, { due, held }: HeldAndDue): ReadonlyArray<string> =>
  due === held ? [] : [`${name} ${held}, and counting comes to ${due}`]

/** What is wrong with a total that pages show. */
export const totalLine = (total: Miscounted): string => {
  const owner = `${total.partnerCode ?? "nobody"}${total.linkCode === null ? "" : `, link ${total.linkCode}`}`
  if (total._tag === "Link") {
    return `count of ${owner}: ${differing(total.what, total.count).join("")}`
  }
  const { amountMinor, commissionMinor, currency, mode, sales, status } = total
  const what = [
    ...differing("sales", sales),
    ...differing("amount", amountMinor),
    ...differing("commission", commissionMinor),
  ]
  return `total of ${owner}, ${mode}, ${status}, ${currency} (minor units): ${what.join("; ")}`
}

/** What is wrong with the ledger, a line for each: none when nothing is. */
export const findingLines = (findings: LedgerFindings): ReadonlyArray<string> => {
  const { adoptable, broken, found, misbooked, miscounted, seals, unbalanced } = findings
  const sealFaults = [seals ?? { faults: [] }, ...(seals?.against ?? [])].map(
    ({ faults }) => faults,
  )
  const listed = [broken, misbooked, miscounted, unbalanced, ...sealFaults]
  const more = listed.reduce((left, { length }) => left - length, found)
  return [
    ...unbalanced.map(journalLine),
    ...broken.map(strandLine),
    ...sealFaultLines(seals),
    ...misbooked.flatMap(saleLines),
    ...miscounted.map(totalLine),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(adoptable > 0 ? [adoptableText(adoptable)] : []),
  ]
}

/** What can be done about sales that older code may have left without a record. */
const adoptableText = (count: number): string => {
  const stands = count === 1 ? "1 of these sales stands" : `${count} of these sales stand`
  return `${stands} as code from before migration 0007 leaves a sale, which records nothing: if it ran here, \`viatica ledger correct --adopt\` records how they stand.`
}

/** The findings as JSON has them. */
export const findingsShown = (findings: LedgerFindings) => ({
  holds: findings.found === 0,
  ...findings,
})

/** A few lines for a ledger in which nothing is wrong. */
export const soundText = (findings: LedgerFindings): string => {
  const { chainedSince, journals, records, sales, seals, unusedNumbers } = findings
  const counts = `journals: ${journals}, live sales: ${sales}, records: ${records}`
  const unused =
    unusedNumbers === 0
      ? []
      : [
          `Numbers without a sale: ${unusedNumbers}; a report that is repeated or refused uses one up.`,
        ]
  return [
    `The ledger holds: ${counts}${chainedSince === null ? "" : `, chained since ${chainedSince}`}.`,
    ...sealNotes(seals),
    ...unused,
  ].join("\n")
}
