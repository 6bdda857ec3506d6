import { readFile } from "node:fs/promises"
import { randomBytes } from "node:crypto"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { logLevel } from "../config/observability.ts"
import { readUrl } from "../platform/read-url.ts"
import { systemReason } from "../platform/system-error.ts"
import { newEnoughNode } from "../platform/oldest-node.ts"
import { callEmulator } from "../emulator/control.ts"
import { untilStopped } from "../processes/exit-status.ts"
import { stopInTime } from "../processes/stop-in-time.ts"
import {
  accountText,
  durationForm,
  fieldsText,
  listenersText,
  listeningText,
  readDuration,
  startedText,
  triggeredText,
} from "../emulator/told-text.ts"
import { startEmulator } from "../emulator/start.ts"
import { triggersText } from "../emulator/triggers/triggers.ts"
import { typesFlag } from "./events.ts"
import { modeFlag } from "../terminal/flags.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { refusal } from "../terminal/command-refused.ts"

const usualPort = 4_010
const usualOrigin = `http://127.0.0.1:${usualPort}`

const portFlag = Flag.Int("port").pipe(
  Flag.withDescription(`Port on this machine`),
  Flag.filter(
    (port) => port >= 1 && port <= 65_535,
    () => "Expected a port from 1 to 65535",
  ),
  Flag.withDefault(usualPort),
)

const seedFlag = Flag.String("seed").pipe(
  Flag.withDescription("Keys, ids and sessions follow from it: the same calls give the same bytes"),
  Flag.optional,
)

const startFlag = Flag.String("start").pipe(
  Flag.withDescription("When its clock starts, such as 2026-07-01T09:00:00Z; now when left out"),
  Flag.filterMap(
    (text) => {
      const ms = Date.parse(text)
      return Number.isNaN(ms) ? Option.none() : Option.some(ms)
    },
    (text) => `Expected a moment such as 2026-07-01T09:00:00Z, got ${JSON.stringify(text)}`,
  ),
  Flag.optional,
)

const fileFlag = (name: string, about: string) =>
  Flag.String(name).pipe(Flag.withDescription(about), Flag.optional)

/** Calls are shown as they come where LOG_LEVEL is Info; nothing is while it is unset. */
const wantedLogLevel = Effect.flatMap(Config.option(Config.String("LOG_LEVEL")), (given) =>
  Option.isNone(given) ? Effect.succeed("None" as const) : logLevel,
)

const runHere = Command.make(
  "emulator",
  {
    port: portFlag,
    seed: seedFlag,
    start: startFlag,
    record: fileFlag("record", "Write every call and its answer to a file, a line of JSON each"),
    replay: fileFlag("replay", "Answer the calls of a recorded file as they were answered then"),
    imported: fileFlag(
      "imported",
      "Answer facts by the imported tables of a folder, as tables import --out writes them",
    ),
    json: jsonFlag,
  },
  ({ imported, json, port, record, replay, seed, start }) =>
    untilStopped(
      Effect.scoped(
        Effect.gen(function* () {
          yield* newEnoughNode
          yield* stopInTime
          const words = Option.getOrElse(seed, () => randomBytes(6).toString("hex"))
          const { headerPrefix, replayedCalls, state, url } = yield* startEmulator({
            port,
            seed: words,
            startMs: Option.getOrUndefined(start),
            record: Option.getOrUndefined(record),
            replay: Option.getOrUndefined(replay),
            imported: Option.getOrUndefined(imported),
            logLevel: yield* wantedLogLevel,
          })
          const account = yield* state.account
          const now = yield* state.now
          const started = { url, seed: words, now, headerPrefix, replayedCalls, ...account }
          yield* Console.log(json ? JSON.stringify(started) : startedText(started))
          return yield* Effect.never
        }),
      ),
    ),
)

