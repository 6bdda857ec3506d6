import { groupBy } from "../../core/group-by.ts"
import { type Undercut, perEuro, shortfall } from "./breach.ts"
import type { CountedBreach, CountedHead } from "./breach-finding.ts"
import type { HeadBreach } from "./head-breaches.ts"
import { decisivePart, greatestPart } from "./price-parts.ts"

const gap = ({ high, low, shareBps }: Undercut): number =>
  shortfall(low.price, high.price, shareBps)

/** What the higher price is taken times: the share, and the rate into the lower one's currency. */
const factorOf = ({ high, low, shareBps }: Undercut): number =>
  (shareBps / 10_000) * (perEuro(low.price) / perEuro(high.price))

/** The one that is easiest to follow: the fewest travellers, then the widest gap. */
const plainest = (breaches: ReadonlyArray<Undercut>): Undercut | undefined =>
  breaches.toSorted(
    (left, right) =>
      left.low.rated.facts.travellers - right.low.rated.facts.travellers || gap(right) - gap(left),
  )[0]

/** The widest breach of each offer and greatest part, with how many others there are. */
export const gatherHeads = (heads: ReadonlyArray<HeadBreach>): ReadonlyArray<CountedHead> => {
  const counted = heads.map((breach) => ({ breach, part: greatestPart(breach.price.rating) }))
  const groups = groupBy(counted, ({ breach, part }) => `${breach.price.offer.row.offerId} ${part}`)
  const excess = ({ head }: HeadBreach): number => head.euros / head.eurosMax
  return [...groups.values()].flatMap((group) => {
    const [widest] = group.toSorted((left, right) => excess(right.breach) - excess(left.breach))
    return widest === undefined ? [] : [{ ...widest, others: group.length - 1 }]
  })
}

/** One breach of each law, two offers and cause, with how many others there are like it. */
export const gatherBreaches = (breaches: ReadonlyArray<Undercut>): ReadonlyArray<CountedBreach> => {
  const counted = breaches.map((breach) => ({
    breach,
    part: decisivePart(breach.low.price.rating, breach.high.price.rating, factorOf(breach)),
  }))
  const groups = groupBy(
    counted,
    ({ breach: { high, law, low }, part }) =>
      // A group is beside whatever is cheapest, so that it alone counts.
      `${law} ${low.price.offer.row.offerId} ${law === "group" ? "" : high.price.offer.row.offerId} ${part}`,
  )
  return [...groups.values()].flatMap((group) => {
    const breach = plainest(group.map((one) => one.breach))
    const part = group[0]?.part
    return breach === undefined || part === undefined
      ? []
      : [{ breach, part, others: group.length - 1 }]
  })
}
