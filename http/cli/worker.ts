import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { limitOf } from "../../rules/reference/limits.ts"
import { apiVersion } from "../config/version.ts"
import { utcDay } from "../platform/utc-day.ts"
import { wrongUsage } from "./answer-requests.ts"
import { answeringTables } from "./answering-tables.ts"
import { type Answering, prepareAnswers } from "./batch/answering.ts"
import { quoteAnswering } from "./quote-answering.ts"
import { answerFrames } from "./worker/answer-frames.ts"
import type { WorkerGreeting, WorkerHello } from "./worker/greeting.ts"
import { frameBytesMax, protocolVersion } from "./worker/protocol.ts"

/** `viatica worker`: answers the requests of a program in frames, until its input ends. */
export const workerCommand = Command.make(
  "worker",
  {},
  Effect.fn("worker")(function* () {
    if (process.stdin.isTTY === true) {
      return yield* wrongUsage("worker talks to a program, not to a terminal (see docs/bulk.md)")
    }
    const { folder, hash, tables } = yield* answeringTables
    const engineVersion = `${apiVersion}+${hash}`
    const greeting: WorkerGreeting = {
      protocol: protocolVersion,
      engineVersion,
      tables: hash,
      today: utcDay(yield* Clock.currentTimeMillis),
      frameBytesMax,
      lineBytesMax: limitOf(tables, "body_bytes_max"),
    }
    const prepare = Effect.fnUntraced(function* (noun: "bilan" | "quote", hello: WorkerHello) {
      const { explain = false, mode = "sandbox", today = greeting.today } = hello
      const answering: Answering =
        noun === "bilan"
          ? { _tag: "Bilan", engineVersion, explain }
          : yield* quoteAnswering(folder, { engineVersion, explain, mode, today })
      return (yield* Effect.promise(() => prepareAnswers(answering, tables))).write
    })
    yield* answerFrames(process.stdin, process.stdout, { greeting, prepare })
  }),
).pipe(
  Command.withExamples([
    {
      command: "viatica worker",
      description: "Started by a program, which talks to it by pipes (see docs/bulk.md)",
    },
  ]),
)
