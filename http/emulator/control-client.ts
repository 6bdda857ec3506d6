import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { refusal } from "../terminal/command-refused.ts"
import { type CallFailed, sendRaw } from "../terminal/service-call.ts"

/** Calls an emulator that runs, below `/_emulator`. */
export const callEmulator = Effect.fnUntraced(function* (
  baseUrl: URL,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
) {
  const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body), "utf8")
  const answer = yield* sendRaw({
    origin: baseUrl,
    method,
    target: `/_emulator${path}`,
    headers: { "content-length": String(bytes.length) },
    body: bytes,
  }).pipe(Effect.mapError((error) => missing(baseUrl.origin, reasonOf(error))))
  const parsed = Result.try((): unknown => JSON.parse(answer.body))
  if (answer.headers[emulatorHeader] === undefined || Result.isFailure(parsed)) {
    return yield* missing(baseUrl.origin, "something else does")
  }
  if (answer.status === 200) return parsed.success
  const told = parsed.success
  const detail =
    typeof told === "object" && told !== null && "detail" in told ? String(told.detail) : ""
  return yield* refusal("emulator-refused", { detail })
})

/** The header of answers that tells the command line that an emulator answers, and nothing else does. */
export const emulatorHeader = "x-emulator"

const missing = (address: string, reason: string) =>
  refusal("emulator-missing", { address, reason })

const reasonOf = ({ message }: CallFailed): string => message.replace(/^Cannot call [^ ]+: /u, "")
