import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { openRequests, type RequestOrigin } from "../../bulk/request-origin.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { withoutMark } from "../../terminal/byte-order-mark.ts"
import { type InputFault, refusal, wrongUsage } from "../../terminal/command-refused.ts"
import type { WhyNotAnswer, WhyNotReason } from "../../../rules/explanation/why-not.ts"

/** Reads the one request that `--why-not` asks about, as parsed JSON. */
export const loneRequest = Effect.fnUntraced(function* (origin: RequestOrigin, bytesMax: number) {
  const notRead = (reason: InputFault) => refusal("unreadable", { path: origin.name, reason })
  const { input, unreadable } = yield* openRequests(origin, { bytesMax })
  if (input._tag === "Empty") return yield* notRead({ _tag: "Empty" })
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
  if (bytes === undefined) return yield* notRead({ _tag: "TooLong", bytesMax })
  const text = withoutMark(new TextDecoder().decode(bytes)).trim()
  const parsed = Result.try((): unknown => JSON.parse(text))
  if (Result.isSuccess(parsed)) return parsed.success
  return text.includes("\n")
    ? yield* wrongUsage("--why-not takes one request, as an argument or in a file, not lines")
    : yield* notRead({ _tag: "NoJson" })
}, Effect.scoped)

/**
 * Why something is not in an answer, for people: what would bring it, and the rows that decide it, in
 * the form that editors open.
 *
 * ```ts
 * import { whyNotText } from "../http/cli/why-not/why-not.ts"
 *
 * const reasons = [{ file: "coach/arguments.csv", line: 41, says: "would be told if long_trip were true (now false)" }]
 * whyNotText({ id: "trip_length", name: "trip_length", told: false, reasons }, "data") // => "trip_length is not told:\n  data/coach/arguments.csv:41 would be told if long_trip were true (now false)"
 * ```
 */
export const whyNotText = (found: WhyNotFound, folder: string, told = "told"): string => {
  const { name, reasons, request } = found
  return [
    `${name} is ${found.told ? "" : "not "}${told}:`,
    ...(request === undefined ? [] : [requestLine(request)]),
    ...reasons.flatMap((reason) => reasonLines(reason, folder)),
  ].join("\n")
}

/** What `--why-not` has found: where rows keep something out, and what change of the request brings it. */
interface WhyNotFound extends WhyNotAnswer {
  /** The smallest change of the request that brings it; null where no change of one field does. */
  readonly request?: { readonly field: string; readonly says: string } | null
}

const requestLine = (request: { readonly says: string } | null): string =>
  request === null
    ? "  no change of one field of the request brings it"
    : `  it would be if ${request.says}`

const reasonLines = (reason: WhyNotReason, folder: string): ReadonlyArray<string> => {
  const { cells = {}, changes = [], file, line, says } = reason
  const place = `${shownPath(folder, file)}:${line}`
  const fields = [...new Set(changes.flatMap(({ from }) => from))]
  const written = Object.entries(cells).map(([column, cell]) => `${column} ${JSON.stringify(cell)}`)
  return [
    `  ${place} ${says}`,
    ...(fields.length === 0 ? [] : [`    in the request: ${listed(fields)}`]),
    ...(written.length === 0 ? [] : [`    in the row: ${listed(written)} keeps it out`]),
  ]
}

const listed = (texts: ReadonlyArray<string>): string => texts.join(", ")
