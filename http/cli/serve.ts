import { availableParallelism } from "node:os"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { layerSettingsFile } from "../config/settings-file.ts"
import { untilStopped } from "../processes/exit-status.ts"
import { refusal } from "../terminal/command-refused.ts"

// Each process loads what it runs: the one that starts the others has no use for the service.
const alone = (demo: boolean) =>
  Effect.flatMap(
    Effect.promise(() => import("./serve/serve-alone.ts")),
    ({ serveAlone }) => serveAlone(demo),
  )

const asPrimary = (count: number) =>
  Effect.flatMap(
    Effect.promise(() => import("./serve/serve-primary.ts")),
    ({ serveAsPrimary }) => serveAsPrimary(count),
  )

const inPlace = Effect.flatMap(
  Effect.promise(() => import("./serve/serve-in-place.ts")),
  ({ serveInPlace }) => serveInPlace,
)

/** The same command runs in all processes: in the first one it starts the others. */
const together = (count: number) =>
  Effect.gen(function* () {
    const { default: cluster } = yield* Effect.promise(() => import("node:cluster"))
    return yield* cluster.isPrimary ? asPrimary(count) : inPlace
  })

const processesMax = 64

const processesFlag = Flag.String("processes").pipe(
  Flag.withMetavar("N|auto"),
  Flag.withDescription(
    "Serve from this many processes on one port (auto: one for each processor); SIGHUP replaces them one by one",
  ),
  Flag.filterMap(
    (text) => {
      const count = text === "auto" ? Math.min(availableParallelism(), processesMax) : Number(text)
      const isCount = (text === "auto" || /^\d+$/.test(text)) && count >= 1 && count <= processesMax
      return isCount ? Option.some(count) : Option.none()
    },
    (text) =>
      `Expected auto or a whole number from 1 to ${processesMax}, got ${JSON.stringify(text)}`,
  ),
  Flag.optional,
)

const settingsFlag = Flag.String("settings").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription(
    "A file of settings, one NAME=value a line, that override the environment; with --processes, read again on SIGHUP",
  ),
  Flag.optional,
)

/** `viatica serve`: the service, until it is told to stop. */
export const serveCommand = Command.make(
  "serve",
  {
    demo: Flag.Boolean("demo").pipe(
      Flag.withDescription(
        "Make a demo account, price a sample trip, mint its link, read a sample card",
      ),
      Flag.withDefault(false),
    ),
    processes: processesFlag,
    settings: settingsFlag,
  },
  ({ demo, processes, settings }) => {
    const served = Effect.gen(function* () {
      if (Option.isNone(processes)) return yield* alone(demo)
      if (demo) return yield* refusal("demo-of-several")
      return yield* together(processes.value)
    })
    const file = Option.match(settings, { onNone: () => Layer.empty, onSome: layerSettingsFile })
    return untilStopped(Effect.provide(served, file))
  },
)
