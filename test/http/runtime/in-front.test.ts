import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { createServer } from "node:http"
import { inFrontOf, type TakeRequest } from "../../../http/runtime/in-front.ts"
import { onLoopback } from "./on-loopback.ts"

type Ask = (path: string) => Promise<string>

const take: TakeRequest = (request, response) => {
  const isTaken = request.url?.startsWith("/taken") === true
  if (isTaken) response.end("taken")
  return isTaken
}

/** Puts `take` in front of what serves, with a listener from before; `atEnd` is run as that ends. */
const serving = (
  use: (served: {
    readonly ask: Ask
    /** What each of both was told of. */
    readonly seen: {
      readonly before: ReadonlyArray<string>
      readonly served: ReadonlyArray<string>
    }
    readonly close: () => Promise<void>
    readonly listeners: () => number
  }) => Promise<void>,
  atEnd: (ask: Ask) => Promise<void> = async () => {},
): Promise<void> => {
  const seen = { before: Array.of<string>(), served: Array.of<string>() }
  const server = createServer(({ url = "" }) => void seen.before.push(url))
  return onLoopback(server, async ({ origin }) => {
    const ask: Ask = async (path) => (await fetch(`${origin}${path}`)).text()
    const serve = Effect.gen(function* () {
      yield* Effect.addFinalizer(() => Effect.promise(() => atEnd(ask)))
      server.on("request", ({ url = "" }, response) => {
        seen.served.push(url)
        response.end("served")
      })
    })
    const scope = Scope.makeUnsafe()
    const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
    await Effect.runPromise(Scope.provide(inFrontOf(server, take, serve), scope))
    const listeners = () => server.listenerCount("request")
    await use({ ask, seen, close, listeners })
    await close()
  })
}

describe("what stands in front of the handlers of requests", () => {
  it("keeps what it takes from them, and leaves them the rest", () =>
    serving(async ({ ask, seen }) => {
      assert.strictEqual(await ask("/taken"), "taken")
      assert.strictEqual(await ask("/other"), "served")
      assert.deepStrictEqual(seen.served, ["/other"])
    }))

  it("keeps nothing from handlers that were there before", () =>
    serving(async ({ ask, seen }) => {
      await ask("/taken")
      await ask("/other")
      assert.deepStrictEqual(seen.before, ["/taken", "/other"])
    }))

  it("stays until what serves has come to its end, and leaves nothing behind then", async () => {
    const answers: Array<string> = []
    await serving(
      async ({ close, listeners, seen }) => {
        assert.strictEqual(listeners(), 2)
        await close()
        assert.deepStrictEqual(answers, ["taken", "served"])
        assert.deepStrictEqual(seen.served, ["/other"])
        assert.strictEqual(listeners(), 1)
      },
      async (ask) => void answers.push(await ask("/taken"), await ask("/other")),
    )
  })
})
