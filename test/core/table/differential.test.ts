import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import * as Input from "../../../core/table/input.ts"
import { loadDefinitions } from "../../../core/table/load.ts"
import {
  type ConditionKind,
  matchingRows,
  type PlainFact,
  type PlainRow,
} from "../../support/interpreter.ts"
import { type Choices, makeChoices, testSeed } from "../../support/random.ts"

const tablesPerRun = 120
const questionsPerTable = 50

const words = ["red", "green", "blue", "grey", "teal"] as const
const kinds: ReadonlyArray<ConditionKind> = ["words", "number", "boolean", "words", "number"]
const columnNames = ["colour", "days", "annual", "zone", "age_years"] as const
const factNames = ["colour", "days", "annual", "zone", "ageYears"] as const

const inputs = {
  colour: Input.enumeration(words, { about: "A colour." }),
  days: Input.integer({ about: "Days." }),
  annual: Input.boolean({ about: "A flag." }),
  zone: Input.reference("zones.csv", "zone", { about: "A zone." }),
  age_years: Input.integer({ about: "An age." }),
}

const decision = (hitPolicy: "unique" | "first" | "collect") =>
  defineDecision({
    file: "generated.csv",
    about: "A generated table.",
    hitPolicy,
    inputs,
    outputs: { name: Column.text({ about: "Which row it is." }) },
  })

const zones = {
  _tag: "TableDefinition",
  file: "zones.csv",
  about: "Zones.",
  key: ["zone"],
  columns: { zone: Column.text({ about: "A zone." }) },
} as const

const figures = [-3, -1, 0, 0.5, 1, 2, 7, 10, 10.25, 31, 365, 1_000_000] as const

const interval = ({ chance, pick }: Choices): string => {
  const bound = pick(figures)
  if (chance(0.3)) return String(bound)
  if (chance(0.5)) return `${pick(["<", "<=", ">", ">="])}${bound}`
  const other = pick(figures)
  const [low, high] = bound <= other ? [bound, other] : [other, bound]
  if (low === high) return `[${low}..${high}]`
  return `${pick(["[", "("])}${low}..${high}${pick(["]", ")"])}`
}

const several = (choices: Choices, one: () => string): string =>
  Array.from({ length: choices.integer(1, 3) }, one).join("|")

const cell = (choices: Choices, kind: ConditionKind): string => {
  const { chance, pick } = choices
  if (chance(0.35)) return ""
  if (kind === "boolean") return pick(["true", "false"])
  const text =
    kind === "number"
      ? several(choices, () => interval(choices))
      : several(choices, () => pick(words))
  return chance(0.25) ? `not(${text})` : text
}

const fact = (choices: Choices, kind: ConditionKind): PlainFact => {
  const { chance, integer, pick } = choices
  if (chance(0.12)) return null
  if (kind === "boolean") return chance(0.5)
  if (kind === "words") return chance(0.1) ? pick(["RED", "", "none", "__proto__"]) : pick(words)
  if (chance(0.7)) return pick(figures) + pick([0, 0, 1, -1, 0.001, -0.001])
  return integer(-2_000_000, 2_000_000)
}

const rowsOf = (choices: Choices): ReadonlyArray<PlainRow> => {
  const count = choices.chance(0.2) ? choices.integer(31, 65) : choices.integer(1, 300)
  return Array.from({ length: count }, (_, index) => ({
    name: `row ${index}`,
    cells: kinds.map((kind) => cell(choices, kind)),
  }))
}

const csv = (rows: ReadonlyArray<PlainRow>): string =>
  [
    [...columnNames, "name"].join(","),
    ...rows.map(({ cells, name }) => [...cells, name].join(",")),
    "",
  ].join("\n")

const compiled = (hitPolicy: "unique" | "first" | "collect", source: string) => {
  const sources = new Map([
    ["generated.csv", source],
    ["zones.csv", `zone\n${words.join("\n")}\n`],
  ])
  const loaded = loadDefinitions({ zones, generated: decision(hitPolicy) }, sources)
  if (Result.isFailure(loaded)) assert.fail(JSON.stringify(loaded.failure.slice(0, 3)))
  return loaded.success.generated
}

describe("compiled decision tables", () => {
  it("answer what asking every row of the text answers, for every hit policy", () => {
    const seed = testSeed("decision tables")
    const choices = makeChoices(seed)
    let cases = 0
    let hits = 0
    for (let table = 0; table < tablesPerRun; table += 1) {
      const hitPolicy = choices.pick(["unique", "first", "collect"] as const)
      const rows = rowsOf(choices)
      const { evaluate } = compiled(hitPolicy, csv(rows))
      for (let question = 0; question < questionsPerTable; question += 1) {
        const facts = kinds.map((kind) => fact(choices, kind))
        const asked = Object.fromEntries(factNames.map((name, index) => [name, facts[index]]))
        const all = matchingRows(kinds, rows, facts)
        const expected = hitPolicy === "collect" ? all : all.slice(0, 1)
        const found = evaluate(asked as Parameters<typeof evaluate>[0])
        assert.deepStrictEqual(
          found.map(({ name }) => name),
          [...expected],
          `seed ${seed}, ${hitPolicy}, facts ${JSON.stringify(facts)}`,
        )
        cases += 1
        hits += found.length
      }
    }
    assert.isAtLeast(cases, 5_000)
    assert.isAtLeast(hits, 1_000)
  })
})
