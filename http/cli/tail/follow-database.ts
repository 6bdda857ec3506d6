import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import { Usage } from "../../ports/usage.ts"
import { layerKeylessOperations } from "../../runtime/foundations.ts"
import { layerUsage } from "../../store/usage/layer.ts"
import { printCalls, type TailWish } from "./follow-service.ts"

/** How often the database is asked: processes write their calls once a second. */
const lookEvery = "1 second"

const limit = 500

const follow = Effect.fnUntraced(function* (code: string, mode: KeyMode, wish: TailWish) {
  const usage = yield* Usage
  const print = printCalls(wish.json)
  const { isRefusedOnly } = wish
  const owner = yield* usage.owner(code, mode)
  const first = yield* usage.callsSince(owner, { after: null, limit: wish.last, isRefusedOnly })
  yield* print(first.calls)
  let after = first.next
  const look = Effect.suspend(() => usage.callsSince(owner, { after, limit, isRefusedOnly }))
  return yield* Effect.forever(
    Effect.gen(function* () {
      const { calls, next } = yield* look
      yield* print(calls)
      after = next
      if (calls.length < limit) yield* Effect.sleep(lookEvery)
    }),
  )
})

/** Follows the calls of an account in the database, for ever. */
export const followDatabase = (code: string, mode: KeyMode, wish: TailWish) =>
  follow(code, mode, wish).pipe(
    Effect.provide(layerUsage.pipe(Layer.provideMerge(layerKeylessOperations))),
  )
