import { assert, describe, it } from "@effect/vitest"
import { checkTables } from "../../../core/check/check.ts"
import { decisionMutants } from "../../../core/mutation/mutants.ts"
import * as Column from "../../../core/table/column.ts"
import { type Decision, defineDecision, loadDecision } from "../../../core/table/decision.ts"
import type { HitPolicy } from "../../../core/table/hit-policy.ts"
import * as Input from "../../../core/table/input.ts"

const about = "A column."

const load = (hitPolicy: HitPolicy, rows: ReadonlyArray<string>) => {
  const inputs = { days: Input.integer({ minimum: 1, maximum: 31, about }) }
  const fee = Column.listed(["3", "1", "2"], Column.integer({ about }))
  const outputs = { fee, label: Column.note(Column.text({ about })) }
  const definition = defineDecision({ file: "fees.csv", about, hitPolicy, inputs, outputs })
  const source = ["days,fee,label", ...rows, ""].join("\n")
  const { content, errors } = loadDecision(definition, source)
  assert.deepStrictEqual(errors, [])
  return { content: content as unknown as Decision, definition, source }
}

/** What a check finds in a table, by kind and line. */
const found = (hitPolicy: HitPolicy, ...rows: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { content, definition, source } = load(hitPolicy, rows)
  const tables = {
    definitions: { fees: definition },
    sources: new Map([["fees.csv", source]]),
    tables: { fees: content },
  }
  return checkTables(tables).map(({ _tag, line }) => `${_tag} ${line}`)
}

describe("what a check finds under each hit policy", () => {
  it("tells rows of `any` only where they disagree, of `unique` also where they agree", () => {
    const rows = ["<10,1,a", "[5..15],1,b", ">12,2,c"]
    assert.deepStrictEqual(found("any", ...rows), ["Conflict 4"])
    assert.deepStrictEqual(found("unique", ...rows), ["Overlap 3", "Conflict 4"])
  })

  it("finds gaps where one row answers, and lets all others answer with nothing", () => {
    for (const hitPolicy of ["any", "priority", "first", "unique"] as const) {
      assert.deepStrictEqual(found(hitPolicy, "<10,1,a", ">10,2,b"), ["Gap 1"], hitPolicy)
    }
    for (const hitPolicy of ["rule order", "output order", "collect", "sum", "count"] as const) {
      assert.deepStrictEqual(found(hitPolicy, "<10,1,a", ">10,2,b"), [], hitPolicy)
    }
  })

  it("shadows rows of `priority` by those whose results come first, wherever they stand", () => {
    assert.deepStrictEqual(found("priority", "<10,2,a", ",1,b", "<20,3,c"), ["ShadowedRow 2"])
    assert.deepStrictEqual(found("first", "<10,2,a", ",1,b", "<20,3,c"), ["ShadowedRow 4"])
  })

  it("finds repeated rows where each of them counts, and needless ones of a least figure", () => {
    const rows = ["<10,1,a", "<10,1,b", "<5,2,c"]
    assert.deepStrictEqual(found("sum", ...rows), ["RepeatedRow 3"])
    assert.deepStrictEqual(found("count", ...rows), ["RepeatedRow 3"])
    assert.deepStrictEqual(found("rule order", ...rows), ["RepeatedRow 3"])
    assert.deepStrictEqual(found("min", ...rows), [
      "RedundantRow 2",
      "RedundantRow 3",
      "RedundantRow 4",
    ])
    assert.deepStrictEqual(found("max", ...rows), ["RedundantRow 2", "RedundantRow 3"])
  })

  it("finds a column that changes no figure", () => {
    assert.deepStrictEqual(found("sum", "<10,1,a", "<20,2,b", ">=10,3,c"), [])
    assert.deepStrictEqual(found("count", "<10,1,a", ">=10,3,c"), ["RedundantColumn 1"])
    assert.deepStrictEqual(found("sum", "<10,1,a", ">=10,1,c"), ["RedundantColumn 1"])
  })
})

describe("slips under each hit policy", () => {
  const orders = (hitPolicy: HitPolicy): ReadonlyArray<number> => {
    const { content, source } = load(hitPolicy, ["<10,1,a", "<10,3,b", "<20,1,c", "<30,2,d"])
    return decisionMutants(content, source)
      .filter(({ kind }) => kind === "order")
      .map(({ line }) => line)
  }

  it("exchange rows where their order counts", () => {
    assert.deepStrictEqual(orders("first"), [2, 3, 4])
    assert.deepStrictEqual(orders("rule order"), [2, 3, 4])
    for (const hitPolicy of ["unique", "any", "sum", "min", "max", "count"] as const) {
      assert.deepStrictEqual(orders(hitPolicy), [], hitPolicy)
    }
  })

  it("exchange only rows whose results have one place, where results put them in order", () => {
    assert.deepStrictEqual(orders("priority"), [2])
    assert.deepStrictEqual(orders("output order"), [2])
  })
})
