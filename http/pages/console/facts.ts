import { isKeyIdText } from "../../../rules/accounts/key-text.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { KeyMode, PartnerCode } from "../../../rules/accounts/partner.ts"
import type { KeysFacts, ShownSecret } from "./going-live.ts"
import type { ConsoleParts } from "./requests.ts"
import { rowsPerPage } from "./controls.ts"
import { chartDays, lastDays, type UsageFacts } from "./usage.ts"

type FactParts = Pick<ConsoleParts, "keys" | "partners" | "policy" | "reviews" | "usage">

/** What the page of keys is asked for beside the account: pages of keys, and a secret to show. */
interface KeysAsked {
  readonly query?: (name: string) => string
  readonly shown?: ShownSecret | undefined
}

/** What an account has of keys, and where it stands on its road to a live one. */
export const readKeysFacts = (
  { keys, partners, policy, reviews, usage }: FactParts,
  partnerCode: PartnerCode,
  { query, shown }: KeysAsked = {},
) =>
  Effect.gen(function* () {
    const { partnerId } = yield* usage.owner(partnerCode, "sandbox")
    const page = (isRevoked: boolean, place: string) => {
      const before = isKeyIdText(place) ? place : null
      return keys.page(partnerCode, { isRevoked, before, limit: rowsPerPage, mode: null })
    }
    const [partner, goLive, modes, used, revoked, review] = yield* Effect.all([
      partners.get(partnerCode),
      keys.goLive(partnerId),
      keys.modes(partnerCode),
      page(false, query?.("before") ?? ""),
      page(true, query?.("revoked") ?? ""),
      reviews.latest(partnerCode),
    ])
    return {
      nowMs: yield* Clock.currentTimeMillis,
      partner,
      goLive,
      modes,
      used,
      revoked,
      review,
      liveLimits: policy.liveLimits,
      shown,
    } satisfies KeysFacts
  })

/** What an account has used in 30 days, and today. */
export const readUsageFacts = ({ usage }: FactParts, partnerCode: PartnerCode, mode: KeyMode) =>
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
