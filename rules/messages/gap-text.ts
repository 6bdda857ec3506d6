import type { BilanResponse, Gap } from "../coach/response.ts"
import type { GapKey } from "./message-keys.ts"
import type { Names } from "./names.ts"
import { textsOf } from "./raw-value.ts"
import type { MessageValue } from "./read-text.ts"
import type { MessageValues, MessageWriter } from "./message-writer.ts"
import { variablesOf } from "./sentence-writer.ts"

/**
 * The text that a gap is told with: by its badge, then by how its ceiling stands; undefined for a
 * badge that is not known.
 *
 * ```ts
 * import { gapKeyOf } from "../rules/messages/gap-text.ts"
 *
 * const gap = { state: "value", covered: true, value: 800, recommendedValue: 1000, badge: "insufficient" } as const
 * gapKeyOf(gap) // => "insufficient_printed"
 * gapKeyOf({ ...gap, state: "not_available", value: null, badge: "unverified" }) // => "unverified"
 * ```
 */
export const gapKeyOf = ({ badge, recommendedValue, value }: Gap): GapKey | undefined => {
  switch (badge) {
    case "missing":
      return recommendedValue === null ? "missing" : "missing_recommended"
    case "insufficient":
      return value === null || recommendedValue === null
        ? "insufficient_unprinted"
        : "insufficient_printed"
    case "conditional":
    case "unverified":
      return badge
  }
}

/** What a statement about a card rests on, by how the card was found. */
export const basisOf = ({ card }: Pick<BilanResponse, "card">): string => {
  if (card.origin === "none") return "none"
  return card.origin === "exact" ? "card" : "range"
}

/** The arguments that tell of a flag of the trip, and the condition that it breaks. */
const conditions: ReadonlyMap<string, string> = new Map([
  ["friends_not_insured", "friends"],
  ["trip_outlasts_card", "long_trip"],
  ["trip_voids_card", "long_trip"],
  ["risky_activity_excluded", "risky_activity"],
  ["sports_missing", "risky_activity"],
])

/** The condition that a trip breaks of a cover, as far as an argument tells of it. */
const conditionOf = ({ bilan }: BilanResponse, slug: string, gap: Gap): string => {
  const own: unknown = Reflect.get(gap, "condition")
  if (typeof own === "string") return own
  const telling = bilan.arguments.find((argument) => {
    const { values, vars } = variablesOf(argument)
    const covers = textsOf(values["covers"] ?? vars["covers"]) ?? []
    return conditions.has(argument.id) && covers.includes(slug)
  })
  return (telling === undefined ? undefined : conditions.get(telling.id)) ?? "other"
}

/** The values of a gap's text; an amount that is not known is left out. */
export const gapValues = (
  response: BilanResponse,
  slug: string,
  gap: Gap,
  { names, print }: { readonly names: Names; readonly print: MessageWriter["print"] },
): MessageValues => {
  const amount = (value: number | null, name: string): Readonly<Record<string, MessageValue>> => {
    const printed = value === null ? undefined : print.money(value, response.card.currency)
    return printed === undefined ? {} : { [name]: printed }
  }
  const lookFor = names.lookFor(slug)
  return {
    basis: basisOf(response),
    converted: "false",
    period: gap.state === "per_day" ? "day" : "stay",
    condition: conditionOf(response, slug, gap),
    ...amount(gap.value, "cardValue"),
    ...amount(gap.recommendedValue, "recommended"),
    ...(lookFor === undefined ? {} : { lookFor }),
  }
}
