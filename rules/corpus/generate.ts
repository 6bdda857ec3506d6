import { makeDraws } from "../../core/random/draws.ts"
import { type DrawCard, prepareCards } from "./draw-card.ts"
import { prepareParties } from "./draw-party.ts"
import { preparePlaces } from "./draw-places.ts"
import { prepareMoney, prepareStays, prepareWishes } from "./draw-trip.ts"
import { weighted } from "./shares.ts"
import { type Situation, situationOf, type Travel } from "./situation.ts"
import type { CorpusTables } from "./corpus-tables.ts"

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
