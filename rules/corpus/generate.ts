import { groupBy } from "../../core/group-by.ts"
import { type Draws, makeDraws } from "../../core/random/draws.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { daysInclusive, plusDays } from "../../core/vocabulary/day.ts"
import { readRuns } from "../coach/tables/bin-ranges.ts"
import type { CardRow } from "../coach/tables/index.ts"
import {
  type CardBody,
  type CardForm,
  type Situation,
  situationOf,
  type Travel,
} from "./situation.ts"
import type { CorpusTables } from "./corpus-tables.ts"

/** A row with its share, in parts of the sum of its group. */
interface Weighted {
  readonly weight: number
}

/** Draws one of some items; undefined where there is none to draw. */
type Share<Item> = (draws: Draws) => Item | undefined

/**
 * Draws rows by their weights, exactly: one whole number below the sum of the weights decides. A row
 * of weight 0 is never drawn.
 *
 * ```ts
 * import { makeDraws } from "../core/random/draws.ts"
 * import { weighted } from "../rules/corpus/generate.ts"
 *
 * const coin = weighted([{ side: "head", weight: 1 }, { side: "tail", weight: 0 }])
 * coin(makeDraws(7))?.side // => "head"
 * weighted([])(makeDraws(7)) // => undefined
 * ```
 */
export const weighted = <Row extends Weighted>(rows: ReadonlyArray<Row>): Share<Row> => {
  const drawn = rows.filter(({ weight }) => weight > 0)
  let sum = 0
  const ends = drawn.map(({ weight }) => (sum += weight))
  return (draws) => {
    if (sum === 0) return undefined
    const part = draws.below(sum)
    return drawn[ends.findIndex((end) => part < end)]
  }
}

/** Draws each of some items alike. */
export const evenly =
  <Item>(items: ReadonlyArray<Item>): Share<Item> =>
  (draws) =>
    items.length === 0 ? undefined : items[draws.below(items.length)]

/**
 * Draws rows by weight in groups: for a key with rows of its own among those, for any other key
 * among the rows whose key is null.
 */
export const weightedBy = <Row extends Weighted>(
  rows: ReadonlyArray<Row>,
  keyOf: (row: Row) => string | null,
): ((key: string) => Share<Row>) => {
  const shares = new Map(
    [...groupBy(rows, keyOf)].map(([key, group]) => [key, weighted(group)] as const),
  )
  const others = shares.get(null) ?? weighted<Row>([])
  return (key) => shares.get(key) ?? others
}

/** A whole number from one to another, both included; the first where the second lies below it. */
export const fromTo = (draws: Draws, first: number, last: number): number =>
  draws.between(first, Math.max(first, last))

/** Prepares the drawing of one trip from a seed of its own. */
const prepareTravel = (
  tables: CorpusTables,
  cardFor: DrawCard,
): ((seed: number) => Travel | undefined) => {
  const residenceFor = weighted(tables.corpusResidences.rows)
  const marketFor = weighted(tables.corpusMarkets.rows)
  const placesFor = preparePlaces(tables)
  const wishesFor = prepareWishes(tables)
  const stayFor = prepareStays(tables)
  const partyFor = prepareParties(tables)
  const moneyFor = prepareMoney(tables)
  return (seed) => {
    // One stream for each aspect: a changed share of cards leaves places, ages and days as they were.
    const seeds = makeDraws(seed)
    const aspect = () => makeDraws(seeds.next())
    const home = residenceFor(aspect())
    const market = marketFor(aspect())
    const wishes = wishesFor(aspect())
    const [places, cards, stays, parties, money] = [
      aspect(),
      aspect(),
      aspect(),
      aspect(),
      aspect(),
    ]
    if (home === undefined || wishes === undefined) return undefined
    const { residence, state } = home
    const stay = stayFor(wishes.intent, stays)
    const party = partyFor(wishes.intent, parties)
    if (stay === undefined || party === undefined) return undefined
    const { ages, friends } = party
    const needsPrice = wishes.cancellation
    const cost = moneyFor({ residence, travellers: ages.length, needsPrice }, money)
    if (cost === undefined) return undefined
    const destinations = placesFor(residence, places)
    const card = cardFor(residence, cards)
    return {
      residence,
      state,
      destinations,
      card,
      market: market?.market ?? null,
      ages,
      friends,
      ...wishes,
      ...stay,
      ...cost,
    }
  }
}

