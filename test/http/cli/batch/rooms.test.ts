import { assert, describe, it } from "@effect/vitest"
import { makeRooms } from "../../../../http/cli/batch/rooms.ts"

describe("rooms for answers", () => {
  it("are handed out again, the last one first, with all of their memory", () => {
    const rooms = makeRooms(2)
    assert.isUndefined(rooms.take())
    const [first, second] = [new ArrayBuffer(8), new ArrayBuffer(16)]
    rooms.giveBack(new Uint8Array(first, 0, 3))
    rooms.giveBack(new Uint8Array(second))
    assert.strictEqual(rooms.take(), second)
    assert.strictEqual(rooms.take(), first)
    assert.isUndefined(rooms.take())
    assert.strictEqual(first.byteLength, 8)
  })

  it("go back to the system where there are enough", () => {
    const rooms = makeRooms(1)
    const [kept, beyond] = [new ArrayBuffer(8), new ArrayBuffer(8)]
    rooms.giveBack(new Uint8Array(kept))
    rooms.giveBack(new Uint8Array(beyond))
    assert.isTrue(beyond.detached)
    assert.strictEqual(rooms.take(), kept)
    assert.isUndefined(rooms.take())
  })
})
