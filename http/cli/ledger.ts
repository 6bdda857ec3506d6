import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Command from "effect/cli/Command"
import { minorToDecimal, minorToNumber } from "../../core/money/minor.ts"
import { layerSales } from "../sales/layer.ts"
import { checkLedger, type LedgerFindings } from "../sales/ledger-check.ts"
import { type Balance, Sales } from "../sales/sales.ts"
import { layerKeylessOperations } from "../server/foundations.ts"
import { partnerFlag } from "./flags.ts"
import { jsonFlag, print, tableText } from "./output.ts"
import { orderIdText } from "./sale.ts"

/** The three figures of a balance, written by one of the two ways to write an amount. */
const figures = <Written>(
  { minorUnits, payableMinor, pendingMinor }: Balance,
  write: (amountMinor: number, minorUnits: number) => Written,
) => ({
  pending: write(pendingMinor, minorUnits),
  payable: write(payableMinor, minorUnits),
  balance: write(pendingMinor + payableMinor, minorUnits),
})

const balanceHeader = ["currency", "pending", "payable", "balance"]

const balance = Command.make(
  "balance",
  { partner: partnerFlag, json: jsonFlag },
  Effect.fn("ledger balance")(function* ({ json, partner }) {
    const balances = yield* (yield* Sales).balances(partner)
    const shown = balances.map((one) => ({
      currency: one.currency,
      ...figures(one, minorToNumber),
    }))
    yield* print(json, shown, () =>
      tableText(
        balanceHeader,
        balances.map((one) => [one.currency, ...Object.values(figures(one, minorToDecimal))]),
      ),
    )
  }),
).pipe(Command.withDescription("Show what a partner is owed, by currency"))

/** The ledger does not hold; the findings are listed already. */
class LedgerBroken extends Data.TaggedError("LedgerBroken")<{
  readonly journals: number
  readonly sales: number
}> {
  override get message() {
    return `The ledger does not hold: journals out of balance: ${this.journals}, sales that disagree with it: ${this.sales}.`
  }
}

/** What is wrong, a line for each: none when nothing is. */
const findingLines = ({ misbooked, unbalanced }: LedgerFindings): ReadonlyArray<string> => [
  ...unbalanced.map(
    ({ entries, journalId, totalMinor }) =>
      `journal ${journalId}: ${entries} entries that come to ${totalMinor}`,
  ),
  ...misbooked.map(
    (sale) =>
      `sale ${orderIdText(sale.externalOrderId)} of ${sale.partnerCode}: ${sale.status} with a commission of ${sale.commissionMinor}, but ${sale.pendingMinor} pending and ${sale.payableMinor} payable (minor units)`,
  ),
]

/** The findings as JSON has them: what does not fit a JSON number for certain is text. */
const findingsShown = ({ journals, misbooked, sales, unbalanced }: LedgerFindings) => ({
  holds: misbooked.length === 0 && unbalanced.length === 0,
  journals,
  sales,
  unbalanced: unbalanced.map((journal) => ({ ...journal, journalId: String(journal.journalId) })),
  misbooked: misbooked.map((sale) => ({ ...sale, commissionMinor: String(sale.commissionMinor) })),
})

const check = Command.make(
  "check",
  { json: jsonFlag },
  Effect.fn("ledger check")(function* ({ json }) {
    const findings = yield* checkLedger
    const { journals, misbooked, sales, unbalanced } = findings
    const lines = findingLines(findings)
    yield* print(json, findingsShown(findings), () =>
      lines.length === 0
        ? `The ledger holds: journals: ${journals}, live sales: ${sales}.`
        : lines.join("\n"),
    )
    if (lines.length > 0) {
      return yield* new LedgerBroken({ journals: unbalanced.length, sales: misbooked.length })
    }
  }),
).pipe(Command.withDescription("Verify that every journal balances and every sale agrees with it"))

/** `viatica ledger …`: what partners are owed. */
export const ledgerCommand = Command.make("ledger").pipe(
  Command.withSubcommands([
    balance.pipe(Command.provide(layerSales.pipe(Layer.provideMerge(layerKeylessOperations)))),
    check.pipe(Command.provide(layerKeylessOperations)),
  ]),
)
