import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ipidStyle } from "../../../http/pages/ipid-page.ts"

const folder = new URL("../../../http/pages/assets/", import.meta.url)

/** The style sheets of all pages, by name. */
const sheets = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith(".css"))
    .map((name) => [name, readFileSync(new URL(name, folder), "utf8")] as const),
  ["ipid", ipidStyle] as const,
]

/** Declarations that give letters a size or a height. */
const typeDeclarations = (css: string): ReadonlyArray<string> =>
  [...css.matchAll(/(?<![-\w])(?:font|font-size|line-height)\s*:[^;}]*/gu)].map(([found]) => found)

describe("style sheets of pages", () => {
  it.each(sheets)("of %s size letters as the reader's browser is set", (_, css) => {
    const declarations = typeDeclarations(css)
    const inPixels = declarations.filter((each) => /\d(?:px|cm|mm|in|pc)\b/u.test(each))
    assert.deepStrictEqual(inPixels, [])
  })

  it("hold declarations that this finds", () => {
    assert.isAbove(sheets.flatMap(([, css]) => typeDeclarations(css)).length, 150)
    assert.deepStrictEqual(typeDeclarations("a{font:16px x;color:red}b{font-size:\n2px}"), [
      "font:16px x",
      "font-size:\n2px",
    ])
  })
})
