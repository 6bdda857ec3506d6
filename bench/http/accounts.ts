import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../http/ports/keys.ts"
import { Partners } from "../../http/ports/partners.ts"
import { layerOperations } from "../../http/runtime/foundations.ts"
import { readyToGoLive } from "../../test/support/ready-to-go-live.ts"
import { openDatabase } from "../database.ts"
import type { BenchKey } from "./call.ts"
import { plenty } from "./memory-quotas.ts"

/** A Postgres of the bench's own, at its default durability, with keys in it. */
export interface BenchAccounts {
  readonly keys: ReadonlyArray<BenchKey>
  /** What a server process needs to know to work on it. */
  readonly environment: Readonly<Record<string, string>>
  readonly end: () => Promise<void>
}

/** How many keys of each mode sign calls. */
const keysOfEachMode = 32

const createAccount = Effect.fnUntraced(function* (index: number) {
  const partners = yield* Partners
  const keys = yield* Keys
  const partnerCode = `bench-${index}`
  yield* partners.create({ code: partnerCode, name: partnerCode })
  const sandbox = yield* keys.create({ partnerCode, mode: "sandbox" })
  yield* readyToGoLive(partnerCode)
  const live = yield* keys.create({ partnerCode, mode: "live" })
  const record = yield* keys.find(live.keyId)
  const defaultLinkCode = record?.partner.defaultLinkCode ?? null
  return [sandbox, live].map(({ keyId, mode, secret }): BenchKey => ({
    keyId,
    mode,
    secret: Redacted.value(secret),
    defaultLinkCode,
  }))
})

const createKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const indices = Array.from({ length: keysOfEachMode }, (_, index) => index)
  const keys = (yield* Effect.forEach(indices, createAccount)).flat()
  yield* sql`
    update quota set reads_limit = ${plenty}, writes_limit = ${plenty}, burst_limit = ${plenty}`
  return keys
})

/** Starts a Postgres in a folder of its own and makes keys with limits that are out of reach. */
export const openAccounts = async (): Promise<BenchAccounts> => {
  const { end, folder } = await openDatabase()
  const environment = {
    DATA_DIR: folder,
    MASTER_KEY: "be".repeat(32),
    TABLES_WATCH: "false",
    DATABASE_URL: "",
  }
  const operations = ManagedRuntime.make(
    layerOperations.pipe(
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment))),
    ),
  )
  try {
    const keys = await operations.runPromise(createKeys)
    return { keys, environment, end }
  } catch (cause) {
    await end()
    throw cause
  } finally {
    await operations.dispose()
  }
}
