import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { MasterKeyMissing, WrongMasterKey } from "./secret-errors.ts"
import {
  findMasterKey,
  makeKeyInFile,
  masterKeyPath,
  type MasterKeySourceError,
} from "./master-key-source.ts"
import { MasterKey } from "./master-key.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { recordedFingerprint, recordFingerprint } from "./recorded-key.ts"

/** Any fixed number: processes that start at once on a new database take turns on it. */
const claimLock = 7_460_002

/** The key at hand, if it is the one that a database is sealed under. */
const fitting = (sealedWith: string) =>
  Effect.gen(function* () {
    const found = yield* findMasterKey
    if (found === undefined) {
      return yield* new MasterKeyMissing({ sealedWith, path: yield* masterKeyPath })
    }
    const { fingerprint: holding, origin } = found
    return holding === sealedWith
      ? found
      : yield* new WrongMasterKey({ sealedWith, holding, origin })
  })

/** Records the key at hand for a database that has none yet; a key is made where there is none. */
const claim = (sql: SqlClient.SqlClient, random: RandomBytes["Service"]) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${claimLock})`
      const recorded = yield* recordedFingerprint(sql)
      if (recorded !== undefined) return yield* fitting(recorded)
      const key = (yield* findMasterKey) ?? (yield* makeKeyInFile(random))
      yield* recordFingerprint(sql, key.fingerprint)
      return key
    }),
  )

/**
 * The master key of the environment: MASTER_KEY, else the file `master.key` in DATA_DIR (default
 * `.viatica`). A new database belongs to the first key that comes to it, and only for a new one a
 * file is made; any other key is refused from then on.
 */
export const layerMasterKey: Layer.Layer<
  MasterKey,
  MasterKeySourceError | MasterKeyMissing | WrongMasterKey | SqlError,
  SqlClient.SqlClient | RandomBytes
> = Layer.effect(
  MasterKey,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const recorded = yield* recordedFingerprint(sql)
    return yield* recorded === undefined ? claim(sql, yield* RandomBytes) : fitting(recorded)
  }),
)
