import {
  byProduct,
  isGeneric,
  isHeld,
  isKnown,
  type ProductCover,
  tiersDownFrom,
  unknownCover,
} from "./products.ts"

/** The covers of each product, printed or derived. */
export type ProductGroups = ReadonlyArray<ReadonlyArray<ProductCover>>

/** The printed products that a generic one stands for: those of its tier, or of the next lower one with any. */
export const membersOf = (generic: ProductCover, printed: ProductGroups): ProductGroups => {
  const alike = printed.filter(
    ([first]) => first?.country === generic.country && first.network === generic.network,
  )
  const [members] = tiersDownFrom(generic.tier)
    .map((tier) => alike.filter(([first]) => first?.tier === tier))
    .filter((group) => group.length > 0)
  return members ?? []
}

/** Whether so many holders make most of those that are known: two thirds. */
const areMost = (holders: number, known: number): boolean => holders * 3 >= known * 2

/** The cover with the lowest printed ceiling; undefined where none prints one. */
const lowest = (held: ReadonlyArray<ProductCover>): ProductCover | undefined =>
  held
    .filter(({ value }) => value !== "")
    .reduce<ProductCover | undefined>(
      (low, cover) => (low === undefined || Number(cover.value) < Number(low.value) ? cover : low),
      undefined,
    )

/** How covers without a printed ceiling are held, where all are held alike. */
const sharedState = (held: ReadonlyArray<ProductCover>): string => {
  const states = new Set(held.map(({ state }) => state))
  const [state = "included"] = states
  return states.size === 1 ? state : "included"
}

/** What most of the cards that are known hold for a guarantee, at the lowest ceiling printed. */
const commonCover = (
  generic: ProductCover,
  covers: ReadonlyArray<ProductCover>,
  borrowed: string,
): ProductCover => {
  const known = covers.filter(isKnown)
  const held = known.filter(isHeld)
  const counted = `${held.length} of ${known.length} ${covers[0]?.tier ?? generic.tier} cards read`
  if (known.length === 0) {
    return unknownCover({ ...generic, condition: `no card of this tier read${borrowed}` })
  }
  const derived = { ...generic, value: "", currency: "", source: "derived", confidence: "" }
  if (!areMost(held.length, known.length)) {
    return { ...derived, state: "not_available", condition: `${counted} have it${borrowed}` }
  }
  const low = lowest(held)
  return low === undefined
    ? { ...derived, state: sharedState(held), condition: `${counted} have it${borrowed}` }
    : {
        ...derived,
        state: low.state,
        value: low.value,
        currency: low.currency,
        condition: `lowest; ${counted}${borrowed}`,
      }
}

const genericOf = (
  group: ReadonlyArray<ProductCover>,
  printed: ProductGroups,
): ReadonlyArray<ProductCover> => {
  const [first] = group
  if (first === undefined) return []
  const members = membersOf(first, printed)
  const tier = members[0]?.[0]?.tier
  const borrowed =
    tier === undefined
      ? "; no card of this tier seen"
      : tier === first.tier
        ? ""
        : "; lower tier used"
  return group.map((cover) =>
    commonCover(
      cover,
      members.flatMap((member) => member.find(({ slug }) => slug === cover.slug) ?? []),
      borrowed,
    ),
  )
}

/**
 * Covers with those of generic products derived anew, over what is known only: a product that stands
 * for a network and tier holds what two thirds of the cards there that were read hold, at the lowest
 * ceiling printed, and what was read of none of them is unknown. Cards that are no longer sold tell
 * nothing of those that are.
 */
export const withGenericCovers = (
  covers: ReadonlyArray<ProductCover>,
  isSold: (cover: ProductCover) => boolean,
): ReadonlyArray<ProductCover> => {
  const printed = covers.filter((cover) => !isGeneric(cover))
  const sold = byProduct(printed.filter(isSold))
  const generic = byProduct(covers.filter(isGeneric))
  return [...printed, ...generic.flatMap((group) => genericOf(group, sold))]
}
