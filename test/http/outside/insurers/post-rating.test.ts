import { describe, expect, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo, LookupFunction } from "node:net"
import { gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import { makeDraws } from "../../../../core/random/draws.ts"
import { makePostRating } from "../../../../http/outside/insurers/insurer.ts"
import {
  type ConnectionOptions,
  makeNodeClient,
} from "../../../../http/outside/guard/node-client.ts"
import { openFaultProxy } from "../../../torture/network/fault-proxy.ts"
import { emptyAnswer } from "./fake-client.ts"

const bytesMax = 4_096

/** A server on a loopback port that answers as told, and how often it was called. */
const listening = (listener: RequestListener) =>
  Effect.gen(function* () {
    let calls = 0
    const server = createServer((request, response) => {
      calls += 1
      request.resume()
      listener(request, response)
    })
    yield* Effect.acquireRelease(
      Effect.promise(async () => once(server.listen(0, "127.0.0.1"), "listening")),
      () =>
        Effect.promise(async () => {
          const closed = once(server, "close")
          server.close()
          server.closeAllConnections()
          await closed
        }),
    )
    const { port } = server.address() as AddressInfo
    return { port, calls: () => calls }
  })

const posting = (url: string, options: Partial<ConnectionOptions> = {}) =>
  Effect.gen(function* () {
    const client = yield* makeNodeClient({ allowPrivate: true, socketsMax: 2, ...options })
    const post = makePostRating(client, new URL(url), { bytesMax, retriesMax: 1 })
    return Effect.match(post("{}"), {
      onSuccess: (entries) => `answered ${entries.length}`,
      onFailure: ({ reason }) => reason._tag,
    })
  })

/** What comes of asking a server that answers as told, and how often it was called. */
const outcomeOf = (listener: RequestListener) =>
  Effect.gen(function* () {
    const { calls, port } = yield* listening(listener)
    const post = yield* posting(`http://127.0.0.1:${port}/rate`)
    return [yield* post, calls()]
  })

const resolvingTo = (...rounds: ReadonlyArray<string>): LookupFunction => {
  let round = 0
  return (_host, _options, callback) => {
    const address = rounds[Math.min(round, rounds.length - 1)] ?? ""
    round += 1
    callback(null, [{ address, family: 4 }])
  }
}

describe("a body that is posted to an insurer", () => {
  it.live.each<readonly [number, string]>([
    [bytesMax, "answered 0"],
    [bytesMax + 1, "TooLarge"],
  ])("is answered by at most so many bytes: %i", ([bytes, outcome]) =>
    Effect.gen(function* () {
      const answer = emptyAnswer.padEnd(bytes)
      expect(yield* outcomeOf((_, response) => response.end(answer))).toEqual([outcome, 1])
      const chunked =
        (listener: string): RequestListener =>
        (_, response) => {
          response.write(listener.slice(0, 7))
          response.end(listener.slice(7))
        }
      expect(yield* outcomeOf(chunked(answer))).toEqual([outcome, 1])
    }),
  )

  it.live("is not answered by what is packed", () =>
    Effect.gen(function* () {
      const packed: RequestListener = (_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(emptyAnswer))
      expect(yield* outcomeOf(packed)).toEqual(["Malformed", 1])
    }),
  )

  it.live("is not answered by what is no HTTP", () =>
    Effect.gen(function* () {
      const noHttp: RequestListener = ({ socket }) => socket.end("hello\r\n\r\n")
      expect(yield* outcomeOf(noHttp)).toEqual(["Malformed", 1])
    }),
  )

  it.live("is posted again where the connection ends before an answer, and not where after", () =>
    Effect.gen(function* () {
      const resets: RequestListener = ({ socket }) => socket.resetAndDestroy()
      expect(yield* outcomeOf(resets)).toEqual(["Unreachable", 2])
      const resetsLate: RequestListener = ({ socket }, response) => {
        response.flushHeaders()
        setImmediate(() => socket.resetAndDestroy())
      }
      expect(yield* outcomeOf(resetsLate)).toEqual(["CutOff", 1])
      const cutsShort: RequestListener = ({ socket }, response) => {
        response.writeHead(200, { "content-length": "100" }).write("{", () => socket.end())
      }
      expect(yield* outcomeOf(cutsShort)).toEqual(["CutOff", 1])
    }),
  )

  it.live("is posted again over a new connection where the kept one is gone", () =>
    Effect.gen(function* () {
      const { calls, port } = yield* listening(({ socket }, response) => {
        response.end(emptyAnswer, () => setImmediate(() => socket.resetAndDestroy()))
      })
      const post = yield* posting(`http://127.0.0.1:${port}/`)
      for (const _ of [1, 2, 3]) expect(yield* post).toBe("answered 0")
      expect(calls()).toBe(3)
    }),
  )

  it.live("meets the silence of connections that the network has lost only once", () =>
    Effect.gen(function* () {
      const { port } = yield* listening((_, response) => {
        setTimeout(() => response.end(emptyAnswer), 20)
      })
      const way = yield* Effect.acquireRelease(
        Effect.promise(() => openFaultProxy(port, makeDraws(1))),
        ({ stop }) => Effect.promise(stop),
      )
      const post = yield* posting(`http://127.0.0.1:${way.port}/`, { socketsMax: 4 })
      const together = Effect.all([post, post, post, post], { concurrency: "unbounded" })
      expect(new Set(yield* together)).toEqual(new Set(["answered 0"]))
      yield* Effect.promise(() => way.begin({ kind: "black-hole" }))
      yield* Effect.promise(way.lift)
      const bounded = Effect.timeoutOrElse(post, {
        duration: 400,
        orElse: () => Effect.succeed("silence"),
      })
      expect([yield* bounded, yield* bounded]).toEqual(["silence", "answered 0"])
    }),
  )

  it.live("reaches nobody where nobody listens, or the name is none", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(listening(() => {}))
      expect(yield* yield* posting(`http://127.0.0.1:${port}/`)).toBe("Unreachable")
      const lookup: LookupFunction = (_host, _options, callback) =>
        callback(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), [])
      expect(yield* yield* posting(`http://rates.example:${port}/`, { lookup })).toBe("Unreachable")
    }),
  )

  it.live("goes to no private address that a name resolves to, however late", () =>
    Effect.gen(function* () {
      const { calls, port } = yield* listening((_, response) => response.end(emptyAnswer))
      const url = `http://rates.example:${port}/`
      const lookup = resolvingTo("127.0.0.1")
      expect(yield* yield* posting(url, { lookup })).toBe("answered 0")
      const guarded = yield* posting(url, { lookup, allowPrivate: false })
      expect(yield* guarded).toBe("NotPublic")
      // A name that was public when it was first asked for.
      const publicFirst = publicLookupOf(resolvingTo("8.8.8.8", "127.0.0.1"))
      const rebound = yield* posting(url, { lookup: publicFirst, allowPrivate: false })
      expect(yield* rebound).toBe("NotPublic")
      expect(calls()).toBe(1)
    }),
  )
})

/** A lookup whose first answer has been used up by whoever checked the name before. */
const publicLookupOf = (lookup: LookupFunction): LookupFunction => {
  lookup("rates.example", { all: true }, () => {})
  return lookup
}