const drawn = (
  tables: CorpusTables,
  cardFor: DrawCard,
  seed: number,
  count: number,
): ReadonlyArray<Situation> => {
  const travelFor = prepareTravel(tables, cardFor)
  const seeds = makeDraws(seed)
  return Array.from({ length: count }, (_, index) => ({ index, seed: seeds.next() })).flatMap(
    ({ index, seed: own }) => {
      const travel = travelFor(own)
      return travel === undefined
        ? []
        : [situationOf(`generated ${index + 1}`, "generated", travel)]
    },
  )
}

/**
 * Draws situations from the declared shares: the same tables, seed and count give the same
 * situations on any machine, and a larger count begins with those of a smaller one. A share without
 * any row to draw leaves nothing to make a trip of, so that there are no situations at all.
 */
export const situations = (
  tables: CorpusTables,
  seed: number,
  count: number,
): ReadonlyArray<Situation> => drawn(tables, prepareCards(tables), seed, count)

/** The same situations without a card, which prices do not depend on: quicker to draw. */
export const tripSituations = (
  tables: CorpusTables,
  seed: number,
  count: number,
): ReadonlyArray<Situation> => drawn(tables, () => null, seed, count)

/** Who travels: the ages in years, and whether the Coach knows about friends. */
interface DrawnParty {
  readonly ages: ReadonlyArray<number>
  readonly friends: boolean
}

/** Draws the party of a trip; undefined where no party is declared. */
type DrawParty = (intent: string, draws: Draws) => DrawnParty | undefined

/** Prepares the drawing of parties. */
const prepareParties = (tables: CorpusTables): DrawParty => {
  const partyFor = weightedBy(tables.corpusParties.rows, (row) => row.intent)
  const membersOf = groupBy(tables.corpusPartyMembers.rows, ({ party }) => party)
  return (intent, draws) => {
    const drawn = partyFor(intent)(draws)
    if (drawn === undefined) return undefined
    const ages = (membersOf.get(drawn.party) ?? []).flatMap(
      ({ ageMax, ageMin, membersMax, membersMin }) =>
        Array.from({ length: fromTo(draws, membersMin, membersMax) }, () =>
          fromTo(draws, ageMin, ageMax),
        ),
    )
    return { ages, friends: drawn.friends }
  }
}

/** Draws the different destinations of a resident's trip. */
type DrawPlaces = (residence: CountryCode, draws: Draws) => ReadonlyArray<string>

/** A place that is drawn already is drawn again, at most this often for each destination. */
const drawsMax = 50

/** Prepares the drawing of destinations. */
const preparePlaces = (tables: CorpusTables): DrawPlaces => {
  const rowFor = weightedBy(tables.corpusDestinations.rows, (row) => row.residence)
  const countFor = weighted(tables.corpusDestinationCounts.rows)
  const anywhere = evenly(tables.countries.rows.map(({ code }) => code))
  const inRegion = new Map<string | null, Share<string>>(
    [...groupBy(tables.countries.rows, ({ region }) => region)].map(
      ([region, rows]) => [region, evenly(rows.map(({ code }) => code))] as const,
    ),
  )
  const placeIn = (region: string | null): Share<string> => inRegion.get(region) ?? anywhere

  return (residence, draws) => {
    const count = countFor(draws)?.destinations ?? 0
    const places = new Set<string>()
    for (let draw = 0; places.size < count && draw < count * drawsMax; draw += 1) {
      const row = rowFor(residence)(draws)
      const place = row?.destination ?? placeIn(row?.region ?? null)(draws)
      if (row !== undefined && place !== undefined) places.add(place)
    }
    return [...places]
  }
}

/** Draws the card of a request for a residence; null sends none. */
type DrawCard = (residence: CountryCode, draws: Draws) => CardBody | null

