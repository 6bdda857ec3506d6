import { groupBy } from "../../core/group-by.ts"
import { type Draws, makeDraws } from "../../core/random/draws.ts"
import type { CorpusTables } from "./corpus-tables.ts"
import { type DrawCard, prepareCards } from "./draw-card.ts"
import { prepareMoney, prepareStays, prepareWishes } from "./draw-trip.ts"
import { evenly, fromTo, type Share, weighted, weightedBy } from "./shares.ts"
import { type Situation, situationOf, type Travel } from "./situation.ts"

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
type DrawPlaces = (residence: string, draws: Draws) => ReadonlyArray<string>

/** A place that is drawn already is drawn again, at most this often for each destination. */
const drawsMax = 50

/** Prepares the drawing of destinations. */
const preparePlaces = (tables: CorpusTables): DrawPlaces => {
  const rowFor = weightedBy(tables.corpusDestinations.rows, (row) => row.residence)
  const countFor = weighted(tables.corpusDestinationCounts.rows)
  const anywhere = evenly(tables.countries.rows.map(({ code }) => code))
  const inRegion = new Map(
    [...groupBy(tables.countries.rows, ({ region }) => region)].map(
      ([region, rows]) => [region, evenly(rows.map(({ code }) => code))] as const,
    ),
  )
  const placeIn = (region: string | null): Share<string> =>
    region === null ? anywhere : (inRegion.get(region) ?? anywhere)

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
