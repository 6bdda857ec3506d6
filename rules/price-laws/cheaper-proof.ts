import { once } from "../../core/memory.ts"
import type { Range } from "./ranges.ts"

/**
 * A sum that is linear in the travellers of each class of ages, and in the trip price; each of its
 * parts is linear in the days.
 */
export interface Form<Amount> {
  readonly constant: Amount
  readonly perDay: Amount
  readonly heads: ReadonlyArray<Amount>
  readonly headsPerDay: ReadonlyArray<Amount>
  /** For each minor unit of the trip price. */
  readonly share: Amount
}

/** A premium: never less than its minimum. Undefined heads have no rate. */
export interface PremiumForm {
  readonly offerId: number
  readonly minimum: bigint
  readonly form: Form<bigint>
  /** Classes of ages that the offer has no rate for. */
  readonly unrated: ReadonlyArray<number>
}

/** The trips of a box: how many travellers of each class, on how many days, at what trip price. */
export interface Box {
  readonly low: ReadonlyArray<number>
  readonly high: ReadonlyArray<number>
  readonly travellers: Range
  readonly days: Range
  /** In minor units. */
  readonly price: Range
}

/** One trip of a box. */
export interface BoxPoint {
  readonly counts: ReadonlyArray<number>
  readonly days: number
  readonly price: number
}

/** What is to be proven of a box. */
export interface PriceComparison {
  /** The days that the forms count from. */
  readonly firstDay: number
  /** The price after the step, which must not be the lower one. */
  readonly after: PremiumForm
  /** The prices before it, the cheapest of which counts; made when they are asked for. */
  readonly before: ReadonlyArray<() => PremiumForm | undefined>
  /** Exact amounts of one main unit of money; what floats are shown in. */
  readonly unit: bigint
  /** How much is added to a price before, so that rounding both can turn nothing round. */
  readonly slackOf: (offerId: number) => bigint
  /** Whether the printed prices of a trip break the law; left out, no trip is tried. */
  readonly breaks?: (point: BoxPoint) => boolean
  /** How many boxes the proof may cut one into. */
  readonly boxesMax: number
}

/** What came of a proof. */
export type BoxVerdict =
  | { readonly _tag: "Proven" }
  | { readonly _tag: "Refuted"; readonly point: BoxPoint }
  | { readonly _tag: "Undecided" }

const proven: BoxVerdict = { _tag: "Proven" }
const undecided: BoxVerdict = { _tag: "Undecided" }

/** Differences below this, in main units, are decided exactly: floats err by far less. */
const floatDoubt = 1e-6

const shownForm = (form: Form<bigint>, unit: bigint): Form<number> => {
  const scale = Number(unit)
  const shown = (amount: bigint): number => Number(amount) / scale
  return {
    constant: shown(form.constant),
    perDay: shown(form.perDay),
    heads: form.heads.map(shown),
    headsPerDay: form.headsPerDay.map(shown),
    share: shown(form.share),
  }
}

const plus = (form: Form<bigint>, extra: bigint): Form<bigint> => ({
  ...form,
  constant: form.constant + extra,
})

/** The one less the other, and some more. */
const lessThan = (left: Form<bigint>, right: Form<bigint>, extra: bigint): Form<bigint> => ({
  constant: left.constant - right.constant + extra,
  perDay: left.perDay - right.perDay,
  heads: left.heads.map((head, index) => head - (right.heads[index] ?? 0n)),
  headsPerDay: left.headsPerDay.map((head, index) => head - (right.headsPerDay[index] ?? 0n)),
  share: left.share - right.share,
})

const emptyForm = (classes: number): Form<bigint> => ({
  constant: 0n,
  perDay: 0n,
  heads: Array.from({ length: classes }, () => 0n),
  headsPerDay: Array.from({ length: classes }, () => 0n),
  share: 0n,
})

/** The greatest value of a form in a box, with a party that reaches it. */
interface Greatest {
  readonly value: number
  readonly counts: ReadonlyArray<number>
  /** What each class adds for a traveller, at its best day. */
  readonly gains: ReadonlyArray<number>
}

/**
 * Fills a party for the greatest sum: everybody who must come, then those who add most, as long as
 * somebody must come or adds something. Undefined where no party fits.
 */
const fillParty = <Amount extends bigint | number>(
  { high, low, travellers }: Box,
  gains: ReadonlyArray<Amount>,
  nothing: Amount,
): ReadonlyArray<number> | undefined => {
  const counts = [...low]
  let count = 0
  for (const each of low) count += each
  if (count > travellers.to) return undefined
  while (count < travellers.to) {
    let best = -1
    for (let index = 0; index < gains.length; index += 1) {
      const gain = gains[index] ?? nothing
      const isFree = (high[index] ?? 0) > (counts[index] ?? 0)
      if (isFree && (best === -1 || gain > (gains[best] ?? nothing))) best = index
    }
    const adds = best !== -1 && (gains[best] ?? nothing) > nothing
    const most = (adds ? travellers.to : travellers.from) - count
    if (best === -1 || most <= 0) break
    const more = Math.min((high[best] ?? 0) - (counts[best] ?? 0), most)
    counts[best] = (counts[best] ?? 0) + more
    count += more
  }
  return count < travellers.from ? undefined : counts
}

