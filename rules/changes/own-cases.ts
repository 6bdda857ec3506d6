import * as Result from "effect/Result"
import { operated, type TableOperation } from "../../core/editing/table-operations.ts"
import { readCsv } from "../../core/table/csv.ts"
import { columnsOf } from "../../core/table/load.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import { caseLine, caseSituations } from "../corpus/cases.ts"
import { corpusCases } from "../corpus/share-tables.ts"
import type { Situation } from "../corpus/situation.ts"
import type { AllTables } from "../tables/index.ts"
import { defaultCurrency } from "../trip/trip-vocabulary.ts"
import {
  acceptedReason,
  type CaseOutcomes,
  outcomeChanges,
  type OutcomeHash,
  outcomesFile,
  outcomesOfCases,
  outcomesText,
  prepareOutcome,
  withReason,
} from "./case-outcomes.ts"
import type { CaseDifference, CaseKept, CasesView, CaseView } from "./cases-view.ts"
import { type LoadedVersions, type Unanswerable, unanswerable } from "./loaded-versions.ts"
import type { WorkbenchSituation } from "./traveller/situation.ts"
import type { OutcomeSummary } from "../impact/situation-answers.ts"

/** The file of the cases. */
export const casesFile = corpusCases.file

/** New texts of files, as a step that has not been made yet. */
export type NewTexts = ReadonlyMap<string, string>

/** Tables with one text that is only tried, and the mistakes in them. */
export type TriedTables = (text: string) => Pick<LoadedVersions, "after" | "mistakes">

type Answer<Value> = Result.Result<Value, Unanswerable>

/** The analysts' own cases, on both versions of the tables; `recorded` is the text of the accepted outcomes. */
export interface OwnCases {
  /** How all cases stand. */
  readonly view: (loaded: LoadedVersions, recorded: string) => Answer<CasesView>
  /** What a case asks. */
  readonly situation: (loaded: LoadedVersions, name: string) => Answer<WorkbenchSituation>
  /** The texts with a traveller kept as one more case, whose outcome is accepted as it is. */
  readonly keep: (
    loaded: LoadedVersions,
    recorded: string,
    asked: { readonly kept: CaseKept; readonly tried: TriedTables },
  ) => Answer<NewTexts>
  /** The texts with what some cases come to now accepted, for a reason. */
  readonly accept: (
    loaded: LoadedVersions,
    recorded: string,
    asked: { readonly names: ReadonlyArray<string>; readonly reason: string },
  ) => Answer<NewTexts>
  /** The texts without a case. */
  readonly remove: (loaded: LoadedVersions, recorded: string, name: string) => Answer<NewTexts>
}

