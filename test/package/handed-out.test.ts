import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { builtClientFiles } from "../../http/pages/docs/files.ts"
import { useService } from "../support/service.ts"
import { runProcess } from "../support/run-process.ts"
import { startServerProcess } from "../support/server-process.ts"
import type { Server } from "../support/spawned-server.ts"
import { install, npmTimeoutMs } from "./npm.ts"

const program = `const client = makeClient({ baseUrl: process.env.VIATICA_URL, keyId: process.env.VIATICA_KEY, secret: process.env.VIATICA_SECRET })
const answer = await client.meta()
console.log(answer._tag)
`

describe("what a running service hands out for TypeScript", () => {
  const service = useService()
  const folder = mkdtempSync(join(tmpdir(), "viatica-handed-out-"))
  let server: Server | undefined
  const url = (): string => `http://127.0.0.1:${server?.port}`

  beforeAll(async () => {
    server = await startServerProcess(service().databaseUrl)
  }, npmTimeoutMs)
  afterAll(async () => {
    await server?.end("SIGTERM")
    rmSync(folder, { recursive: true, force: true })
  })

  const saved = async (name: string): Promise<string> => {
    const response = await fetch(`${url()}/docs/files/${name}`)
    assert.strictEqual(response.status, 200, name)
    const path = join(folder, name.split("/").at(-1) ?? name)
    writeFileSync(path, new Uint8Array(await response.arrayBuffer()))
    return path
  }

  const runs = async (text: string): Promise<string> => {
    const file = join(folder, "program.mjs")
    writeFileSync(file, text)
    const key = await service().createKey()
    const environment = { VIATICA_URL: url(), VIATICA_KEY: key.keyId, VIATICA_SECRET: key.secret }
    const { stderr, stdout } = await runProcess(process.execPath, [file], {
      cwd: folder,
      environment,
    })
    assert.strictEqual(stderr, "")
    return stdout
  }

  it("installs by its address, and calls the service", { timeout: npmTimeoutMs }, async () => {
    await install(folder, `${url()}/docs/files/${builtClientFiles.archive}`)
    const ended = await runs(`import { makeClient } from "viatica/client"\n${program}`)
    assert.strictEqual(ended, "Success\n")
  })

  it("is one module, without npm", async () => {
    await saved(builtClientFiles.module)
    const ended = await runs(`import { makeClient } from "./viatica.mjs"\n${program}`)
    assert.strictEqual(ended, "Success\n")
  })
})
