import {
  byProduct,
  isGeneric,
  isHeld,
  isKnown,
  type ProductCover,
  unknownCover,
} from "./products.ts"

/** The covers of each product, printed or derived. */
export type ProductGroups = ReadonlyArray<ReadonlyArray<ProductCover>>

/** How many cards on sale carry the product of a cover. */
export type CardsCarrying = (cover: ProductCover) => number

/** A profile says what cards usually have, or lack, where at least so many of them were read. */
export const cardsReadMinimum = 5

/** Whether so many cards make most of those that were read: two thirds. */
export const areMost = (some: number, read: number): boolean => some * 3 >= read * 2

/**
 * Covers with those of generic products derived anew, over what is known only. A product that stands
 * for a network and tier holds what most of the cards there that were read hold, or lacks what most
 * of them lack, where enough were read; all else is unknown, with how many of how many hold it. Cards
 * that are no longer sold tell nothing of those that are.
 */
export const withGenericCovers = (
  covers: ReadonlyArray<ProductCover>,
  cardsCarrying: CardsCarrying,
): ReadonlyArray<ProductCover> => {
  const printed = covers.filter((cover) => !isGeneric(cover))
  const sold = byProduct(printed.filter((cover) => cardsCarrying(cover) > 0))
  const generic = byProduct(covers.filter(isGeneric))
  return [...printed, ...generic.flatMap((group) => genericOf(group, sold, cardsCarrying))]
}

/** The printed products that a generic one stands for: those of its network and tier. */
export const membersOf = (generic: ProductCover, printed: ProductGroups): ProductGroups =>
  printed.filter(
    ([first]) =>
      first?.country === generic.country &&
      first.network === generic.network &&
      first.tier === generic.tier,
  )

const genericOf = (
  group: ReadonlyArray<ProductCover>,
  printed: ProductGroups,
  cardsCarrying: CardsCarrying,
): ReadonlyArray<ProductCover> => {
  const [first] = group
  if (first === undefined) return []
  const members = membersOf(first, printed)
  return group.map((cover) =>
    commonCover(
      cover,
      members.flatMap((member) => member.find(({ slug }) => slug === cover.slug) ?? []),
      cardsCarrying,
    ),
  )
}

/**
 * What most of the cards that are known hold for a guarantee, from the lowest ceiling printed to the
 * highest where most of the holders print one.
 */
const commonCover = (
  generic: ProductCover,
  covers: ReadonlyArray<ProductCover>,
  cardsCarrying: CardsCarrying,
): ProductCover => {
  const cardsOf = (some: ReadonlyArray<ProductCover>): number =>
    some.reduce((count, cover) => count + cardsCarrying(cover), 0)
  const known = covers.filter(isKnown)
  const held = known.filter(isHeld)
  const [read, holding] = [cardsOf(known), cardsOf(held)]
  if (read === 0) return unknownCover({ ...generic, condition: noneRead })
  const condition = `${holding} of ${read} ${generic.tier} cards read have it`
  const counted = { read, holding, valued: 0, highest: "" }
  const derived = { ...unknownCover(generic), condition, source: "derived", counted }
  if (read < cardsReadMinimum) return derived
  if (areMost(read - holding, read)) return { ...derived, state: "not_available" }
  if (!areMost(holding, read)) return derived
  const low = lowest(held)
  if (low === undefined) return { ...derived, state: sharedState(held) }
  const valued = held.filter(({ state, value }) => state === low.state && value !== "")
  if (!areMost(cardsOf(valued), holding)) return { ...derived, state: "included" }
  const highest = String(Math.max(...valued.map(({ value }) => Number(value))))
  return {
    ...derived,
    state: low.state,
    value: low.value,
    currency: low.currency,
    counted: { ...counted, valued: cardsOf(valued), highest },
  }
}

/** What a profile says of a cover that was read on no card. */
const noneRead = "no card of this tier read"

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