const greatest = (form: Form<number>, box: Box, firstDay: number): Greatest | undefined => {
  const first = box.days.from - firstDay
  const last = box.days.to - firstDay
  const gains: Array<number> = []
  for (let index = 0; index < form.heads.length; index += 1) {
    const daily = form.headsPerDay[index] ?? 0
    gains.push((form.heads[index] ?? 0) + daily * (daily > 0 ? last : first))
  }
  const counts = fillParty(box, gains, 0)
  if (counts === undefined) return undefined
  let value = form.constant + form.perDay * (form.perDay > 0 ? last : first)
  value += form.share * (form.share > 0 ? box.price.to : box.price.from)
  for (let index = 0; index < gains.length; index += 1) {
    value += (counts[index] ?? 0) * (gains[index] ?? 0)
  }
  return { value, counts, gains }
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right)

/** The same, exactly: whether no trip of a box makes a form positive. */
const isExactlyNeverPositive = (form: Form<bigint>, box: Box, firstDay: number): boolean => {
  const first = BigInt(box.days.from - firstDay)
  const last = BigInt(box.days.to - firstDay)
  const gains = form.heads.map((head, index) => {
    const daily = form.headsPerDay[index] ?? 0n
    return head + larger(daily * first, daily * last)
  })
  const counts = fillParty(box, gains, 0n)
  if (counts === undefined) return true
  let value = form.constant + larger(form.perDay * first, form.perDay * last)
  value += larger(form.share * BigInt(box.price.from), form.share * BigInt(box.price.to))
  for (const [index, count] of counts.entries()) value += BigInt(count) * (gains[index] ?? 0n)
  return value <= 0n
}

/** A form with its floats; both are made when they are asked for. */
const sumOf = (make: () => Form<bigint>, { firstDay, unit }: PriceComparison) => {
  const exact = once(make)
  const shown = once(() => shownForm(exact(), unit))
  const greatestIn = (box: Box): Greatest | undefined => greatest(shown(), box, firstDay)
  return {
    shown,
    greatestIn,
    isNeverPositive: (box: Box, most = greatestIn(box)): boolean => {
      if (most === undefined || most.value < -floatDoubt) return true
      return most.value <= floatDoubt && isExactlyNeverPositive(exact(), box, firstDay)
    },
  }
}

type Sum = ReturnType<typeof sumOf>

/** One price before, compared with the price after: all sums that must not be positive. */
interface Rival {
  readonly unrated: ReadonlyArray<number>
  readonly isMinimumBelow: boolean
  /** The minimum before less the sum after. */
  readonly minimumLess: Sum
  /** The sum before less the minimum after. */
  readonly sumLess: Sum
  /** The sum before less the sum after. */
  readonly difference: Sum
}

const rivalOf = (comparison: PriceComparison, before: PremiumForm): Rival => {
  const { after, slackOf } = comparison
  const slack = slackOf(before.offerId)
  const classes = before.form.heads.length
  return {
    unrated: before.unrated,
    isMinimumBelow: before.minimum + slack <= after.minimum,
    minimumLess: sumOf(
      () => lessThan(emptyForm(classes), after.form, before.minimum + slack),
      comparison,
    ),
    sumLess: sumOf(() => plus(before.form, slack - after.minimum), comparison),
    difference: sumOf(() => lessThan(before.form, after.form, slack), comparison),
  }
}

const isRated = ({ unrated }: Pick<Rival, "unrated">, box: Box): boolean =>
  unrated.every((index) => (box.high[index] ?? 0) === 0)

const isNeverDearer = (rival: Rival, box: Box, most?: Greatest): boolean =>
  (rival.difference.isNeverPositive(box, most) || rival.sumLess.isNeverPositive(box)) &&
  (rival.isMinimumBelow || rival.minimumLess.isNeverPositive(box))

const onlyTrip = ({ counts, days, price }: BoxPoint): Box => {
  const travellers = counts.reduce((sum, each) => sum + each, 0)
  return {
    low: counts,
    high: counts,
    travellers: { from: travellers, to: travellers },
    days: { from: days, to: days },
    price: { from: price, to: price },
  }
}

const middle = ({ from, to }: Range): number => Math.floor((from + to) / 2)

