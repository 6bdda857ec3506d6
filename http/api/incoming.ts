import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { outsidePlaces } from "../platform/places.ts"

/** The body is longer than the service takes. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{
  readonly maximumBytes: number
}> {}

/** The connection ended before the body did. */
export class BodyBroken extends Data.TaggedError("BodyBroken")<{ readonly cause: unknown }> {}

/** The body had not come whole when its time was over. */
export class BodyLate extends Data.TaggedError("BodyLate")<{ readonly timeoutMs: number }> {}

/** Why a body was not read to its end. */
export type UnreadBody = BodyTooLarge | BodyBroken | BodyLate

/**
 * Reads a body that is still to come, on whatever runtime: within its time as a whole, and never by
 * work that holds a place which others wait for.
 */
export const bodyInTime = (
  reading: Effect.Effect<Uint8Array, UnreadBody>,
  timeoutMs: number,
): Effect.Effect<Uint8Array, UnreadBody> =>
  outsidePlaces(
    Effect.timeoutOrElse(reading, {
      duration: timeoutMs,
      orElse: () => Effect.fail(new BodyLate({ timeoutMs })),
    }),
  )

/** The head of a request as it came off the wire, on whatever runtime. */
export interface RequestHead {
  readonly method: string
  /** The raw target before the first `?`, byte for byte. */
  readonly path: string
  /** The raw target after the first `?`. */
  readonly query: string
  /** Every occurrence of a header, by its lower-case name. */
  readonly headerValues: (name: string) => ReadonlyArray<string>
  /** The network address that the connection comes from; empty where the runtime does not tell. */
  readonly peer: () => string
  /** What HTTP forbids about it, where it forbids something that the parser lets through. */
  readonly flaw?: string | undefined
}

/** A request with its body still to be read. */
export interface IncomingCall extends RequestHead {
  /** The raw body, counted while it streams in. */
  readonly readBody: (maximumBytes: number) => Effect.Effect<Uint8Array, UnreadBody>
}

/** The path and the query of a raw target in origin form. */
export const splitTarget = (target: string): Pick<RequestHead, "path" | "query"> => {
  const mark = target.indexOf("?")
  return mark < 0
    ? { path: target, query: "" }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** A target as proxies are sent it: the whole address, whose path may be left out where it is `/`. */
const absoluteForm = /^https?:\/\/([^/?#]*)/i

const slash = "/".charCodeAt(0)

/**
 * Reads the target of a request line: in origin form byte for byte, in absolute form (RFC 9112, 3.2.2)
 * what follows its authority. That takes the place of the header `Host`, neither of which leads
 * anywhere here; an authority without a host, or with a user's name, is no valid address of HTTP.
 *
 * ```ts
 * import { readTarget } from "../http/api/incoming.ts"
 *
 * readTarget("/docs?lang=fr") // => { path: "/docs", query: "lang=fr" }
 * readTarget("HTTP://api.example:8080?lang=fr") // => { path: "/", query: "lang=fr" }
 * readTarget("http:///docs").flaw // => "The address in the request's first line has no host of its own."
 * ```
 */
export const readTarget = (target: string): Pick<RequestHead, "path" | "query" | "flaw"> => {
  const [prefix, authority = ""] =
    target.charCodeAt(0) === slash ? [] : (absoluteForm.exec(target) ?? [])
  if (prefix === undefined) return splitTarget(target)
  const rest = target.slice(prefix.length)
  const parts = splitTarget(rest === "" || rest.startsWith("?") ? `/${rest}` : rest)
  return authority === "" || authority.startsWith(":") || authority.includes("@")
    ? { ...parts, flaw: "The address in the request's first line has no host of its own." }
    : parts
}

/**
 * The address that a call comes from, without a port: the peer of the connection or, behind known proxies,
 * what the outermost of them saw. Anybody can have written what stands before that in `X-Forwarded-For`.
 */
export const clientAddress = (
  { headerValues, peer }: Pick<RequestHead, "headerValues" | "peer">,
  proxiesInFront: number,
): string => {
  if (proxiesInFront === 0) return withoutPort(peer())
  const hops = headerValues("x-forwarded-for").flatMap((value) => value.split(","))
  return withoutPort(hops.at(-proxiesInFront)?.trim() ?? peer())
}

/** Some proxies write the port that it came from: `192.0.2.7:4711`, `[2001:db8::1]:443`. */
const withoutPort = (written: string): string => {
  const [, v4, v6] = withPort.exec(written) ?? []
  return v4 ?? v6 ?? written
}

const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d+|\[([0-9A-Fa-f:.]+)\](?::\d+)?)$/

/**
 * What HTTP forbids about a request of a version with so many host headers: HTTP/1.1 names exactly one, so
 * that no two servers on the way take it for different ones.
 *
 * ```ts
 * import { flawOf } from "../http/api/incoming.ts"
 *
 * flawOf("1.1", 1) // => undefined
 * flawOf("1.0", 0) // => undefined
 * flawOf("1.1", 2) // => "The request names more than one host."
 * ```
 */
export const flawOf = (httpVersion: string, hosts: number): string | undefined => {
  if (!httpVersion.startsWith("1.")) return "The request is not HTTP/1.1."
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined
  return hosts === 0 ? "The request names no host." : "The request names more than one host."
}
