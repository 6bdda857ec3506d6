import type { NamedFacts } from "../../../core/analysis/region.ts"
import type { WordsOf } from "../../../core/analysis/space.ts"
import { whyNot } from "../../../core/explain/why-not.ts"
import type { Fact } from "../../../core/table/condition.ts"
import type { Decision } from "../../../core/table/decision.ts"
import { camelCase } from "../../../core/table/names.ts"
import { citeHit, citeRow } from "../../explanation/cite.ts"
import {
  nearestRow,
  rowReason,
  type RowWhyNot,
  type WhyNotReason,
} from "../../explanation/why-not.ts"
import { argumentFacts, type ArgumentRules } from "../arguments/arguments.ts"
import type { Found } from "../arguments/found.ts"
import { happensTo, prepareRelations } from "../arguments/relations.ts"
import type { SubjectFacts } from "../arguments/subject.ts"
import { cardSubjects, placeSubjects, silentFacts } from "../arguments/subjects.ts"
import { speak } from "../arguments/templates.ts"
import { prepareTermVariables } from "../arguments/term-variables.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type ArgumentScope, argumentScopes } from "../coach-vocabulary.ts"
import { requestFields } from "./request-fields.ts"

/** Why an argument is told or not: the first reason says it, the others where it stands. */
export interface ArgumentWhyNot {
  readonly told: boolean
  readonly reasons: ReadonlyArray<WhyNotReason>
}

/** Tells why an argument is not told in a situation. */
export type WhyNoArgument = (situation: BilanSituation, id: string) => ArgumentWhyNot

/** Something that a row is asked about; in words, where there is nothing to say of it. */
interface Asked {
  readonly facts: SubjectFacts
  readonly silent: string | undefined
}

interface Candidate extends RowWhyNot, Pick<Asked, "silent"> {}

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

const strengthText = ({ choice, id, strength }: Found): string =>
  `${id} (${strength}, ${choice.prepared.row.category}, rank ${choice.prepared.row.rank})`

/** Prepares to tell it over the very rules that choose arguments. */
export const prepareWhyNoArgument = (
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
    const { tellings } = rules.toldFor(situation)
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
