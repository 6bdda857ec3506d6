import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { rolldown } from "rolldown"
import { bundleLibrary } from "../../.config/library.ts"
import { runProcess } from "../support/run-process.ts"
import { useService } from "../support/service.ts"
import { copyConsumer, npmTimeoutMs, root } from "./npm.ts"
import { libraryRuntimes } from "./runtimes.ts"
import { answerOfWorker } from "./workerd.ts"

const service = useService()

/** What the calls of `consumer/client-calls.mjs` end in, wherever they are made. */
const expected = {
  offers: true,
  session: true,
  link: 201,
  remaining: "number",
  meta: "answer",
  bilan: "answer",
  cards: "answer",
  sales: "answer",
  vocabulary: "answer",
  unknownRef: "LINK_NOT_FOUND",
  nobody: "NO_TRAVELLERS",
  wrongSecret: "INVALID_SIGNATURE",
  elsewhere: "NOT_FOUND",
  nowhere: "transport",
  aborted: "aborted",
}

describe("the packed client", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-client-"))
  const consumer = join(folder, "consumer")
  const home = join(consumer, "node_modules/viatica")

  /** As much of the package as the client is made of, beside effect. */
  beforeAll(async () => {
    mkdirSync(home, { recursive: true })
    cpSync(join(root, "http/library/package.json"), join(home, "package.json"))
    const dependencies = { viatica: "*", effect: "*" }
    writeFileSync(
      join(consumer, "package.json"),
      JSON.stringify({ private: true, type: "module", dependencies }),
    )
    await bundleLibrary(root, join(home, "dist/lib"))
    symlinkSync(join(root, "node_modules/effect"), join(consumer, "node_modules/effect"), "dir")
    copyConsumer(consumer)
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const optionsOf = async (): Promise<string> => {
    const { keyId, secret } = await service().createKey()
    return JSON.stringify({ baseUrl: service().baseUrl, keyId, secret })
  }

  it.each(libraryRuntimes)("makes every call on $name", { timeout: npmTimeoutMs }, async (each) => {
    const [program, ...options] = await each.commandLine()
    const { status, stderr, stdout } = await runProcess(
      program,
      [...options, "client.mjs", await optionsOf()],
      { cwd: consumer, environment: { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1" } },
    )
    assert.strictEqual(status, 0, stderr)
    assert.deepStrictEqual(JSON.parse(stdout), expected)
  })

  it("makes every call in Cloudflare's workerd", async () => {
    const bundle = await rolldown({
      input: join(consumer, "client-worker.mjs"),
      platform: "neutral",
    })
    await bundle.write({ file: join(consumer, "worker.js"), format: "esm" })
    await bundle.close()
    const answer = await answerOfWorker(consumer, "worker.js", await optionsOf())
    assert.deepStrictEqual(JSON.parse(answer), expected)
  })

  it("makes calls as programs of effect", async () => {
    const program = `
      import { strict as assert } from "node:assert"
      import * as Effect from "effect/Effect"
      import { layerFetch, ViaticaClient } from "viatica/client/effect"
      const meta = Effect.flatMap(ViaticaClient, ({ meta }) => meta)
      const run = (options) => Effect.runPromise(Effect.provide(meta, layerFetch(options)).pipe(
        Effect.catchTag("INVALID_SIGNATURE", () => Effect.succeed("refused"))))
      const options = JSON.parse(process.argv[1])
      assert.equal((await run(options)).key.keyId, options.keyId)
      assert.equal(await run({ ...options, secret: "another" }), "refused")`
    const args = ["--input-type=module", "--eval", program, await optionsOf()]
    const ended = await runProcess(process.execPath, args, { cwd: consumer })
    assert.deepStrictEqual([ended.status, ended.stderr], [0, ""])
  })

  it("runs the examples of its guide", { timeout: npmTimeoutMs }, async () => {
    const guide = readFileSync(join(root, "docs/client.md"), "utf8")
    const examples = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? "")
    const { keyId, secret } = await service().createKey()
    const environment = {
      VIATICA_URL: service().baseUrl,
      VIATICA_KEY: keyId,
      VIATICA_SECRET: secret,
    }
    const said: Array<string> = []
    for (const [index, example] of examples.entries()) {
      const file = `guide-${index}.ts`
      writeFileSync(join(consumer, file), example)
      const ended = await runProcess(process.execPath, [file], { cwd: consumer, environment })
      assert.deepStrictEqual([ended.status, ended.stderr], [0, ""], file)
      said.push(ended.stdout)
    }
    assert.strictEqual(said.length, 4)
    assert.match(said[0] ?? "", /^.+ \d+(\.\d+)? EUR\nhttps?:/)
    assert.match(said[1] ?? "", /destinations/)
    // It receives events, and none comes here.
    assert.strictEqual(said[2], "")
    assert.match(said[3] ?? "", /^\d+\n$/)
  })

  it("holds nothing of another package, and weighs little", async () => {
    const code = readFileSync(join(home, "dist/lib/client.js"), "utf8")
    assert.notMatch(code, /^(?:import|export \* from)\b/m)
    const bytesOf = async (names: string): Promise<number> => {
      const input = join(consumer, `weighed-${names.length}.mjs`)
      writeFileSync(
        input,
        `export ${names} from ${JSON.stringify(join(home, "dist/lib/client.js"))}\n`,
      )
      const bundle = await rolldown({ input, platform: "neutral" })
      const { output } = await bundle.generate({ format: "esm", minify: true })
      await bundle.close()
      assert.strictEqual(output.length, 1)
      return brotliCompressSync(output[0].code).length
    }
    const [calls, all] = [await bytesOf("{ makeClient }"), await bytesOf("*")]
    process.stdout.write(
      `viatica/client: ${all} bytes, minified and compressed by Brotli; ${calls} of calls alone\n`,
    )
    // Verifying events and statements is left out by bundlers where nobody asks for it.
    assert.isAtMost(calls, 4_200)
    assert.isAtMost(all, 6_300)
  })

  it("shares all of effect with who imports it as programs", () => {
    const code = readFileSync(join(home, "dist/lib/client/effect.js"), "utf8")
    assert.notInclude(code, "node_modules/effect/")
    assert.match(code, /from\s*"effect\/http-api\/HttpApiClient"/)
  })
})
