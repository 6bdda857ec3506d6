import type { NamedFacts } from "../../../core/analysis/region.ts"
import type { WordsOf } from "../../../core/analysis/space.ts"
import { whyNot } from "../../../core/explain/why-not.ts"
import type { Fact } from "../../../core/table/condition.ts"
import type { Decision } from "../../../core/table/decision.ts"
import { camelCase } from "../../../core/table/names.ts"
import { citeHit } from "../../explanation/cite.ts"
import {
  nearestRow,
  rowReason,
  type WhyNotAnswer,
  type WhyNotReason,
} from "../../explanation/why-not.ts"
import { headlineFacts } from "../arguments/medical-comparison.ts"
import { type Bilans, prepareBilan } from "../bilan.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { CoachContext } from "../context.ts"
import { type CoachPieces, prepareCoachPieces } from "../coach-pieces.ts"
import type { BilanRequest } from "../request.ts"
import type { BilanResponse } from "../response.ts"
import { prepareWhyNoArgument } from "./argument.ts"
import { type RequestEdit, requestEdits } from "./request-edits.ts"
import { requestFields } from "./request-fields.ts"

/**
 * A bilan's answer to why something is not in it; `request` is the smallest change of one field that
 * brings it, null where none does.
 */
export interface BilanWhyNot extends WhyNotAnswer {
  readonly request?: Pick<RequestEdit, "field" | "says" | "would"> | null
}

/** Tells why an argument or a headline is not in a bilan, over one set of tables. */
export interface BilanWhyNots {
  /** Every id that may be asked for: of arguments, and keys of headlines. */
  readonly ids: ReadonlyArray<string>
  readonly read: CoachPieces["readRequest"]
  readonly whyNot: (request: BilanRequest, context: CoachContext, id: string) => BilanWhyNot
  /** The same for many ids of one request, whose changes are tried once. */
  readonly whyNotIn: (request: BilanRequest, context: CoachContext) => (id: string) => BilanWhyNot
}

/** Everything in a bilan that may be asked for. */
const heldIn = ({ bilan }: BilanResponse): ReadonlyArray<string> => [
  bilan.headline.key,
  ...bilan.arguments.map(({ id }) => id),
]

/** Prepares why headlines are not chosen: the first row that fits is. */
const prepareWhyNoHeadline = (pieces: CoachPieces, bilans: Bilans, wordsOf: WordsOf) => {
  const { coachHeadlines } = pieces.tables
  const decision = coachHeadlines as unknown as Decision
  return (request: BilanRequest, context: CoachContext, key: string) => {
    const situation = bilans.situationOf(request, context)
    const told = pieces.arguments.toldFor(situation)
    const row = pieces.headline.rowFor(situation, told)
    if (row.key === key) {
      const reason = citeHit(coachHeadlines, row, "is the headline: the first row that fits")
      return { told: true, reasons: [reason] }
    }
    const known: Readonly<Record<string, unknown>> = headlineFacts(situation, told)
    const facts: NamedFacts = Object.fromEntries(
      Object.keys(decision.definition.inputs).map((name) => [
        name,
        (known[camelCase(name)] ?? null) as Fact,
      ]),
    )
    const nearest = nearestRow(
      coachHeadlines.rows.flatMap((each, index) =>
        each.key === key
          ? { line: each.line, answer: whyNot(decision, facts, index, wordsOf) }
          : [],
      ),
    )
    const reasons: ReadonlyArray<WhyNotReason> =
      nearest === undefined
        ? []
        : [rowReason(decision, nearest, "be the headline", (fact) => requestFields[fact] ?? [])]
    const instead = citeHit(coachHeadlines, row, `${row.key} is the headline instead`)
    return { told: false, reasons: [...reasons, instead] }
  }
}

/** Prepares to tell why something is not in a bilan. */
export const prepareBilanWhyNot = (tables: CoachTables, wordsOf: WordsOf): BilanWhyNots => {
  const pieces = prepareCoachPieces(tables)
  const bilans = prepareBilan(pieces)
  const argumentIds = new Set(tables.coachArguments.rows.map(({ id }) => id))
  const headlineKeys = new Set(tables.coachHeadlines.rows.map(({ key }) => key))
  const whyNoArgument = prepareWhyNoArgument(tables, pieces.arguments, wordsOf)
  const whyNoHeadline = prepareWhyNoHeadline(pieces, bilans, wordsOf)

  /** The first change of a request that brings an id; each is tried once, when it is needed. */
  const prepareBringing = (request: BilanRequest, context: CoachContext) => {
    const edits = requestEdits(request, tables)
    const bringing = new Map<string, RequestEdit>()
    let tried = 0
    return (id: string): RequestEdit | undefined => {
      for (; !bringing.has(id); tried += 1) {
        const edit = edits[tried]
        if (edit === undefined) return undefined
        for (const held of heldIn(bilans.answerOf(edit.request, context))) {
          if (!bringing.has(held)) bringing.set(held, edit)
        }
      }
      return bringing.get(id)
    }
  }

  const whyNotIn: BilanWhyNots["whyNotIn"] = (request, context) => {
    const bringing = prepareBringing(request, context)
    return (id) => {
      const found = argumentIds.has(id)
        ? whyNoArgument(bilans.situationOf(request, context), id)
        : whyNoHeadline(request, context, id)
      if (found.told) return { id, name: id, ...found }
      const edit = bringing(id)
      if (edit === undefined) return { id, name: id, ...found, request: null }
      const { field, says, would } = edit
      return { id, name: id, ...found, request: { field, says, would } }
    }
  }

  return {
    ids: [...argumentIds, ...headlineKeys],
    read: pieces.readRequest,
    whyNotIn,
    whyNot: (request, context, id) => whyNotIn(request, context)(id),
  }
}
