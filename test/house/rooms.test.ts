import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import { findCircles, readArrows } from "../../.config/rooms.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url))

describe("the rooms", () => {
  it("of core and rules import each other in one direction", () => {
    const arrows = readArrows(root, ["core", "rules"])
    assert.isAbove(arrows.length, 1_000)
    assert.deepStrictEqual(findCircles(arrows), [])
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
})
