import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { nearest } from "../../../core/table/nearest.ts"
import { wrongUsage } from "../../bulk/answer-requests.ts"
import { withoutMark } from "../../terminal/byte-order-mark.ts"
import { openRequests, type RequestOrigin, RequestsUnreadable } from "../../bulk/request-origin.ts"

/** Nothing has the name that `--why-not` gives. */
export class WhyNotUnknown extends Data.TaggedError("WhyNotUnknown")<{
  readonly noun: string
  readonly id: string
  readonly known: Iterable<string>
}> {
  override get message() {
    const close = nearest(this.id, this.known)
    const hint = close === undefined ? "" : `; did you mean ${close}?`
    return `There is no ${this.noun} ${JSON.stringify(this.id)}${hint}`
  }
}

/** Reads the one request that `--why-not` asks about, as parsed JSON. */
export const loneRequest = Effect.fnUntraced(function* (origin: RequestOrigin, bytesMax: number) {
  const refused = (reason: string) => new RequestsUnreadable({ origin: origin.name, reason })
  const { input, unreadable } = yield* openRequests(origin, { bytesMax })
  if (input._tag === "Empty") return yield* refused("it is empty")
  const bytes =
    input._tag === "Document"
      ? input.bytes
      : yield* Effect.tryPromise({
          try: async () => {
            const parts: Array<Uint8Array> = []
            for await (const chunk of input.chunks) parts.push(chunk)
            return Buffer.concat(parts)
          },
          catch: unreadable,
        })
  if (bytes === undefined) return yield* refused(`it has more than ${bytesMax} bytes`)
  const text = withoutMark(new TextDecoder().decode(bytes)).trim()
  const parsed = Result.try((): unknown => JSON.parse(text))
  if (Result.isSuccess(parsed)) return parsed.success
  return text.includes("\n")
    ? yield* wrongUsage("--why-not takes one request, as an argument or in a file, not lines")
    : yield* refused("it is no JSON")
}, Effect.scoped)
