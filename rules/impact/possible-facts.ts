import type { Together } from "../../core/coverage/possible.ts"
import { type Geography, prepareGeography } from "../pricing/facts.ts"
import { type PricingZone, widestZone } from "../pricing/zone.ts"
import type { Tables } from "../tables/index.ts"

/** No traveller is older than the oldest, and a lone one is both. */
const ages: ReadonlyArray<Together> = [
  {
    columns: ["youngest_age", "oldest_age"],
    holds: (facts) => Number(facts["youngest_age"]) <= Number(facts["oldest_age"]),
  },
  {
    columns: ["travellers", "youngest_age", "oldest_age"],
    holds: (facts) => facts["travellers"] !== 1 || facts["youngest_age"] === facts["oldest_age"],
  },
]

const zoneIn = (facts: Readonly<Record<string, unknown>>, column: string): PricingZone =>
  facts[column] as PricingZone

/** Whether one zone is no wider than another. */
const isWithin = (zone: PricingZone, widest: PricingZone): boolean =>
  widestZone([zone, widest]) === widest

/** A country, as conditions see it. */
interface Place {
  readonly zone: PricingZone
  readonly schengen: boolean
  readonly excluded: boolean
}

/**
 * What destinations can be: a trip of a zone has one there and none in a wider zone, and all, some or
 * none of them are in the Schengen area or left out of covers.
 */
const destinations = (places: ReadonlyArray<Place>): ReadonlyArray<Together> => {
  const allowed = (zone: PricingZone, { allSchengen, excluded }: Partial<Asks>) =>
    places.filter(
      (place) =>
        isWithin(place.zone, zone) &&
        (allSchengen !== true || place.schengen) &&
        (excluded !== false || !place.excluded),
    )
  const exists = (zone: PricingZone, asks: Partial<Asks>): boolean => {
    const some = allowed(zone, asks)
    return (
      some.some((place) => place.zone === zone) &&
      (asks.allSchengen !== false || some.some(({ schengen }) => !schengen)) &&
      (asks.excluded !== true || some.some((place) => place.excluded))
    )
  }
  return [
    {
      columns: ["zone", "all_schengen"],
      holds: (facts) =>
        exists(zoneIn(facts, "zone"), { allSchengen: facts["all_schengen"] === true }),
    },
    {
      columns: ["zone", "all_schengen", "excluded"],
      holds: (facts) =>
        exists(zoneIn(facts, "zone"), {
          allSchengen: facts["all_schengen"] === true,
          excluded: facts["excluded"] === true,
        }),
    },
  ]
}

interface Asks {
  readonly allSchengen: boolean
  readonly excluded: boolean
}

/** What a residence settles: its zone, and where a trip to the country itself leads. */
const residences = ({ isSchengen, zoneOf }: Geography): ReadonlyArray<Together> => [
  {
    columns: ["residence", "residence_zone"],
    holds: (facts) => zoneOf(String(facts["residence"])) === facts["residence_zone"],
  },
  {
    columns: ["residence_zone", "zone", "domestic"],
    holds: (facts) =>
      facts["domestic"] !== true ||
      isWithin(zoneIn(facts, "residence_zone"), zoneIn(facts, "zone")),
  },
  {
    columns: ["residence", "all_schengen", "domestic"],
    holds: (facts) =>
      facts["domestic"] !== true ||
      facts["all_schengen"] !== true ||
      isSchengen(String(facts["residence"])),
  },
]

/** What types of trips settle that are always covered for the year. */
const coversOfTheYear = (
  intents: ReadonlyArray<{ readonly intent: string; readonly forcesAnnual: boolean }>,
): ReadonlyArray<Together> => {
  const forced = new Set(
    intents.flatMap(({ forcesAnnual, intent }) => (forcesAnnual ? intent : [])),
  )
  const isForced = (facts: Readonly<Record<string, unknown>>) => forced.has(String(facts["intent"]))
  return [
    {
      columns: ["intent", "annual"],
      holds: (facts) => facts["annual"] === true || !isForced(facts),
    },
    {
      columns: ["intent", "at_home"],
      holds: (facts) => facts["at_home"] !== true || !isForced(facts),
    },
  ]
}

const ofCatalogue = (
  countries: ReadonlyArray<{ readonly code: string }>,
  geography: Geography,
): ReadonlyArray<Together> => {
  const { isExcluded, isSchengen, zoneOf } = geography
  const places = countries.map(({ code }) => ({
    zone: zoneOf(code),
    schengen: isSchengen(code),
    excluded: isExcluded(code),
  }))
  return [...residences(geography), ...destinations(places), ...ages]
}

/**
 * Prepares what the facts of a table have to keep to together, as facts of one trip: what a request
 * cannot bring about is no example. A table keeps to what speaks of its columns alone.
 */
export const prepareTogether = (tables: Tables): ((file: string) => ReadonlyArray<Together>) => {
  const { countries } = tables
  const years = coversOfTheYear(tables.intents.rows)
  const sandbox = ofCatalogue(
    countries.rows,
    prepareGeography({ countries, zones: tables.sandboxZones, excludedCountries: [] }),
  )
  const catalogue = ofCatalogue(
    countries.rows,
    prepareGeography({
      countries,
      zones: tables.catalogueZones,
      excludedCountries: tables.catalogueExcludedCountries.rows.map(({ country }) => country),
    }),
  )
  return (file) => {
    if (file.startsWith("sandbox/")) return [...sandbox, ...years]
    return file.startsWith("catalogue/") ? [...catalogue, ...years] : []
  }
}