/** Prepares the own cases; what they come to by tables that stay the same is kept. */
export const prepareOwnCases = (hashOf: OutcomeHash): OwnCases => {
  const known = new WeakMap<AllTables, CaseOutcomes>()
  const outcomesOf = (tables: AllTables): CaseOutcomes => {
    const outcomes = known.get(tables) ?? outcomesOfCases(tables, hashOf)
    known.set(tables, outcomes)
    return outcomes
  }

  /** What some cases come to; undefined for one that there is not. */
  const outcomesNow = (tables: AllTables, names: ReadonlyArray<string>) => {
    const outcomeIn = prepareOutcome(tables, hashOf)
    const situations = new Map(caseSituations(tables).map((each) => [each.name, each]))
    return new Map(
      names.map((name) => {
        const situation = situations.get(name)
        return [name, situation && outcomeIn(situation)] as const
      }),
    )
  }

  return {
    view: ({ after, before, mistakes, revision }, text) =>
      Result.map(readOutcomes(text), (recorded) => {
        const [older, now] = [outcomesOf(before), outcomesOf(after)]
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
                minorUnits:
                  after.currencies.get(row.currency ?? defaultCurrency)?.minorUnits ?? null,
              },
            }
          }),
          offers: offerNames(after),
          gone: Object.keys(recorded).filter((name) => !(name in now)),
        }
      }),

    situation: ({ after }, name) => {
      const found = caseSituations(after).find((each) => each.name === name)
      if (found === undefined) return Result.fail(unanswerable("NoSuchCase", { name }))
      return Result.succeed({ bilan: found.bilan, quote: found.quote })
    },

    keep: (loaded, text, { kept, tried }) =>
      Result.flatMap(soundAfter(loaded), (tables) => {
        if (tables.corpusCases.rows.some((row) => row.case === kept.name)) {
          return Result.fail(unanswerable("CaseNameTaken", { name: kept.name }))
        }
        return Result.flatMap(withCase(textOfCases(loaded), kept), (cases) => {
          const { after, mistakes } = tried(cases)
          const [mistake] = mistakes
          if (mistake !== undefined)
            return Result.fail(unanswerable("CaseUnreadable", { column: mistake.column }))
          const chosen = outcomesNow(after, [kept.name])
          return Result.map(recordedText(text, { order: namesIn(after), chosen }), (outcomes) =>
            textsOf(outcomes, cases),
          )
        })
      }),

    accept: (loaded, text, { names, reason }) =>
      Result.flatMap(soundAfter(loaded), (tables) => {
        const chosen = outcomesNow(tables, names)
        return Result.map(
          recordedText(text, { order: namesIn(tables), chosen, reason }),
          (outcomes) => textsOf(outcomes),
        )
      }),

    remove: (loaded, text, name) =>
      Result.flatMap(soundAfter(loaded), (tables) => {
        const row = tables.corpusCases.rows.find((each) => each.case === name)
        const line = row && tables.corpusCases.lineOf(row)
        if (line === undefined) return Result.fail(unanswerable("NoSuchCase", { name }))
        const order = namesIn(tables).filter((each) => each !== name)
        const chosen = new Map([[name, undefined]])
        return Result.flatMap(recordedText(text, { order, chosen }), (outcomes) =>
          Result.map(withoutCase(textOfCases(loaded), line), (cases) => textsOf(outcomes, cases)),
        )
      }),
  }
}

const textsOf = (outcomes: string, cases?: string): NewTexts =>
  new Map([...(cases === undefined ? [] : [[casesFile, cases] as const]), [outcomesFile, outcomes]])

/** Tables without mistakes; what is written is of the newest ones alone. */
const soundAfter = ({ after, mistakes }: LoadedVersions): Answer<AllTables> =>
  mistakes.length === 0 ? Result.succeed(after) : Result.fail(unanswerable("TablesBroken", {}))

const textOfCases = ({ sources }: LoadedVersions): string => sources.get(casesFile) ?? ""

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

const columns = Object.keys(columnsOf(corpusCases))

const operatedText = (text: string, operation: TableOperation): Answer<string> =>
  Result.mapError(operated(text, columns.length, operation), () => unanswerable("TablesBroken", {}))

/** The line of the last row, or of the header where there is none. */
const lastLine = (text: string): number => {
  const records = Result.getOrElse(readCsv(text), () => [])
  return records.findLast(({ texts }) => texts.length === columns.length)?.line ?? 1
}

/** The text of the cases with one more at its end. */
const withCase = (text: string, { about, name, situation }: CaseKept): Answer<string> => {
  const line = caseLine({ ...situation, name, origin: "case" } as Situation, name, about)
  const [record] = Result.getOrElse(readCsv(line), () => [])
  const row = Object.fromEntries(
    columns.map((column, index) => [column, record?.texts[index] ?? ""]),
  )
  return operatedText(text, { _tag: "Insert", afterLine: lastLine(text), rows: [row] })
}

/** The text of the cases without the one on a line. */
const withoutCase = (text: string, line: number): Answer<string> =>
  operatedText(text, { _tag: "Delete", lines: [line] })

/** The outcomes that a text records; none where there is no text yet. */
const readOutcomes = (text: string): Answer<CaseOutcomes> =>
  text.trim() === ""
    ? Result.succeed({})
    : Result.try({
        try: () => JSON.parse(text) as CaseOutcomes,
        catch: () => unanswerable("OutcomesUnreadable", {}),
      })

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
const recordedText = (text: string, { chosen, order, reason }: OutcomesToRecord): Answer<string> =>
  Result.map(readOutcomes(text), (accepted) => {
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
  })
