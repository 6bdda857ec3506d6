import { timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"

/** Headers of every answer: the page runs what its server gives it, and nothing else. */
export const guardHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    // The grid writes rules of its own into the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const

/** The names under which a loopback port is reached. */
const hostsOf = (port: number): ReadonlyArray<string> => [`127.0.0.1:${port}`, `localhost:${port}`]

/** What a request says of itself. */
export interface RequestFacts {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The port that the server listens on. */
  readonly port: number
}

/**
 * Whether a request comes from the page itself, or from a person who opens it: it names this machine as
 * its host, so that no name of another's points here, and what changes anything names its origin.
 */
export const isOwn = ({ headers, method, port }: RequestFacts): boolean => {
  const hosts = hostsOf(port)
  if (!hosts.includes(headers.host ?? "")) return false
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  const { origin } = headers
  if (origin === undefined) return method === "GET" || method === "HEAD"
  return origin === `http://${headers.host}`
}

/** Whether an address holds the token; it takes as long whatever of it is right. */
export const holdsToken = (given: string, token: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(token)]
  return left.length === right.length && timingSafeEqual(left, right)
}
