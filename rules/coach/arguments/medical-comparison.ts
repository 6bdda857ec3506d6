import { coverOf, isHeld, isKnown, medicalSlug } from "../card/products.ts"
import { unmatchedOf } from "../card/unmatched.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import type {
  ArgumentCondition,
  HeadlineVar,
  MedicalStanding,
  Strength,
} from "../coach-vocabulary.ts"
import type { ToldArgument, Told } from "./arguments.ts"
import { plain, type PrintedValue } from "./printed-value.ts"
import { basisOf, ceilingOf, coverValues, foundationOf, tripValues } from "./subject-values.ts"

/** How the medical cover of a card stands against the target. */
export const medicalStanding = ({ card, medicalOk }: BilanSituation): MedicalStanding => {
  const cover = coverOf(card.product, medicalSlug)
  if (!isKnown(cover)) return "unverified"
  if (!isHeld(cover)) return "missing"
  if (medicalOk) return "met"
  return ceilingOf(cover) === "unprinted" ? "unread" : "short"
}

/** What headlines and the line under them are chosen by. */
export const standingFacts = (situation: BilanSituation) => {
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

const conditionOf = ({ found }: ToldArgument): ArgumentCondition | null =>
  found.choice.prepared.row.condition

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

/** What headlines alone are chosen by. */
export const headlineFacts = (situation: BilanSituation, told: Pick<Told, "tellings">) => {
  const condition = conditionTold(told)
  return {
    ...standingFacts(situation),
    plan: situation.reach.plan,
    strongest: strongestOf(told),
    unmatched: unmatchedOf(situation.card),
    condition: condition === undefined ? null : conditionOf(condition),
    limitKnown: condition?.spoken.values.limit !== undefined,
  }
}

/** The values that headlines and the line under them may show. */
export const headlineValues = (
  situation: BilanSituation,
  told: Pick<Told, "tellings">,
): Readonly<Partial<Record<HeadlineVar, PrintedValue | undefined>>> => {
  const { card, targetValue, travelWarning } = situation
  const about = conditionTold(told)
  const condition = about === undefined ? null : conditionOf(about)
  const lasts = about !== undefined && isOnDays(about)
  const basis = lasts ? about.found.basis : basisOf(situation)
  const cover = coverOf(card.product, medicalSlug)
  const { cardValue, converted } = coverValues(situation, medicalSlug, cover, targetValue)
  const what = unmatchedOf(card)
  const country = travelWarning?.level === 4 ? travelWarning.country : undefined
  return {
    basis: plain(basis),
    converted,
    cardValue,
    what: what === null ? undefined : plain(what),
    // A cover without a ceiling has no amount to tell: its terms are what there is to read.
    condition: plain(condition === null ? "other" : lasts ? "long_trip" : condition),
    target: tripValues(situation, basis).target,
    limit: about?.spoken.values.limit,
    ...(country === undefined
      ? {}
      : { destinationName: { text: situation.countryName(country), raw: country } }),
  }
}
