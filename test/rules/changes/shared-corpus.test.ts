import { assert, describe, it } from "@effect/vitest"
import { prepareShare } from "../../../rules/changes/count-share.ts"
import { corpusOf, corpusSeed } from "../../../rules/corpus/corpus.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { withEditedFile } from "../../support/edited-tables.ts"
import { shippedTables as tables } from "../../support/tables.ts"

const situations = 600

const shares = [0, 1, 2].map((share) => prepareShare({ share, shares: 3, situations }))

describe("a corpus that threads share", () => {
  it("is the whole corpus, each situation once and at its place", () => {
    const placed = shares.flatMap((draw) => {
      const { corpus, isNew } = draw(tables)
      assert.isTrue(isNew)
      return [...corpus.cases, ...corpus.generated]
    })
    const inOrder = placed.toSorted((left, right) => left.place - right.place)
    const generated = situations - tables.corpusCases.rows.length
    assert.deepStrictEqual(
      inOrder.map(({ situation }) => situation),
      corpusOf(tables, corpusSeed, generated),
    )
    assert.deepStrictEqual(
      inOrder.map(({ place }) => place),
      inOrder.map((_, index) => index),
    )
  })

  it("is drawn again only where the tables it is drawn from change, and keeps what stays", () => {
    const [draw] = shares
    assert.isDefined(draw)
    const before = draw(tables)
    assert.isFalse(before.isNew)
    const last = tables.corpusCases.lines.at(-1)
    const fewer = withEditedFile(definitions, tables, "corpus/cases.csv", ({ cells, line }) =>
      line === last ? undefined : cells,
    )
    const after = draw(fewer)
    assert.isTrue(after.isNew)
    const known = new Set(
      [...before.corpus.cases, ...before.corpus.generated].map(({ situation }) => situation),
    )
    const kept = after.corpus.cases.filter(({ situation }) => known.has(situation))
    assert.strictEqual(kept.length, after.corpus.cases.length)
    const fresh = after.corpus.generated.filter(({ situation }) => !known.has(situation))
    assert.isAtMost(fresh.length, 1)
  })
})
