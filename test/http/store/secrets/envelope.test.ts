import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Envelope, MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"

const envelopeUnder = (masterByte: number) =>
  Effect.provide(
    Envelope,
    Envelope.layer.pipe(
      Layer.provide([MasterKey.layerFrom(new Uint8Array(32).fill(masterByte)), RandomBytes.layer]),
    ),
  )

const place = { keyId: "ak_test_1", slot: "current" } as const
const secret = Redacted.make("vsk_test_hush")

const failureTag = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.match(result, { onFailure: ({ _tag }) => _tag, onSuccess: () => "opened" })

describe("Envelope", () => {
  it.effect("opens what it sealed, and seals the same secret differently each time", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* envelopeUnder(1)
      const [first, second] = [seal(place, secret), seal(place, secret)]
      expect(Buffer.compare(first, second)).not.toBe(0)
      expect(Buffer.from(first).includes("hush")).toBe(false)
      expect(Result.getOrThrow(Result.map(open(place, first), Redacted.value))).toBe(
        "vsk_test_hush",
      )
    }),
  )

  it.effect("opens nothing in the place of another key or slot", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* envelopeUnder(1)
      const sealed = seal(place, secret)
      expect(failureTag(open({ ...place, keyId: "ak_test_2" }, sealed))).toBe("SealBroken")
      expect(failureTag(open({ ...place, slot: "previous" }, sealed))).toBe("SealBroken")
    }),
  )

  it.effect("opens nothing that differs by one bit or is cut short", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* envelopeUnder(1)
      const sealed = seal(place, secret)
      for (let at = 0; at < sealed.length; at++) {
        const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte))
        expect(failureTag(open(place, changed))).not.toBe("opened")
        expect(failureTag(open(place, sealed.subarray(0, at)))).not.toBe("opened")
      }
    }),
  )

  it.effect("says so when the secret was sealed under another master key", () =>
    Effect.gen(function* () {
      const sealed = (yield* envelopeUnder(1)).seal(place, secret)
      const result = (yield* envelopeUnder(2)).open(place, sealed)
      expect(failureTag(result)).toBe("WrongMasterKey")
      const message = Result.match(result, { onFailure: String, onSuccess: () => "" })
      expect(message).toContain("MASTER_KEY")
    }),
  )
})
