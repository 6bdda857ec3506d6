import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { idleTools, tools } from "../support/tool-tests.ts"

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const names = (changed: ReadonlyArray<string>): ReadonlyArray<string> =>
  idleTools(changed).map(({ name }) => name)

const all = tools.map(({ name }) => name)

describe("tests of tools", () => {
  it("name paths that are there", () => {
    for (const { restOn, tests } of tools) {
      for (const path of [...tests, ...restOn]) assert.isTrue(existsSync(at(path)), path)
    }
  })

  it("are left out where what they rest on is as it was", () => {
    assert.deepStrictEqual(names(["rules/coach/request.ts", "data/fees.csv"]), all)
    for (const { name, restOn } of tools) {
      for (const path of restOn) {
        assert.notInclude(names(["rules/coach/request.ts", path]), name)
        assert.notInclude(names([`${path}any.ts`]), name)
      }
    }
  })

  it.each(["package-lock.json", ".config/vitest.config.ts", "test/support/service.ts"])(
    "all run where %s has changed",
    (path) => {
      assert.deepStrictEqual(names([path]), [])
    },
  )
})
