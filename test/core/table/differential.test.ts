import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { type HitPolicy, policies } from "../../../core/table/hit-policy.ts"
import { loadDefinitions } from "../../../core/table/load.ts"
import { camelCase } from "../../../core/table/names.ts"
import { matchingRows, type PlainFact, type PlainRow } from "../../support/interpreter.ts"
import { type Choices, makeChoices, testSeed } from "../../support/random.ts"
import { type ColumnKind, columnKinds, makeCell, makeFact } from "./generated-columns.ts"

/** The policies that need nothing of the results, which are names here. */
const asRows = ["unique", "any", "first", "rule order", "collect"] as const

/** Sizes around the words of a bitset, and where narrow sets end, come in every run; then small tables and some large ones. */
const wordBounds = [1, 2, 31, 32, 33, 63, 64, 65, 256, 257] as const
const tablesPerRun = 320
const largeTables = 10
const questionsPerTable = 66

interface Generated {
  readonly hitPolicy: HitPolicy
  readonly kinds: ReadonlyArray<ColumnKind>
  readonly rows: ReadonlyArray<PlainRow>
}

const sizeOf = ({ chance, integer, pick }: Choices, table: number): number => {
  if (table < wordBounds.length) return wordBounds[table] ?? 1
  if (table < wordBounds.length + largeTables) return integer(500, 2_000)
  return chance(0.3) ? pick(wordBounds) : integer(1, 150)
}

/** Up to eleven columns: evaluation takes the first eight together and the others after them. */
const generate = (choices: Choices, table: number): Generated => {
  const kinds = Array.from({ length: choices.integer(1, 11) }, () => choices.pick(columnKinds))
  const empty = choices.pick([0.2, 0.5, 0.8, 0.9])
  const idle = kinds.map(() => choices.chance(0.08))
  const rows = Array.from({ length: sizeOf(choices, table) }, (_, index) => ({
    name: `row ${index}`,
    cells: kinds.map((kind, column) =>
      idle[column] === true || choices.chance(empty) ? "" : makeCell(choices, kind),
    ),
  }))
  return { hitPolicy: choices.pick(asRows), kinds, rows }
}

const columnName = (_: unknown, index: number): string => `fact_${"abcdefghijk"[index]}`

const load = ({ hitPolicy, kinds, rows }: Generated) => {
  const names = kinds.map(columnName)
  const lines = rows.map(({ cells, name }) => [...cells, name].join(","))
  const source = `${[[...names, "name"].join(","), ...lines].join("\n")}\n`
  const generated = defineDecision({
    file: "generated.csv",
    about: "A generated table.",
    hitPolicy,
    inputs: Object.fromEntries(kinds.map(({ input }, index) => [names[index], input])),
    outputs: { name: Column.text({ about: "Which row it is." }) },
  })
  const loaded = loadDefinitions({ generated }, new Map([["generated.csv", source]]))
  if (Result.isFailure(loaded)) assert.fail(JSON.stringify(loaded.failure.slice(0, 3)))
  return loaded.success.generated
}

/** Facts by name; one that is unknown is null, or left out. */
const asked = (choices: Choices, facts: ReadonlyArray<PlainFact>) =>
  Object.fromEntries(
    facts.flatMap((fact, index) => {
      const name = camelCase(columnName(fact, index))
      return fact === null && choices.chance(0.3) ? [] : [[name, fact]]
    }),
  )

describe("compiled decision tables", () => {
  it("answer what asking every row of the text answers, for every hit policy", () => {
    const seed = testSeed("decision tables")
    const choices = makeChoices(seed)
    const seen = { cases: 0, hits: 0, unknown: 0, sizes: new Set<number>(), policies: new Set() }
    for (let table = 0; table < tablesPerRun; table += 1) {
      const generated = generate(choices, table)
      const { hitPolicy, kinds, rows } = generated
      const plainKinds = kinds.map(({ input }) => input.kind)
      const decision = load(generated)
      const rowOf = new Map(decision.rows.map((row) => [row["name"], row]))
      seen.sizes.add(rows.length)
      seen.policies.add(hitPolicy)
      for (let question = 0; question < questionsPerTable; question += 1) {
        const facts = kinds.map((kind, column) =>
          makeFact(choices, kind, () => choices.pick([rows[0], ...rows])?.cells[column] ?? ""),
        )
        const all = matchingRows(plainKinds, rows, facts)
        const expected = policies[hitPolicy].answers === "all" ? all : all.slice(0, 1)
        const found = decision.evaluate(asked(choices, facts))
        const place = `seed ${seed}, table ${table}, ${hitPolicy}, facts ${JSON.stringify(facts)}`
        assert.deepStrictEqual(
          found.map((row) => row["name"]),
          [...expected],
          place,
        )
        for (const row of found) assert.strictEqual(row, rowOf.get(row["name"]), place)
        seen.cases += 1
        seen.hits += found.length
        seen.unknown += facts.includes(null) ? 1 : 0
      }
    }
    assert.isAtLeast(seen.cases, 20_000)
    assert.isAtLeast(seen.hits, 5_000)
    assert.isAtLeast(seen.unknown, 2_000)
    assert.strictEqual(seen.policies.size, asRows.length)
    for (const size of wordBounds) assert.isTrue(seen.sizes.has(size), `no table of ${size} rows`)
    assert.isAbove(Math.max(...seen.sizes), 500)
  })
})
