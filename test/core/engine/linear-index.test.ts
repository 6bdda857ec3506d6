import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  column,
  condition,
  defineDecision,
  evaluate,
  load,
  prepare,
} from "../../../core/engine/index.ts"
import { linearIndex } from "../../../core/engine/linear-index.ts"
import { hasRow } from "../../../core/table/bitset.ts"
import type { ConditionTest, Fact } from "../../../core/table/condition.ts"
import {
  type Decision,
  type DecisionDefinition,
  loadDecision,
} from "../../../core/table/decision.ts"
import { accepts } from "../../../core/table/packed-decision.ts"
import { times } from "../../support/long.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import { type ColumnKind, columnKinds, makeCell, makeFact } from "../table/generated-columns.ts"

const outputs = { out: column.integer({ about: "A result." }) }

const tableOf = (kinds: ReadonlyArray<ColumnKind>): DecisionDefinition =>
  defineDecision({
    file: "drawn.csv",
    about: "A drawn table.",
    hitPolicy: "first",
    inputs: Object.fromEntries(kinds.map(({ input }, at) => [`fact_${"abcdefgh"[at]}`, input])),
    outputs,
  })

const loaded = (
  kinds: ReadonlyArray<ColumnKind>,
  cells: ReadonlyArray<ReadonlyArray<string>>,
): Decision => {
  const definition = tableOf(kinds)
  const header = [...Object.keys(definition.inputs), "out"].join(",")
  const lines = cells.map((row, number) => [...row, number].join(","))
  const { content, errors } = loadDecision(definition, [header, ...lines, ""].join("\n"))
  assert.deepStrictEqual(errors, [])
  return content
}

/** The rows that a column of the index gives for a fact. */
const rowsAsked = (
  { ranked, width, words }: ReturnType<typeof linearIndex>,
  at: number,
  fact: Fact,
): ReadonlyArray<number> => {
  const asked = ranked.find((each) => each.at === at)
  assert.isDefined(asked)
  const place = asked.places[asked.ready(asked.segmentOf(fact))] ?? -1
  const set = words.slice(place, place + width)
  return [...Array(32 * width).keys()].filter((row) => hasRow(set, row))
}

const rowsThatAccept = (tests: ReadonlyArray<ConditionTest>, fact: Fact): ReadonlyArray<number> =>
  tests.flatMap((test, row) => (accepts(test, fact) ? [row] : []))

/** Every row has bounds of its own in every column. */
const ownBounds = (rows: number, columns: number) => {
  const names = Array.from({ length: columns }, (_, at) => `length_${"abcdefgh"[at]}`)
  const definition: DecisionDefinition = defineDecision({
    file: "bounds.csv",
    about: "Ranges that all differ.",
    hitPolicy: "collect",
    bounds: { rowsMax: rows, bytesMax: 100_000_000 },
    inputs: Object.fromEntries(names.map((name) => [name, condition.number({ about: "A fact." })])),
    outputs,
  })
  const cell = (row: number, at: number): string => {
    const low = ((row * (2 * at + 7)) % rows) + row / rows
    return `[${low}..${low + rows / 8})`
  }
  const lines = Array.from({ length: rows }, (_, row) =>
    [...names.map((_, at) => cell(row, at)), row].join(","),
  )
  return { definition, csv: [[...names, "out"].join(","), ...lines, ""].join("\n") }
}

describe("an index that grows with the rows of a table", () => {
  it("gives the rows that accept a fact, however few sets a column keeps", () => {
    const choices = makeChoices(testSeed("linear index"))
    for (let table = 0; table < times(150, 5_000); table += 1) {
      const kinds = Array.from({ length: choices.integer(1, 4) }, () => choices.pick(columnKinds))
      const empty = choices.pick([0.1, 0.5, 0.9])
      const cells = Array.from({ length: choices.integer(1, 130) }, () =>
        kinds.map((kind) => (choices.chance(empty) ? "" : makeCell(choices, kind))),
      )
      const decision = loaded(kinds, cells)
      const index = linearIndex(decision, choices.pick([1, 2, 5, 40, 1_000]))
      for (let question = 0; question < 30; question += 1) {
        const at = choices.integer(0, kinds.length - 1)
        const kind = kinds[at] ?? choices.pick(columnKinds)
        const fact = makeFact(choices, kind, () =>
          choices.pick(["0", ...cells.map((row) => row[at] ?? "")]),
        )
        const tests = decision.tests.flatMap((row) => row.slice(at, at + 1))
        assert.deepStrictEqual(rowsAsked(index, at, fact), rowsThatAccept(tests, fact))
      }
    }
  })

  it("takes less than 3 kB a row for eight columns of bounds that all differ", () => {
    for (const rows of [1_500, 3_000, times(6_000, 40_000)]) {
      const { csv, definition } = ownBounds(rows, 8)
      const index = linearIndex(loadDecision(definition, csv).content)
      const segments = index.ranked.reduce((sum, { places }) => sum + places.length, 0)
      // Of a segment three numbers are kept beside its set, and of a bound itself and a change.
      const bytes = index.words.byteLength + segments * (3 * 4 + (8 + 4) / 2)
      assert.isBelow(bytes / rows, 3_000)
    }
  })

  it("answers as rows that are tried one by one, once a table is long", () => {
    const rows = 1_300
    const { csv, definition } = ownBounds(rows, 3)
    const rules = Result.getOrThrow(load({ bounds: definition }, { "bounds.csv": csv }))
    prepare(rules)
    const { content } = loadDecision(definition, csv)
    const { integer } = makeChoices(testSeed("a long table"))
    let hits = 0
    for (let question = 0; question < times(300, 5_000); question += 1) {
      const facts = [0, 1, 2].map(() => integer(-10, rows + 200) + integer(0, 3) / 4)
      const asked = { lengthA: facts[0], lengthB: facts[1], lengthC: facts[2] }
      const expected = content.rows.filter((_, row) =>
        facts.every((fact, at) => accepts(content.tests[row]?.[at] ?? { _tag: "Any" }, fact)),
      )
      assert.deepStrictEqual(Result.getOrThrow(evaluate(rules, "bounds", asked)), expected)
      hits += expected.length
    }
    assert.isAbove(hits, 0)
  })
})
