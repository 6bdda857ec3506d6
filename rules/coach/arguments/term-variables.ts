import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import { bilanMoney } from "../converted-money.ts"
import { type Cover, medicalSlug } from "../card/products.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { CoverTermWord } from "../coach-vocabulary.ts"
import { type CoverTerm, strictestTerms, termUnit } from "../covers/terms.ts"
import type { RawMeasure, RawMoney, RawValue, TermVariable, VarValue } from "../response.ts"
import { limitOf } from "../../reference/limits.ts"

/** Terms as a list tells them, and the first of them for its opening. */
export interface TermList {
  /** The cover that the opening stands on. */
  readonly cover: string
  readonly lead: ReadonlyArray<TermVariable>
  readonly terms: ReadonlyArray<TermVariable>
  /** The term that the opening begins with. */
  readonly first: CoverTerm
}

/** Lists terms of covers, once each; undefined where nothing of them is told. */
export type ListTerms = (
  situation: BilanSituation,
  terms: ReadonlyArray<CoverTerm>,
) => TermList | undefined

/** Prepares lists of terms. */
export const prepareTermVariables = (
  tables: Pick<CoachTables, "coverRanks" | "limits" | "toldTerms">,
): ListTerms => {
  const seniorAge = limitOf(tables, "senior_age")
  const last = tables.coverRanks.rows.length
  const rankOf = (slug: string): number => tables.coverRanks.get(slug)?.rank ?? last

  const tellingOf = (term: CoverTerm): ReadonlyArray<Telling> => {
    const row = tables.toldTerms.get(term.term)
    const isRead = term.amount !== null || termUnit(term.term) === null
    const word = isRead ? row?.term : row?.unread
    if (row === undefined || word === undefined || word === null) return []
    return [{ word, rank: row.rank, leadRank: row.leadRank, topics: row.topics, term }]
  }

  const toldOf = (
    situation: BilanSituation,
    { term, word }: Telling,
    lead: string,
  ): TermVariable => {
    const { amount, slug } = term
    const unit = termUnit(term.term)
    const cover = slug === lead ? {} : { cover: slug }
    if (amount === null || unit === null) return { term: word, ...cover }
    if (unit === "year") return { term: word, ...cover, age: amount }
    if (unit === "currency") {
      const told = bilanMoney(situation, amount)
      const limit = { value: told.amount, currency: told.currency }
      return { term: word, ...cover, limit }
    }
    const age = word === "senior_day_limit" ? { age: seniorAge } : {}
    return { term: word, ...cover, limit: { value: amount, unit }, ...age }
  }

  const tellings = (terms: ReadonlyArray<CoverTerm>): ReadonlyArray<Telling> => {
    const words = new Set<CoverTermWord>()
    return strictestTerms(terms, medicalSlug)
      .flatMap(tellingOf)
      .filter(({ word }) => !words.has(word) && words.add(word))
  }

  return (situation, terms) => {
    const told = tellings(terms)
    const [first] = told.toSorted(
      (left, right) =>
        isLesser(left) - isLesser(right) ||
        hasAmount(left) - hasAmount(right) ||
        rankOf(left.term.slug) - rankOf(right.term.slug) ||
        left.leadRank - right.leadRank,
    )
    if (first === undefined) return undefined
    const { slug: cover } = first.term
    const isOther = ({ term }: Telling): number => (term.slug === cover ? 0 : 1)
    const lead = leadOf(told.filter(({ term }) => term.slug === cover))
    const listed = told.toSorted(
      (left, right) =>
        isOther(left) - isOther(right) ||
        rankOf(left.term.slug) - rankOf(right.term.slug) ||
        left.rank - right.rank,
    )
    return {
      cover,
      lead: lead.map((each) => toldOf(situation, each, cover)),
      terms: listed.map((each) => toldOf(situation, each, cover)),
      first: first.term,
    }
  }
}

/** A value for a text, and what it was printed from, where it was. */
export interface PrintedValue {
  readonly text: VarValue
  readonly raw?: RawValue
}

/** A code or another value that is not printed. */
export const plain = (text: VarValue): PrintedValue => ({ text })

/** A truth value, as texts choose by it. */
export const truth = (value: boolean): PrintedValue => ({ text: String(value) })

/** An amount of money. */
export const money = (
  { moneyText }: Pick<BilanSituation, "moneyText">,
  value: number,
  currency: CurrencyCode,
): PrintedValue => ({
  text: moneyText(value, currency),
  raw: { value, currency },
})

/** An amount in the card's currency, as `bilan` tells it. */
export const cardMoney = (
  situation: BilanSituation,
  amountOfCard: number,
  range?: Cover["range"],
): { readonly said: PrintedValue; readonly value: number; readonly converted: boolean } => {
  const { amount, converted, currency } = bilanMoney(situation, amountOfCard)
  if (range === undefined) {
    return { said: money(situation, amount, currency), value: amount, converted }
  }
  const highest = bilanMoney(situation, range.highest).amount
  const raw = { value: amount, currency, highest, cards: range.cards }
  const text = situation.wording.amount(raw) ?? situation.moneyText(amount, currency)
  return { said: { text, raw }, value: amount, converted }
}

/** A measure. */
export const measure = (
  { measureText }: Pick<BilanSituation, "measureText">,
  value: number,
  unit: RawMeasure["unit"],
): PrintedValue => ({ text: measureText(value, unit), raw: { value, unit } })

/** Prints money or a measure. */
export const printed = (situation: BilanSituation, raw: RawMoney | RawMeasure): string =>
  "currency" in raw
    ? situation.moneyText(raw.value, raw.currency)
    : situation.measureText(raw.value, raw.unit)

/** A term under the word that it is told as. */
interface Telling {
  readonly word: CoverTermWord
  readonly rank: number
  readonly leadRank: number
  readonly topics: ReadonlyArray<string>
  readonly term: CoverTerm
}

/** What binds the medical cover comes before all else. */
const isLesser = ({ term }: Telling): number => (term.slug === medicalSlug ? 0 : 1)

const hasAmount = ({ term }: Telling): number => (term.amount === null ? 1 : 0)

/** The terms of an opening: the first with an amount, if any, and the first about something else. */
const leadOf = (told: ReadonlyArray<Telling>): ReadonlyArray<Telling> => {
  const byRank = told.toSorted((left, right) => left.leadRank - right.leadRank)
  const [first] = byRank.toSorted((left, right) => hasAmount(left) - hasAmount(right))
  const second = byRank.find(
    ({ topics }) => first !== undefined && !topics.some((topic) => first.topics.includes(topic)),
  )
  return [first, second].filter((each) => each !== undefined)
}
