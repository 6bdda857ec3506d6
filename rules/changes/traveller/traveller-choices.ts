import { groupBy } from "../../../core/group-by.ts"
import type { PreparedVersion } from "./compared-offers.ts"
import type { BilanView, NamedCode, TravellerChoices, TravellerFault } from "./traveller-view.ts"
import { type CoachRefusal, describeCoachRefusal } from "../../coach/coach-refusal.ts"
import { networks, profileTiers } from "../../coach/coach-vocabulary.ts"
import { preparePictures } from "../../coach/pictures/pictures.ts"
import { makeTravellerTexts } from "../../messages/travellers/traveller-text.ts"
import type { AllTables } from "../../tables/index.ts"
import { describeTripRefusal, type TripRefusal } from "../../trip/trip-refusal.ts"

/** What the form of a traveller lets one choose from, with the names of both languages. */
export const travellerChoices = ({ format, tables }: PreparedVersion): TravellerChoices => {
  const texts = makeTravellerTexts({ tables, format })
  const [en, fr] = [texts("en"), texts("fr")]
  const networkNames: Readonly<Record<(typeof networks)[number], string>> = {
    visa: "Visa",
    mastercard: "Mastercard",
    amex: "American Express",
    discover: "Discover",
  }
  const same = (code: string, name: string): NamedCode => ({ code, name: { en: name, fr: name } })
  return {
    countries: tables.countries.rows.map(({ code }) => ({
      code,
      name: { en: en.country(code), fr: fr.country(code) },
    })),
    states: tables.usStates.rows.map(({ name, state }) => same(state, name)),
    intents: tables.intents.rows.flatMap(({ aliasOf, intent }) =>
      aliasOf === null
        ? { code: intent, name: { en: en.intent(intent), fr: fr.intent(intent) } }
        : [],
    ),
    currencies: tables.currencies.rows.map(({ code }) => code),
    networks: networks.map((network) => same(network, networkNames[network])),
    tiers: profileTiers.map((tier) => ({
      code: tier,
      name: { en: en(`comparator.tier_${tier}`), fr: fr(`comparator.tier_${tier}`) },
    })),
    banks: bankChoices(tables),
  }
}

/** What is wrong with the form: each field once, the first word on it. */
export const travellerFaults = (
  trip: TripRefusal | undefined,
  card: CoachRefusal | undefined,
  bilan: BilanView | null,
): ReadonlyArray<TravellerFault> => {
  const faults: Array<TravellerFault> = []
  if (trip !== undefined) {
    faults.push({ field: tripField(trip), code: trip.code, rule: describeTripRefusal(trip) })
  }
  if (card !== undefined) {
    const field = card.code === "BAD_RESIDENCE" ? "residence" : "destinations"
    faults.push({ field, code: card.code, rule: describeCoachRefusal(card) })
  }
  for (const code of bilan?.warnings ?? []) {
    const field = warnedFields[code]
    if (field !== undefined) faults.push({ field, code, rule: code })
  }
  return faults.filter(
    ({ field }, index) => faults.findIndex((other) => other.field === field) === index,
  )
}

const bankChoices = (tables: AllTables): TravellerChoices["banks"] => {
  const pictures = preparePictures(tables)
  const sold = tables.coachCards.rows.toSorted(
    (left, right) =>
      left.country.localeCompare(right.country) || left.bank.localeCompare(right.bank),
  )
  return [...groupBy(sold, ({ bank, country }) => `${country} ${bank}`).values()].flatMap(
    (cards) => {
      const [first] = cards
      if (first === undefined) return []
      return {
        name: first.bank,
        country: first.country,
        slug: pictures.slugOf(first.bank) ?? null,
        cards: cards.map(({ cardName, catalogueId, network, tier }) => ({
          id: catalogueId,
          name: cardName,
          network,
          tier,
          hasPicture: pictures.hasCard(catalogueId),
        })),
      }
    },
  )
}

/** The fields of the form by the codes of refusals; the end stands for both days. */
const tripFields: Readonly<Record<TripRefusal["code"], string>> = {
  BAD_LANGUAGE: "language",
  BAD_TRIP: "ages",
  BAD_INTENT: "intent",
  BAD_DATES: "end",
  BAD_RESIDENCE: "residence",
  BAD_STATE_RESIDENCE: "state",
  NO_DESTINATIONS: "destinations",
  TOO_MANY_DESTINATIONS: "destinations",
  NO_TRAVELLERS: "ages",
  TOO_MANY_TRAVELLERS: "ages",
  CANCELLATION_NEEDS_TRIP_PRICE: "price",
}

/** The fields by the paths of requests, where a code is about several. */
const pathFields: ReadonlyArray<readonly [RegExp, string]> = [
  [/startDate/, "start"],
  [/endDate/, "end"],
  [/tripPrice/, "price"],
  [/currency/, "currency"],
  [/travellers/, "ages"],
  [/arrivalCountries/, "destinations"],
  [/stateResidence/, "state"],
  [/countryResidence/, "residence"],
]

const tripField = ({ code, path }: TripRefusal): string =>
  pathFields.find(([pattern]) => pattern.test(path))?.[1] ?? tripFields[code]

/** The warnings of a bilan that are about what was filled in, and the field. */
const warnedFields: Readonly<Record<string, string>> = {
  BIN_LOOKUP_FAILED: "card",
  CARD_PROFILE_UNMATCHED: "card",
  CARD_NOT_FOUND: "card",
}
