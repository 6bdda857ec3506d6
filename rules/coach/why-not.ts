import { prepareArgumentGuards } from "./arguments/argument-guards.ts"
import type { NamedFacts } from "../../core/analysis/region.ts"
import type { WordsOf } from "../../core/analysis/space.ts"
import { whyNot } from "../../core/explain/why-not.ts"
import type { Fact } from "../../core/table/condition.ts"
import type { Decision } from "../../core/table/decision.ts"
import { camelCase } from "../../core/table/names.ts"
import { argumentFacts, type ArgumentRules } from "./arguments/arguments.ts"
import {
  cardSubjects,
  placeSubjects,
  silentFacts,
  type SubjectFacts,
} from "./arguments/subjects.ts"
import { speak } from "./arguments/open-texts.ts"
import { prepareTermVariables } from "./arguments/term-variables.ts"
import type { BilanSituation } from "./bilan-situation.ts"
import { type Bilans, prepareBilan } from "./bilan.ts"
import { type CoachPieces, prepareCoachPieces } from "./coach-pieces.ts"
import type { CoachTables } from "./coach-tables.ts"
import { type ArgumentScope, argumentScopes, networks, profileTiers } from "./coach-vocabulary.ts"
import type { BilanRequest, CardRequest } from "./request.ts"
import type { BilanResponse } from "./response.ts"
import { citeHit, citeRow } from "../explanation/cite.ts"
import {
  nearestRow,
  rowReason,
  type RowWhyNot,
  type WhyNotAnswer,
  type WhyNotReason,
} from "../explanation/why-not.ts"
import type { CoachContext } from "./context.ts"
import { type Found, happensTo, prepareRelations } from "./arguments/found-arguments.ts"

