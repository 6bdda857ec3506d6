import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { type BenchDatabase, openDatabase } from "../../bench/database.ts"
import { Keys } from "../../http/ports/keys.ts"
import { Partners } from "../../http/ports/partners.ts"
import { layerOperations } from "../../http/runtime/foundations.ts"
import { signRequest } from "../../http/platform/sign-request.ts"
import { installDatabaseClock } from "../support/database-clock.ts"
import { type Answer, send } from "../support/http-call.ts"
import { readyToGoLive } from "../support/ready-to-go-live.ts"
import { isReady, type Server, startServer } from "../support/spawned-server.ts"

/** A key that calls are signed with. */
export interface StageKey {
  readonly keyId: string
  readonly secret: string
  readonly partnerCode: string
}

/** What a key may use; limits that are left out are far out of reach. */
export interface StageLimits {
  readonly reads?: number
  readonly writes?: number
  readonly burst?: number
}

/** Everything that operators' commands stand on. */
export type Operations = Layer.Success<typeof layerOperations>

/** A database of its own, with accounts in it, for servers that are to be tortured. */
export interface Stage {
  readonly database: BenchDatabase
  /** The environment of a server process on it. */
  readonly environment: Readonly<Record<string, string>>
  /** Starts a server process on it; what is given stands above the usual environment. */
  readonly startServer: (
    more?: Readonly<Record<string, string>>,
    isUp?: (port: number) => Promise<boolean>,
  ) => Promise<Server>
  /** Runs an effect on the database, as an operator's command does. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Operations>) => Promise<A>
  /** Makes an account, which has gone live where the mode asks for it, with a key. */
  readonly createKey: (
    partnerCode: string,
    mode: "sandbox" | "live",
    limits?: StageLimits,
  ) => Promise<StageKey>
  /** Ends what the stage started, its database last. */
  readonly end: () => Promise<void>
}

const plenty = 1_000_000_000

/** Makes an account, which has gone live where the mode asks for it, with a key. */
export const createKey = Effect.fnUntraced(function* (
  partnerCode: string,
  mode: "sandbox" | "live",
  { burst = plenty, reads = plenty, writes = plenty }: StageLimits,
) {
  const sql = yield* SqlClient.SqlClient
  const partners = yield* Partners
  const keys = yield* Keys
  yield* Effect.ignore(partners.create({ code: partnerCode, name: partnerCode }))
  if (mode === "live") yield* readyToGoLive(partnerCode)
  const { keyId, secret } = yield* keys.create({ partnerCode, mode })
  yield* sql`
    update quota set reads_limit = ${reads}, writes_limit = ${writes}, burst_limit = ${burst}
    where key_id = ${keyId}`
  return { keyId, secret: Redacted.value(secret), partnerCode } satisfies StageKey
})

const openStages = new Set<Stage>()

/** Ends all stages that are open: for a run that is told to stop. */
export const endStages = async (): Promise<void> => {
  await Promise.allSettled([...openStages].map((stage) => stage.end()))
}

/** What a stage is opened with. */
export interface StageOptions {
  /** Whether the clock of its database can be set, by `setDatabaseTime`. */
  readonly hasSettableClock?: boolean
}

/** Opens a stage on a Postgres of its own, at the durability that Postgres has unless told otherwise. */
export const openStage = async ({ hasSettableClock }: StageOptions = {}): Promise<Stage> => {
  const database = await openDatabase()
  if (hasSettableClock === true) await Effect.runPromise(installDatabaseClock(database.url))
  const environment = {
    DATABASE_URL: database.url,
    MASTER_KEY: "7ac15e0b".repeat(8),
    TABLES_WATCH: "false",
    LOG_LEVEL: "Warn",
  }
  const operations = ManagedRuntime.make(
    layerOperations.pipe(
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment))),
    ),
  )
  const servers: Array<Server> = []
  const stage: Stage = {
    database,
    environment,
    startServer: async (more = {}, isUp = isReady) => {
      const server = await startServer({ ...environment, ...more }, isUp)
      servers.push(server)
      return server
    },
    run: (effect) => operations.runPromise(effect),
    createKey: (partnerCode, mode, limits = {}) =>
      operations.runPromise(createKey(partnerCode, mode, limits)),
    end: async () => {
      openStages.delete(stage)
      await Promise.all(servers.map((server) => server.end("SIGKILL")))
      await operations.dispose()
      await database.end()
    },
  }
  openStages.add(stage)
  return stage
}

/** Opens a stage, gives it to `use`, and ends it whatever comes of that. */
export const withStage = async <Given>(
  use: (stage: Stage) => Promise<Given>,
  options: StageOptions = {},
): Promise<Given> => {
  const stage = await openStage(options)
  try {
    return await use(stage)
  } finally {
    await stage.end()
  }
}

/** Sends a signed call; a body that is given is sent as JSON. It rejects when no answer came. */
export const callSigned = (
  port: number,
  key: StageKey,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> => {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = signRequest({
    keyId: key.keyId,
    secret: key.secret,
    method,
    path,
    ...(text === undefined ? {} : { body: text }),
    nowSeconds: Math.floor(Date.now() / 1000),
  })
  return send({ port, method, path, headers, ...(text === undefined ? {} : { body: text }) })
}
