import type * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { dataFolder, masterKey, masterKeyBytes, parseMasterKey } from "../../config/storage.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { errorCode, systemReason } from "../../platform/system-error.ts"
import { createFile, makeFolder } from "../database/make-folder.ts"
import { databaseNow } from "../database/client.ts"
import {
  makeMasterKey,
  MasterKey,
  MasterKeyInvalid,
  MasterKeyMissing,
  SealRefused,
  WrongMasterKey,
} from "./envelope.ts"

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

/** Why no key can be had from the environment. */
type MasterKeySourceError = Config.ConfigError | MasterKeyInvalid | MasterKeyFileFailed

/** Any fixed number: processes that start at once on a new database take turns on it. */
const claimLock = 7_460_002

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

const parsed = (text: string, origin: string) => {
  const bytes = parseMasterKey(text)
  return bytes === undefined
    ? Effect.fail(new MasterKeyInvalid({ origin, isEmpty: text.trim() === "" }))
    : Effect.succeed(makeMasterKey(bytes, origin))
}

/** The path of the file that holds the key: `master.key` in DATA_DIR (default `.viatica`). */
const masterKeyPath: Effect.Effect<string, Config.ConfigError> = Effect.map(dataFolder, (folder) =>
  join(folder, masterKeyFileName),
)

/** Whether MASTER_KEY is set to nothing, which settings usually take for not set at all. */
const isSetEmpty = Effect.gen(function* () {
  const provider = yield* ConfigProvider.ConfigProvider
  const names = yield* provider.load(["MASTER"])
  const isNamed = names?._tag === "Record" && names.keys.has("KEY")
  return isNamed && (yield* provider.load(["MASTER", "KEY"])) === undefined
}).pipe(Effect.orDie)

/** The master key of the environment: MASTER_KEY, else the file; undefined without either. */
const findMasterKey: Effect.Effect<MasterKey["Service"] | undefined, MasterKeySourceError> =
  Effect.gen(function* () {
    if (yield* isSetEmpty) {
      return yield* new MasterKeyInvalid({ origin: "MASTER_KEY", isEmpty: true })
    }
    const given = yield* masterKey
    if (Option.isSome(given)) return yield* parsed(Redacted.value(given.value), "MASTER_KEY")
    const path = yield* masterKeyPath
    const text = yield* readKeyFile(path)
    return text === undefined ? undefined : yield* parsed(text, path)
  })

/** A new key in the file, unless another process has just made one: then it is that one. */
const makeKeyInFile = (
  random: RandomBytes["Service"],
): Effect.Effect<MasterKey["Service"], MasterKeySourceError> =>
  Effect.gen(function* () {
    const path = yield* masterKeyPath
    const fresh = Buffer.from(random.take(masterKeyBytes)).toString("hex")
    return yield* parsed(yield* createKeyFile(path, fresh), path)
  })

/** The key file cannot be read or made. */
class MasterKeyFileFailed extends Data.TaggedError("MasterKeyFileFailed")<{
  readonly path: string
  readonly reason: string
}> {
  override get message() {
    return `Cannot read or make the master key file ${this.path} (DATA_DIR): ${this.reason}`
  }
}

/** The key file's name inside the data folder. */
const masterKeyFileName = "master.key"

const read = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined
    throw error
  }
}

const orFailed = <Value>(path: string, act: () => Promise<Value>) =>
  Effect.tryPromise({
    try: act,
    catch: (cause) => new MasterKeyFileFailed({ path, reason: systemReason(cause) }),
  })

/** The text of a key file; undefined when there is none. */
const readKeyFile = (path: string): Effect.Effect<string | undefined, MasterKeyFileFailed> =>
  orFailed(path, () => read(path))

/**
 * The text of the key file that is made from `fresh` (mode 600), or that is there already. Safe
 * between processes: all of them get the same text.
 */
const createKeyFile = (path: string, fresh: string): Effect.Effect<string, MasterKeyFileFailed> =>
  orFailed(path, async () => {
    await makeFolder(dirname(path), 0o700)
    await createFile(path, `${fresh}\n`)
    return readFile(path, "utf8")
  })

/** The fingerprint of the master key that a database is sealed under; undefined for a new one. */
export const recordedFingerprint = (
  sql: SqlClient.SqlClient,
): Effect.Effect<string | undefined, SqlError> =>
  Effect.map(
    sql<{ readonly fingerprint: string }>`select fingerprint from master_key`,
    ([row]) => row?.fingerprint,
  )

/** Records the master key of a new database. */
export const recordFingerprint = (
  sql: SqlClient.SqlClient,
  fingerprint: string,
): Effect.Effect<void, SqlError> =>
  Effect.asVoid(
    sql`insert into master_key (fingerprint, recorded_at)
      values (${fingerprint}, ${sql.literal(databaseNow)})`,
  )

/** What the database says when something is written that is sealed under another master key. */
const otherKeyCode = "VMK01"

/** A failure of the database, in words where it has refused something sealed under another key. */
export const orSealRefused = (error: unknown): unknown => {
  const cause = isSqlError(error) ? error.reason.cause : undefined
  return cause instanceof Error && errorCode(cause) === otherKeyCode
    ? new SealRefused({ sealedWith: cause.message })
    : error
}
