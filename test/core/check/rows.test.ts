import { assert, describe, it } from "@effect/vitest"
import { type DecisionGround, prepareDecision } from "../../../core/check/decision-ground.ts"
import { findOverlaps, pairsMax } from "../../../core/check/overlaps.ts"
import {
  findRedundantColumns,
  findRedundantRows,
  findRepeatedRows,
} from "../../../core/check/redundant.ts"
import { findUnreachable } from "../../../core/check/unreachable.ts"
import { rowsOf } from "../../../core/table/bitset.ts"
import type { Decision } from "../../../core/table/decision.ts"
import {
  answersOne,
  hitPolicies,
  type HitPolicy,
  policies,
} from "../../../core/table/hit-policy.ts"
import { plainAnswer } from "../../support/interpreter.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import {
  everyCombination,
  smallLines,
  smallTable,
  smallWordsOf,
  widened,
} from "../../support/small-tables.ts"

const seed = testSeed("rows")
const choices = makeChoices(seed)
const budget = () => ({ left: 20_000_000 })

const small = (hitPolicy: HitPolicy, lines: ReadonlyArray<string>) => {
  const table = smallTable(hitPolicy, lines)
  const ground = prepareDecision(table.decision, [], smallWordsOf)
  return { ...table, ground }
}

/** The rows that accept each combination of facts, found by asking every set of the space. */
const rowsAtAll = ({ rows, space }: DecisionGround): ReadonlyArray<ReadonlyArray<number>> =>
  everyCombination(space).map((point) =>
    rowsOf(
      rows.map((word, index) =>
        space.dimensions.reduce(
          (left, dimension, at) => left & (dimension.rows[point[at] ?? 0]?.[index] ?? 0),
          word,
        ),
      ),
    ),
  )

describe("findOverlaps()", () => {
  it("finds every pair of rows that share facts, by whether they say the same", () => {
    let pairs = 0
    for (let table = 0; table < 60; table += 1) {
      const { ground, source } = small("unique", smallLines(choices, 7))
      const expected = { agreeing: new Set<string>(), disagreeing: new Set<string>() }
      for (const rows of rowsAtAll(ground)) {
        for (const row of rows) {
          for (const other of rows.filter((each) => each < row)) {
            const same = ground.outcomes[row] === ground.outcomes[other]
            expected[same ? "agreeing" : "disagreeing"].add(`${other} ${row}`)
          }
        }
      }
      const found = findOverlaps(ground, budget())
      for (const kind of ["agreeing", "disagreeing"] as const) {
        assert.strictEqual(found[kind].count, expected[kind].size, `seed ${seed}\n${source}`)
        const listed = found[kind].pairs.map(({ other, row }) => `${other} ${row}`)
        assert.strictEqual(listed.length, Math.min(pairsMax, expected[kind].size))
        for (const pair of listed) assert.isTrue(expected[kind].has(pair), source)
        pairs += listed.length
      }
    }
    assert.isAtLeast(pairs, 50)
  })

  it("does not mind how a result is written, nor what a note says", () => {
    const { ground } = small("unique", ["red,,,,,,1,one", "red,,,,true,,1,other", "red,,>5,,,,2,x"])
    const { agreeing, disagreeing } = findOverlaps(ground, budget())
    assert.deepStrictEqual(
      agreeing.pairs.map(({ other, row }) => [other, row]),
      [[0, 1]],
    )
    assert.strictEqual(disagreeing.count, 2)
  })

  it("looks at wide cells in blocks, without missing a row", () => {
    const lines = Array.from({ length: 200 }, (_, row) => `,,,[${row}..${row}.5],,,${row},narrow`)
    const { ground } = small("unique", [...lines, ",,,[10..150.2],,,7,wide"])
    const { agreeing, disagreeing } = findOverlaps(ground, budget())
    assert.strictEqual(agreeing.count + disagreeing.count, 141)
  })

  it("says from which row on it does not know when its budget ends", () => {
    const { ground } = small("unique", ["red,,,,,,1,a", "red,,,,,,2,b", "red,,,,,,3,c"])
    assert.strictEqual(findOverlaps(ground, { left: 10 }).cutAt, 1)
    assert.isUndefined(findOverlaps(ground, budget()).cutAt)
  })
})

