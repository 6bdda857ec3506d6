import { changedRows, changedText } from "../../core/difference/changed-rows.ts"
import { type Decision, type DecisionDefinition, loadDecision } from "../../core/table/decision.ts"
import { hookedTables } from "../../core/table/own-table.ts"
import type { Tables } from "../tables/index.ts"
import { hooks } from "../tables/own-tables.ts"

/** The names of the decision tables that bilans and prices ask. */
export const watchedTables = [
  "recommendedCover",
  "cardConditions",
  "coachArguments",
  "coachSocial",
  "coachHeadlines",
  "medicalLines",
  "coachSelling",
  "formalityRules",
  "sandboxEligibility",
  "sandboxTariffs",
  "sandboxAgeFactors",
  "sandboxCancellationRates",
  "sandboxSurcharges",
  "catalogueEligibility",
  "catalogueTariffs",
  "catalogueCancellationRates",
  "catalogueSurcharges",
  "printedStates",
] as const

/** The name of a decision table that bilans and prices ask. */
export type WatchedTable = (typeof watchedTables)[number]

/** The tables that bilans and prices of some tables ask: those of one's own among them, by their files. */
export const watchedIn = (tables: Tables): ReadonlyArray<WatchedTable> => {
  const own = Object.keys(hooks).flatMap((hook) =>
    hookedTables(tables, hook).map(({ definition }) => definition.file),
  )
  return own.length === 0 ? watchedTables : [...watchedTables, ...(own as Array<WatchedTable>)]
}

/** Facts and rows of any decision table. */
export type AnyFacts = Readonly<Record<string, unknown>>

/** A row of any decision table that counts. */
export type AnyHit = { readonly line: number }

/** Answers a question to a table in its stead. */
export type AskInstead = (name: WatchedTable, facts: AnyFacts) => ReadonlyArray<AnyHit>

/**
 * The same tables, but each question to one of the decision tables goes through `ask`, which sees
 * the facts that production has put together and must give the table's own answer.
 */
export const watchTables = (tables: Tables, ask: AskInstead): Tables => {
  const watched = Object.fromEntries(
    watchedIn(tables).map((name) => [
      name,
      { ...tables[name], evaluate: (facts: AnyFacts) => ask(name, facts) },
    ]),
  )
  return { ...tables, ...(watched as unknown as Pick<Tables, WatchedTable>) }
}

/** A table's own answer. */
export const answerOf = (
  tables: Tables,
  name: WatchedTable,
  facts: AnyFacts,
): ReadonlyArray<AnyHit> => {
  const table = tables[name] as { readonly evaluate: (asked: never) => ReadonlyArray<AnyHit> }
  return table.evaluate(facts as never)
}

/** The texts of both versions of the tables, by their files. */
export interface TextsOfVersions {
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
}

/**
 * The changed rows of a decision table. What none of them applies to is answered by the rows that stay,
 * which stand in the same order. Undefined where that cannot be told from the texts.
 */
export const changedDecision = (
  definition: DecisionDefinition,
  texts: TextsOfVersions,
): ChangedDecision | undefined => {
  const { file, inputs, outputs } = definition
  const [before, after] = [texts.before.get(file), texts.after.get(file)]
  if (before === undefined || after === undefined) return undefined
  const columns = Object.keys(inputs).length + Object.keys(outputs).length
  const rows = changedRows(before, after, columns)
  if (rows === undefined) return undefined
  const { content, errors } = loadDecision(definition, changedText(rows))
  if (errors.length > 0) return undefined
  return { decision: content, answers: (facts) => content.evaluate(facts as never).length > 0 }
}

/** The rows of a decision table that a change adds or takes away, as a table of their own. */
interface ChangedDecision {
  readonly decision: Decision
  /** Whether one of them applies to some facts; where none does, both versions answer the same. */
  readonly answers: (facts: AnyFacts) => boolean
}
