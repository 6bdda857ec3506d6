import { describeTableError } from "../../../../core/table/error.ts"
import { daysInclusive } from "../../../../core/vocabulary/day.ts"
import { casesFile, withCase, withoutCase } from "./case-rows.ts"
import type { LoadedVersions } from "../engine/loaded-versions.ts"
import { type EngineHandler, Unanswerable } from "../engine/serve-engine.ts"
import type { EngineVersions } from "../engine/versions.ts"
import type { CaseDifference, CaseKept, CasesView, CaseView } from "../../protocol/cases.ts"
import type { WorkbenchSituation } from "../../protocol/situation.ts"
import {
  acceptedReason,
  type CaseOutcomes,
  caseOutcomes,
  outcomeChanges,
  outcomesFile,
  outcomesText,
  prepareCaseOutcome,
  withReason,
} from "../../../tables/case-outcomes.ts"
import { caseSituations } from "../../../../rules/corpus/cases.ts"
import type { OutcomeSummary } from "../../../../rules/impact/situation-answers.ts"
import type { AllTables } from "../../../../rules/tables/index.ts"
import { defaultCurrency } from "../../../../rules/trip/defaults.ts"

/** What every question on cases comes with: the text of the accepted outcomes. */
export interface OutcomesKnown {
  readonly accepted: string
}

/** A question on one case. */
export interface CaseNamed extends OutcomesKnown {
  readonly name: string
}

/** A traveller to be kept as a case. */
export interface CaseToKeep extends OutcomesKnown {
  readonly kept: CaseKept
}

/** Cases whose outcomes are to be accepted. */
export interface CasesToAccept extends OutcomesKnown {
  readonly names: ReadonlyArray<string>
  readonly reason: string
}

/** New texts of files, as a step that has not been made yet. */
export type NewTexts = ReadonlyMap<string, string>

type Load = (versions: EngineVersions) => LoadedVersions

/** Remembers what the cases come to by tables that stay the same. */
const makeOutcomes = (): ((tables: AllTables) => CaseOutcomes) => {
  const known = new WeakMap<AllTables, CaseOutcomes>()
  return (tables) => {
    const outcomes = known.get(tables) ?? caseOutcomes(tables)
    known.set(tables, outcomes)
    return outcomes
  }
}

const differencesOf = (
  changes: ReturnType<typeof outcomeChanges>,
): ReadonlyMap<string, ReadonlyArray<CaseDifference>> => {
  const found = new Map<string, Array<CaseDifference>>()
  for (const { after, before, case: name, field } of changes) {
    const difference = { field, before: before ?? null, after: after ?? null }
    found.set(name, [...(found.get(name) ?? []), difference])
  }
  return found
}

/** Tables without mistakes; what is written is of the newest ones alone. */
const soundAfter = (load: Load, versions: EngineVersions): AllTables => {
  const { after, mistakes } = load(versions)
  if (mistakes.length === 0) return after
  throw new Unanswerable("TablesBroken", "The tables hold mistakes; repair those first")
}

/** What offers are called, by their ids in both catalogues. */
const offerNames = ({ catalogueOffers, sandboxOffers }: AllTables): CasesView["offers"] =>
  Object.fromEntries(
    [...catalogueOffers.rows, ...sandboxOffers.rows].map(({ name, offerId, plan }) => [
      String(offerId),
      `${name} ${plan}`,
    ]),
  )

const namesIn = ({ corpusCases }: AllTables): ReadonlyArray<string> =>
  corpusCases.rows.map((row) => row.case)

/** What some cases come to; undefined for one that there is not. */
const outcomesNow = (tables: AllTables, names: ReadonlyArray<string>) => {
  const outcomeIn = prepareCaseOutcome(tables)
  const situations = new Map(caseSituations(tables).map((each) => [each.name, each]))
  return new Map(
    names.map((name) => {
      const situation = situations.get(name)
      return [name, situation && outcomeIn(situation)] as const
    }),
  )
}