describe("findUnreachable()", () => {
  it("finds the rows that never fire, and the rows that take their facts", () => {
    const seen = { Impossible: 0, Shadowed: 0, alive: 0 }
    for (let table = 0; table < 60; table += 1) {
      const hitPolicy = choices.pick(hitPolicies)
      const lines = widened(choices, smallLines(choices, 10), () => true)
      const { decision, ground, source } = small(hitPolicy, lines)
      const points = rowsAtAll(ground)
      const found = new Map(
        findUnreachable(ground, smallWordsOf, budget()).map((one) => [one.row, one]),
      )
      for (const row of decision.rows.keys()) {
        const own = points.filter((rows) => rows.includes(row))
        const counts = own.some((rows) => !answersOne(hitPolicy) || rows[0] === row)
        const one = found.get(row)
        if (counts) seen.alive += 1
        if (one === undefined) {
          assert.isTrue(counts, `seed ${seed}\n${source}`)
          continue
        }
        assert.isFalse(counts, source)
        assert.strictEqual(one._tag, own.length === 0 ? "Impossible" : "Shadowed", source)
        if (one._tag === "Unknown") continue
        seen[one._tag] += 1
        if (one._tag !== "Shadowed") continue
        const { by } = one
        assert.isTrue(by.every((other) => other < row))
        assert.isTrue(
          own.every((rows) => by.some((other) => rows.includes(other))),
          source,
        )
        for (const spared of by) {
          const rest = by.filter((other) => other !== spared)
          assert.isFalse(
            own.every((rows) => rest.some((other) => rows.includes(other))),
            source,
          )
        }
      }
    }
    assert.isAtLeast(seen.Shadowed, 10)
    assert.isAtLeast(seen.alive, 50)
  })

  it("tells a condition that the inputs do not allow from rows in the way", () => {
    const { ground } = small("first", [
      ",,<1,,,,1,no such day",
      ",,,<0,,,2,no such weight",
      "red,,<=6,,,,3,a",
      "red|blue,,>=7,,,,4,b",
      "red,,[2..9],,true,,5,never: two rows together",
      "red,,3,,,,6,never: one row alone",
      "not(red|green|blue),,,,,,7,no other colour",
    ])
    assert.deepStrictEqual(findUnreachable(ground, smallWordsOf, budget()), [
      { _tag: "Impossible", row: 0, columns: [2] },
      { _tag: "Impossible", row: 1, columns: [3] },
      { _tag: "Shadowed", row: 4, by: [2, 3] },
      { _tag: "Shadowed", row: 5, by: [2] },
      { _tag: "Impossible", row: 6, columns: [0] },
    ])
  })

  it("lets rows of a collecting table fire together", () => {
    const { ground } = small("collect", [",,,,,,1,all", "red,,,,,,2,red"])
    assert.deepStrictEqual(findUnreachable(ground, smallWordsOf, budget()), [])
  })

  it("says of which rows it does not know when its budget ends", () => {
    const { ground } = small("first", [",,<=6,,,,1,a", ",,>=5,,,,2,b", ",,4,,,,3,c"])
    assert.deepStrictEqual(
      findUnreachable(ground, smallWordsOf, { left: 1 }).map(({ _tag }) => _tag),
      ["Unknown", "Unknown"],
    )
  })
})

/** The policies under which a row without which nothing changes is one too many. */
const oneAnswer = ["unique", "any", "priority", "first", "min", "max"] as const

