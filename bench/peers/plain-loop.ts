import {
  factNames,
  type GeneratedFacts,
  type GeneratedTable,
  type PlainCondition,
  type PlainRow,
} from "../generated-table.ts"

const accepts = (
  condition: PlainCondition | undefined,
  fact: string | number | boolean,
): boolean => {
  switch (condition?._tag) {
    case "Words":
      return typeof fact === "string" && condition.words.includes(fact)
    case "Truth":
      return condition.value === fact
    case "Range":
      return typeof fact === "number" && fact >= condition.low && fact < condition.high
    case undefined:
      return true
  }
}

/** What one writes first: all conditions of each row, the rows in the order of their rank. */
export const makePlainLoop =
  ({ rows }: GeneratedTable): ((facts: GeneratedFacts) => ReadonlyArray<PlainRow>) =>
  (facts) =>
    rows.filter(({ conditions }) =>
      factNames.every((name) => accepts(conditions[name], facts[name])),
    )
