import { computed } from "@preact/signals"
import type { CountryCode } from "../../../../../core/vocabulary/codes.ts"
import type { OfferOption, ShapeChoices } from "../../../../../rules/changes/shape/shape-view.ts"
import { follow, useFollowing } from "../../kit/follow.ts"
import { hrefOf, route } from "../../kit/route.ts"

/** What the pictures can be drawn of. */
export const choices = follow("shapeChoices")

/** The premiums of the offer that is chosen. */
export const premiums = follow("shapePremium")

/** The medical targets of the residence that is chosen. */
export const medical = follow("shapeMedical")

/** What cards hold for the trip that is chosen. */
export const covers = follow("shapeCovers")

/** What the address of the screen says. */
export interface ShapeAsked {
  readonly offer: OfferOption | undefined
  /** One zone alone; empty for all of them. */
  readonly zone: string
  readonly residence: CountryCode
  readonly destination: string
  /** A bank of the residence; empty for the usual profiles. */
  readonly bank: string
  readonly longTrip: boolean
  readonly friends: boolean
  readonly riskyActivity: boolean
  readonly isTable: boolean
}

/** Which trip cards are compared on at first: where care costs most. */
const firstDestination = "US"

/** How an address names an offer. */
export const offerKey = ({ catalogue, offerId }: OfferOption): string => `${catalogue}-${offerId}`

const chosenOffer = (known: ShapeChoices | null, key: string | null): OfferOption | undefined =>
  known?.offers.find((offer) => offerKey(offer) === key) ??
  known?.offers.find(({ isChanged }) => isChanged) ??
  known?.offers[0]

/** What the screen shows, as its address says. */
export const asked = computed((): ShapeAsked => {
  const { query } = route.value
  const known = choices.state.value.output
  return {
    offer: chosenOffer(known, query.get("offer")),
    zone: query.get("zone") ?? "",
    residence: query.get("from") ?? known?.residence ?? "",
    destination: query.get("to") ?? firstDestination,
    bank: query.get("bank") ?? "",
    longTrip: query.has("long"),
    friends: query.has("friends"),
    riskyActivity: query.has("risky"),
    isTable: query.has("table"),
  }
})

type Choice = "bank" | "from" | "friends" | "long" | "offer" | "risky" | "table" | "to" | "zone"

/** The address of the screen with some choices made anew; an empty one is left out. */
export const shapeHref = (changes: Readonly<Partial<Record<Choice, string>>>): string => {
  const query = { ...Object.fromEntries(route.value.query), ...changes }
  return hrefOf(
    "shape",
    "",
    Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "")),
  )
}

/** Makes choices anew, which the address keeps; Back makes them as they were. */
export const choose = (changes: Parameters<typeof shapeHref>[0]): void => {
  location.hash = shapeHref(changes)
}

/** Asks for what the screen shows, whenever the tables or the choices are new. */
export const useShapes = (): void => {
  const { bank, destination, friends, longTrip, offer, residence, riskyActivity } = asked.value
  useFollowing(choices, {})
  useFollowing(
    premiums,
    offer === undefined || residence === ""
      ? null
      : { catalogue: offer.catalogue, offerId: offer.offerId, residence },
  )
  useFollowing(medical, residence === "" ? null : { residence })
  const trip = { destination, friends, longTrip, residence, riskyActivity }
  useFollowing(covers, residence === "" ? null : { ...trip, bank: bank === "" ? null : bank })
}
