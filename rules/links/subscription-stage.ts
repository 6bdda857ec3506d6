import * as Result from "effect/Result"

/** The stages of a subscription in the order in which the traveller's funnel moves it on. */
export const subscriptionStages = ["quoting", "presubscribed", "paid", "subscribed"] as const

/** One stage of a subscription. */
export type SubscriptionStage = (typeof subscriptionStages)[number]

/** A subscription does not go back. */
export interface StageIsBehind {
  readonly _tag: "StageIsBehind"
  readonly from: SubscriptionStage
  readonly to: SubscriptionStage
}

/**
 * Moves a subscription on: to any later stage, stages in between may be left out; the stage that it
 * is in already changes nothing; an earlier one is refused.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { advanceStage } from "../rules/links/subscription-stage.ts"
 *
 * Result.getOrUndefined(advanceStage("quoting", "paid")) // => "paid"
 * Result.getOrUndefined(advanceStage("paid", "paid")) // => "paid"
 * Result.getOrUndefined(advanceStage("paid", "presubscribed")) // => undefined
 * ```
 */
export const advanceStage = (
  from: SubscriptionStage,
  to: SubscriptionStage,
): Result.Result<SubscriptionStage, StageIsBehind> =>
  subscriptionStages.indexOf(to) < subscriptionStages.indexOf(from)
    ? Result.fail({ _tag: "StageIsBehind", from, to })
    : Result.succeed(to)

/**
 * Whether a subscription is past quoting: its trip is frozen, and the session's next link opens
 * another one.
 *
 * ```ts
 * import { isFrozen } from "../rules/links/subscription-stage.ts"
 *
 * isFrozen("quoting") // => false
 * isFrozen("presubscribed") // => true
 * ```
 */
export const isFrozen = (stage: SubscriptionStage): boolean => stage !== "quoting"
