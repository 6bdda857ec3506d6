import { compileFunction } from "node:vm"
import { factNames, type MakeAsk, type PlainCondition, type PlainRow } from "../plain-rows.ts"

const testOf = (fact: string, condition: PlainCondition): string => {
  const value = `facts.${fact}`
  switch (condition._tag) {
    case "Words":
      return `(${condition.words.map((word) => `${value} === ${JSON.stringify(word)}`).join(" || ")})`
    case "Truth":
      return `${value} === ${condition.value}`
    case "Range":
      return `${value} >= ${condition.low} && ${value} < ${condition.high}`
  }
}

const lineOf = ({ conditions, name }: PlainRow): string => {
  const tests = factNames.flatMap((fact) => {
    const condition = conditions[fact]
    return condition === undefined ? [] : [testOf(fact, condition)]
  })
  return `if (${tests.join(" && ") || "true"}) names.push(${JSON.stringify(name)})`
}

/** The code that one would write by hand: a function made of the table, with an `if` for each row. */
export const makeAsk: MakeAsk = (rows) => {
  const body = ["const names = []", ...rows.map(lineOf), "return names"].join("\n")
  return compileFunction(body, ["facts"]) as ReturnType<MakeAsk>
}
