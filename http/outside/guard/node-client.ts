import type { Agent } from "node:http"
import type { LookupFunction } from "node:net"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import type * as Scope from "effect/Scope"
import { readUrl } from "../../platform/read-url.ts"
import { isPublicAddress, literalAddress, NotPublic, publicLookup } from "./public-address.ts"

/** How a client connects. */
export interface ConnectionOptions {
  /** Whether addresses that are not public may be connected to. */
  readonly allowPrivate: boolean
  /** Connections to one host at once, at most. */
  readonly socketsMax: number
  /** Resolves names; the system's by default. */
  readonly lookup?: LookupFunction
}

/** Connections are made without a lookup where a URL holds an address itself. */
const refusingLiterals = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transform(client, (answer, request) => {
    const url = readUrl(request.url)
    const literal = url === undefined ? undefined : literalAddress(url)
    if (literal === undefined || isPublicAddress(literal)) return answer
    const cause = new NotPublic({ host: literal })
    return Effect.fail(new HttpClientError({ reason: new TransportError({ request, cause }) }))
  })

/** The agents that keep connections for later requests. */
interface Agents {
  readonly http: Agent
  readonly https: Agent
}

const closeWaiting = ({ http, https }: Agents): void => {
  for (const sockets of [http, https].flatMap((agent) => Object.values(agent.freeSockets))) {
    for (const socket of sockets ?? []) socket.destroy()
  }
}

/**
 * Connections can be lost silently, all of them at once. So when a request is given up before an
 * answer began, idle connections are closed: the next request must not meet the same silence.
 */
const forgettingSilent = (client: HttpClient.HttpClient, agents: Agents): HttpClient.HttpClient =>
  HttpClient.transform(client, (answer) =>
    Effect.onInterrupt(answer, () => Effect.sync(() => closeWaiting(agents))),
  )

/**
 * A client over connections of its own, kept alive until the scope closes. It follows no redirect
 * and takes bodies as they come, without decompression. Where private addresses are not allowed,
 * each connection is checked when it is made.
 */
export const makeNodeClient = ({
  allowPrivate,
  lookup,
  socketsMax,
}: ConnectionOptions): Effect.Effect<HttpClient.HttpClient, never, Scope.Scope> =>
  Effect.gen(function* () {
    // Loaded on demand: a runtime other than Node needs it only where something is asked.
    const node = yield* Effect.promise(() => import("@effect/platform-node/NodeHttpClient"))
    const resolve = allowPrivate ? lookup : publicLookup(lookup)
    const agent = yield* node.makeAgent({
      keepAlive: true,
      maxSockets: socketsMax,
      ...(resolve === undefined ? {} : { lookup: resolve }),
    })
    const made = yield* Effect.provideService(node.makeNodeHttp, node.HttpAgent, agent)
    const client = forgettingSilent(made, agent)
    return allowPrivate ? client : refusingLiterals(client)
  })
