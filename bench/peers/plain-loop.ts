import { factNames, type MakeAsk, type PlainCondition } from "../plain-rows.ts"

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
export const makeAsk: MakeAsk = (rows) => (facts) =>
  rows.flatMap(({ conditions, name }) =>
    factNames.every((fact) => accepts(conditions[fact], facts[fact])) ? [name] : [],
  )
