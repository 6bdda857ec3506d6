import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { eventsAllowPrivate } from "../../config/outside.ts"
import { readUrl } from "../../platform/read-url.ts"
import { EventAddresses } from "../../ports/event-addresses.ts"
import { EndpointRefused } from "../../ports/event-errors.ts"
import { isPublicAddress, literalAddress } from "../guard/public-address.ts"

/** Characters of an address. */
const urlMax = 1_000

/** Names that are this machine wherever they are asked for. */
const ownNames = /(?:^|\.)localhost\.?$/

const isPrivate = (url: URL): boolean => {
  const literal = literalAddress(url)
  return literal === undefined ? ownNames.test(url.hostname) : !isPublicAddress(literal)
}

/**
 * Why nothing is sent to an address; undefined where it may be. What a name leads to is checked at
 * each connection.
 *
 * ```ts
 * import { addressRefusal } from "../http/outside/events/event-addresses.ts"
 *
 * addressRefusal("https://partner.example/hooks", false) // => undefined
 * addressRefusal("https://10.0.0.1/hooks", false) // => "private"
 * addressRefusal("http://partner.example/hooks", false) // => "scheme"
 * ```
 */
export const addressRefusal = (
  text: string,
  allowPrivate: boolean,
): EndpointRefused["reason"] | undefined => {
  const url = readUrl(text)
  if (url === undefined || text.length > urlMax || url.hash !== "") return "address"
  // They parse, and a database does not keep each of them.
  if (/\p{Cc}/u.test(text)) return "address"
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")) return "scheme"
  if (url.username !== "" || url.password !== "") return "credentials"
  return !allowPrivate && isPrivate(url) ? "private" : undefined
}

/** Addresses of endpoints: https and public, unless `EVENTS_ALLOW_PRIVATE` says otherwise. */
export const layerEventAddresses = Layer.effect(
  EventAddresses,
  Effect.map(eventsAllowPrivate, (allowPrivate) => ({
    check: (url: string) => {
      const reason = addressRefusal(url, allowPrivate)
      return reason === undefined ? Effect.void : Effect.fail(new EndpointRefused({ reason }))
    },
  })),
)
