import { readFile } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { systemReason } from "../platform/system-error.ts"
import { afterMark, withoutMark } from "../terminal/byte-order-mark.ts"
import { type CallAnswer, sendSigned } from "../terminal/service-call.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { callerFlags, readCaller } from "../terminal/caller.ts"
import { type CommandRefused, refusal } from "../terminal/command-refused.ts"

const methodArgument = Argument.String("method").pipe(
  Argument.withDescription("HTTP method, such as GET or POST"),
  Argument.filter(
    (text) => /^[A-Za-z]+$/.test(text),
    () => "Expected an HTTP method",
  ),
  Argument.map((text) => text.toUpperCase()),
)

const pathArgument = Argument.String("path").pipe(
  Argument.withDescription("Path, such as /api/v1/travel/meta; sent as it is"),
  Argument.filter(
    (text) => /^\/[\x21-\x7e]*$/.test(text),
    () => "Expected a path that begins with / and holds no spaces",
  ),
)

const bodyArgument = Argument.String("body").pipe(
  Argument.withDescription("Body: JSON, @file, or - for standard input"),
  Argument.optional,
)

const reading = (origin: string, read: () => Promise<Uint8Array>) =>
  Effect.tryPromise({
    try: async () => afterMark(await read()),
    catch: (cause) => refusal("body-unreadable", { path: origin, reason: systemReason(cause) }),
  })

const readBody = (given: Option.Option<string>): Effect.Effect<Uint8Array, CommandRefused> => {
  if (Option.isNone(given)) return Effect.succeed(new Uint8Array(0))
  const text = given.value
  if (text === "-") return reading("standard input", () => buffer(process.stdin))
  return text.startsWith("@")
    ? reading(text.slice(1), () => readFile(text.slice(1)))
    : Effect.succeed(Buffer.from(withoutMark(text), "utf8"))
}

const parsedBody = (answer: CallAnswer): unknown =>
  Result.getOrElse(
    Result.try((): unknown => JSON.parse(answer.body)),
    () => answer.body,
  )

const shownHeader = /^(?:x-request-id|x-ratelimit-.*|retry-after|allow|location)$/

const answerText = (answer: CallAnswer, body: unknown): string => {
  const headers = Object.entries(answer.headers)
    .filter(([name]) => shownHeader.test(name))
    .map(([name, value]) => `${name}: ${value}`)
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2)
  return [`${answer.status} ${answer.statusText}`, ...headers, ...(text === "" ? [] : ["", text])]
    .join("\n")
    .trimEnd()
}

const errorCodeOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "error" in body ? String(body.error) : ""

/** `viatica call`: a signed call to the service, its answer pretty-printed. */
export const callCommand = Command.make(
  "call",
  {
    method: methodArgument,
    path: pathArgument,
    body: bodyArgument,
    ...callerFlags,
    json: jsonFlag,
  },
  Effect.fn("call")(function* (flags) {
    const caller = yield* readCaller(flags)
    const body = yield* readBody(flags.body)
    const answer = yield* sendSigned(caller, flags, yield* Clock.currentTimeMillis, body)
    const parsed = parsedBody(answer)
    const { status } = answer
    yield* print(flags.json, { status, headers: answer.headers, body: parsed }, () =>
      answerText(answer, parsed),
    )
    if (status >= 400) return yield* refusal("call-refused", { status, code: errorCodeOf(parsed) })
  }),
).pipe(
  Command.withExamples([
    {
      command: "viatica call GET /api/v1/travel/meta",
      description:
        "Show the reference data and the state of the key, by VIATICA_URL, VIATICA_KEY and VIATICA_SECRET",
    },
  ]),
)
