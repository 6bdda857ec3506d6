import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
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

/** What is wrong is expected to be, so that types that say nothing fail, too. */
const typed = `import { makeClient, verifyEvent, type Offer, type RefusalCode } from "./viatica.mjs"
const client = makeClient({ baseUrl: "https://viatica.example", keyId: "k", secret: "s" })
const told = await client.eventEndpoints()
export const mode: string = told._tag === "Success" ? told.success.mode : told.failure._tag
const verified = await verifyEvent("{}", new Headers(), ["whsec_AAAA"])
if (verified._tag === "Event" && verified.event.type === "sale.validated") {
  console.log(verified.event.data.externalOrderId satisfies string)
  // @ts-expect-error of another event
  console.log(verified.event.data.bucket)
}
// @ts-expect-error an offer has no such field
export const none = (one: Offer): number => one.nothing
// @ts-expect-error no call has this name
client.lost()
export const code: RefusalCode = "BAD_DATES"
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

  it("stands beside the client in Java, compiled, as the package has it", async () => {
    const jar = "maven/viatica/viatica/1.0.0/viatica-1.0.0.jar"
    const { files } = JSON.parse(readFileSync(await saved("versions.json"), "utf8")) as {
      readonly files: ReadonlyArray<{ readonly name: string; readonly sha256: string }>
    }
    const bytes = readFileSync(await saved(jar))
    const due = files.find(({ name }) => name === jar)?.sha256
    assert.strictEqual(createHash("sha256").update(bytes).digest("hex"), due)
  })

  it("is one module, without npm", async () => {
    await saved(builtClientFiles.module)
    const ended = await runs(`import { makeClient } from "./viatica.mjs"\n${program}`)
    assert.strictEqual(ended, "Success\n")
  })

  it("has types beside that module, for a project that imports it by its path", async () => {
    await saved(builtClientFiles.types)
    writeFileSync(join(folder, "typed.mts"), typed)
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      module: "nodenext",
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
      noEmit: true,
    }
    const settings = { compilerOptions: options, files: ["typed.mts"] }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings))
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json")
    const tsc = join(dirname(compiler), "bin/tsc")
    const { status, stdout } = await runProcess(process.execPath, [tsc, "-p", folder], {
      cwd: folder,
      environment: {},
    })
    assert.deepStrictEqual([status, stdout], [0, ""])
  })
})
