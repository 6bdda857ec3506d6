import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { clientFiles } from "../../../http/pages/docs/files.ts"
import { openPaths, paths } from "../../support/sample-trips.ts"

const sources = ["python/viatica.py", "go/viatica.go", "java/Viatica.java", "php/viatica.php"]

describe("the clients in other languages", () => {
  it.each(sources)("make every call of the API: %s", (name) => {
    const place = new URL(`../../../http/clients/${clientFiles[name]}`, import.meta.url)
    const source = readFileSync(place, "utf8")
    const missing = Object.values({ ...paths, ...openPaths }).filter(
      (path) => !source.includes(`"${path}"`) && !source.includes(`'${path}'`),
    )
    assert.deepStrictEqual(missing, [])
  })
})
