import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { openTrip, sealTrip } from "../../../../http/store/links/subscriptions.ts"
import { Envelope, MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { sampleTrip } from "../../../support/sample-trips.ts"

const layer = Envelope.layer.pipe(
  Layer.provide([MasterKey.layerFrom(new Uint8Array(32).fill(7)), RandomBytes.layer]),
)

const trip = {
  ...sampleTrip,
  currency: "EUR",
  shouldCoverCancellation: false,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}

describe("a sealed trip", () => {
  it.effect("opens as it was under its own subscription, and under no other place", () =>
    Effect.gen(function* () {
      const envelope = yield* Envelope
      const sealed = sealTrip(envelope, "sub_1", trip)
      expect(Buffer.from(sealed).toString("latin1")).not.toMatch(
        /2027-07-01|forTourism|arrivalCountries|travellers/,
      )
      expect(openTrip(envelope, "sub_1", sealed)).toEqual(Result.succeed(trip))
      const elsewhere = openTrip(envelope, "sub_2", sealed)
      expect(Result.isFailure(elsewhere) && elsewhere.failure.message).toBe(
        "The sealed trip of sub_2 is damaged.",
      )
      const asSecret = envelope.open({ keyId: "sub_1", slot: "current" }, sealed)
      expect(Result.isFailure(asSecret) && asSecret.failure.message).toBe(
        "The sealed current secret of sub_1 is damaged.",
      )
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stands beside secrets of keys that were sealed before there were trips", () =>
    Effect.gen(function* () {
      const { open } = yield* Envelope
      const stored = {
        current:
          "014387f1882faf370e63014f49f02543d248b2b3ce962874b52ffa10f31de6c9dbeeda5bb3eb1b1f104cb7118e6536",
        previous:
          "014387f188217fcf77d665f9d0724872ad327781b89efb81f448bd635df83d9ebabaa2b5495f66997901633952413f",
      }
      for (const slot of ["current", "previous"] as const) {
        const opened = open({ keyId: "ak_test_1", slot }, Buffer.from(stored[slot], "hex"))
        expect(Result.isSuccess(opened) && Redacted.value(opened.success)).toBe("sk_test_secret")
      }
    }).pipe(Effect.provide(layer)),
  )
})
