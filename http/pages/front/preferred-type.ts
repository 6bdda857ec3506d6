import Negotiator from "negotiator"

/** Longer headers are not read: no client means them, and they cost time. */
const headerLengthMax = 256

/** What the front door comes as; who has no preference gets the page. */
const types = ["text/html", "application/json"]

/**
 * The type of body that a client prefers by its `Accept`, which may be missing.
 *
 * ```ts
 * import { preferredType } from "../http/pages/front/preferred-type.ts"
 *
 * preferredType("text/html,application/xhtml+xml,application/xml;q=0.9") // => "text/html"
 * preferredType("application/json") // => "application/json"
 * preferredType("application/json;q=0.5, text/html") // => "text/html"
 * preferredType("") // => "text/html"
 * ```
 */
export const preferredType = (accept: string): string =>
  new Negotiator({
    headers: { accept: accept === "" || accept.length > headerLengthMax ? "*/*" : accept },
  }).mediaTypes(types)[0] ?? "text/html"
