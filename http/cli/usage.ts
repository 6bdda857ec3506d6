import { dayMs } from "../../core/vocabulary/day.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { utcDay } from "../platform/utc-day.ts"
import { type EndpointDay, type KeyToday, type RecentCall, Usage } from "../ports/usage.ts"
import { layerKeylessOperations } from "../runtime/foundations.ts"
import { layerUsage } from "../store/usage/layer.ts"
import { countFlag, modeFlag } from "../terminal/flags.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { tableText } from "../../core/plain-text.ts"

const codeArgument = Argument.String("code").pipe(Argument.withDescription("Code of the partner"))

const keyHeader = ["key id", "reads today", "writes today", "this minute", "ends in s"]

const keyCells = ({ burst, keyId, reads, window, writes }: KeyToday) => [
  keyId,
  ...[reads, writes, burst].map(({ limit, used }) => `${used}/${limit}`),
  window.dayEndsInSeconds,
]

const dayHeader = ["day", "endpoint", "calls", "refused", "codes"]

const dayCells = ({ calls, day, endpoint, refused }: EndpointDay) => [
  day,
  endpoint,
  calls,
  refused.reduce((total, one) => total + one.calls, 0),
  refused.map((one) => `${one.code}:${one.calls}`),
]

const callHeader = ["at", "status", "method", "path", "ms", "key id", "request id", "wrong"]

const callCells = (call: RecentCall) => [
  call.at,
  call.status,
  call.method,
  call.path,
  call.durationMs,
  call.isSigned ? call.keyId : `${call.keyId} (unsigned)`,
  call.requestId,
  call.errorCode === null ? null : `${call.errorCode} ${call.detail ?? ""}`.trimEnd(),
]

/** A key as JSON shows it: what it has used, and when that begins anew. */
const keyShown = ({ burst, keyId, lifetime, reads, window, writes }: KeyToday) => ({
  keyId,
  reads,
  writes,
  burst,
  dayEndsInSeconds: window.dayEndsInSeconds,
  minuteEndsInSeconds: window.minuteEndsInSeconds,
  lifetime,
})

/** `viatica usage CODE`: what a partner calls, by day, and the last calls with what was wrong. */
export const usageCommand = Command.make(
  "usage",
  {
    code: codeArgument,
    mode: modeFlag.pipe(Flag.withDefault("live" as const)),
    days: countFlag("days", "How many days back, today among them", 30, 400),
    last: countFlag("last", "How many of the last calls", 20, 1_000),
    refused: Flag.Boolean("refused").pipe(
      Flag.withDescription("Of the last calls, only those that were refused or failed"),
      Flag.withDefault(false),
    ),
    json: jsonFlag,
  },
  Effect.fn("usage")(function* ({ code, days, json, last, mode, refused }) {
    const usage = yield* Usage
    const owner = yield* usage.owner(code, mode)
    const nowMs = yield* Clock.currentTimeMillis
    const span = { from: utcDay(nowMs - (days - 1) * dayMs), to: utcDay(nowMs) }
    const keys = yield* usage.today(owner)
    const counted = yield* usage.days(owner, span)
    const query = { limit: last, before: null, isRefusedOnly: refused }
    const { calls } = yield* usage.recentCalls(owner, query)
    const shown = { keys: keys.map(keyShown), days: counted, calls }
    yield* print(json, shown, () =>
      [
        tableText(keyHeader, keys.map(keyCells)),
        tableText(dayHeader, counted.map(dayCells)),
        tableText(callHeader, calls.map(callCells)),
      ].join("\n\n"),
    )
  }),
).pipe(Command.provide(layerUsage.pipe(Layer.provideMerge(layerKeylessOperations))))
