import * as Result from "effect/Result"
import { changedRows } from "../../core/difference/changed-rows.ts"
import { argumentFacts } from "../coach/arguments/arguments.ts"
import type { SocialCase } from "../coach/arguments/social.ts"
import { cardSubjects, placeSubjects } from "../coach/arguments/subjects.ts"
import type { Bilans } from "../coach/bilan.ts"
import type { ResolvedCard } from "../coach/card/resolve-card.ts"
import type { CardQuestion } from "../coach/card-bilan.ts"
import type { CoachPieces } from "../coach/coach-pieces.ts"
import type { BilanRequest } from "../coach/request.ts"
import { coachArguments } from "../coach/tables/arguments.ts"
import { coachBenefits } from "../coach/tables/cards.ts"
import type { Situation } from "../corpus/situation.ts"
import { corpusContext, type SituationAnswers } from "./situation-answers.ts"
import { changedDecision, type TextsOfVersions } from "./changed-decision.ts"

/** What makes bilans by one set of tables. */
export interface BilanSide {
  readonly pieces: CoachPieces
  readonly bilans: Bilans
}

/** A request for a bilan as the version before reads it, and what that asks about its card. */
export interface AskedBilan {
  readonly request: BilanRequest
  readonly question: CardQuestion
}

/** Reads what a situation asks of the Coach; null where it is refused. */
export const askedBilan = (
  { bilans, pieces }: BilanSide,
  { bilan }: Pick<Situation, "bilan">,
): AskedBilan | null => {
  const read = pieces.readRequest(bilan, corpusContext.allowedCardModes)
  if (Result.isFailure(read)) return null
  return { request: read.success, question: bilans.questionOf(read.success) }
}

/** Whether a change can touch a bilan, of which the answer before is known. */
export type TouchesBilan = (asked: AskedBilan, answer: SituationAnswers["bilan"]) => boolean

const productKey = (country: string | null, name: string): string => `${country} ${name}`

/** The products of which something stands on some lines of the benefits. */
const productsOnLines = (
  { pieces }: BilanSide,
  rows: ReadonlyArray<{ readonly line: number }>,
): ReadonlyArray<string> => {
  const benefits = pieces.tables.coachBenefits
  const lines = new Set(rows.map(({ line }) => line))
  return benefits.rows.flatMap((row, index) =>
    lines.has(benefits.lines[index] ?? 0) ? productKey(row.country, row.product) : [],
  )
}

/** What of a card that was found an answer tells or depends on, but for what the product holds. */
const cardText = ({
  card,
  detected,
  origin,
  product,
  tierAssumed,
  unmatched,
  warning,
}: ResolvedCard) =>
  JSON.stringify([
    origin,
    detected,
    warning,
    unmatched,
    tierAssumed,
    product.country,
    product.name,
    product.tier,
    product.currency,
    card === undefined ? null : [card.catalogueId, card.name, card.withdrawn],
  ])

const sameText = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Bilans read what cards hold in four ways: what the card of the request holds, which card that is where
 * several could be, what any card can hold at all where there is no card, and the share of the cards on
 * sale that lack something. A bilan that all four leave alone stays as it is.
 */
const touchedByBenefits = (
  before: BilanSide,
  after: BilanSide,
  texts: TextsOfVersions,
): TouchesBilan | undefined => {
  const { columns, file } = coachBenefits
  const [older, newer] = [texts.before.get(file), texts.after.get(file)]
  if (older === undefined || newer === undefined) return undefined
  const rows = changedRows(older, newer, Object.keys(columns).length)
  if (rows === undefined) return undefined
  const changed = new Set([
    ...productsOnLines(before, rows.gone),
    ...productsOnLines(after, rows.come),
  ])
  const carried = ({ pieces }: BilanSide) => [...pieces.gaps.carriedBy.keys()]
  const carriedChange = !sameText(carried(before), carried(after))
  const socials = new Map<string, boolean>()
  const socialChanges = (facts: SocialCase): boolean => {
    const key = JSON.stringify(facts)
    const known = socials.get(key)
    if (known !== undefined) return known
    const [was, is] = [before, after].map(({ pieces }) => pieces.social.socialFor(facts))
    const changes = !sameText(was, is)
    socials.set(key, changes)
    return changes
  }
  return ({ question, request }, answer) => {
    const { card, marketRow, reach, step } = question
    if (Result.isFailure(answer)) return true
    if (changed.has(productKey(card.product.country, card.product.name))) return true
    if (card.product.country === null && carriedChange) return true
    const category = answer.success.bilan.focusCategories[0] ?? null
    const facts = { market: marketRow.market, category, reach: reach.kind, step }
    if (socialChanges(facts)) return true
    const place = after.bilans.placeOf(request)
    return cardText(card) !== cardText(after.pieces.resolver.resolve(request.card, place))
  }
}

/** Arguments are chosen by what the table answers to each subject of a bilan. */
const touchedByArguments = (
  { bilans }: BilanSide,
  texts: TextsOfVersions,
): TouchesBilan | undefined => {
  const changed = changedDecision(coachArguments, texts)
  if (changed === undefined) return undefined
  return ({ request }) => {
    const situation = bilans.situationOf(request, corpusContext)
    return [...cardSubjects(situation), ...placeSubjects(situation)].some(({ facts }) =>
      changed.answers(argumentFacts(situation, facts)),
    )
  }
}

/**
 * Prepares which bilans a change can touch; undefined where files change that any bilan may read.
 */
export const narrowBilans = (
  before: () => BilanSide,
  after: () => BilanSide,
  changedFiles: ReadonlyArray<string>,
  texts: TextsOfVersions,
): TouchesBilan | undefined => {
  const touches: Array<TouchesBilan> = []
  for (const file of changedFiles) {
    const found =
      file === coachBenefits.file
        ? touchedByBenefits(before(), after(), texts)
        : file === coachArguments.file
          ? touchedByArguments(before(), texts)
          : undefined
    if (found === undefined) return undefined
    touches.push(found)
  }
  return (asked, answer) => touches.some((touched) => touched(asked, answer))
}
