import Publicodes from "publicodes"
import {
  factNames,
  type GeneratedFacts,
  known,
  type MakeAsk,
  type PlainCondition,
  type PlainRow,
} from "../plain-rows.ts"

const textOf = (word: string): string => `'${word}'`

const conditionsOf = (fact: string, condition: PlainCondition): ReadonlyArray<unknown> => {
  switch (condition._tag) {
    case "Words":
      return [
        { "une de ces conditions": condition.words.map((word) => `${fact} = ${textOf(word)}`) },
      ]
    case "Truth":
      return [`${fact} = ${condition.value ? "oui" : "non"}`]
    case "Range":
      return [`${fact} >= ${condition.low}`, `${fact} < ${condition.high}`]
  }
}

const ruleOf = ({ conditions }: PlainRow) => {
  const all = Object.entries(conditions).flatMap(([fact, one]) => conditionsOf(fact, one))
  return all.length === 0 ? "oui" : { "toutes ces conditions": all }
}

const typeOf = (fact: keyof GeneratedFacts) => {
  if (fact in known) return { type: "texte" }
  return { type: fact === "annual" || fact === "friends" ? "booléen" : "nombre" }
}

const situationValue = (fact: string | number | boolean): string | number => {
  if (typeof fact === "boolean") return fact ? "oui" : "non"
  return typeof fact === "string" ? textOf(fact) : fact
}

/** The table in publicodes, a rule a row, all of which are asked in one situation. */
export const makeAsk: MakeAsk = (rows) => {
  const facts = Object.fromEntries(factNames.map((fact) => [fact, typeOf(fact)]))
  const rules = Object.fromEntries(rows.map((row) => [row.name, ruleOf(row)]))
  const engine = new Publicodes({ ...facts, ...rules })
  return (asked) => {
    engine.setSituation(
      Object.fromEntries(factNames.map((fact) => [fact, situationValue(asked[fact])])),
    )
    return rows.flatMap(({ name }) => (engine.evaluate(name).nodeValue === true ? [name] : []))
  }
}