const baseUrlFlag = Flag.String("base-url").pipe(
  Flag.withDescription(`Address of the emulator; ${usualOrigin} when left out`),
  Flag.filterMap(
    (text) => {
      const url = readUrl(text)
      return url?.protocol === "http:" ? Option.some(url) : Option.none()
    },
    (text) => `Expected an http address, got ${JSON.stringify(text)}`,
  ),
  Flag.withDefault(new URL(usualOrigin)),
)

const asked = { baseUrl: baseUrlFlag, json: jsonFlag }

/** What the emulator told, as JSON or for people. */
const told = (json: boolean, answer: unknown, text: (answer: unknown) => string = fieldsText) =>
  print(json, answer, () => text(answer))

const advance = Command.make(
  "advance",
  {
    time: Argument.String("time").pipe(
      Argument.withDescription(`How far the clock moves: ${durationForm}`),
      Argument.filter(
        (text) => readDuration(text) !== undefined,
        (text) => `Expected ${durationForm}, got ${JSON.stringify(text)}`,
      ),
    ),
    ...asked,
  },
  ({ baseUrl, json, time }) =>
    Effect.flatMap(callEmulator(baseUrl, "POST", "/clock", { advance: time }), (answer) =>
      told(json, answer),
    ),
).pipe(Command.withDescription("Move the clock forward; it never goes back"))

const clock = Command.make("clock", asked, ({ baseUrl, json }) =>
  Effect.flatMap(callEmulator(baseUrl, "GET", "/clock"), (answer) => told(json, answer)),
).pipe(Command.withDescription("Show the clock"))

const keys = Command.make("keys", asked, ({ baseUrl, json }) =>
  Effect.flatMap(callEmulator(baseUrl, "GET", "/keys"), (answer) =>
    told(json, answer, accountText),
  ),
).pipe(Command.withDescription("Show the keys that are in use, with their secrets"))

const given = <Value>(name: string, value: Option.Option<Value>) =>
  Option.isSome(value) ? { [name]: value.value } : {}

const timesFlag = Flag.Int("times").pipe(
  Flag.withDescription("How many calls it affects; one when left out"),
  Flag.optional,
)

const trigger = Command.make(
  "trigger",
  {
    name: Argument.String("name").pipe(
      Argument.withDescription("What to cause, such as BAD_DATES or spend-reads"),
      Argument.optional,
    ),
    list: Flag.Boolean("list").pipe(
      Flag.withDescription("List every trigger and what it does"),
      Flag.withDefault(false),
    ),
    endpoint: Flag.String("endpoint").pipe(
      Flag.withDescription("The only endpoint that it affects, such as quotes"),
      Flag.optional,
    ),
    key: Flag.String("key").pipe(
      Flag.withDescription("The key that it affects; the sandbox key when left out"),
      Flag.optional,
    ),
    subscription: Flag.String("subscription").pipe(
      Flag.withDescription("The subscription that it affects; the latest when left out"),
      Flag.optional,
    ),
    times: timesFlag,
    ...asked,
  },
  Effect.fn("emulator trigger")(function* (flags) {
    const { baseUrl, endpoint, json, key, list, name, subscription, times } = flags
    if (list || Option.isNone(name)) {
      return yield* json
        ? Effect.flatMap(callEmulator(baseUrl, "GET", "/triggers"), (all) => told(true, all))
        : Console.log(triggersText())
    }
    const wish = {
      trigger: name.value,
      ...given("endpoint", endpoint),
      ...given("key", key),
      ...given("subscription", subscription),
      ...given("times", times),
    }
    yield* told(json, yield* callEmulator(baseUrl, "POST", "/trigger", wish), triggeredText)
  }),
).pipe(Command.withDescription("Cause a refusal or a state"))

const bodyText = (given: string) =>
  given.startsWith("@")
    ? Effect.tryPromise({
        try: () => readFile(given.slice(1), "utf8"),
        catch: (cause) =>
          refusal("unreadable", { path: given.slice(1), reason: systemReason(cause) }),
      })
    : Effect.succeed(given)

