import { daysInclusive } from "../../../../core/vocabulary/day.ts"
import type { Situation } from "../../../../rules/corpus/situation.ts"
import type { Tables } from "../../../../rules/tables/index.ts"
import type { Sentence } from "../../../pages/workbench/protocol/check.ts"

const adultFrom = 18

const partyOf = (ages: ReadonlyArray<number>): Sentence => {
  const [only = 0] = ages
  const adults = ages.filter((age) => age >= adultFrom).length
  if (ages.length === 1) return { en: `Traveller of ${only}`, fr: `Voyageur de ${only} ans` }
  if (ages.length === 2 && adults === 2) return { en: "Couple", fr: "Couple" }
  if (adults > 0 && adults < ages.length) {
    return { en: `Family of ${ages.length}`, fr: `Famille de ${ages.length}` }
  }
  return { en: `Group of ${ages.length}`, fr: `Groupe de ${ages.length}` }
}

/** Several destinations are told by the first, and how many more there are. */
const destinationsOf = (
  codes: ReadonlyArray<string>,
  inPlace: (code: string) => Sentence,
): Sentence => {
  const [first = "", ...more] = codes
  const place = inPlace(first)
  if (more.length === 0) return place
  return {
    en: `${place.en} and ${more.length} more`,
    fr: `${place.fr} et ${more.length} autre${more.length > 1 ? "s" : ""}`,
  }
}

/**
 * A generated situation as people would name it: the party, where it lives, for how long it goes where.
 * The party lives "in France", "en France": with the prepositions of the table of places.
 */
export const travellerTitle = (
  { places }: Pick<Tables, "places">,
  { name, origin, quote: { trip } }: Situation,
): Sentence => {
  if (origin === "case") return { en: name, fr: name }
  const inPlace = (code: string): Sentence => {
    const row = places.get(code)
    return { en: row?.inEn ?? code, fr: row?.inFr ?? code }
  }
  const party = partyOf(trip.travellers.map(({ age }) => age))
  const home = inPlace(trip.countryResidence)
  const there = destinationsOf(trip.arrivalCountries, inPlace)
  const days = daysInclusive(trip.startDate, trip.endDate)
  const year = trip.isAnnual
  return {
    en: `${party.en} living ${home.en}, ${year ? "a year" : `${days} ${days === 1 ? "day" : "days"}`} ${there.en}`,
    fr: `${party.fr} habitant ${home.fr}, ${year ? "un an" : `${days} jour${days > 1 ? "s" : ""}`} ${there.fr}`,
  }
}
