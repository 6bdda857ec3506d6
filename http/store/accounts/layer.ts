import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { type AccountPolicy, accountPolicy } from "../../../rules/accounts/policy.ts"
import { Envelope } from "../secrets/envelope.ts"
import type { MasterKey } from "../secrets/master-key.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import type { Sessions } from "../../ports/session-links.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import type { KeyCache, Keys, KnownKeys } from "../../ports/keys.ts"
import type { Partners } from "../../ports/partners.ts"
import { layerPartnersWith } from "./partners.ts"
import { layerKeyCache, layerKnownKeys } from "./key-cache.ts"
import { layerSessions } from "./store.ts"
import { layerKeysWith } from "./keys-sql.ts"

/**
 * Partners, keys and their caches, and sessions, over a database, a master key and random bytes.
 */
export const layerAccountsNoDeps = (
  policy: () => AccountPolicy,
): Layer.Layer<
  Partners | Keys | KeyCache | KnownKeys | Sessions,
  never,
  SqlClient.SqlClient | MasterKey | RandomBytes
> =>
  Layer.mergeAll(layerPartnersWith(policy), layerKeyCache, layerKnownKeys, layerSessions).pipe(
    Layer.provideMerge(layerKeysWith(policy)),
    Layer.provide(Envelope.layer),
  )

/** The same with the policy of the tables in force and the operating system's random bytes. */
export const layerAccounts = Layer.unwrap(
  Effect.map(TableBundle, ({ current }) =>
    layerAccountsNoDeps(() => accountPolicy(current().tables)),
  ),
)
