import { unaryTest } from "feelin"
import { cellOf, factNames, type MakeAsk } from "../plain-rows.ts"

const quoted = (words: ReadonlyArray<string>): string =>
  words.map((word) => JSON.stringify(word)).join(", ")

/** The table with feelin, which has expressions and no tables: each cell is a unary test of FEEL. */
export const makeAsk: MakeAsk = (rows) => {
  const cells = rows.map(({ conditions, name }) => ({
    name,
    tests: factNames.flatMap((fact) => {
      const text = cellOf(conditions[fact], quoted)
      return text === "" ? [] : [{ fact, text }]
    }),
  }))
  return (facts) =>
    cells.flatMap(({ name, tests }) =>
      tests.every(({ fact, text }) => unaryTest(text, { "?": facts[fact] }).value === true)
        ? [name]
        : [],
    )
}
