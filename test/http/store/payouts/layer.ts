import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Actor } from "../../../../http/ports/audit-log.ts"
import {
  PayoutDesk,
  type PayoutRefusal,
  Payouts,
  PayoutRefused,
} from "../../../../http/ports/payouts.ts"
import { layerPayoutsWith } from "../../../../http/store/payouts/layer.ts"
import { payoutPolicy } from "../../../../rules/payouts/payout-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { payeeNamed } from "../../../support/sample-payee.ts"
import { setDatabaseTime } from "../../../support/database-clock.ts"
import { layerTestSales } from "../sales/layer.ts"
import { Sales } from "../../../../http/ports/sales.ts"

/** Statements and payouts under the shipped terms, beside sales, on a database whose clock can be set. */
export const layerTestPayouts = layerPayoutsWith(() => payoutPolicy(shippedTables)).pipe(
  Layer.provideMerge(layerTestSales),
)

/** The bank account of most tests. */
export const samplePayee = payeeNamed("Globe Trotteur SAS")

/** The house's own account. */
export const debtor = { holder: "Maison Viatica SAS", iban: "DE89370400440532013000", bic: null }

/** Moves the clock of the database to a moment in UTC, such as `2026-11-01T02:00`. */
export const at = (moment: string) => setDatabaseTime(Date.parse(`${moment}:00Z`))

/** Runs an act in the name of an operator. */
export const as = (operator: string) => Effect.provideService(Actor, operator)

/** Validates what is due at a moment, as the service does every minute. */
export const validateAt = (moment: string) =>
  Effect.andThen(
    at(moment),
    Effect.flatMap(Sales, (sales) => sales.validateDue),
  )

/** Closes what is over at a moment; how many statements that makes. */
export const closeAt = (moment: string) =>
  Effect.andThen(
    at(moment),
    Effect.flatMap(Payouts, (payouts) => payouts.closeMonths),
  )

/** Why an act is refused; it fails where the act passes. */
export const refusalOf = <A, E, R>(act: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(act), (failure): PayoutRefusal["_tag"] | string =>
    failure instanceof PayoutRefused ? failure.refusal._tag : String(failure),
  )

export { PayoutDesk, Payouts }
