import type {
  OfferCompared,
  PriceView,
  TravellerView,
} from "../../../../../rules/changes/traveller/traveller-view.ts"
import { inWords, moneyText } from "../../kit/language.ts"
import { travellerWords } from "./traveller-words.ts"
import type { Sentence } from "../../../../../core/sentence.ts"

/** What an offer is called. */
export const offerName = ({ name, plan }: Pick<OfferCompared, "name" | "plan">): string =>
  `${name} ${plan}`.trim()

/** A price as text. */
export const priceText = ({ amountMinor, currency, minorUnits }: PriceView): string =>
  moneyText(amountMinor, currency, minorUnits)

/** By how much an offer is dearer, in a thousand of before; null where one price is missing. */
export const changePermille = ({ after, before }: OfferCompared): number | null => {
  if (before === null || after === null || before.currency !== after.currency) return null
  return Math.round(((after.amountMinor - before.amountMinor) * 1_000) / before.amountMinor)
}

/** Whether what an offer costs is another than before. */
export const isPriceChanged = ({ after, before }: OfferCompared): boolean =>
  before?.amountMinor !== after?.amountMinor || before?.currency !== after?.currency

/** Whether anything of an offer's row is another than before. */
export const isOfferChanged = (offer: OfferCompared): boolean =>
  isPriceChanged(offer) || offer.before?.place !== offer.after?.place

/** Whether two readings, gaps or arguments say the same, whatever rows they come from. */
export const saysSame = (one: unknown, other: unknown): boolean => {
  const said = (value: unknown): string =>
    JSON.stringify(value, (key, part: unknown) =>
      key.toLowerCase().includes("because") ? undefined : part,
    )
  return said(one) === said(other)
}

/** Whether the reading of the card is another than before. */
export const isReadingChanged = ({ bilan }: TravellerView): boolean =>
  !saysSame(bilan.before, bilan.after)

const firstBy = (
  offers: ReadonlyArray<OfferCompared>,
  version: "after" | "before",
): OfferCompared | undefined => offers.find((offer) => offer[version]?.place === 1)

/** The change of price that stands out: the largest in per cent. */
const largestChange = (offers: ReadonlyArray<OfferCompared>): OfferCompared | undefined =>
  offers
    .filter((offer) => changePermille(offer) !== null && isPriceChanged(offer))
    .toSorted(
      (left, right) => Math.abs(changePermille(right) ?? 0) - Math.abs(changePermille(left) ?? 0),
    )[0]

/** Whether something in the form keeps the traveller from being answered. */
export const isRefused = ({ bilan, faults, refused }: TravellerView): boolean =>
  bilan.after === null || faults.some(({ code }) => code === refused.after)

/** What the change does to the traveller, in one sentence. */
export const headlineText = (view: TravellerView): string => {
  const { headline } = inWords(travellerWords)
  const { offers } = view
  if (isRefused(view)) return headline.mend
  if (offers.length === 0 && view.refused.after !== null) return headline.refused
  const parts: Array<string> = []
  const first = firstBy(offers, "after")
  if (first !== undefined && first.id !== firstBy(offers, "before")?.id) {
    parts.push(headline.first(offerName(first)))
  }
  const most = largestChange(offers)
  if (most?.before && most.after) {
    const change = most.after.amountMinor - most.before.amountMinor
    const amount = moneyText(Math.abs(change), most.after.currency, most.after.minorUnits)
    parts.push(headline[change > 0 ? "dearer" : "cheaper"](offerName(most), amount))
  }
  if (parts.length < 2) {
    const come = offers.find(({ before }) => before === null)
    const gone = offers.find(({ after }) => after === null)
    if (come !== undefined && come.id !== first?.id) parts.push(headline.comes(offerName(come)))
    if (gone !== undefined) parts.push(headline.goes(offerName(gone)))
  }
  if (parts.length === 0) return isReadingChanged(view) ? headline.cardOnly : headline.nothing
  return parts.join(inWords({ en: "; ", fr: "\u202f; " }))
}

/** A sentence of both languages in that of the page. */
export const said = (sentence: Sentence): string => inWords(sentence)
