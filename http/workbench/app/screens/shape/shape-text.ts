import { type AmountMinor, minorToDecimal } from "../../../../../core/money/minor.ts"
import type { CurrencyCode } from "../../../../../core/vocabulary/codes.ts"
import type { PremiumView, ZoneDays } from "../../../../../rules/changes/shape/shape-view.ts"
import { inWords, language, locale, numberText, signedPercentText } from "../../kit/language.ts"
import { shapeWords } from "./shape-words.ts"

/** An amount without its currency, which the head of the screen names. */
export const amountText = (amountMinor: AmountMinor, minorUnits: number): string =>
  new Intl.NumberFormat(locale.value, {
    minimumFractionDigits: minorUnits,
    maximumFractionDigits: minorUnits,
  }).format(minorToDecimal(amountMinor, minorUnits) as `${number}`)

/** Names one behind the other, the last behind an "and". */
export const listText = (names: ReadonlyArray<string>): string => {
  const { and } = inWords(shapeWords)
  return names.length < 2
    ? (names[0] ?? "")
    : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`
}

/** A sentence begins with a capital. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** By how many thousandths an amount is another; null where there is none to compare. */
export const changePermille = (
  before: number | null | undefined,
  after: number | null | undefined,
): number | null =>
  typeof before !== "number" || typeof after !== "number" || before === 0
    ? null
    : ((after - before) * 1_000) / before

/** What happened to an amount: a per cent, or a word. */
export const changeText = (before: number | null, after: number | null): string => {
  const { noRow, nowPriced, same } = inWords(shapeWords)
  if (after === null) return before === null ? "—" : noRow
  if (before === null) return nowPriced
  const permille = changePermille(before, after) ?? 0
  return before === after ? same : signedPercentText(permille)
}

/** The zones that are shown, of those that there are. */
export const zonesShown = <Of extends { readonly zone: string }>(
  some: ReadonlyArray<Of>,
  zone: string,
): ReadonlyArray<Of> => {
  const one = some.filter((each) => each.zone === zone)
  return one.length === 0 ? some : one
}

const changesOf = ({ after, before }: ZoneDays): ReadonlyArray<number> =>
  after
    .flatMap((amount, index) => changePermille(before[index], amount) ?? [])
    .filter((permille) => permille !== 0)

/** The least and the greatest change in a zone, in thousandths; none where nothing changes. */
export const rangeOf = (zone: ZoneDays): readonly [number, number] | undefined => {
  const changes = changesOf(zone)
  return zone.isSame || changes.length === 0
    ? undefined
    : [Math.min(...changes), Math.max(...changes)]
}

/** The greatest change of all premiums that are shown, in thousandths. */
const greatestChange = (view: PremiumView): number => {
  const ages = view.ages.flatMap(({ premiums }) =>
    premiums.flatMap(
      ({ after, before }) => changePermille(before.amountMinor, after.amountMinor) ?? [],
    ),
  )
  return [...view.days.flatMap(changesOf), ...ages].reduce(
    (most, each) => (Math.abs(each) > Math.abs(most) ? each : most),
    0,
  )
}

const changedZones = (view: PremiumView): ReadonlyArray<ZoneDays["zone"]> =>
  view.days
    .filter(
      ({ isSame, zone }) =>
        !isSame ||
        view.ages.some(({ premiums }) =>
          premiums.some(
            (each) => each.zone === zone && each.before.amountMinor !== each.after.amountMinor,
          ),
        ),
    )
    .map(({ zone }) => zone)

/** What the pictures of a tariff show, in one sentence. */
export const headlineOf = (view: PremiumView): string => {
  const words = inWords(shapeWords)
  const { ageGaps, days } = view
  const steps = days.flatMap(({ stepsDown, zone }) => stepsDown.map(() => zone))
  const gaps = [
    ...days.flatMap(({ gaps: some, zone }) => some.map(() => zone)),
    ...ageGaps.map(({ zone }) => zone),
  ]
  const where = (zones: ReadonlyArray<ZoneDays["zone"]>): string =>
    listText([...new Set(zones)].map((zone) => words.inZones[zone]))
  const found = [
    ...(steps.length === 0 ? [] : [words.stepsDown(steps.length)]),
    ...(gaps.length === 0 ? [] : [words.gaps(gaps.length)]),
  ]
  if (found.length > 0) return capital(`${listText(found)} ${where([...steps, ...gaps])}`)
  const changed = changedZones(view)
  return changed.length === 0
    ? words.nothing
    : words.changes(where(changed), signedPercentText(greatestChange(view)))
}

/** What the picture over days shows. */
export const daysSentence = ({ adultYears, days }: PremiumView): string => {
  const words = inWords(shapeWords)
  const parts = days.flatMap((each) => {
    const range = rangeOf(each)
    return [
      ...each.stepsDown.map((step) => words.costsLess(words.zones[each.zone], step.days)),
      ...each.gaps.map(({ from, to }) => words.noRowDays(words.inZones[each.zone], from, to)),
      ...(range === undefined
        ? []
        : [
            words.zoneMoves(
              words.zones[each.zone],
              signedPercentText(range[0]),
              signedPercentText(range[1]),
            ),
          ]),
    ]
  })
  const same = days.filter(({ isSame }) => isSame).length
  const others = same > 0 && parts.length > 0 ? [words.othersSame] : []
  return parts.length === 0
    ? `${words.oneAdult(adultYears)} ${same === days.length ? words.allSame : ""}`
    : `${words.oneAdult(adultYears)} ${capital([...parts, ...others].join(words.semicolon))}.`
}

/** What the picture over ages shows. */
export const agesSentence = ({ ageGaps, ages, tripDays }: PremiumView): string => {
  const words = inWords(shapeWords)
  const gaps = ageGaps.map(
    ({ ageMax, ageMin, zone }) =>
      `${words.nobodyFrom(words.ageRange(ageMin, ageMax), words.inZones[zone])}.`,
  )
  const isSame = ages.every(({ premiums }) =>
    premiums.every(({ after, before }) => after.amountMinor === before.amountMinor),
  )
  return [
    words.fortnight(tripDays),
    ...gaps,
    ...(gaps.length === 0 && isSame ? [words.allSame] : []),
  ].join(" ")
}

/** A large amount in few letters: `155k`. */
export const shortAmount = (amount: number): string =>
  new Intl.NumberFormat(language.value, {
    notation: "compact",
    maximumFractionDigits: 1,
  })
    .format(amount)
    .replace("K", "k")

/** A whole amount in its currency. */
export const wholeMoney = (amount: number, currency: CurrencyCode): string =>
  new Intl.NumberFormat(locale.value, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  }).format(amount)

/** A count. */
export const countText = (count: number): string => numberText(count, 0)
