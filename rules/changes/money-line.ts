import type { FirstPlaceStanding, ImpactView } from "./impact-view.ts"
import type { Sentence } from "../../core/sentence.ts"

/** What the sentence that carries the figure is made of. */
export interface MoneyFacts extends Pick<
  ImpactView,
  "changed" | "cheaper" | "dearer" | "situations" | "standings"
> {
  /** Offers that come or go in some quotes. */
  readonly comesOrGoes: number
  readonly argumentsChanged: number
  readonly textsChanged: number
}

const inEnglish = new Intl.NumberFormat("en-GB")
const inFrench = new Intl.NumberFormat("fr-FR")

const percent = (permille: number, locale: string): string =>
  `${new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(permille / 10)}\u00a0%`

const many = (count: number, one: string, more: string): string => (count === 1 ? one : more)

/** Prices that move, in both directions. */
const pricesLine = ({ cheaper, dearer }: MoneyFacts): Sentence => {
  const english: Array<string> = []
  const french: Array<string> = []
  for (const [side, words] of [
    [dearer, { en: "dearer", fr: "en hausse" }],
    [cheaper, { en: "cheaper", fr: "en baisse" }],
  ] as const) {
    const { mostPermille, prices } = side
    if (prices === 0) continue
    const isFirst = english.length === 0
    const most = Math.abs(mostPermille)
    const noun = { en: many(prices, "price", "prices"), fr: "prix" }
    english.push(
      `${inEnglish.format(prices)}${isFirst ? ` ${noun.en}` : ""} ${words.en}, ${percent(most, "en-GB")} at most`,
    )
    french.push(
      `${inFrench.format(prices)}${isFirst ? ` ${noun.fr}` : ""} ${words.fr}, ${percent(most, "fr-FR")} au plus`,
    )
  }
  return { en: english.join("; "), fr: french.join("\u202f; ") }
}

const readingsLine = ({ changed, situations }: MoneyFacts): Sentence => ({
  en: `No price moves; the answers to ${inEnglish.format(changed)} of ${inEnglish.format(situations)} situations change`,
  fr: `Aucun prix ne bouge\u202f; les réponses à ${inFrench.format(changed)} situations sur ${inFrench.format(situations)} changent`,
})

const argumentsLine = ({ argumentsChanged, changed }: MoneyFacts): Sentence => ({
  en: `No price moves; ${inEnglish.format(argumentsChanged)} ${many(argumentsChanged, "argument comes, goes or moves", "arguments come, go or move")} in the readings of ${inEnglish.format(changed)} ${many(changed, "traveller", "travellers")}`,
  fr: `Aucun prix ne bouge\u202f; ${inFrench.format(argumentsChanged)} ${many(argumentsChanged, "argument apparaît, disparaît ou se déplace", "arguments apparaissent, disparaissent ou se déplacent")} dans les bilans de ${inFrench.format(changed)} ${many(changed, "voyageur", "voyageurs")}`,
})

const offersLine = ({ comesOrGoes }: MoneyFacts): Sentence => ({
  en: `No price moves; ${inEnglish.format(comesOrGoes)} ${many(comesOrGoes, "offer comes or goes", "offers come or go")}`,
  fr: `Aucun prix ne bouge\u202f; ${inFrench.format(comesOrGoes)} ${many(comesOrGoes, "offre apparaît ou disparaît", "offres apparaissent ou disparaissent")}`,
})

const textsLine = ({ textsChanged }: MoneyFacts): Sentence => ({
  en: `No answer changes; ${inEnglish.format(textsChanged)} ${many(textsChanged, "text reads", "texts read")} otherwise`,
  fr: `Aucune réponse ne change\u202f; ${inFrench.format(textsChanged)} ${many(textsChanged, "texte se lit", "textes se lisent")} autrement`,
})

/** The sentence that carries the figure: prices first, then what else changes, or that nothing does. */
export const moneyLine = (facts: MoneyFacts): Sentence => {
  if (facts.dearer.prices + facts.cheaper.prices > 0) return pricesLine(facts)
  if (facts.comesOrGoes > 0) return offersLine(facts)
  if (facts.argumentsChanged > 0) return argumentsLine(facts)
  if (facts.changed > 0) return readingsLine(facts)
  if (facts.textsChanged > 0) return textsLine(facts)
  return { en: "Nothing changes for customers", fr: "Rien ne change pour les clients" }
}

/** How many offers gain and lose the first place, on balance; null where none does. */
export const firstPlaceLine = (standings: ReadonlyArray<FirstPlaceStanding>): Sentence | null => {
  const gain = standings.filter(({ gained, lost }) => gained > lost).length
  const lose = standings.filter(({ gained, lost }) => lost > gained).length
  const english: Array<string> = []
  const french: Array<string> = []
  if (gain > 0) {
    english.push(
      `${inEnglish.format(gain)} ${many(gain, "offer gains", "offers gain")} first place`,
    )
    french.push(
      `${inFrench.format(gain)} ${many(gain, "offre gagne", "offres gagnent")} la première place`,
    )
  }
  if (lose > 0) {
    english.push(
      gain > 0
        ? `${inEnglish.format(lose)} ${many(lose, "loses", "lose")} it`
        : `${inEnglish.format(lose)} ${many(lose, "offer loses", "offers lose")} first place`,
    )
    french.push(
      gain > 0
        ? `${inFrench.format(lose)} la ${many(lose, "perd", "perdent")}`
        : `${inFrench.format(lose)} ${many(lose, "offre perd", "offres perdent")} la première place`,
    )
  }
  return english.length === 0 ? null : { en: english.join("; "), fr: french.join("\u202f; ") }
}
