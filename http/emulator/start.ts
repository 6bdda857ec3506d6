import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { createServer } from "node:http"
import { refusalAnswer, responseOf, textAnswer } from "../api/answer.ts"
import { refusal } from "../api/api-refusal.ts"
import type { IncomingCall } from "../api/incoming.ts"
import { serverSettings } from "../config/server.ts"
import type { Armed } from "./triggers/armed.ts"
import { makeControl } from "./control.ts"
import { type EmulatorState, makeEmulatorState } from "./emulator-state.ts"
import { startInsurer, worldConfig } from "./world.ts"
import { importedTables } from "./imported-tables.ts"
import { makeMovedClock } from "./moved-clock.ts"
import { bothRecordings, noRecording, type Recording, recordTo, replayFrom } from "./recording.ts"
import { openThrowawayDatabase } from "./throwaway-database.ts"
import type { App } from "../gateway/app.ts"
import { type ListenAddress, listenOn } from "../platform/listen.ts"
import { serveOnNode } from "../runtime/node-server.ts"
import { endpointAt, refusalRehearsals } from "./triggers/refusal-rehearsals.ts"

/** What an emulator begins with. */
export interface EmulatorOptions {
  readonly port: number
  /** Keys, ids and sessions follow from it. */
  readonly seed: string
  /** The moment that its clock begins at, in milliseconds since 1970; now when left out. */
  readonly startMs?: number | undefined
  readonly record?: string | undefined
  readonly replay?: string | undefined
  /** A folder of imported tables that it answers by. */
  readonly imported?: string | undefined
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
  const { imported, logLevel, port, record, replay, seed, startMs } = options
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
    control: makeControl(state, importedTables(imported)),
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

/** What calls go through before the service inside. */
interface EmulatedAppParts {
  readonly state: EmulatorState
  /** The middle of the signing headers' names. */
  readonly headerPrefix: string
  readonly control: (call: IncomingCall, path: string) => Effect.Effect<HttpServerResponse>
  readonly recording: Recording
}

/** The path that everything of the emulator's own is below. */
const controlPath = "/_emulator"

/** Does to a call what is armed for it. */
const befallen = (
  armed: Armed["does"],
  call: IncomingCall,
  { headerPrefix, state }: EmulatedAppParts,
  answer: App["answer"],
): Effect.Effect<HttpServerResponse> => {
  switch (armed._tag) {
    case "Delay":
      return Effect.delay(answer(call), armed.ms)
    case "Answer": {
      const { body, headers, status } = armed.answer
      const plain = textAnswer(status, "application/json", body, headers)
      return Effect.succeed(responseOf(plain, state.world().nextRequestId()))
    }
    case "Refuse": {
      const rehearsal = refusalRehearsals[armed.name]
      if (rehearsal.by === "call") return answer(rehearsal.change(call, headerPrefix))
      if (rehearsal.by !== "answer") return answer(call)
      const { detail, headers = {} } = rehearsal
      const refused = refusalAnswer(refusal(armed.name, detail, { headers }))
      return Effect.succeed(responseOf(refused, state.world().nextRequestId()))
    }
  }
}

/** The application of the emulator: its own calls, what is armed, what is replayed, and the service. */
const makeEmulatedApp = (parts: EmulatedAppParts): App => {
  const { control, recording, state } = parts
  const inside: App["answer"] = (call) =>
    Effect.andThen(
      state.whenReady,
      Effect.suspend(() => state.world().app.answer(call)),
    )
  const front: App["answer"] = (call) => {
    const endpoint = endpointAt(call.method, call.path)
    const armed = endpoint === undefined ? undefined : state.arming.take("front", endpoint)
    return armed === undefined ? inside(call) : befallen(armed, call, parts, inside)
  }
  return {
    answer: (call) =>
      Effect.suspend(() =>
        call.path === controlPath || call.path.startsWith(`${controlPath}/`)
          ? control(call, call.path.slice(controlPath.length))
          : recording.around(call, front),
      ),
  }
}
