import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { eventsAllowPrivate } from "../../config/outside.ts"
import { readUrl } from "../../platform/read-url.ts"
import { EventAddresses } from "../../ports/event-deliveries.ts"
import { EndpointRefused } from "../../ports/events.ts"
import { isPublicAddress, literalAddress } from "../guard/public-address.ts"

/** Characters of an address. */
const urlMax = 1_000

/** Names that are this machine wherever they are asked for. */
const ownNames = /(?:^|\.)localhost\.?$/

/** The last of the ports that belong to services of the system. */
const systemPortMax = 1_023

/**
 * Whether something may be sent to the port of an address: 443, 80 and those above 1023, where web
 * servers listen. What listens elsewhere speaks another protocol, and is not to be probed from here.
 *
 * ```ts
 * import { isAllowedPort } from "../http/outside/events/event-addresses.ts"
 *
 * isAllowedPort(new URL("https://partner.example/hooks")) // => true
 * isAllowedPort(new URL("https://partner.example:8443/hooks")) // => true
 * isAllowedPort(new URL("https://partner.example:22/hooks")) // => false
 * ```
 */
export const isAllowedPort = ({ port }: Pick<URL, "port">): boolean =>
  port === "" || port === "443" || port === "80" || Number(port) > systemPortMax

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
 * addressRefusal("https://partner.example:25/", false) // => "port"
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
  if (!isAllowedPort(url)) return "port"
  return !allowPrivate && isPrivate(url) ? "private" : undefined
}

/** Addresses of endpoints: https and public, at ports of web servers, unless `EVENTS_ALLOW_PRIVATE` says otherwise. */
export const layerEventAddresses = Layer.effect(
  EventAddresses,
  Effect.map(eventsAllowPrivate, (allowPrivate) => ({
    check: (url: string) => {
      const reason = addressRefusal(url, allowPrivate)
      return reason === undefined ? Effect.void : Effect.fail(new EndpointRefused({ reason }))
    },
  })),
)
