import type * as SqlClient from "effect/sql/SqlClient"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import type { PeopleLimits } from "./limits.ts"

/** What the store of people works with. */
export interface PeopleParts {
  readonly sql: SqlClient.SqlClient
  readonly random: RandomBytes["Service"]
  /** The limits of the moment. */
  readonly limits: () => PeopleLimits
}
