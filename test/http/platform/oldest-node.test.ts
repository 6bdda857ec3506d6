import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { canServe, oldestServing } from "../../../http/platform/oldest-node.ts"

it("the oldest Node of a server is the one that effect's server asks for", () => {
  const file = new URL("../../../node_modules/@effect/platform-node/package.json", import.meta.url)
  const { engines } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly engines: { readonly node: string }
  }
  assert.strictEqual(engines.node, `>=${oldestServing}.0`)
})

it("versions are compared by major and minor number", () => {
  const versions = ["20.20.2", "22.9.0", "22.18.9", "22.19.0", "22.20.1", "23.0.0", "26.10.0"]
  assert.deepStrictEqual(versions.filter(canServe), versions.slice(3))
})
