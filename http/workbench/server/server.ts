import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type * as Scope from "effect/Scope"
import { timingSafeEqual } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { readTarget } from "../../api/incoming.ts"
import type { CannotListen } from "../../platform/cannot-listen.ts"
import { serveApp } from "../../platform/serve-app.ts"
import type { Bench } from "./bench.ts"
import { type DeskApp, makeDeskApp, plain } from "./desk-app.ts"
import type { PageFile } from "./page-files.ts"

/** A workbench that listens. */
interface WorkbenchServer {
  /** The address of its page, with the token. */
  readonly url: string
}

const host = "127.0.0.1"

/** Serves the page and its calls on a loopback port, for as long as the scope is open. */
export const serveWorkbench = Effect.fnUntraced(function* (
  bench: Bench,
  pages: ReadonlyMap<string, PageFile>,
  { port, token }: { readonly port: number; readonly token: string },
): Effect.fn.Return<WorkbenchServer, CannotListen, Scope.Scope> {
  const server = createServer()
  const app = guarded(yield* makeDeskApp(bench, pages), { token, port: () => portOf(server) })
  return { url: `http://${host}:${yield* serveApp(server, { host, port }, app)}/${token}/` }
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Where a workbench is served, and the token that its address holds. */
interface Guard {
  readonly token: string
  readonly port: () => number
}

/** Lets through what comes from the page itself, below the token. */
const guarded = (desk: DeskApp, { port, token }: Guard) =>
  Effect.flatMap(HttpServerRequest, (request) => {
    const { headers, method, url } = request
    if (!isOwn({ headers, method, port: port() })) {
      return Effect.succeed(plain(403, "Not from here"))
    }
    const { path } = readTarget(url)
    const [, given = "", ...rest] = path.split("/")
    return holdsToken(given, token)
      ? desk.answer(rest.join("/"))
      : Effect.succeed(plain(404, "Open the address that the terminal shows: it holds a token"))
  })

/** The names under which a loopback port is reached. */
const hostsOf = (port: number): ReadonlyArray<string> => [`127.0.0.1:${port}`, `localhost:${port}`]

/** What a request says of itself. */
interface RequestFacts {
  readonly method: string
  readonly headers: Headers.Headers
  /** The port that the server listens on. */
  readonly port: number
}

/**
 * Whether a request comes from the page itself, or from a person who opens it: it names this machine as
 * its host, so that no name of another's points here, and what changes anything names its origin.
 */
const isOwn = ({ headers, method, port }: RequestFacts): boolean => {
  const hosts = hostsOf(port)
  if (!hosts.includes(headers.host ?? "")) return false
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  const { origin } = headers
  if (origin === undefined) return method === "GET" || method === "HEAD"
  return origin === `http://${headers.host}`
}

/** Whether an address holds the token; it takes as long whatever of it is right. */
const holdsToken = (given: string, token: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(token)]
  return left.length === right.length && timingSafeEqual(left, right)
}
