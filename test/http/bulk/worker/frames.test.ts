import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  clientFrames,
  frameHeader,
  type ReadFrame,
  readFrames,
  WorkerFailed,
} from "../../../../http/bulk/worker/frames.ts"

const frame = (letter: string, payload: Uint8Array): Buffer =>
  Buffer.concat([frameHeader(letter, payload.length), payload])

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = async (bytes: Uint8Array, size = bytes.length, bytesMax = 100) => {
  const frames: Array<ReadFrame> = []
  try {
    for await (const one of readFrames(cut(bytes, size), bytesMax)) frames.push(one)
  } catch (error) {
    assert.instanceOf(error, WorkerFailed)
    return { frames, failed: error.error }
  }
  return { frames, failed: undefined }
}

const anyFrame = fc.record({
  letter: fc.constantFrom(...Object.values(clientFrames)),
  payload: fc.uint8Array({ maxLength: 100 }),
})

describe("frames", () => {
  it("are read as they were written, however the bytes come", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFrame, { maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        async (frames, size) => {
          const bytes = Buffer.concat(frames.map(({ letter, payload }) => frame(letter, payload)))
          const found = await read(bytes, size)
          assert.isUndefined(found.failed)
          assert.deepStrictEqual(
            found.frames.map(({ letter, payload }) => [letter, Buffer.from(payload)]),
            frames.map(({ letter, payload }) => [letter, Buffer.from(payload)]),
          )
        },
      ),
    )
  })

  it("that end within, wherever that is, are cut, and those before them are read", async () => {
    const whole = frame("B", Buffer.from("{}\n"))
    const two = Buffer.concat([whole, whole])
    for (let end = whole.length + 1; end < two.length; end += 1) {
      const { failed, frames } = await read(two.subarray(0, end), 3)
      assert.strictEqual(failed, "FRAME_CUT")
      assert.strictEqual(frames.length, 1)
    }
  })

  it("have as many bytes as allowed, and one more is too many, before any has come", async () => {
    assert.isUndefined((await read(frame("B", new Uint8Array(100)))).failed)
    assert.strictEqual((await read(Buffer.from(frameHeader("B", 101)))).failed, "FRAME_TOO_LARGE")
    assert.strictEqual(
      (await read(Buffer.from(frameHeader("B", 2 ** 32 - 1)))).failed,
      "FRAME_TOO_LARGE",
    )
  })

  it("have letters of their own: lines of text are none", async () => {
    assert.strictEqual((await read(Buffer.from('{"residence":"FR"}\n'))).failed, "FRAME_UNKNOWN")
    assert.strictEqual((await read(frame("A", new Uint8Array(1)))).failed, "FRAME_UNKNOWN")
  })
})