/** Prepares to tell why something is not in a bilan. */
export const prepareBilanWhyNot = (tables: CoachTables, wordsOf: WordsOf): BilanWhyNots => {
  const pieces = prepareCoachPieces(tables, prepareArgumentGuards)
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

/** Tells why an argument or a headline is not in a bilan, over one set of tables. */
interface BilanWhyNots {
  /** Every id that may be asked for: of arguments, and keys of headlines. */
  readonly ids: ReadonlyArray<string>
  readonly read: CoachPieces["readRequest"]
  readonly whyNot: (request: BilanRequest, context: CoachContext, id: string) => BilanWhyNot
  /** The same for many ids of one request, whose changes are tried once. */
  readonly whyNotIn: (request: BilanRequest, context: CoachContext) => (id: string) => BilanWhyNot
}

/**
 * A bilan's answer to why something is not in it; `request` is the smallest change of one field that
 * brings it, null where none does.
 */
interface BilanWhyNot extends WhyNotAnswer {
  readonly request?: Pick<RequestEdit, "field" | "says" | "would"> | null
}

/** A request that differs in one field from the one that was asked, and the difference in words. */
interface RequestEdit {
  readonly field: string
  readonly says: string
  readonly would: WantedField
  readonly request: BilanRequest
}

/** What a field of a request would be instead, as the body of a request says it. */
type WantedField =
  | string
  | boolean
  | ReadonlyArray<string>
  | Readonly<Record<string, string | number | boolean>>

/** Prepares to tell it over the very rules that choose arguments. */
const prepareWhyNoArgument = (
  tables: CoachTables,
  rules: ArgumentRules,
  wordsOf: WordsOf,
): WhyNoArgument => {
  const { argumentRelations, coachArguments, limits } = tables
  const decision = coachArguments as unknown as Decision
  const columns = Object.keys(decision.definition.inputs)
  const weighTogether = prepareRelations(tables)
  const listTerms = prepareTermVariables(tables)

  const rowsOf = ({ choices }: Found, says: string): ReadonlyArray<WhyNotReason> =>
    choices.map(({ prepared: { row } }) => citeHit(coachArguments, row, says))

  /** What keeps an argument out that was found. */
  const heldBack = (
    situation: BilanSituation,
    all: ReadonlyArray<Found>,
    found: Found,
  ): ReadonlyArray<WhyNotReason> => {
    const lacks = found.choice.prepared.row.vars
    if (speak(situation, found, listTerms) === undefined) {
      const says = `applies, and is not told: a value that its texts need is not known (one of ${lacks.join(", ")})`
      return rowsOf(found, says)
    }
    const speakable = all.filter((each) => speak(situation, each, listTerms) !== undefined)
    const weighed = weighTogether(speakable)
    if (!weighed.told.some(({ id }) => id === found.id)) {
      const excluding = weighed.rows.filter(
        (row) => row.effect === "excludes" && happensTo(row, found),
      )
      return [
        ...excluding.map((row) =>
          citeRow(
            argumentRelations,
            row,
            `applies, and gives way to ${row.told ?? "any other"}, which applies too: without that it would not`,
          ),
        ),
        ...rowsOf(found, "its row applies"),
      ]
    }
    const { guarded, tellings } = rules.toldFor(situation)
    const dropped = guarded.filter(({ does, id }) => does === "drop" && id === found.id)
    if (dropped.length > 0) {
      return [
        ...dropped.map(({ row, table }) =>
          citeHit(table, row, `applies, and is dropped: ${row.reason}`, "reason"),
        ),
        ...rowsOf(found, "its row applies"),
      ]
    }
    const outranking = tellings.map((each) => strengthText(each.found))
    const most = limits.get("coach_arguments_max")
    const says = `applies as ${strengthText(weighed.told.find(({ id }) => id === found.id) ?? found)}, and is cut: ${outranking.length} come before it, ${outranking.join(", ")}`
    return [
      citeRow(limits, most, says, "value"),
      ...rowsOf(
        found,
        "its row applies: a stronger strength or a lower rank would bring it forward",
      ),
    ]
  }

  /** The words that a row accepts in a column; none where it accepts any. */
  const wordsIn = (index: number, column: string): ReadonlyArray<string> => {
    const test = decision.tests[index]?.[columns.indexOf(column)]
    return test !== undefined && "words" in test && test._tag === "AnyOf" ? test.words : []
  }

  /**
   * The subjects that a row may be about: those there are, and where there is none of its scope and
   * guarantee, the one of which there is nothing to say.
   */
  const subjectsFor = (situation: BilanSituation, index: number): ReadonlyArray<Asked> => {
    const scopes = argumentScopes.filter((scope) => wordsIn(index, "scope").includes(scope))
    const slugs = wordsIn(index, "slug")
    const all = [...cardSubjects(situation), ...placeSubjects(situation)].map(({ facts }) => facts)
    const own = all.filter(
      ({ scope, slug }) =>
        scopes.includes(scope) && (slugs.length === 0 || slugs.includes(slug ?? "")),
    )
    if (own.length > 0) return own.map((facts) => ({ facts, silent: undefined }))
    return scopes.flatMap((scope) =>
      (slugs.length === 0 ? [null] : slugs).map((slug) => ({
        facts: silentFacts(situation, scope, slug),
        silent: silentText(scope, slug),
      })),
    )
  }

  const factsOf = (situation: BilanSituation, subject: SubjectFacts): NamedFacts => {
    const facts: Readonly<Record<string, unknown>> = argumentFacts(situation, subject)
    return Object.fromEntries(
      Object.keys(decision.definition.inputs).map((name) => [
        name,
        (facts[camelCase(name)] ?? null) as Fact,
      ]),
    )
  }

  const notFound = (situation: BilanSituation, id: string): ReadonlyArray<WhyNotReason> => {
    const candidates = coachArguments.rows.flatMap((row, index): ReadonlyArray<Candidate> => {
      if (row.id !== id || row.joins) return []
      return subjectsFor(situation, index).map(({ facts, silent }) => ({
        line: row.line,
        silent,
        answer: whyNot(decision, factsOf(situation, facts), index, wordsOf),
      }))
    })
    const nearest = nearestRow(candidates)
    if (nearest === undefined) return []
    const reason = rowReason(decision, nearest, "be told", (fact) => requestFields[fact] ?? [])
    const { silent } = nearest
    return [silent === undefined ? reason : { ...reason, says: `${silent}; ${reason.says}` }]
  }

  return (situation, id) => {
    const told = rules.toldFor(situation).tellings.findIndex(({ found }) => found.id === id)
    const all = [...rules.aboutCard(situation), ...rules.aboutPlaces(situation)]
    const found = all.find((each) => each.id === id)
    if (found === undefined) return { told: false, reasons: notFound(situation, id) }
    if (told >= 0) {
      return { told: true, reasons: rowsOf(found, `is in the answer, as argument ${told + 1}`) }
    }
    return { told: false, reasons: heldBack(situation, all, found) }
  }
}

/** Tells why an argument is not told in a situation. */
type WhyNoArgument = (situation: BilanSituation, id: string) => ArgumentWhyNot

/** Why an argument is told or not: the first reason says it, the others where it stands. */
interface ArgumentWhyNot {
  readonly told: boolean
  readonly reasons: ReadonlyArray<WhyNotReason>
}

const strengthText = ({ choice, id, strength }: Found): string =>
  `${id} (${strength}, ${choice.prepared.row.category}, rank ${choice.prepared.row.rank})`

/** Something that a row is asked about; in words, where there is nothing to say of it. */
interface Asked {
  readonly facts: SubjectFacts
  readonly silent: string | undefined
}

const silentText = (scope: ArgumentScope, slug: string | null): string => {
  const texts: Readonly<Record<ArgumentScope, string>> = {
    gap: slug === null ? "the card has no gap" : `the card has no gap in ${slug}`,
    breach: "the trip breaks no condition of the card",
    term: slug === null ? "the card has no such term" : `the card has no term on ${slug}`,
    demand: "no destination demands a cover",
    warning: "nobody warns of a destination",
    trip: "nothing is said of the trip",
  }
  return texts[scope]
}

interface Candidate extends RowWhyNot, Pick<Asked, "silent"> {}

/** The fields of a request behind the facts that arguments and headlines test. */
const requestFields: Readonly<Record<string, ReadonlyArray<string>>> = {
  slug: ["card"],
  badge: ["card"],
  ceiling: ["card"],
  shortfall_percent: ["card", "destinations"],
  term: ["card"],
  basis: ["card"],
  found: ["card"],
  origin: ["card"],
  unmatched: ["card"],
  withdrawn: ["card"],
  medical: ["card", "destinations"],
  medical_ok: ["card", "destinations"],
  broken: ["trip"],
  condition: ["trip", "card"],
  limit_known: ["card"],
  long_trip: ["trip.longTrip"],
  demand: ["destinations", "residence"],
  warning: ["destinations", "residence"],
  reach: ["destinations", "residence"],
  step: ["destinations", "residence"],
  plan: ["residence"],
  strongest: ["card", "destinations", "trip"],
}

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
    const known: Readonly<Record<string, unknown>> = pieces.headline.factsFor(situation, told)
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

/** Every request that differs in one field, what is easiest to change first. */
const requestEdits = (request: BilanRequest, tables: CoachTables): ReadonlyArray<RequestEdit> => [
  ...flagEdits(request),
  ...destinationEdits(request, tables),
  ...cardEdits(request, tables),
  ...residenceEdits(request, tables),
]

const flagEdits = (request: BilanRequest): ReadonlyArray<RequestEdit> =>
  (["longTrip", "riskyActivity", "friends"] as const).map((flag) => {
    const { trip } = request
    const would = !trip[flag]
    return {
      field: `trip.${flag}`,
      says: `trip.${flag} were ${would} (now ${trip[flag]})`,
      would,
      request: { ...request, trip: { ...trip, [flag]: would } },
    }
  })

const destinationEdits = (
  request: BilanRequest,
  { countries }: CoachTables,
): ReadonlyArray<RequestEdit> =>
  countries.rows.map(({ code, nameEn }) => ({
    field: "destinations",
    says: `the trip went to ${nameEn} (destinations ["${code}"], now ${request.destinations.join(", ")})`,
    would: [code],
    request: { ...request, destinations: [code] },
  }))

const cardEdits = (
  request: BilanRequest,
  { coachCards }: CoachTables,
): ReadonlyArray<RequestEdit> => {
  const edit = (
    says: string,
    card: CardRequest,
    would: Readonly<Record<string, string | number | boolean>>,
  ): RequestEdit => ({
    field: "card",
    says,
    would,
    request: { ...request, card },
  })
  const generic = networks.flatMap((network) =>
    profileTiers.map((tier) =>
      edit(
        `the card were any ${network} ${tier}`,
        { _tag: "Generic", network, tier },
        { network, tier },
      ),
    ),
  )
  const listed = coachCards.rows.map(({ bank, cardName, catalogueId }) =>
    edit(
      `the card were ${bank} ${cardName} (catalogueId ${catalogueId})`,
      { _tag: "Catalogue", catalogueId },
      { catalogueId },
    ),
  )
  return [edit("there were no card", { _tag: "None" }, { none: true }), ...generic, ...listed]
}

const residenceEdits = (
  request: BilanRequest,
  { coachMarkets }: CoachTables,
): ReadonlyArray<RequestEdit> =>
  coachMarkets.rows
    .flatMap(({ residences }) => residences)
    .map((residence) => ({
      field: "residence",
      says: `the traveller lived in ${residence} (residence, now ${request.residence})`,
      would: residence,
      request: { ...request, residence },
    }))

/** Everything in a bilan that may be asked for. */
const heldIn = ({ bilan }: BilanResponse): ReadonlyArray<string> => [
  bilan.headline.key,
  ...bilan.arguments.map(({ id }) => id),
]
