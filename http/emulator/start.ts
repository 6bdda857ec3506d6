import { createServer } from "node:http"
import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { serverSettings } from "../config/server.ts"
import { type ListenAddress, listenOn } from "../platform/listen.ts"
import { serveOnNode } from "../runtime/node-server.ts"
import { makeControl } from "./control.ts"
import { makeEmulatedApp } from "./emulated-app.ts"
import { makeEmulatorState } from "./emulator-state.ts"
import { startInsurer } from "./insurer.ts"
import { makeMovedClock } from "./moved-clock.ts"
import { bothRecordings, noRecording, recordTo, replayFrom } from "./recording.ts"
import { openThrowawayDatabase } from "./throwaway-database.ts"
import { worldConfig } from "./world.ts"

/** What an emulator begins with. */
export interface EmulatorOptions {
  readonly port: number
  /** Keys, ids and sessions follow from it. */
  readonly seed: string
  /** The moment that its clock begins at, in milliseconds since 1970; now when left out. */
  readonly startMs?: number | undefined
  readonly record?: string | undefined
  readonly replay?: string | undefined
  readonly logLevel: string
}

const host = "127.0.0.1"

/** Finds out at once whether the port is free, before a database is made in vain. */
const checkPort = (at: ListenAddress) =>
  Effect.acquireUseRelease(
    Effect.sync(() => createServer()),
    (server) => listenOn(server, at),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void))),
  )

/** Starts an emulator, which ends with the scope. */
export const startEmulator = Effect.fnUntraced(function* (options: EmulatorOptions) {
  const { logLevel, port, record, replay, seed, startMs } = options
  const real = yield* Clock.Clock
  const startAheadMs = startMs === undefined ? 0 : startMs - real.currentTimeMillisUnsafe()
  const moved = makeMovedClock(real, startAheadMs)
  const replaying = replay === undefined ? undefined : yield* replayFrom(replay)
  const at = { host, port, setting: "--port" }
  yield* checkPort(at)
  const insurer = yield* startInsurer
  const database = yield* openThrowawayDatabase
  const config = yield* worldConfig({
    port,
    databaseUrl: database.url,
    folder: database.folder,
    seed,
    insurerUrl: insurer.url,
    logLevel,
  })
  const inConfig = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, ConfigProvider.ConfigProvider, config)
  const state = yield* makeEmulatorState({
    seed,
    startAheadMs,
    moved,
    real,
    database,
    insurer,
    config,
  })
  const settings = yield* inConfig(serverSettings)
  const replayed = replaying?.recording ?? noRecording
  const recording =
    record === undefined ? replayed : bothRecordings(yield* recordTo(record, state.now), replayed)
  const app = makeEmulatedApp({
    state,
    headerPrefix: settings.headerPrefix,
    control: makeControl(state),
    recording,
  })
  yield* inConfig(serveOnNode(app, state.draining, at))
  return {
    url: `http://${host}:${port}`,
    headerPrefix: settings.headerPrefix,
    state,
    replayedCalls: replaying?.calls ?? null,
  }
})