const answer = Command.make(
  "answer",
  {
    endpoint: Argument.String("endpoint").pipe(
      Argument.withDescription("The endpoint whose next answer it is, such as quotes"),
    ),
    body: Argument.String("body").pipe(
      Argument.withDescription("The answer, sent as it is: text or @file"),
    ),
    status: Flag.Int("status").pipe(Flag.withDescription("Its HTTP status"), Flag.withDefault(200)),
    times: timesFlag,
    ...asked,
  },
  Effect.fn("emulator answer")(function* ({ baseUrl, body, endpoint, json, status, times }) {
    const wish = { endpoint, status, body: yield* bodyText(body), ...given("times", times) }
    yield* told(json, yield* callEmulator(baseUrl, "POST", "/answer", wish))
  }),
).pipe(Command.withDescription("Choose the next answer of an endpoint"))

const listen = Command.make(
  "listen",
  {
    url: Argument.String("url").pipe(
      Argument.withDescription("Where events are posted to, such as http://127.0.0.1:9000/hooks"),
    ),
    mode: modeFlag.pipe(
      Flag.withDescription("test (the sandbox; when left out) or live"),
      Flag.withDefault("sandbox" as const),
    ),
    types: typesFlag,
    ...asked,
  },
  Effect.fn("emulator listen")(function* ({ baseUrl, json, mode, types, url }) {
    const answer = yield* callEmulator(baseUrl, "POST", "/endpoints", { url, mode, types })
    const flag = baseUrl.origin === usualOrigin ? "" : ` --base-url ${baseUrl.origin}`
    yield* told(json, answer, (made) => listeningText(made, flag))
  }),
).pipe(Command.withDescription("Post events of the sandbox, or live ones, to an address"))

const endpoints = Command.make("endpoints", asked, ({ baseUrl, json }) =>
  Effect.flatMap(callEmulator(baseUrl, "GET", "/endpoints"), (answer) =>
    told(json, answer, listenersText),
  ),
).pipe(Command.withDescription("List the addresses that receive events, and the health of each"))

const unlisten = Command.make(
  "unlisten",
  {
    endpoint: Argument.String("endpoint").pipe(
      Argument.withDescription("The address, or the id of the endpoint: we_…"),
    ),
    ...asked,
  },
  ({ baseUrl, endpoint, json }) =>
    Effect.flatMap(callEmulator(baseUrl, "POST", "/endpoints/remove", { endpoint }), (answer) =>
      told(json, answer, fieldsText),
    ),
).pipe(Command.withDescription("Stop posting events to an address"))

const evaluate = Command.make(
  "evaluate",
  {
    table: Argument.String("table").pipe(
      Argument.withDescription(
        "An imported table of the folder that --imported named, such as fares",
      ),
    ),
    facts: Argument.String("facts").pipe(Argument.withDescription("Facts as JSON: text or @file")),
    ...asked,
  },
  Effect.fn("emulator evaluate")(function* ({ baseUrl, facts: given, json, table }) {
    const facts = parsedFacts(yield* bodyText(given))
    const answer = yield* callEmulator(baseUrl, "POST", "/evaluate", { table, facts })
    yield* told(json, answer, (found) => JSON.stringify(found, null, 2))
  }),
).pipe(Command.withDescription("Answer facts by an imported table, to try it"))

/** What is no JSON is told by the table as what is no object of facts. */
const parsedFacts = (text: string): unknown =>
  Result.getOrElse(
    Result.try((): unknown => JSON.parse(text)),
    () => text,
  )

const reset = Command.make("reset", asked, ({ baseUrl, json }) =>
  Effect.flatMap(callEmulator(baseUrl, "POST", "/reset"), (answer) =>
    told(json, answer, accountText),
  ),
).pipe(Command.withDescription("Start over: the same keys, no calls, the clock back at its start"))

/** `viatica emulator …`: the whole service on this machine, to rehearse with. */
export const emulatorCommand = runHere.pipe(
  Command.withSubcommands([
    advance,
    clock,
    keys,
    trigger,
    answer,
    listen,
    endpoints,
    unlisten,
    evaluate,
    reset,
  ]),
)