/** What answers questions about cases in the thread of an engine. */
export const casesEngine = (load: Load): Readonly<Record<string, EngineHandler>> => {
  const outcomesOf = makeOutcomes()

  const cases = (input: unknown, versions: EngineVersions): CasesView => {
    const { accepted } = input as OutcomesKnown
    const { after, before, mistakes, revision } = load(versions)
    const [older, now] = [outcomesOf(before), outcomesOf(after)]
    const recorded = readOutcomes(accepted)
    const differences = differencesOf(outcomeChanges(recorded, now))
    const { rows } = after.corpusCases
    return {
      revision,
      isStale: mistakes.length > 0,
      cases: rows.map((row): CaseView => {
        const name = row.case
        return {
          name,
          about: row.about,
          line: after.corpusCases.lineOf(row) ?? 1,
          differences: differences.get(name) ?? [],
          changes: older[name]?.["everything"] !== now[name]?.["everything"],
          accepted: acceptedReason(recorded[name]) ?? null,
          trip: {
            residence: row.residence,
            destinations: row.destinations,
            ages: row.ages,
            days: daysInclusive(row.startDate, row.endDate),
            currency: row.currency ?? defaultCurrency,
            minorUnits: after.currencies.get(row.currency ?? defaultCurrency)?.minorUnits ?? null,
          },
        }
      }),
      offers: offerNames(after),
      gone: Object.keys(recorded).filter((name) => !(name in now)),
    }
  }

  const situation = (input: unknown, versions: EngineVersions): WorkbenchSituation => {
    const { name } = input as Pick<CaseNamed, "name">
    const found = caseSituations(load(versions).after).find((each) => each.name === name)
    if (found === undefined) throw new Unanswerable("NoSuchCase", `There is no case ${name}`)
    return { bilan: found.bilan, quote: found.quote }
  }

  const keep = (input: unknown, versions: EngineVersions): NewTexts => {
    const { accepted, kept } = input as CaseToKeep
    const tables = soundAfter(load, versions)
    if (tables.corpusCases.rows.some((row) => row.case === kept.name)) {
      throw new Unanswerable("CaseNameTaken", `There is a case ${kept.name} already`)
    }
    const text = withCase(versions.after.get(casesFile) ?? "", kept)
    const loaded = load({ ...versions, after: new Map([...versions.after, [casesFile, text]]) })
    // What is only tried is forgotten again.
    load(versions)
    const [mistake] = loaded.mistakes
    if (mistake !== undefined) {
      const why = describeTableError(mistake)
      throw new Unanswerable("CaseUnreadable", `This traveller is no row of cases: ${why}`)
    }
    const chosen = outcomesNow(loaded.after, [kept.name])
    return new Map([
      [casesFile, text],
      [
        outcomesFile,
        recordedText(readOutcomes(accepted), { order: namesIn(loaded.after), chosen }),
      ],
    ])
  }

  const accept = (input: unknown, versions: EngineVersions): NewTexts => {
    const { accepted, names, reason } = input as CasesToAccept
    const tables = soundAfter(load, versions)
    const recorded = { order: namesIn(tables), chosen: outcomesNow(tables, names), reason }
    return new Map([[outcomesFile, recordedText(readOutcomes(accepted), recorded)]])
  }

  const remove = (input: unknown, versions: EngineVersions): NewTexts => {
    const { accepted, name } = input as CaseNamed
    const tables = soundAfter(load, versions)
    const row = tables.corpusCases.rows.find((each) => each.case === name)
    const line = row && tables.corpusCases.lineOf(row)
    if (line === undefined) throw new Unanswerable("NoSuchCase", `There is no case ${name}`)
    const order = namesIn(tables).filter((each) => each !== name)
    const chosen = new Map([[name, undefined]])
    return new Map([
      [casesFile, withoutCase(versions.after.get(casesFile) ?? "", line)],
      [outcomesFile, recordedText(readOutcomes(accepted), { order, chosen })],
    ])
  }

  return {
    cases,
    "cases.situation": situation,
    "cases.keep": keep,
    "cases.accept": accept,
    "cases.remove": remove,
  }
}

/** The outcomes that a text records; none where there is no text yet. */
const readOutcomes = (text: string): CaseOutcomes => {
  try {
    return text.trim() === "" ? {} : (JSON.parse(text) as CaseOutcomes)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new Unanswerable(
      "OutcomesUnreadable",
      `The accepted outcomes are no JSON: ${cause.message}`,
    )
  }
}

/** What is recorded anew: the order of all cases, and what some of them come to now. */
interface OutcomesToRecord {
  /** The names of the cases, in the order of their rows. */
  readonly order: ReadonlyArray<string>
  /** By name; a case that is gone has none. */
  readonly chosen: ReadonlyMap<string, OutcomeSummary | undefined>
  /** Why they are accepted, where somebody said so. */
  readonly reason?: string
}

/**
 * The text of accepted outcomes in which what some cases come to now is recorded, in the order of the
 * cases; others stay as they were accepted.
 */
const recordedText = (
  accepted: CaseOutcomes,
  { chosen, order, reason }: OutcomesToRecord,
): string => {
  const listed = new Set(order)
  const names = [...order, ...Object.keys(accepted).filter((name) => !listed.has(name))]
  return outcomesText(
    Object.fromEntries(
      names.flatMap((name) => {
        const outcome = chosen.get(name)
        const known = accepted[name]
        if (!chosen.has(name)) return known === undefined ? [] : [[name, known] as const]
        if (outcome === undefined) return []
        return [[name, reason === undefined ? outcome : withReason(outcome, reason)] as const]
      }),
    ),
  )
}
