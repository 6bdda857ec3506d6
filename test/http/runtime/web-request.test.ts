import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { setImmediate as nextTurn } from "node:timers/promises"
import { webCall } from "../../../http/runtime/web-handler.ts"

const maximumBytes = 10

/** A request with a body that comes in these pieces, and then ends, breaks or stays open. */
const sending = (pieces: ReadonlyArray<string>, then: "ends" | "breaks" | "stays open") => {
  let cancelled = false
  const client = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      for (const piece of pieces) stream.enqueue(Buffer.from(piece))
      if (then === "ends") stream.close()
      if (then === "breaks") stream.error(new Error("gone"))
    },
    cancel: () => void (cancelled = true),
  })
  const init = { method: "POST", body, duplex: "half", signal: client.signal }
  const request = new Request("http://127.0.0.1/path?x=%41", init as RequestInit)
  return { request, client, isCancelled: () => cancelled }
}

const read = async (request: Request, timeoutMs = 10_000): Promise<string> =>
  Exit.match(await Effect.runPromiseExit(webCall(request, timeoutMs).readBody(maximumBytes)), {
    onSuccess: (body) => String(Buffer.from(body)),
    onFailure: ({ reasons }) =>
      reasons.map((reason) => (reason._tag === "Fail" ? reason.error._tag : reason._tag)).join(),
  })

describe("the body of a web request", () => {
  it("is read to its end, within what it may be", async () => {
    assert.strictEqual(await read(sending(["one ", "body"], "ends").request), "one body")
    assert.strictEqual(await read(new Request("http://127.0.0.1/")), "")
    assert.strictEqual(await read(sending(["0123456789"], "ends").request), "0123456789")
  })

  it("that is too long is told as soon as it is, and not read on", async () => {
    const { isCancelled, request } = sending(["0123456789", "x"], "stays open")
    assert.strictEqual(await read(request), "BodyTooLarge")
    assert.isTrue(isCancelled())
  })

  it("that breaks is told as broken", async () => {
    assert.strictEqual(await read(sending([], "breaks").request), "BodyBroken")
  })

  it("is told as broken when its client leaves, before it is asked for too", async () => {
    const leaving = sending(["half"], "stays open")
    const reading = read(leaving.request)
    await nextTurn()
    leaving.client.abort()
    assert.strictEqual(await reading, "BodyBroken")
    const left = sending(["half"], "stays open")
    left.client.abort()
    assert.strictEqual(await read(left.request), "BodyBroken")
  })

  it("that does not end in its time is told as late, and let go of", async () => {
    const { isCancelled, request } = sending(["half"], "stays open")
    assert.strictEqual(await read(request, 20), "BodyLate")
    assert.isTrue(isCancelled())
  })

  it("that was read already is told as broken", async () => {
    const { request } = sending(["body"], "ends")
    assert.strictEqual(await read(request), "body")
    assert.strictEqual(await read(request), "BodyBroken")
  })
})