/** Even draws by country; a country without rows draws among all of them. */
const byCountry = <Row extends { readonly country: CountryCode }>(
  rows: ReadonlyArray<Row>,
): ((country: CountryCode) => Share<Row>) => {
  const all = evenly(rows)
  const groups = new Map(
    [...groupBy(rows, ({ country }) => country)].map(
      ([country, group]) => [country, evenly(group)] as const,
    ),
  )
  return (country) => groups.get(country) ?? all
}

/** The words that stand for something, drawn alike. */
const wordsFor = (
  rows: ReadonlyArray<{ readonly word: string; readonly means: string }>,
): ((means: string) => Share<string>) => {
  const groups = groupBy(rows, ({ means }) => means)
  return (means) => evenly((groups.get(means) ?? []).map(({ word }) => word))
}

const isBankCard = ({ network, tier }: CardRow): boolean =>
  network !== null && tier !== null && tier !== "business"

/** Draws a bank's name as catalogue or customers write it, with words for the card's network and range. */
const drawBankCard = (tables: CorpusTables) => {
  const cards = byCountry(tables.coachCards.rows.filter(isBankCard))
  const networkWord = wordsFor(
    tables.networkWords.rows.map(({ network, word }) => ({ word, means: network })),
  )
  const tierWord = wordsFor(tables.tierWords.rows.map(({ tier, word }) => ({ word, means: tier })))
  const aliases = groupBy(tables.bankAliases.rows, ({ bank, country }) => `${country} ${bank}`)
  return (residence: CountryCode, draws: Draws): CardBody | undefined => {
    const card = cards(residence)(draws)
    if (card === undefined) return undefined
    const names = aliases.get(`${card.country} ${card.bank}`) ?? []
    const bank = evenly([card.bank, ...names.map(({ alias }) => alias)])(draws)
    const network = networkWord(card.network ?? "")(draws)
    const tier = tierWord(card.tier ?? "")(draws)
    return bank === undefined || network === undefined || tier === undefined
      ? undefined
      : { bank, network, tier }
  }
}

/** Draws first digits inside a range, half of them with digits beyond the six that ranges tell apart. */
const drawBin = (tables: CorpusTables) => {
  const ranges = byCountry(
    tables.coachBins.rows.flatMap(({ country, ranges: written }) =>
      readRuns(written).map((run) => ({ country, run })),
    ),
  )
  return (residence: CountryCode, draws: Draws): CardBody | undefined => {
    const range = ranges(residence)(draws)
    if (range === undefined) return undefined
    const { digits, from, to } = range.run
    const bin = String(draws.between(from, to)).padStart(digits, "0")
    if (draws.below(2) === 0) return { bin }
    return { bin: bin.padEnd(8, String(draws.between(0, 9))) }
  }
}

const foreignNetworks = ["unionpay", "jcb", "diners", "carte bancaire"]
const unlistedBanks = ["Harbour & Hill", "Banque des Trois Rivières", "Northmoor", "Kelana Utama"]

/** Prepares the drawing of cards from the declared shares and the Coach's own tables. */
const prepareCards = (tables: CorpusTables): DrawCard => {
  const formFor = weightedBy(tables.corpusCards.rows, (row) => row.residence)
  const cards = byCountry(tables.coachCards.rows)
  const ranges = weighted(tables.corpusRanges.rows)
  const bankCard = drawBankCard(tables)
  const bin = drawBin(tables)
  const beyond = Math.max(0, ...tables.coachCards.rows.map(({ catalogueId }) => catalogueId)) + 1

  const rangeWords = (draws: Draws): CardBody | undefined => {
    const range = ranges(draws)
    return range && { network: range.network, tier: range.tier }
  }

  const bodies: Readonly<
    Record<CardForm, (residence: CountryCode, draws: Draws) => CardBody | null | undefined>
  > = {
    catalogue: (residence, draws) => {
      const card = cards(residence)(draws)
      return card && { catalogueId: card.catalogueId }
    },
    bin,
    bank: bankCard,
    generic: (_, draws) => rangeWords(draws),
    none: () => ({ none: true }),
    absent: () => null,
    catalogue_miss: (_, draws) => ({ catalogueId: beyond + draws.below(1_000) }),
    // No network numbers its cards from 0.
    bin_miss: (_, draws) => ({ bin: String(draws.below(100_000)).padStart(6, "0") }),
    bank_miss: (_, draws) => {
      const words = rangeWords(draws)
      const bank = evenly(unlistedBanks)(draws)
      return words && bank !== undefined ? { bank, ...words } : undefined
    },
    word_miss: (_, draws) => {
      const words = rangeWords(draws)
      const network = evenly(foreignNetworks)(draws)
      return words && network !== undefined ? { ...words, network } : undefined
    },
    malformed: (residence, draws) => {
      const digits = bin(residence, draws)
      return digits && { ...digits, catalogueId: beyond - 1 }
    },
  }

  return (residence, draws) => {
    const form = formFor(residence)(draws)?.form
    return form === undefined ? null : (bodies[form](residence, draws) ?? null)
  }
}

