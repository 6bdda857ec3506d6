import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import { amountMinorMax } from "../../core/money/decimal-literal.ts"
import { minorToDecimal, minorToNumber } from "../../core/money/minor.ts"
import { layerSales } from "../store/sales/layer.ts"
import { checkLedger, checkLedgerBy } from "../store/sales/ledger-check.ts"
import { type Balance, Sales } from "../ports/sales.ts"
import { layerKeylessOperations, layerOperations } from "../runtime/foundations.ts"
import { sealKeyOf } from "../store/sales/ledger-seal.ts"
import { MasterKey } from "../store/secrets/master-key.ts"
import { partnerFlag } from "../terminal/flags.ts"
import { correctCommand } from "./ledger-corrections.ts"
import { findingLines, findingsShown, soundText } from "./ledger-findings.ts"
import { againstFlag, readAgainst, sealCommand, withoutSealsFlag } from "./ledger-seals.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { tableText } from "../../core/plain-text.ts"
import { refusal } from "../terminal/command-refused.ts"

/** The three figures of a balance, written by one of the two ways to write an amount. */
const figures = <Written>(
  { minorUnits, payableMinor, pendingMinor }: Balance,
  write: (amountMinor: bigint, minorUnits: number) => Written,
) => ({
  pending: write(pendingMinor, minorUnits),
  payable: write(payableMinor, minorUnits),
  balance: write(pendingMinor + payableMinor, minorUnits),
})

/** An amount as a JSON number where one holds it exactly, else its text. */
const exactly = (amountMinor: bigint, minorUnits: number): number | string =>
  (amountMinor < 0n ? -amountMinor : amountMinor) <= BigInt(amountMinorMax)
    ? minorToNumber(amountMinor, minorUnits)
    : minorToDecimal(amountMinor, minorUnits)

const balanceHeader = ["currency", "pending", "payable", "balance"]

const balance = Command.make(
  "balance",
  { partner: partnerFlag, json: jsonFlag },
  Effect.fn("ledger balance")(function* ({ json, partner }) {
    const balances = yield* (yield* Sales).balances(partner)
    const shown = balances.map((one) => ({
      currency: one.currency,
      ...figures(one, exactly),
    }))
    yield* print(json, shown, () =>
      tableText(
        balanceHeader,
        balances.map((one) => [one.currency, ...Object.values(figures(one, minorToDecimal))]),
      ),
    )
  }),
).pipe(Command.withDescription("Show what a partner is owed, by currency"))

/** The whole check: with the seals in the database, and those that were kept elsewhere. */
const checkSealed = Effect.fnUntraced(function* (against: Option.Option<string>) {
  const key = sealKeyOf(yield* MasterKey)
  const kept = Option.isSome(against) ? yield* readAgainst(key, against.value) : []
  return yield* checkLedgerBy({ key, kept })
})

const check = Command.make(
  "check",
  { against: againstFlag, withoutSeals: withoutSealsFlag, json: jsonFlag },
  Effect.fn("ledger check")(function* ({ against, json, withoutSeals }) {
    const findings = withoutSeals ? yield* checkLedger : yield* checkSealed(against)
    const { found } = findings
    yield* print(json, findingsShown(findings), () =>
      found === 0 ? soundText(findings) : findingLines(findings).join("\n"),
    )
    if (found > 0) return yield* refusal("ledger-broken", { found })
  }),
).pipe(
  Command.withDescription(
    "Verify every journal, every sale against its declaration, the chain of records, and the seals",
  ),
  Command.provide(({ withoutSeals }) => (withoutSeals ? layerKeylessOperations : layerOperations)),
)

/** `viatica ledger …`: what partners are owed. */
export const ledgerCommand = Command.make("ledger").pipe(
  Command.withSubcommands([
    balance.pipe(Command.provide(layerSales.pipe(Layer.provideMerge(layerKeylessOperations)))),
    check,
    sealCommand,
    correctCommand.pipe(Command.provide(layerKeylessOperations)),
  ]),
)
