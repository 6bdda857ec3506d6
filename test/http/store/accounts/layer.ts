import * as Layer from "effect/Layer"
import { accountPolicy } from "../../../../rules/accounts/policy.ts"
import { layerAccountsNoDeps } from "../../../../http/store/accounts/partners.ts"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { layerClockedDatabase } from "../../../support/postgres.ts"
import { shippedTables } from "../../../support/tables.ts"

/** Partners, keys, cache and sessions on a database whose clock can be set, under a fixed master key. */
export const layerTestAccounts = layerAccountsNoDeps(() => accountPolicy(shippedTables)).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      layerClockedDatabase,
      MasterKey.layerFrom(new Uint8Array(32).fill(7)),
      RandomBytes.layer,
    ),
  ),
)
