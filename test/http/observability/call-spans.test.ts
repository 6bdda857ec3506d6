import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as References from "effect/References"
import { callSpan } from "../../../http/observability/call-spans.ts"

/** The name of the span that a program under a call's span finds around it. */
const nameInside = Effect.gen(function* () {
  const span = yield* callSpan
  const current = yield* span("bilan")(Effect.option(Effect.currentSpan))
  return Option.getOrUndefined(Option.map(current, ({ name }) => name))
})

describe("the spans of calls", () => {
  it.effect("surround what a call does where it is traced", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* nameInside, "bilan")
    }),
  )

  it.effect("are left out where nobody collects them", () =>
    Effect.gen(function* () {
      const inside = yield* Effect.provideService(nameInside, References.TracerEnabled, false)
      assert.strictEqual(inside, undefined)
    }),
  )
})