/** The type of a trip and what is asked for on it. */
type Wishes = Pick<Travel, "intent" | "cancellation" | "extremeSports" | "riskyActivity" | "annual">

/** Draws the type of a trip and what is asked for on it. */
const prepareWishes = (tables: CorpusTables): ((draws: Draws) => Wishes | undefined) => {
  const rowFor = weighted(tables.corpusIntents.rows)
  return (draws) => {
    const row = rowFor(draws)
    if (row === undefined) return undefined
    const chance = (percent: number): boolean => draws.below(100) < percent
    return {
      intent: row.intent,
      cancellation: chance(row.cancellationPercent),
      extremeSports: chance(row.extremeSportsPercent),
      riskyActivity: chance(row.riskyActivityPercent),
      annual: chance(row.annualPercent),
    }
  }
}

/** The days of a trip, and whether the Coach is told that it is long. */
type Stay = Pick<Travel, "startDate" | "endDate" | "longTrip">

/** Draws the days of a trip of a type. */
const prepareStays = (
  tables: CorpusTables,
): ((intent: string, draws: Draws) => Stay | undefined) => {
  const lengthFor = weightedBy(tables.corpusLengths.rows, (row) => row.intent)
  const departureFor = weighted(tables.corpusDepartures.rows)
  return (intent, draws) => {
    const length = lengthFor(intent)(draws)
    const departure = departureFor(draws)
    if (length === undefined || departure === undefined) return undefined
    const { daysMax, daysMin, longTrip } = length
    const { firstDay, lastDay } = departure
    const start = plusDays(firstDay, draws.below(Math.max(1, daysInclusive(firstDay, lastDay))))
    const days = fromTo(draws, daysMin, daysMax)
    const end = start === undefined ? undefined : plusDays(start, days - 1)
    return start === undefined || end === undefined
      ? undefined
      : { startDate: start, endDate: end, longTrip }
  }
}

/** What a trip costs, and the currency that prices are asked in. */
type Money = Pick<Travel, "tripPrice" | "currency">

/** What the price of a trip depends on. */
interface Priced {
  readonly residence: CountryCode
  readonly travellers: number
  /** Whether the trip must have a price, as cancellation cover needs one. */
  readonly needsPrice: boolean
}

/** Draws currency and price of a trip. */
const prepareMoney = (
  tables: CorpusTables,
): ((priced: Priced, draws: Draws) => Money | undefined) => {
  const currencyFor = weightedBy(tables.corpusCurrencies.rows, (row) => row.residence)
  const prices = tables.corpusTripPrices.rows
  const anyPrice = weighted(prices)
  const somePrice = weighted(prices.filter(({ priceMin }) => priceMin !== null))
  return ({ needsPrice, residence, travellers }, draws) => {
    const currency = currencyFor(residence)(draws)
    const price = (needsPrice ? somePrice : anyPrice)(draws)
    if (currency === undefined || price === undefined) return undefined
    const { priceMax, priceMin } = price
    if (priceMin === null) return { tripPrice: null, currency: currency.currency }
    const euros = fromTo(draws, priceMin, priceMax ?? priceMin)
    return {
      tripPrice: euros * travellers * currency.unitsPerEuro,
      currency: currency.currency,
    }
  }
}
