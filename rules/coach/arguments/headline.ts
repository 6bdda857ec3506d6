import type { SellingFacts, Told, ToldArgument } from "./arguments.ts"
import { frozenTexts, type OpenTexts, openTexts } from "./open-texts.ts"
import { plain, type PrintedValue } from "./term-variables.ts"
import {
  basisOf,
  ceilingOf,
  coverValues,
  foundationOf,
  sourceValues,
  tripValues,
} from "./subjects.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import { coverOf, isHeld, isKnown, medicalSlug, repatriationSlug } from "../card/products.ts"
import { unmatchedOf } from "../card/resolve-card.ts"
import type { CoachTables } from "../coach-tables.ts"
import { doubtOf } from "../covers/gaps.ts"
import type {
  ArgumentCondition,
  HeadlineVar,
  MedicalStanding,
  Strength,
} from "../coach-vocabulary.ts"
import { limitOf } from "../../reference/limits.ts"

/** A sentence: its key, and its values, open where the destination's go. */
export interface OpenSentence {
  readonly key: string
  readonly texts: OpenTexts
}

/** Chooses headlines, and the line under them. */
export interface HeadlineRule {
  readonly headlineFor: (situation: BilanSituation, told: Told) => OpenSentence
  /** How the medical cover stands against the target. */
  readonly lineFor: (situation: BilanSituation, told: Told) => OpenSentence
  /** The row that gives the key; without a line of the file where none does. */
  readonly rowFor: (situation: BilanSituation, told: Told) => HeadlineRow
  readonly lineRowFor: (situation: BilanSituation) => MedicalLineRow
  /** What headlines are chosen by. */
  readonly factsFor: (situation: BilanSituation, told: Told) => HeadlineFacts
  /** What decides whether a cover should be offered. */
  readonly sellingFactsFor: (situation: BilanSituation, told: Told) => SellingFacts
}

/** Prepares both tables: the first row that fits gives the key, the situation its values. */
export const prepareHeadline = (
  tables: Pick<CoachTables, "coachHeadlines" | "limits" | "medicalLines">,
): HeadlineRule => {
  const unverifiedMax = limitOf(tables, "coach_enough_unverified_max")

  /** Whether what would make a card enough is known: an absence of arguments is no knowledge. */
  const isConfirmed = (situation: BilanSituation, { unverified }: Told): boolean => {
    if (unverified.length > unverifiedMax) return false
    const { card, medicalOk, reach } = situation
    if (reach.kind !== "abroad") return true
    return (
      medicalOk &&
      foundationOf(situation, medicalSlug) === null &&
      isHeld(coverOf(card.product, repatriationSlug))
    )
  }

  const factsFor: HeadlineRule["factsFor"] = (situation, told) => {
    const condition = conditionTold(told)
    return {
      ...standingFacts(situation),
      plan: situation.reach.plan,
      strongest: strongestOf(told),
      unmatched: unmatchedOf(situation.card),
      condition: condition === undefined ? null : conditionOf(condition),
      limitKnown: condition?.spoken.values.limit !== undefined,
      confirmed: isConfirmed(situation, told),
    }
  }

  const rowFor: HeadlineRule["rowFor"] = (situation, told) =>
    tables.coachHeadlines.evaluate(factsFor(situation, told))[0] ?? noHeadline
  const lineRowFor: HeadlineRule["lineRowFor"] = (situation) =>
    tables.medicalLines.evaluate(standingFacts(situation))[0] ?? noLine
  const sentence = (
    { factsKey, key, vars }: HeadlineRow | MedicalLineRow,
    { factsOnly }: BilanSituation,
    values: ReturnType<typeof headlineValues>,
  ): OpenSentence => ({
    key: factsOnly ? factsKey : key,
    texts: frozenTexts(openTexts(vars, values)),
  })
  return {
    rowFor,
    lineRowFor,
    factsFor,
    sellingFactsFor: (situation, told) => ({
      strongest: strongestOf(told),
      warning: situation.travelWarning?.level ?? null,
      reach: situation.reach.kind,
      confirmed: isConfirmed(situation, told),
    }),
    headlineFor: (situation, told) =>
      sentence(rowFor(situation, told), situation, headlineValues(situation, told)),
    // The line is about the medical cover alone, whatever the headline speaks of.
    lineFor: (situation, told) =>
      sentence(lineRowFor(situation), situation, {
        ...headlineValues(situation, told),
        basis: plain(basisOf(situation, coverOf(situation.card.product, medicalSlug))),
      }),
  }
}

