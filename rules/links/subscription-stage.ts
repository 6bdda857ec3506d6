/** The stages of a subscription in the order in which the traveller's funnel moves it on. */
export const subscriptionStages = ["quoting", "presubscribed", "paid", "subscribed"] as const

/** One stage of a subscription. */
export type SubscriptionStage = (typeof subscriptionStages)[number]

/**
 * Whether one stage comes before another. A subscription moves to any later stage, stages in between
 * may be left out; it never goes back.
 *
 * ```ts
 * import { isBehind } from "../rules/links/subscription-stage.ts"
 *
 * isBehind("presubscribed", "paid") // => true
 * isBehind("paid", "paid") // => false
 * isBehind("paid", "quoting") // => false
 * ```
 */
export const isBehind = (stage: SubscriptionStage, other: SubscriptionStage): boolean =>
  subscriptionStages.indexOf(stage) < subscriptionStages.indexOf(other)

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
