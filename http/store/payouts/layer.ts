import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { PayoutDesk, Payouts } from "../../ports/payouts.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { Envelope, MasterKey } from "../secrets/envelope.ts"
import { checkPayouts } from "./check-payouts.ts"
import { makeCloseMonths } from "./close-months.ts"
import { makePayoutDesk } from "./desk.ts"
import { makeStatementBooks } from "./statement-books.ts"
import { statementKeyOf } from "./statement-tree.ts"
import { makeStatements } from "./statements-sql.ts"
import { type PayoutPolicy, payoutPolicy } from "../../../rules/payouts/payout-tables.ts"

/** Statements and payouts on a database, under a policy. */
export const layerPayoutsWith = (
  policy: () => PayoutPolicy,
): Layer.Layer<Payouts | PayoutDesk, never, SqlClient.SqlClient | MasterKey | RandomBytes> =>
  Layer.merge(
    Layer.effect(
      Payouts,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Derived when first needed: a process that signs nothing may have no master key.
        const key = statementKeyOf(yield* MasterKey)
        return {
          ...makeStatements(sql, policy),
          ...makeStatementBooks(sql, key),
          closeMonths: makeCloseMonths(sql, policy, key),
          check: checkPayouts(sql),
        }
      }),
    ),
    Layer.effect(
      PayoutDesk,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const envelope = yield* Envelope
        return makePayoutDesk({ sql, envelope, random: yield* RandomBytes, policy })
      }),
    ).pipe(Layer.provide(Envelope.layer)),
  )

/** The same under the tables in force. */
export const layerPayouts = Layer.unwrap(
  Effect.map(TableBundle, ({ current }) => layerPayoutsWith(() => payoutPolicy(current().tables))),
)
