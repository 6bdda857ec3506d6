import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import type { KeysFacts, ShownSecret } from "./keys/facts.ts"
import type { ConsoleParts } from "./parts.ts"
import { chartDays, lastDays } from "./usage/days.ts"
import type { UsageFacts } from "./usage/page.ts"

type FactParts = Pick<ConsoleParts, "keys" | "partners" | "policy" | "reviews" | "usage">

/** What an account has of keys, and where it stands on its road to a live one. */
export const readKeysFacts = (
  { keys, partners, policy, reviews, usage }: FactParts,
  partnerCode: string,
  shown?: ShownSecret,
) =>
  Effect.gen(function* () {
    const { partnerId } = yield* usage.owner(partnerCode, "sandbox")
    const [partner, goLive, list, review] = yield* Effect.all([
      partners.get(partnerCode),
      keys.goLive(partnerId),
      keys.list(partnerCode),
      reviews.latest(partnerCode),
    ])
    return {
      nowMs: yield* Clock.currentTimeMillis,
      partner,
      goLive,
      keys: list,
      review,
      liveLimits: policy.liveLimits,
      shown,
    } satisfies KeysFacts
  })

/** What an account has used in 30 days, and today. */
export const readUsageFacts = ({ usage }: FactParts, partnerCode: string, mode: KeyMode) =>
  Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const owner = yield* usage.owner(partnerCode, mode)
    const shown = lastDays(nowMs, chartDays)
    const [days, today] = yield* Effect.all([
      usage.days(owner, { from: shown[0] ?? "", to: shown.at(-1) ?? "" }),
      usage.today(owner),
    ])
    return { nowMs, days, today } satisfies UsageFacts
  })
