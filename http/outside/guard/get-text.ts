import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { OutsideFailureOf } from "../../ports/outside-failure.ts"
import { readText, type TextLost } from "./read-text.ts"
import { withoutTrace } from "./without-trace.ts"

/** Why a text could not be fetched. */
export type GetFailure = OutsideFailureOf<"Refused" | "TooLarge" | "Unreachable">

/** Gets the text under an address. */
export type GetText = (url: URL) => Effect.Effect<string, GetFailure>

/** How texts are asked for. */
export interface Wanted {
  /** The header of that name. */
  readonly accept: string
  /** Bytes of a text, after decompression. */
  readonly bytesMax: number
}

const unreachable: GetFailure = { _tag: "Unreachable" }

const notSent = (): GetFailure => unreachable

const textLost = (lost: TextLost): GetFailure => (lost._tag === "TooLarge" ? lost : unreachable)

/**
 * Asks by GET, once; only the status 200 counts as an answer. The client must not follow redirects;
 * whatever is left of an answer when this ends is not received.
 */
export const makeGetText = (
  client: HttpClient.HttpClient,
  { accept, bytesMax }: Wanted,
): GetText => {
  const scoped = HttpClient.withScope(withoutTrace(client))
  return Effect.fnUntraced(function* (url: URL) {
    const response = yield* Effect.mapError(scoped.get(url, { accept }), notSent)
    const { status } = response
    if (status !== 200) return yield* Effect.fail<GetFailure>({ _tag: "Refused", status })
    return yield* Effect.mapError(readText(response, bytesMax), textLost)
  }, Effect.scoped)
}
