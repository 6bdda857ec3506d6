import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import {
  findCircles,
  findFileCircles,
  findRising,
  readArrows,
  shellOrder,
} from "../../.config/rooms.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url))

describe("the rooms", () => {
  it("of core, rules and http import each other in one direction", () => {
    const arrows = readArrows(root, ["core", "rules", "http"])
    assert.isAbove(arrows.length, 2_500)
    assert.deepStrictEqual(findCircles(arrows), [])
    assert.deepStrictEqual(findFileCircles(arrows), [])
  })

  it("of the shell import only what stands below them", () => {
    const arrows = readArrows(root, ["http"])
    assert.isAbove(arrows.length, 1_000)
    assert.deepStrictEqual(findRising("http", shellOrder, arrows), [])
  })

  it("of the fixture stand in a circle of three, though no two files do", () => {
    const arrows = readArrows(fixtures, ["rooms"])
    const [circle = []] = findCircles(arrows)
    assert.deepStrictEqual(circle, [
      { from: "rooms/east/c.ts", to: "rooms/north/d.ts" },
      { from: "rooms/north/a.ts", to: "rooms/south/deep/b.ts" },
      { from: "rooms/south/deep/b.ts", to: "rooms/east/c.ts" },
    ])
  })

  it("hold no circle of files, which is found through each of its files", () => {
    const [out, back] = [
      { from: "rules/trip/a.ts", to: "rules/trip/b.ts" },
      { from: "rules/trip/b.ts", to: "rules/trip/a.ts" },
    ]
    const into = { from: "rules/trip/c.ts", to: "rules/trip/a.ts" }
    assert.deepStrictEqual(findFileCircles([into, out, back]), [
      [out, back],
      [back, out],
    ])
    assert.deepStrictEqual(findFileCircles([into, out]), [])
  })

  it("of the fixture rise where they import what stands above, beside, or in no order", () => {
    const arrows = readArrows(fixtures, ["rooms"])
    const risingIn = (...order: ReadonlyArray<ReadonlyArray<string>>) =>
      findRising("rooms", order, arrows).map(({ from, to }) => `${from} -> ${to}`)
    assert.deepStrictEqual(risingIn(["north"], ["east"], ["south"]), [
      "rooms/north/a.ts -> rooms/south/deep/b.ts",
    ])
    assert.deepStrictEqual(risingIn(["north", "east"], ["south"]), [
      "rooms/east/c.ts -> rooms/north/d.ts",
      "rooms/north/a.ts -> rooms/south/deep/b.ts",
    ])
    assert.deepStrictEqual(risingIn(["north"], ["east"]), [
      "rooms/north/a.ts -> rooms/south/deep/b.ts",
      "rooms/south/deep/b.ts -> rooms/east/c.ts",
    ])
  })
})
