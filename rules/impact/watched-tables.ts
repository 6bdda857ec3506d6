import type { Tables } from "../tables/index.ts"

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
    watchedTables.map((name) => [
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
