import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { lz4 } from "../../../../http/tables/forms/lz4.ts"

/** A step of a block: bytes as they are, then bytes that were there before. */
interface Step {
  readonly plain: Uint8Array
  readonly back: number
  readonly length: number
}

const lengthBytes = (length: number): ReadonlyArray<number> => {
  if (length < 15) return []
  const rest = length - 15
  return [...Array.from({ length: Math.floor(rest / 255) }, () => 255), rest % 255]
}

const head = (plain: number, again: number): number =>
  (Math.min(15, plain) << 4) | Math.min(15, again)

/** A block of steps behind bytes that are there, and all bytes with what it comes to. */
const blockOf = (before: ReadonlyArray<number>, steps: ReadonlyArray<Step>, last: Uint8Array) => {
  const written: Array<number> = []
  const all = [...before]
  for (const { back: wanted, length, plain } of steps) {
    all.push(...plain)
    if (all.length === 0) continue
    const back = 1 + (wanted % all.length)
    written.push(head(plain.length, length), ...lengthBytes(plain.length), ...plain)
    written.push(back % 256, back >> 8, ...lengthBytes(length))
    for (let at = 0; at < length + 4; at += 1) all.push(all[all.length - back] ?? 0)
  }
  written.push(head(last.length, 0), ...lengthBytes(last.length), ...last)
  all.push(...last)
  return { bytes: Uint8Array.from(written), all }
}

const step = fc.record({
  plain: fc.uint8Array({ maxLength: 300 }),
  back: fc.nat(60_000),
  length: fc.oneof(fc.nat(20), fc.nat(600)),
})
const block = fc.tuple(
  fc.array(step, { maxLength: 5 }),
  fc.uint8Array({ minLength: 5, maxLength: 40 }),
)

const big = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
const little = (number: number): Buffer => big(number).reverse()

/** Blocks one behind the other: each is plain, or may repeat what those before it wrote. */
const linked = (blocks: ReadonlyArray<readonly [ReadonlyArray<Step>, Uint8Array]>) => {
  let all: ReadonlyArray<number> = []
  const parts = blocks.map(([steps, last], index) => {
    const from = all.length
    if (index % 3 === 2) {
      all = [...all, ...last]
      return { bytes: last, isPlain: true, length: last.length }
    }
    const made = blockOf(all, steps, last)
    all = made.all
    return { bytes: made.bytes, isPlain: false, length: all.length - from }
  })
  return { parts, all: Uint8Array.from(all) }
}

const frameOf = (
  parts: ReturnType<typeof linked>["parts"],
  told: { readonly checksums: boolean; readonly length: boolean },
): Buffer => {
  const flags = 0x40 | (told.checksums ? 0x14 : 0) | (told.length ? 8 : 0)
  const checksum = told.checksums ? [Buffer.alloc(4)] : []
  return Buffer.concat([
    Buffer.from([0x04, 0x22, 0x4d, 0x18, flags, 0x40]),
    ...(told.length ? [Buffer.alloc(8)] : []),
    Buffer.alloc(1),
    ...parts.flatMap(({ bytes, isPlain }) => [
      little(bytes.length + (isPlain ? 0x80_00_00_00 : 0)),
      bytes,
      ...checksum,
    ]),
    Buffer.alloc(4),
    ...checksum,
  ])
}

describe("LZ4", () => {
  it("is uncompressed as a block, as Hadoop writes it, and as a frame whose blocks go on", () => {
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 5 }),
        fc.record({ checksums: fc.boolean(), length: fc.boolean() }),
        (blocks, told) => {
          const { all, parts } = linked(blocks)
          const frame = frameOf(parts, told)
          assert.deepEqual(lz4.frame(frame, all.length), all)
          assert.deepEqual(lz4.hadoop(frame, all.length), all)
          const first = blockOf([], blocks[0]?.[0] ?? [], blocks[0]?.[1] ?? new Uint8Array())
          const alone = Uint8Array.from(first.all)
          assert.deepEqual(lz4.block(first.bytes, alone.length), alone)
          assert.deepEqual(lz4.hadoop(first.bytes, alone.length), alone)
          // One length of all of them, and of each what follows it.
          const packed = parts.filter(({ isPlain }) => !isPlain)
          const each = packed.flatMap(({ bytes, length }) => [
            big(length),
            big(bytes.length),
            bytes,
          ])
          const { all: packedAll, parts: again } = linked(blocks.slice(0, 2))
          const together = [
            big(packedAll.length),
            ...again.flatMap(({ bytes }) => [big(bytes.length), bytes]),
          ]
          assert.deepEqual(lz4.hadoop(Buffer.concat(together), packedAll.length), packedAll)
          if (packed.length === parts.length) {
            assert.deepEqual(lz4.hadoop(Buffer.concat(each), all.length), all)
          }
        },
      ),
    )
  })

  it("of another length, cut short, or with other bytes comes to that length or is refused", () => {
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.nat(255),
        fc.boolean(),
        (blocks, place, byte, isCut) => {
          const { all, parts } = linked(blocks)
          const frame = frameOf(parts, { checksums: false, length: false })
          assert.throws(() => lz4.frame(frame, all.length + 1), RangeError)
          assert.throws(() => lz4.frame(frame, all.length - 1), RangeError)
          const at = place % frame.length
          if (isCut) {
            assert.throws(() => lz4.frame(frame.subarray(0, at), all.length), RangeError)
            return
          }
          frame.writeUInt8(byte, at)
          for (const read of [lz4.frame, lz4.block, lz4.hadoop]) {
            try {
              assert.lengthOf(read(frame, all.length), all.length)
            } catch (cause) {
              assert.instanceOf(cause, RangeError)
            }
          }
        },
      ),
    )
  })

  it("of nothing is nothing, and what would come to too much is not begun", () => {
    assert.lengthOf(lz4.block(Uint8Array.of(0), 0), 0)
    assert.lengthOf(lz4.hadoop(new Uint8Array(), 0), 0)
    const bomb = Buffer.alloc(8 * 1024 * 1024, 255)
    bomb.set([0x1f, 97, 1, 0])
    bomb.writeUInt8(0, bomb.length - 1)
    const from = performance.now()
    assert.throws(() => lz4.block(bomb, 1000), RangeError)
    assert.isBelow(performance.now() - from, 2_000)
  })
})
