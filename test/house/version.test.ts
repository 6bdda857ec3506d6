import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { apiVersion } from "../../http/config/version.ts"

it.each(["", "http/library/", "http/cli/"])(
  "the manifest in /%s has the version of the interface",
  (folder) => {
    const text = readFileSync(new URL(`../../${folder}package.json`, import.meta.url), "utf8")
    assert.strictEqual((JSON.parse(text) as { version: string }).version, apiVersion)
  },
)
