import type { KeyId } from "../../rules/accounts/key-text.ts"
import { afterAll, beforeAll } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../http/ports/keys.ts"
import { Partners } from "../../http/ports/partners.ts"
import { layerObservability } from "../../http/metrics/layer.ts"
import { layerFoundations } from "../../http/runtime/foundations.ts"
import { layerLogging } from "../../http/observability/logging.ts"
import { layerServeOn } from "../../http/runtime/node-server.ts"
import { signRequest } from "../../http/platform/sign-request.ts"
import { once } from "../../core/memory.ts"
import type { Scope } from "../../rules/accounts/scopes.ts"
import { checkAnswer } from "./answer-check.ts"
import { type Answer, freePort, send } from "./http-call.ts"
import { createFreshDatabase, migratedDatabaseUrl } from "./postgres.ts"
import { readyToGoLive } from "./ready-to-go-live.ts"

/** The master key of every process of a test's service. */
export const testMasterKey = "5a".repeat(32)

/** Limits that no test reaches by accident. */
const plenty = { reads: 1_000_000, writes: 1_000_000, burst: 1_000_000 }

/** What a call is signed with: a key, or what somebody takes for one. */
export interface ClaimedKey {
  readonly keyId: string
  readonly secret: string
}

/** A key that a test may sign with. */
export interface TestKey extends ClaimedKey {
  readonly keyId: KeyId
  readonly partnerCode: string
}

/** What a test asks of a new key; limits that are left out are far out of reach. */
export interface KeyWish {
  readonly mode?: "sandbox" | "live"
  readonly scopes?: ReadonlyArray<Scope>
  /** The account, made when there is none of that code. */
  readonly partnerCode?: string
  /** `usual` keeps the limits that a new key has. */
  readonly limits?: Partial<typeof plenty> | "usual"
}

/** How a call departs from a correct one. */
export interface CallOptions {
  /** Null sends no signing headers at all. */
  readonly key?: ClaimedKey | null
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds to add to the timestamp that is signed. */
  readonly timestampOffsetSeconds?: number
  /** The path that is signed, where it differs from the one that is called. */
  readonly signedPath?: string
  /** The body that is signed, where it differs from the one that is sent. */
  readonly signedBody?: string | Uint8Array
  readonly chunked?: boolean
  /** The port of another process of the same service. */
  readonly port?: number
}

/** Sends a call: a body that is neither text nor bytes is sent as JSON. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  options?: CallOptions,
) => Promise<Answer>

/** Everything that the application stands on. */
export type Foundations = Layer.Success<typeof layerFoundations>

/** A running service over a database of its own, with a key that has plenty of everything. */
export interface TestService {
  readonly port: number
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly key: TestKey
  /** Signs (with `key` unless told otherwise), sends and checks the answer against the API. */
  readonly call: Call
  /** Runs an effect in the service: its accounts, its links, its database. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Foundations>) => Promise<A>
  readonly createKey: (wish?: KeyWish) => Promise<TestKey>
  readonly setLimits: (key: TestKey, limits: Partial<typeof plenty>) => Promise<void>
  /** The quota row of a key. */
  readonly quotaOf: (key: TestKey) => Promise<Readonly<Record<string, number>>>
}

/** A service that whoever has started it stops. */
export interface StartedService extends TestService {
  readonly stop: () => Promise<void>
}

/** Settings of a test's service, above the usual ones; undefined takes one away. */
export type TestEnvironment = Readonly<Record<string, string | undefined>>

/** The environment of a server process over a database. */
export const serverEnvironment = (
  databaseUrl: string,
  port: number,
): Readonly<Record<string, string>> => ({
  DATABASE_URL: databaseUrl,
  MASTER_KEY: testMasterKey,
  PORT: String(port),
  LOG_LEVEL: "Fatal",
  TABLES_WATCH: "false",
})

const bytesOf = (body: unknown): string | Uint8Array | undefined =>
  body === undefined || typeof body === "string" || body instanceof Uint8Array
    ? body
    : JSON.stringify(body)

/** The signing headers of a call with a test's key. */
export const signedHeaders = (
  key: ClaimedKey,
  method: string,
  path: string,
  body?: string | Uint8Array,
  offsetSeconds = 0,
): Readonly<Record<string, string>> =>
  signRequest({
    ...key,
    method,
    path,
    ...(body === undefined ? {} : { body }),
    nowSeconds: Math.floor(Date.now() / 1000) + offsetSeconds,
  })

