import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { type RecentCall, Usage } from "../ports/usage.ts"
import { layerKeylessOperations } from "../runtime/foundations.ts"
import { untilStopped } from "../runtime/exit-status.ts"
import { layerUsage } from "../store/usage/layer.ts"
import { modeFlag } from "./flags.ts"
import { jsonFlag } from "./output.ts"
import { makeNewCalls } from "./new-calls.ts"

/** How often the database is asked: processes write their calls once a second. */
const lookEvery = "1 second"

const statusWidth = 3
const codeWidth = 22
const durationWidth = 8

/** A call as a line. */
const callLine = (call: RecentCall): string =>
  [
    call.at,
    String(call.status).padStart(statusWidth),
    (call.errorCode ?? "ok").padEnd(codeWidth),
    `${call.durationMs} ms`.padStart(durationWidth),
    call.requestId,
    call.isSigned ? call.keyId : `${call.keyId} (unsigned)`,
    `${call.method} ${call.path}`,
    ...(call.detail === null ? [] : [call.detail]),
  ].join("  ")

/** `viatica tail CODE`: a partner's calls as they come, until it is told to stop. */
export const tailCommand = Command.make(
  "tail",
  {
    code: Argument.String("code").pipe(Argument.withDescription("Code of the partner")),
    mode: modeFlag.pipe(Flag.withDefault("live" as const)),
    last: Flag.Int("last").pipe(
      Flag.withDescription("How many calls of before to begin with; 10 when left out"),
      Flag.filter(
        (count) => count >= 0 && count <= 500,
        (count) => `Expected a number from 0 to 500, got ${count}`,
      ),
      Flag.withDefault(10),
    ),
    refused: Flag.Boolean("refused").pipe(
      Flag.withDescription("Only calls that were refused or failed"),
      Flag.withDefault(false),
    ),
    json: jsonFlag,
  },
  ({ code, json, last, mode, refused }) =>
    untilStopped(
      Effect.gen(function* () {
        const usage = yield* Usage
        const owner = yield* usage.owner(code, mode)
        const newCalls = makeNewCalls((query) =>
          usage.recentCalls(owner, { ...query, isRefusedOnly: refused }),
        )
        const print = (calls: ReadonlyArray<RecentCall>) =>
          Effect.forEach(
            calls,
            (call) => Console.log(json ? JSON.stringify(call) : callLine(call)),
            { discard: true },
          )
        yield* print(yield* newCalls.first(last))
        return yield* Effect.forever(
          Effect.andThen(Effect.sleep(lookEvery), Effect.flatMap(newCalls.next, print)),
        )
      }),
    ),
).pipe(Command.provide(layerUsage.pipe(Layer.provideMerge(layerKeylessOperations))))
