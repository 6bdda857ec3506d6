import type { AmountText } from "../coach/text/amount-text.ts"
import type { Gap } from "../coach/response.ts"
import type { MessageValue } from "./read-text.ts"
import type { GapKey } from "./vars.ts"

/**
 * The text that a gap is told with: by its badge, then by how its ceiling stands; undefined for a
 * badge that is not known.
 *
 * ```ts
 * import { gapKeyOf } from "../rules/messages/gap-text.ts"
 *
 * const gap = { state: "value", covered: true, value: 800, recommendedValue: 1000, badge: "insufficient" } as const
 * gapKeyOf(gap) // => "insufficient_printed"
 * gapKeyOf({ ...gap, state: "actual_costs", value: null, badge: "conditional" }) // => "conditional_unlimited"
 * ```
 */
export const gapKeyOf = ({ badge, recommendedValue, state, value }: Gap): GapKey | undefined => {
  switch (badge) {
    case "missing":
      return recommendedValue === null ? "missing" : "missing_recommended"
    case "unverified":
      return recommendedValue === null ? "unverified" : "unverified_recommended"
    case "insufficient":
      return value === null ? "insufficient_unprinted" : "insufficient_printed"
    case "conditional":
      if (state === "actual_costs") return "conditional_unlimited"
      return value === null ? "conditional_unprinted" : "conditional_printed"
  }
}

/** The values of a gap's text; an amount that is not known is left out. */
export const gapValues = (
  { recommendedValue, state, value }: Gap,
  amountText: AmountText,
): Readonly<Record<string, MessageValue>> => ({
  ...(value === null ? {} : { cardValue: amountText(value) }),
  ...(recommendedValue === null ? {} : { recommended: amountText(recommendedValue) }),
  period: state === "per_day" ? "day" : "stay",
})