const makeCall =
  (servicePort: number, usualKey: TestKey): Call =>
  async (method, path, body, options = {}) => {
    const sent = bytesOf(body)
    const key = options.key === undefined ? usualKey : options.key
    const signing =
      key === null
        ? {}
        : signedHeaders(
            key,
            method,
            options.signedPath ?? path,
            options.signedBody ?? sent,
            options.timestampOffsetSeconds,
          )
    const answer = await send({
      port: options.port ?? servicePort,
      method,
      path,
      headers: { ...signing, ...options.headers },
      ...(sent === undefined ? {} : { body: sent }),
      ...(options.chunked === undefined ? {} : { chunked: options.chunked }),
    })
    checkAnswer(method, path, answer)
    return answer
  }

const makeAccounts = (run: TestService["run"]) => {
  const setLimits: TestService["setLimits"] = (key, limits) =>
    run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update quota set
            reads_limit = coalesce(${limits.reads ?? null}::int, reads_limit),
            writes_limit = coalesce(${limits.writes ?? null}::int, writes_limit),
            burst_limit = coalesce(${limits.burst ?? null}::int, burst_limit)
          where key_id = ${key.keyId}`,
      ),
    ).then(() => undefined)

  const create = ({ mode = "sandbox", partnerCode: wished, scopes }: KeyWish) =>
    Effect.gen(function* () {
      const partners = yield* Partners
      const keys = yield* Keys
      const partnerCode = wished ?? `p${crypto.randomUUID().slice(0, 8)}`
      yield* Effect.catchTag(
        partners.create({ code: partnerCode, name: partnerCode }),
        "PartnerExists",
        () => Effect.void,
      )
      if (mode === "live") yield* readyToGoLive(partnerCode)
      const key = yield* keys.create({
        mode,
        partnerCode,
        ...(scopes === undefined ? {} : { scopes }),
      })
      return { keyId: key.keyId, secret: Redacted.value(key.secret), partnerCode }
    })

  const createKey: TestService["createKey"] = async (wish = {}) => {
    const key = await run(create(wish))
    if (wish.limits !== "usual") await setLimits(key, { ...plenty, ...wish.limits })
    return key
  }

  const quotaOf: TestService["quotaOf"] = async (key) => {
    const rows = await run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<Readonly<Record<string, unknown>>>`
          select * from quota where key_id = ${key.keyId}`,
      ),
    )
    const figures = Object.entries(rows[0] ?? {}).filter(([name]) => name !== "key_id")
    return Object.fromEntries(figures.map(([name, value]) => [name, Number(value)]))
  }

  return { setLimits, createKey, quotaOf }
}

/**
 * Starts the service on a free loopback port over a fresh database; `stop` it in an `afterAll`. What
 * `instead` provides, the application takes in place of the service's own.
 */
export const startService = async (
  environment: TestEnvironment = {},
  instead: Layer.Layer<never, never, Foundations> = Layer.empty,
): Promise<StartedService> => {
  const database = await createFreshDatabase(migratedDatabaseUrl)
  const port = Number(environment["PORT"] ?? (await freePort()))
  const settings = { ...serverEnvironment(database.url, port), ...environment }
  const runtime = ManagedRuntime.make(
    layerServeOn(Layer.provideMerge(instead, layerFoundations)).pipe(
      Layer.merge(layerFoundations),
      Layer.provide(layerObservability),
      Layer.provide(layerLogging),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(settings))),
    ),
  )
  const run: TestService["run"] = (effect) => runtime.runPromise(effect)
  const accounts = makeAccounts(run)
  const key = await accounts.createKey({ partnerCode: "usual" })
  return {
    ...accounts,
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    key,
    call: makeCall(port, key),
    run,
    stop: async () => {
      await runtime.dispose()
      await database.drop()
    },
  }
}

/** Has the tests of a file use a service that is there before them. */
const usedService = (start: () => Promise<TestService>): (() => TestService) => {
  let service: TestService | undefined
  beforeAll(async () => {
    service = await start()
  })
  return () => {
    if (service === undefined) throw new Error("The service is only there inside of tests.")
    return service
  }
}

/**
 * The service with the usual settings: one for all files of a worker, as these share what they import. It
 * ends with the worker, and its database with the run.
 */
const sharedService = once(() => startService())

let accounts = 0

/**
 * The usual service, in which each file has an account of its own, whose key signs its calls. A file that
 * counts what others have, or harms what they share, takes {@link useOwnService} instead.
 */
export const useService = (): (() => TestService) =>
  usedService(async () => {
    const shared = await sharedService()
    accounts += 1
    const key = await shared.createKey({ partnerCode: `usual${accounts}` })
    return { ...shared, key, call: makeCall(shared.port, key) }
  })

/** Starts a service for the tests of a file, over a database of its own, and stops it after them. */
export const useOwnService = (
  environment: TestEnvironment = {},
  instead?: Layer.Layer<never, never, Foundations>,
): (() => TestService) => {
  let started: StartedService | undefined
  afterAll(() => started?.stop())
  return usedService(async () => (started = await startService(environment, instead)))
}
