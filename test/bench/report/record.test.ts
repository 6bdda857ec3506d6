import { assert, describe, it } from "@effect/vitest"
import { tmpdir } from "node:os"
import {
  currentCircumstances,
  jsonFigures,
  root,
  timesTarget,
  withoutFolders,
} from "../../../bench/report/record.ts"
import { targets } from "../../../bench/targets.ts"
import { circumstances, figure, part, recordOf, target } from "../outcomes.ts"

const met = figure({ target: target("at least", 2.5) })
const missed = figure({ work: "other work", target: target("at most", 2.4, "other aim") })

describe("a record", () => {
  it("keeps figures with spread, measure, target and verdict, and survives JSON", () => {
    const record = recordOf(part([met, figure()]))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(record)), record)
    const [first, second] = record.parts[0]?.figures ?? []
    assert.deepStrictEqual(first, { ...met, met: true })
    assert.deepInclude(second, { least: 2, most: 4, met: null, target: null })
    assert.deepInclude(record, circumstances)
  })

  it("judges each target by the figure that is furthest from it, over all parts", () => {
    const aim = target("at least", 3)
    const copy = target("at least", 3)
    const { targets: judged } = recordOf(
      part([figure({ target: aim, ratio: 4 }), figure({ target: copy, ratio: 2 }), figure()]),
      part([figure({ target: aim, ratio: 3.5 }), missed]),
    )
    assert.deepStrictEqual(
      judged.map((each) => [each.target.name, each.figure.ratio, each.met]),
      [
        ["aim", 2, false],
        ["other aim", 2.5, false],
      ],
    )
  })

  it("takes a figure without a number for the furthest, and judges it all the same", () => {
    const figures = [met, figure({ target: met.target, ratio: Number.NaN })]
    const [judged] = recordOf(part(figures)).targets
    assert.deepInclude(judged, { met: false })
    assert.isNaN(judged?.figure.ratio)
    const endless = figure({ ratio: Infinity, target: target("at least", 1) })
    assert.isTrue(recordOf(part([endless])).targets[0]?.met)
  })

  it("tells why a part failed without the folders of the machine", () => {
    const message = `no file ${root}data/x.csv, nor ${tmpdir()}/y`
    assert.strictEqual(withoutFolders(message), "no file ./data/x.csv, nor (temporary)/y")
    const record = recordOf(part([], { failure: message }))
    assert.strictEqual(record.parts[0]?.failure, withoutFolders(message))
  })

  it("names Node and the packages of the project, types aside", () => {
    const { date, node, packages } = currentCircumstances()
    assert.strictEqual(node, process.versions.node)
    assert.strictEqual(new Date(date).toISOString(), date)
    assert.containsAllKeys(packages, ["effect", "decimal.js", "@gorules/zen-engine"])
    assert.doesNotHaveAnyKeys(packages, ["node", "@types/node"])
  })
})

it("the figures for machines hold five facts and no other, null where there is none", () => {
  const record = recordOf(part([met, missed]), part([figure({ ratio: Infinity })]))
  assert.deepStrictEqual(JSON.parse(JSON.stringify(jsonFigures(record))), [
    { work: "the work", against: "a peer", ratio: 2.5, target: 2.5, met: true },
    { work: "other work", against: "a peer", ratio: 2.5, target: 2.4, met: false },
    { work: "the work", against: "a peer", ratio: null, target: null, met: null },
  ])
})

it("a figure is so many times better than its target, whichever way that lies", () => {
  assert.strictEqual(timesTarget(target("at least", 2), 5), 2.5)
  assert.strictEqual(timesTarget(target("at most", 5), 2), 2.5)
})

it("targets are told apart by their names", () => {
  const names = Object.values(targets).map(({ name }) => name)
  assert.strictEqual(new Set(names).size, names.length)
})
