import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { SealedAddresses } from "../../../../http/ports/sealed-addresses.ts"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { layerSealedAddresses } from "../../../../http/store/secrets/sealed-addresses.ts"

const under = (masterByte: number) =>
  Effect.provide(
    SealedAddresses,
    layerSealedAddresses.pipe(
      Layer.provide([MasterKey.layerFrom(new Uint8Array(32).fill(masterByte)), RandomBytes.layer]),
    ),
  )

const held = Buffer.from("ages=34&ages=31")
const atMs = Date.UTC(2026, 10, 29, 9)

describe("sealed addresses", () => {
  it.effect("open what they hold, in letters of an address, and look different each time", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* under(1)
      const [first, second] = [seal("comparison", held, atMs), seal("comparison", held, atMs)]
      expect(first).toMatch(/^[\w-]+$/)
      expect(first).not.toBe(second)
      expect(Buffer.from(first, "base64url").includes("ages")).toBe(false)
      const opened = open("comparison", first)
      expect(Buffer.from(opened?.held ?? []).toString()).toBe("ages=34&ages=31")
      expect(opened?.sealedAtMs).toBe(atMs)
    }),
  )

  it.effect("open under no other key and for no other purpose", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* under(1)
      const sealed = seal("comparison", held, atMs)
      expect((yield* under(2)).open("comparison", sealed)).toBeUndefined()
      expect(open("comparison email", sealed)).toBeUndefined()
    }),
  )

  it.effect("open with no letter changed, added or left out", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* under(1)
      const sealed = seal("comparison", held, atMs)
      for (let at = 0; at < sealed.length; at += 1) {
        const other = sealed[at] === "A" ? "B" : "A"
        const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`
        expect(open("comparison", changed), `${at}`).toBeUndefined()
        expect(open("comparison", sealed.slice(0, at)), `${at}`).toBeUndefined()
      }
      for (const wrong of ["", "%", `${sealed}=`, `${sealed}A`, "A".repeat(100_000), "choose"]) {
        expect(open("comparison", wrong)).toBeUndefined()
      }
    }),
  )
})
