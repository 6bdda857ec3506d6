import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { withoutMark } from "../../terminal/byte-order-mark.ts"
import { openRequests, type RequestOrigin } from "../../bulk/request-origin.ts"
import { refusal, wrongUsage } from "../../terminal/command-refused.ts"

/** Reads the one request that `--why-not` asks about, as parsed JSON. */
export const loneRequest = Effect.fnUntraced(function* (origin: RequestOrigin, bytesMax: number) {
  const notRead = (reason: string) => refusal("unreadable", { path: origin.name, reason })
  const { input, unreadable } = yield* openRequests(origin, { bytesMax })
  if (input._tag === "Empty") return yield* notRead("it is empty")
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
  if (bytes === undefined) return yield* notRead(`it has more than ${bytesMax} bytes`)
  const text = withoutMark(new TextDecoder().decode(bytes)).trim()
  const parsed = Result.try((): unknown => JSON.parse(text))
  if (Result.isSuccess(parsed)) return parsed.success
  return text.includes("\n")
    ? yield* wrongUsage("--why-not takes one request, as an argument or in a file, not lines")
    : yield* notRead("it is no JSON")
}, Effect.scoped)