/** Cuts a box in two across what its difference varies with most; undefined for a single trip. */
const cut = (
  box: Box,
  rival: Rival,
  { counts, gains }: Greatest,
): readonly [Box, Box] | undefined => {
  const { headsPerDay, perDay, share } = rival.difference.shown()
  const after = rival.minimumLess.shown()
  const dayWeight = (form: Form<number>): number =>
    Math.abs(form.perDay) +
    form.headsPerDay.reduce((sum, daily, index) => sum + Math.abs(daily) * (counts[index] ?? 0), 0)
  const days = box.days.to - box.days.from
  const price = box.price.to - box.price.from
  const spreads: Array<readonly [number, () => readonly [Box, Box]]> = []
  if (days > 0) {
    const at = middle(box.days)
    spreads.push([
      (dayWeight({ ...rival.difference.shown(), headsPerDay, perDay }) + dayWeight(after) * 0.5) *
        days,
      () => [
        { ...box, days: { from: box.days.from, to: at } },
        { ...box, days: { from: at + 1, to: box.days.to } },
      ],
    ])
  }
  if (price > 1) {
    const at = middle(box.price)
    spreads.push([
      (Math.abs(share) + Math.abs(after.share) * 0.5) * price,
      () => [
        { ...box, price: { from: box.price.from, to: at } },
        { ...box, price: { from: at, to: box.price.to } },
      ],
    ])
  }
  const { from, to } = box.travellers
  if (to > from) {
    const at = middle(box.travellers)
    const most = Math.max(...gains.map(Math.abs), ...after.heads.map(Math.abs))
    spreads.push([
      most * (to - from),
      () => [
        { ...box, travellers: { from, to: at } },
        { ...box, travellers: { from: at + 1, to } },
      ],
    ])
  }
  const typical = gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length)
  for (const [index, low] of box.low.entries()) {
    const high = Math.min(box.high[index] ?? 0, to)
    if (high <= low) continue
    const isOpen = rival.unrated.includes(index)
    const at = isOpen && low === 0 ? 0 : middle({ from: low, to: high })
    const varies =
      Math.abs((gains[index] ?? 0) - typical) + Math.abs(after.heads[index] ?? 0) * 0.01
    spreads.push([
      isOpen && low === 0 ? Number.POSITIVE_INFINITY : varies * (high - low),
      () => [
        { ...box, high: box.high.with(index, at) },
        { ...box, low: box.low.with(index, at + 1) },
      ],
    ])
  }
  const [best] = spreads.sort(([left], [right]) => right - left)
  return best?.[1]()
}

/** Trips of a box that are most likely to break the law. */
const candidates = (box: Box, { counts }: Greatest, rival: Rival): ReadonlyArray<BoxPoint> => {
  const least = rival.minimumLess.greatestIn(box)?.counts ?? counts
  const { perDay, share } = rival.difference.shown()
  const price = share > 0 ? box.price.to : box.price.from
  const daily = rival.difference
    .shown()
    .headsPerDay.reduce((sum, each, index) => sum + each * (counts[index] ?? 0), perDay)
  const [likely, other] = daily > 0 ? [box.days.to, box.days.from] : [box.days.from, box.days.to]
  return [
    { counts, days: likely, price },
    ...(other === likely ? [] : [{ counts, days: other, price }]),
    ...(rival.isMinimumBelow
      ? []
      : [{ counts: least, days: box.days.from, price: box.price.from }]),
  ]
}

/**
 * Proves that the price after a step is never below the cheapest price before it, or finds a trip where
 * it is. A box is proven where one of the prices before is never dearer on it; else it is cut in two, to
 * single trips in the end.
 */
export const proveNeverCheaper = (comparison: PriceComparison, box: Box): BoxVerdict => {
  const { boxesMax, breaks } = comparison
  const rivals = comparison.before.map((before) =>
    once(() => {
      const form = before()
      return form === undefined ? undefined : rivalOf(comparison, form)
    }),
  )
  const mayBreak = (point: BoxPoint): boolean => {
    const only = onlyTrip(point)
    return rivals.every((made) => {
      const rival = made()
      return rival === undefined || !isRated(rival, only) || !isNeverDearer(rival, only)
    })
  }
  const open: Array<Box> = [box]
  let boxes = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const current = next
    boxes += 1
    if (boxes > boxesMax) return undecided
    let nearest: { readonly rival: Rival; readonly most: Greatest } | undefined
    let isEmptyBox = false
    let isProven = false
    for (const made of rivals) {
      const rival = made()
      if (rival === undefined) continue
      const most = rival.difference.greatestIn(current)
      if (most === undefined) {
        isEmptyBox = true
        break
      }
      const rated = isRated(rival, current)
      if (rated && isNeverDearer(rival, current, most)) {
        isProven = true
        break
      }
      if (nearest === undefined || (rated && most.value < nearest.most.value)) {
        nearest = { rival, most }
      }
    }
    if (isEmptyBox || isProven || nearest === undefined) continue
    const tried = breaks === undefined ? [] : candidates(current, nearest.most, nearest.rival)
    for (const point of tried) {
      // Pricing a trip costs far more than summing it up, and most candidates keep the law.
      if (mayBreak(point) && breaks?.(point) === true) return { _tag: "Refuted", point }
    }
    const halves = cut(current, nearest.rival, nearest.most)
    if (halves !== undefined) open.push(...halves)
    // Nothing is left to cut: the printed prices of the only trip keep the law.
    else if (breaks === undefined || current.price.from !== current.price.to) return undecided
  }
  return proven
}
