import type { OfferLinks } from "../rules/pricing/offer.ts"
import type { Trip } from "../rules/trip/trip.ts"
import { shippedTables as tables } from "../test/support/tables.ts"
import type { Choices } from "./inputs.ts"

const countryCodes = tables.countries.rows.map(({ code }) => code)

/** Where answers link to. */
export const links: OfferLinks = {
  iconUrl: (file) => `https://api.example/icons/${file}`,
  documentUrl: (id, kind) => `https://api.example/documents/${id}/${kind}`,
}

/** Draws a request for a bilan to one or two countries, of a card of the catalogue. */
export const drawBilanRequest = ({ chance, pick }: Choices) => ({
  residence: pick(["FR", "FR", "US", "CA", "SG", "MY", "DE"]),
  destinations: Array.from({ length: chance(0.5) ? 1 : 2 }, () => pick(countryCodes)),
  card: { catalogueId: pick(tables.coachCards.rows).catalogueId },
  trip: { longTrip: chance(0.2), friends: chance(0.3), riskyActivity: chance(0.2) },
})

/** Draws a normal trip of up to four travellers, to anywhere and in any currency. */
export const drawTrip = ({ below, chance, pick }: Choices): Trip => ({
  intent: pick(["forTourism", "schengenArea", "annual", "cruise", "mountainTrip", "expat"]),
  startDate: "2027-03-01",
  endDate: `2027-03-${String(2 + below(28)).padStart(2, "0")}`,
  countryResidence: pick(["FR", "US", "BR", "SG"]),
  arrivalCountries: [pick(countryCodes)],
  travellers: Array.from({ length: 1 + below(4) }, () => ({ age: below(90) })),
  tripPrice: below(500_000) / 100,
  currency: pick(tables.currencies.rows).code,
  shouldCoverCancellation: chance(0.5),
  shouldCoverExtremeSports: chance(0.2),
  isAnnual: false,
})
