import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { apiVersion } from "../../http/config/version.ts"

it("the package carries the version of the interface", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8")
  assert.strictEqual((JSON.parse(text) as { version: string }).version, apiVersion)
})
