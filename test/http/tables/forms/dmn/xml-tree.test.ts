import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readXml, treeLimits } from "../../../../../http/tables/forms/dmn/xml-tree.ts"

const faultOf = (source: string) => {
  const read = readXml(source)
  return Result.isFailure(read) ? read.failure : undefined
}

const nested = (depth: number): string => "<a>".repeat(depth) + "</a>".repeat(depth)

const attributed = (count: number): string =>
  `<a ${Array.from({ length: count }, (_, at) => `a${at}=""`).join(" ")}/>`

describe("a tree of XML", () => {
  it.each([
    ["elements within each other", nested(treeLimits.depth), `<b>${nested(treeLimits.depth)}</b>`],
    ["attributes", attributed(treeLimits.attributes), attributed(treeLimits.attributes + 1)],
  ])("has as many %s as are read, and no more", (_, most, more) => {
    assert.isUndefined(faultOf(most))
    assert.strictEqual(faultOf(more)?._tag, "TooMuch")
  })

  it("has no more elements than are read", () => {
    const fault = faultOf(`<a>${"<b/>".repeat(treeLimits.elements)}</a>`)
    assert.deepInclude(fault, { _tag: "TooMuch", of: "elements", most: treeLimits.elements })
  })

  it("ends at the element that is too deep, whatever follows", () => {
    const fault = faultOf("<a>".repeat(500_000))
    assert.deepStrictEqual(fault, {
      line: 1,
      column: 3 * treeLimits.depth + 1,
      _tag: "TooMuch",
      of: "depth",
      most: treeLimits.depth,
    })
  })

  it("tells its first fault, not what comes of it", () => {
    assert.deepInclude(faultOf("<a>\n<b></a>"), { line: 2, _tag: "Malformed" })
  })
})