/** What a table says for some rows that accept, in the order in which they count. */
const said = ({ definition, rows: hits }: Decision, rows: ReadonlyArray<number>): string => {
  const { hitPolicy } = definition
  const scores = rows.map((row) => Number(new Map(Object.entries(hits[row] ?? {})).get("score")))
  const isAggregate = policies[hitPolicy].aggregate !== undefined
  const plain = scores.map((figure) => ({ name: String(figure), figure }))
  const answer = plainAnswer(
    // The rows are in order already.
    isAggregate ? policies[hitPolicy].letter : answersOne(hitPolicy) ? "F" : "C",
    plain,
    [],
  )
  return JSON.stringify(answer)
}

describe("findRedundantColumns()", () => {
  it("finds the columns whose fact changes no answer, and only those", () => {
    let redundant = 0
    for (let table = 0; table < 180; table += 1) {
      const hitPolicy = choices.pick(hitPolicies)
      const lines = widened(choices, smallLines(choices, 4), () => true)
      const { decision, ground, source } = small(hitPolicy, lines)
      const points = everyCombination(ground.space)
      const answers = rowsAtAll(ground).map((rows) => said(decision, rows))
      const expected = [...ground.space.dimensions.keys()].filter((column) => {
        const byOthers = new Map<string, string>()
        return points.every((point, index) => {
          const others = point.map((segment, at) => (at === column ? 0 : segment)).join(" ")
          const answer = answers[index] ?? ""
          const known = byOthers.get(others) ?? answer
          byOthers.set(others, known)
          return known === answer
        })
      })
      assert.deepStrictEqual(
        findRedundantColumns(ground, budget()),
        expected.map((index) => ({ _tag: "Redundant", index })),
        `seed ${seed}, ${hitPolicy}\n${source}`,
      )
      redundant += expected.length
    }
    assert.isAtLeast(redundant, 10)
  })

  it("lets a column decide by which the same rows come in another order", () => {
    const rows = ["green,,,,true,,1,a", "green,,,,,true,3,b", "green,,,,false,,1,c"]
    const { ground } = small("collect", rows)
    assert.deepStrictEqual(
      findRedundantColumns(ground, budget()).map(({ index }) => index),
      [1, 2, 3],
    )
  })

  it("says of which columns it does not know when its budget ends", () => {
    const { ground } = small("first", ["red,,,,,,1,a", ",,,,,,2,b"])
    assert.deepStrictEqual(findRedundantColumns(ground, { left: -1 })[0], {
      _tag: "Unknown",
      index: 0,
    })
  })
})

describe("findRedundantRows()", () => {
  it("finds the rows without which every answer stays the same", () => {
    let redundant = 0
    for (let table = 0; table < 180; table += 1) {
      const hitPolicy = choices.pick(oneAnswer)
      const { decision, ground, source } = small(hitPolicy, smallLines(choices, 7))
      const points = rowsAtAll(ground)
      const expected = [...decision.rows.keys()].filter((row) =>
        points.every((rows) => {
          const rest = rows.filter((other) => other !== row)
          return said(decision, rest) === said(decision, rows)
        }),
      )
      const dead = new Set(findUnreachable(ground, smallWordsOf, budget()).map((one) => one.row))
      assert.deepStrictEqual(
        findRedundantRows(ground, dead, smallWordsOf, budget()),
        expected.filter((row) => !dead.has(row)).map((index) => ({ _tag: "Redundant", index })),
        `seed ${seed}\n${source}`,
      )
      redundant += expected.length
    }
    assert.isAtLeast(redundant, 10)
  })

  it("finds repeated rows of a collecting table, whatever their notes say", () => {
    const { ground } = small("collect", ["red,,,,,,1,a", "red,,,,,,2,b", "red,,,,,,1,c"])
    assert.deepStrictEqual(findRepeatedRows(ground), [{ row: 2, other: 0 }])
    assert.deepStrictEqual(findRedundantRows(ground, new Set(), smallWordsOf, budget()), [])
  })
})
