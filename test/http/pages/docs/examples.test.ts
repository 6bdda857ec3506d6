import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { clientFiles } from "../../../../http/pages/docs/files.ts"
import { quickstartPrograms } from "../../../../http/pages/docs/snippets/quickstart-programs.ts"
import { receiverPrograms } from "../../../../http/pages/docs/snippets/receivers.ts"
import { send } from "../../../support/http-call.ts"
import { useService } from "../../../support/service.ts"
import { textOfId } from "./page-text.ts"

// test/http/robot runs what these pages show, as they print it.

const service = useService()

const get = async (path: string): Promise<string> =>
  (await send({ port: service().port, method: "GET", path, headers: {} })).text

for (const { id, label, served } of quickstartPrograms) {
  describe(`the examples in ${label}`, () => {
    it("of the quickstart are parts of the served program, byte for byte", async () => {
      const program = await get(`/docs/files/${served}`)
      for (const step of ["read", "link", "sale"]) {
        const part = textOfId(await get("/docs"), `${step}-${id}-code`) ?? ""
        assert.isAbove(part.trim().length, 20, step)
        assert.include(program, part, step)
      }
      const lines = (textOfId(await get("/docs"), `price-${id}-code`) ?? "").split("\n")
      let rest = program
      for (const line of lines) {
        assert.include(rest, line)
        rest = rest.slice(rest.indexOf(line) + line.length)
      }
    })

    it("of the quickstart begin as the guide of the client does", async () => {
      if (id === "typescript") return
      // Which is run beside the contract of each client.
      const readme = new URL(
        `../../../../http/clients/${clientFiles[`${id}/README.md`]}`,
        import.meta.url,
      )
      const program = textOfId(await get("/docs"), `price-${id}-code`)
      assert.include(readFileSync(readme, "utf8"), `\`\`\`${id}\n${program}\`\`\``)
    })

    it("of the guide to webhooks are the served receiver, byte for byte", async () => {
      const receiver = receiverPrograms.find((program) => program.id === id)
      const shown = textOfId(await get("/docs/guides/events"), `verify-${id}-code`)
      assert.strictEqual(shown, await get(`/docs/files/${receiver?.served}`))
    })
  })
}