/** The argument on the condition that a headline names: a trip too long, else the first that weighs. */
export const conditionTold = ({ tellings }: Pick<Told, "tellings">): ToldArgument | undefined =>
  tellings.find((each) => conditionOf(each) === "void") ??
  tellings.find((each) => conditionOf(each) === "long_trip") ??
  tellings.find((each) => conditionOf(each) !== null && each.found.strength !== "useful")

/** Whether an argument is on how long a trip may be. */
export const isOnDays = (about: ToldArgument): boolean =>
  ["long_trip", "void"].includes(conditionOf(about) ?? "")

/** The strength of the strongest argument; null without any. */
export const strongestOf = ({ tellings }: Pick<Told, "tellings">): Strength | null =>
  tellings[0]?.found.strength ?? null

/** What headlines are chosen by. */
type HeadlineFacts = Parameters<CoachTables["coachHeadlines"]["evaluate"]>[0]

type HeadlineRow = CoachTables["coachHeadlines"]["rows"][number]

type MedicalLineRow = CoachTables["medicalLines"]["rows"][number]

const conditionOf = ({ found }: ToldArgument): ArgumentCondition | null =>
  found.choice.prepared.row.condition

/** What headlines and the line under them are chosen by. */
const standingFacts = (situation: BilanSituation) => {
  const { card, reach, step, travelWarning } = situation
  return {
    warning: travelWarning?.level ?? null,
    reach: reach.kind,
    origin: card.origin,
    medical: medicalStanding(situation),
    ceiling: ceilingOf(coverOf(card.product, medicalSlug)),
    found: foundationOf(situation, medicalSlug),
    step,
  }
}

/** How the medical cover of a card stands against the target. */
const medicalStanding = ({ card, medicalOk, targetValue }: BilanSituation): MedicalStanding => {
  const cover = coverOf(card.product, medicalSlug)
  if (!isKnown(cover)) return "unverified"
  if (!isHeld(cover)) return "missing"
  if (medicalOk) return "met"
  return ceilingOf(cover) === "unprinted" ? "unread" : (doubtOf(cover, targetValue) ?? "short")
}

const noHeadline: HeadlineRow = {
  key: "coach.headline.enough",
  factsKey: "coach.headline.facts.held",
  vars: ["inPlace"],
  line: 1,
}

const noLine: MedicalLineRow = {
  key: "unverified",
  factsKey: "unverified",
  vars: ["inPlace", "target"],
  line: 1,
}

/** What is said for a place whose name is too long for a headline. */
const hereOf = ({ reach, wording }: BilanSituation): PrintedValue => {
  const key = reach.kind === "home" ? "at_home" : "there"
  return { text: wording.word(key), raw: key }
}

/** The values that headlines and the line under them may show. */
const headlineValues = (
  situation: BilanSituation,
  told: Told,
): Readonly<Partial<Record<HeadlineVar, PrintedValue | undefined>>> => {
  const { card, targetValue, travelWarning } = situation
  const about = conditionTold(told)
  const condition = about === undefined ? null : conditionOf(about)
  const lasts = about !== undefined && isOnDays(about)
  const cover = coverOf(card.product, medicalSlug)
  const basis = lasts ? about.found.basis : basisOf(situation, cover)
  const { cardsRead, cardValue, converted, ranged } = coverValues(
    situation,
    medicalSlug,
    cover,
    targetValue,
  )
  const { according, asOf, old, sourceKind } = sourceValues(situation, cover.source)
  const what = unmatchedOf(card)
  const country = travelWarning?.level === 4 ? travelWarning.country : undefined
  return {
    basis: plain(basis),
    converted,
    cardValue,
    ranged,
    cardsRead,
    what: what === null ? undefined : plain(what),
    // A cover without a ceiling has no amount to tell: its terms are what there is to read.
    condition: plain(condition === null ? "other" : lasts ? "long_trip" : condition),
    target: tripValues(situation, basis).target,
    limit: about?.spoken.values.limit,
    coverCount: plain(told.unverified.length),
    here: hereOf(situation),
    scheme: plain(situation.scheme),
    // Beside what it is put together from, so that other languages say it too.
    according,
    sourceKind,
    old,
    asOf,
    own: plain(String(travelWarning?.own === true)),
    ...(country === undefined
      ? {}
      : { destinationName: { text: situation.countryName(country), raw: country } }),
  }
}
