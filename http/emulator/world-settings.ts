import { createHash } from "node:crypto"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** The insurer of the catalogue that is asked over HTTP: it is simulated. */
export const simulatedInsurer = "kestrelgate"

/** How long that one may take: nobody who rehearses waits for long. */
const insurerTimeoutMs = 1_500

/** What the settings of an emulator follow from. */
export interface WorldSettings {
  readonly port: number
  readonly databaseUrl: Redacted.Redacted
  readonly folder: string
  readonly seed: string
  readonly insurerUrl: string
  readonly logLevel: string
}

/** Settings of the environment that an emulator heeds: they change what partners see. */
const heeded = ["HEADER_PREFIX", "TABLES_DIR"]

const given = Effect.map(
  Effect.forEach(heeded, (variable) =>
    Effect.map(Config.option(Config.String(variable)), (value) =>
      Option.isSome(value) ? [[variable, value.value] as const] : [],
    ),
  ),
  (found) => Object.fromEntries(found.flat()),
)

/** The settings of the service inside: nothing else of the environment reaches it. */
export const worldConfig = (world: WorldSettings) =>
  Effect.map(given, (heeded) =>
    ConfigProvider.fromEnvRecord({
      ...heeded,
      HOST: "127.0.0.1",
      PORT: String(world.port),
      DATABASE_URL: Redacted.value(world.databaseUrl),
      DATA_DIR: world.folder,
      MASTER_KEY: createHash("sha256").update(`master key:${world.seed}`).digest("hex"),
      INSURER_URLS: `${simulatedInsurer}=${world.insurerUrl}`,
      INSURER_ALLOW_PRIVATE: "true",
      EVENTS_ALLOW_PRIVATE: "true",
      INSURER_TIMEOUT_MS: String(insurerTimeoutMs),
      TABLES_WATCH: "false",
      LOG_LEVEL: world.logLevel,
    }),
  )
