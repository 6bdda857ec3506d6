import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { type AccountPolicy, accountPolicy } from "../../../rules/accounts/policy.ts"
import { Envelope } from "../secrets/envelope.ts"
import type { MasterKey } from "../secrets/master-key.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import { Sessions } from "../session/sessions.ts"
import { TableBundle } from "../../tables/table-bundle.ts"
import { KeyCache } from "./key-cache.ts"
import { Keys } from "./keys.ts"
import { KnownKeys } from "./known-keys.ts"
import { Partners } from "./partners.ts"

/** Partners, keys, what is kept of them, and sessions, over a database, a master key and random bytes. */
export const layerAccountsNoDeps = (
  policy: () => AccountPolicy,
): Layer.Layer<
  Partners | Keys | KeyCache | KnownKeys | Sessions,
  never,
  SqlClient.SqlClient | MasterKey | RandomBytes
> =>
  Layer.mergeAll(Partners.layerWith(policy), KeyCache.layer, KnownKeys.layer, Sessions.layer).pipe(
    Layer.provideMerge(Keys.layerWith(policy)),
    Layer.provide(Envelope.layer),
  )

/** The same with the policy of the tables in force and the operating system's random bytes. */
export const layerAccounts = Layer.unwrap(
  Effect.map(TableBundle, ({ current }) =>
    layerAccountsNoDeps(() => accountPolicy(current().tables)),
  ),
)
