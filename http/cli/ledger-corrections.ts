import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { SaleCorrected, SaleLeft } from "../store/sales/correct-one.ts"
import type { MisbookedSale } from "../store/sales/ledger-walk.ts"
import { correctLedger, type LedgerCorrected } from "../store/sales/ledger-correct.ts"
import { faultText, journalLine, saleName, strandLine, totalLine } from "./ledger-findings.ts"
import { asOperator } from "./operator.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { refusal } from "../terminal/command-refused.ts"

const reasonTexts: Readonly<Record<SaleLeft["reason"], string>> = {
  no_records: "nothing says what was declared for it",
  unrecorded:
    "no record says how it came to stand so; code from before migration 0007 leaves sales like this, and --adopt records how it stands",
  unreadable_record: "one of its records cannot be read, or cannot stand where it stands",
  doubtful_record: "its own records contradict each other",
  unbalanced_journal: "one of its journals does not balance, which no pair of entries mends",
  early_journal:
    "a validation or reversal is booked that is not due; it can be booked once only, so the real one has to come first",
  too_large: "it has more journals, or larger amounts, than a correction can take note of",
  broken_chain: "the chain of its records is broken, so that they may not be what was declared",
  stray_entries: "entries of its account have lost their journal, and may be its own",
  order_taken: "another sale has its order id by now",
  owner_gone:
    "its account, its link, or an account that something of it is booked for, is not there",
  unsound: "it would not hold with the correction either",
  held: "somebody else works on it: try again",
}

const faultLines = (sale: MisbookedSale): ReadonlyArray<string> =>
  sale.faults.map((fault) => `  ${faultText(fault)}`)

const bookedText = ({ movements }: SaleCorrected): string => {
  const pairs = movements.map(
    ({ amountMinor, currency, from, partnerId, to }) =>
      `${amountMinor} ${currency} from ${from} to ${to} (minor units, account ${partnerId})`,
  )
  return pairs.length === 0 ? "no entries" : pairs.join("; ")
}

const linesOf = ({ adopted, corrected, isTrial, left }: LedgerCorrected): ReadonlyArray<string> => [
  ...corrected.flatMap((sale) => [
    `${saleName(sale)} ${isTrial ? "would be corrected" : "is corrected"}:`,
    ...faultLines(sale),
    `  ${isTrial ? "to book" : "booked"}: ${bookedText(sale)}`,
  ]),
  ...adopted.flatMap((sale) => [
    `${saleName(sale)} ${isTrial ? "would be adopted" : "is adopted"} as it stands:`,
    ...faultLines(sale),
  ]),
  ...left.flatMap((sale) => [
    `${saleName(sale)} is left alone: ${reasonTexts[sale.reason]}`,
    ...faultLines(sale),
  ]),
]

const countText = (count: number, did: string): string =>
  `${count === 1 ? "1 sale" : `${count} sales`} ${did}`

const correctedText = (done: LedgerCorrected): string => {
  const { adoptedCount, broken, correctedCount, isTrial, leftCount, unbalanced } = done
  const lines = [
    ...linesOf(done),
    ...done.miscounted.map(
      (total) => `${totalLine(total)}: ${isTrial ? "to be counted again" : "counted again"}`,
    ),
    ...unbalanced.map((journal) => `${journalLine(journal)}: left alone`),
    ...broken.map((strand) => `${strandLine(strand)}: left alone`),
  ]
  if (lines.length === 0) return "The ledger holds: nothing to correct."
  const listed = [done.corrected, done.adopted, done.left, done.miscounted]
  const found = correctedCount + adoptedCount + leftCount + done.miscountedCount
  const unlisted = listed.reduce((left, { length }) => left - length, found)
  const adopted = adoptedCount === 0 ? "" : `, ${adoptedCount} ${isTrial ? "to adopt" : "adopted"}`
  return [
    ...lines,
    ...(unlisted > 0 ? [`and ${unlisted} more`] : []),
    `${countText(correctedCount, isTrial ? "to correct" : "corrected")}${adopted}, ${leftCount} left alone.`,
  ].join("\n")
}

const yesFlag = Flag.Boolean("yes").pipe(
  Flag.withDescription("Book the corrections"),
  Flag.withDefault(false),
)

const dryRunFlag = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Show what would be done, and do nothing"),
  Flag.withDefault(false),
)

const adoptFlag = Flag.Boolean("adopt").pipe(
  Flag.withDescription(
    "Also record, as they stand, the sales that code from before migration 0007 left without a record",
  ),
  Flag.withDefault(false),
)

/** `viatica ledger correct`: puts right what the check finds and the records can settle. */
export const correctCommand = Command.make(
  "correct",
  { yes: yesFlag, dryRun: dryRunFlag, adopt: adoptFlag, json: jsonFlag },
  Effect.fn("ledger correct")(function* ({ adopt, dryRun, json, yes }) {
    if (!yes && !dryRun) return yield* refusal("correction-unasked")
    const done = yield* asOperator(correctLedger({ isTrial: dryRun, adopts: adopt }))
    yield* print(json, done, () => correctedText(done))
    const found = done.leftCount + done.beyondCount
    if (found > 0) return yield* refusal("ledger-left", { found })
  }),
).pipe(
  Command.withDescription(
    "Book corrections for sales that differ from their declarations; list those that no record settles",
  ),
)
