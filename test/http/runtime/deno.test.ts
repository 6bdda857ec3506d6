import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { loadBundle } from "../../../http/tables/load-bundle.ts"
import { freePort, send, sendRaw } from "../../support/http-call.ts"
import { plainEnvironment, runProcess } from "../../support/run-process.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import {
  serverEnvironment,
  signedHeaders,
  startService,
  type StartedService,
} from "../../support/service.ts"
import { eventually } from "../../support/eventually.ts"
import { startMailServer, type TestMailServer } from "../outside/mail/smtp-server.ts"
import { seenUsage } from "../store/usage/seen-usage.ts"
import { copyTables } from "../tables/copied-tables.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const deno = join(root, "node_modules/.bin/deno")
const folder = mkdtempSync(join(tmpdir(), "viatica-deno-"))
const denoArgs = ["run", "--no-remote", "--no-prompt", "-A", "http/runtime/deno.ts"]
const denoEnvironment = { DENO_DIR: folder, DENO_NO_UPDATE_CHECK: "1" }

/** A server under Deno, in a process group of its own. */
interface DenoServer {
  readonly child: ChildProcess
  readonly firstLine: string
  readonly ended: Promise<number | null>
}

const startDeno = async (environment: Readonly<Record<string, string>>): Promise<DenoServer> => {
  const child = spawn(deno, denoArgs, {
    cwd: root,
    detached: true,
    env: { ...plainEnvironment(), ...denoEnvironment, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  })
  const ended = once(child, "exit").then(([status]) => (typeof status === "number" ? status : null))
  const lines = createInterface(child.stderr)
  const [firstLine] = (await Promise.race([
    once(lines, "line", { signal: AbortSignal.timeout(60_000) }),
    ended.then((status) => [`ended with ${status}`]),
  ])) as [string]
  return { child, firstLine, ended }
}

const signal = (server: DenoServer | undefined, name: NodeJS.Signals): void => {
  const { child } = server ?? {}
  if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    process.kill(-child.pid, name)
  }
}

const runDeno = (environment: Readonly<Record<string, string>>) =>
  runProcess(deno, denoArgs, {
    cwd: root,
    environment: { ...denoEnvironment, ...environment },
  })

/** Modules and what they import, as `deno info` prints them. */
interface ModuleGraph {
  readonly roots: ReadonlyArray<string>
  readonly modules: ReadonlyArray<{
    readonly specifier: string
    readonly dependencies?: ReadonlyArray<{
      readonly isDynamic?: boolean
      readonly code?: { readonly specifier?: string }
    }>
  }>
}

/** Every module that starting loads: those imported later, on demand, are left out. */
const staticImports = ({ modules, roots }: ModuleGraph): ReadonlyArray<string> => {
  const imports = new Map(
    modules.map(({ specifier, dependencies = [] }) => [
      specifier,
      dependencies.flatMap(({ isDynamic, code }) => (isDynamic ? [] : (code?.specifier ?? []))),
    ]),
  )
  const loaded = new Set(roots)
  for (const module of loaded) for (const next of imports.get(module) ?? []) loaded.add(next)
  return [...loaded]
}

/** What two answers to one request may differ in. */
const withoutChance = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      ["sessionId", "expiresAt", "key"].includes(name) ? undefined : value,
    ),
  )

/** Headers that the service sets, whatever serves it. */
const ownHeaders = (headers: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.keys(headers)
    .filter((name) => /^(x-|content-type$|cache-control$|retry-after$)/.test(name))
    .sort()

describe("the shell under Deno, beside one under Node on the same database", () => {
  const baseUrl = "http://viatica.test"
  let service: StartedService
  let mailServer: TestMailServer
  let server: DenoServer | undefined
  let port = 0

  beforeAll(async () => {
    mailServer = await startMailServer()
    service = await startService({ BASE_URL: baseUrl })
    port = await freePort()
    const environment = serverEnvironment(service.databaseUrl, port)
    server = await startDeno({
      ...environment,
      BASE_URL: baseUrl,
      SMTP_URL: mailServer.url().href,
      MAIL_FROM: "console@viatica.test",
    })
  })

  afterAll(async () => {
    signal(server, "SIGKILL")
    await server?.ended
    await service.stop()
    await mailServer.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it("says where it listens, in one line", () => {
    assert.strictEqual(server?.firstLine, `viatica: listening on 127.0.0.1 port ${port}`)
  })

  for (const [method, path, body] of [
    ["GET", paths.meta, undefined],
    ["GET", `${paths.cards}?country=FR`, undefined],
    ["POST", paths.quotes, quoteBody()],
    ["POST", paths.bilan, bilanBody()],
    ["POST", paths.bilan, { residence: "F" }],
    ["POST", paths.quotes, "{"],
  ] as const) {
    it(`answers ${method} ${path} ${JSON.stringify(body)?.slice(0, 20) ?? ""} as Node does`, async () => {
      const signedPath = path.split("?", 1)[0] ?? path
      const byDeno = await service.call(method, path, body, { port, signedPath })
      const byNode = await service.call(method, path, body, { signedPath })
      assert.strictEqual(byDeno.status, byNode.status)
      assert.deepStrictEqual(withoutChance(byDeno.body), withoutChance(byNode.body))
      assert.deepStrictEqual(ownHeaders(byDeno.headers), ownHeaders(byNode.headers))
    })
  }

  it("signs people in by a letter over SMTP, to the pages of both", async () => {
    const headers = { origin: baseUrl, "content-type": "application/x-www-form-urlencoded" }
    const body = "email=claire%40acme.example"
    const asked = await send({ port, method: "POST", path: "/console/sign-in", headers, body })
    assert.strictEqual(asked.status, 303)
    assert.isTrue(await eventually(() => mailServer.emails.length === 1, 10_000))
    const text = (mailServer.emails[0] ?? "").replaceAll("=\r\n", "")
    const path = /http:\/\/viatica\.test(\/console\/sign-in\/[\w-]{43})/.exec(text)?.[1] ?? ""
    const begun = await send({ port, method: "POST", path, headers, body: "" })
    assert.strictEqual(begun.headers["location"], "/console")
    const cookie = begun.headers["set-cookie"]?.split(";")[0] ?? ""
    for (const each of [port, service.port]) {
      const welcome = { port: each, method: "GET", path: "/console/welcome", headers: { cookie } }
      assert.include((await send(welcome)).text, "claire@acme.example")
    }
  })

  it("counts on the quota that both share", async () => {
    const remaining = async () =>
      Number((await service.call("GET", paths.meta)).headers["x-ratelimit-remaining"])
    const before = await remaining()
    await service.call("POST", paths.bilan, bilanBody(), { port })
    assert.strictEqual(await remaining(), before - 1)
  })

  it("answers HEAD without a body", async () => {
    const answer = await service.call("HEAD", paths.meta, undefined, { port })
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.text, "")
  })

  it("refuses a signature of another body", async () => {
    const answer = await service.call("POST", paths.bilan, bilanBody(), { port, signedBody: "{}" })
    assert.strictEqual(answer.status, 401)
    assert.propertyVal(answer.body, "error", "INVALID_SIGNATURE")
  })

  it("refuses a doubled signing header", async () => {
    const headers = Object.entries(signedHeaders(service.key, "GET", paths.meta))
    const lines = [...headers, ...headers.slice(2)].map(([name, value]) => `${name}: ${value}\r\n`)
    const request = `GET ${paths.meta} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines.join("")}\r\n`
    const { answer } = await sendRaw(port, [request])
    assert.strictEqual(answer?.status, 401)
    assert.propertyVal(answer?.body, "error", "INVALID_SIGNATURE")
  })

  it("compresses what needs no signature when asked, as Node does, and nothing else", async () => {
    const ask = (path: string, port: number, accepted: string, headers = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { ...headers, "accept-encoding": accepted },
      })
    const described = async (answer: Response) => ({
      coding: answer.headers.get("content-encoding"),
      vary: answer.headers.get("vary"),
      hash: createHash("sha256")
        .update(await answer.text())
        .digest("hex"),
    })
    for (const path of ["/openapi.json", "/docs"]) {
      for (const accepted of ["br;q=0.5, gzip;q=0.4", "gzip", "identity"]) {
        const byDeno = await described(await ask(path, port, accepted))
        const byNode = await described(await ask(path, service.port, accepted))
        assert.deepStrictEqual(byDeno, byNode)
        assert.strictEqual(byDeno.coding === null, accepted === "identity")
      }
    }
    const signed = signedHeaders(service.key, "GET", paths.cards)
    const cards = await ask(paths.cards, port, "br, gzip", signed)
    assert.strictEqual(cards.status, 200)
    assert.isNull(cards.headers.get("content-encoding"))
  })

  it("counts calls for their account, the refused ones by code", async () => {
    const key = await service.createKey()
    await service.call("GET", paths.meta, undefined, { key, port })
    await service.call("POST", paths.bilan, "{", { key, port })
    const seen = seenUsage(service, key.partnerCode, "sandbox")
    assert.strictEqual(await seen.countedOnce(2), 2)
    const found = (await seen.calls()).map(({ endpoint, errorCode }) => [endpoint, errorCode])
    assert.deepStrictEqual(found, [
      ["bilan", "INVALID_JSON"],
      ["meta", null],
    ])
  })

  it("knows no other path, and no other method", async () => {
    const elsewhere = await service.call("GET", "/api/v1/nowhere", undefined, { port })
    assert.strictEqual(elsewhere.status, 404)
    assert.propertyVal(elsewhere.body, "error", "NOT_FOUND")
    const wrong = await service.call("DELETE", paths.meta, undefined, { port })
    assert.strictEqual(wrong.status, 405)
    assert.propertyVal(wrong.body, "error", "METHOD_NOT_ALLOWED")
    assert.strictEqual(wrong.headers["allow"], "GET, HEAD")
  })

  it("takes a body of 64 KiB, declared or not, and none that is longer by a byte", async () => {
    const body = (bytes: number) => JSON.stringify(bilanBody()).padEnd(bytes)
    for (const chunked of [false, true]) {
      const options = { port, chunked }
      const fits = await service.call("POST", paths.bilan, body(65_536), options)
      assert.strictEqual(fits.status, 200)
      const over = await service.call("POST", paths.bilan, body(65_537), options)
      assert.strictEqual(over.status, 413)
      assert.propertyVal(over.body, "error", "PAYLOAD_TOO_LARGE")
    }
  })

  it("is told in one line that its port is taken", async () => {
    const holder = createServer().listen(0, "127.0.0.1")
    await once(holder, "listening")
    const address = holder.address()
    const taken = typeof address === "object" && address !== null ? address.port : 0
    const ended = await runDeno(serverEnvironment(service.databaseUrl, taken))
    holder.close()
    assert.strictEqual(ended.status, 1)
    assert.strictEqual(
      ended.stderr,
      `viatica: Port ${taken} on 127.0.0.1 is already in use; set PORT to another one.\n`,
    )
  })

  it("asks for a database in one line", async () => {
    const ended = await runDeno({})
    assert.strictEqual(ended.status, 1)
    assert.match(ended.stderr, /^viatica: Set DATABASE_URL .*\n$/)
  })

  it("takes changed tables by itself and on SIGHUP", async () => {
    using tables = copyTables()
    const ownPort = await freePort()
    const own = await startDeno({
      ...serverEnvironment(service.databaseUrl, ownPort),
      TABLES_DIR: tables.folder,
      TABLES_WATCH: "true",
    })
    const untilTaken = async (): Promise<void> => {
      const { hash } = await Effect.runPromise(loadBundle(tables.folder))
      while (!(await send({ port: ownPort, method: "GET", path: "/readyz" })).text.includes(hash)) {
        await delay(50)
      }
    }
    try {
      await untilTaken()
      tables.insert("reference/languages.csv", "xx,First")
      await untilTaken()
      tables.insert("reference/languages.csv", "xy,Second")
      signal(own, "SIGHUP")
      await untilTaken()
    } finally {
      signal(own, "SIGTERM")
      assert.strictEqual(await own.ended, 0)
    }
  })

  it("loads neither Node's server nor the embedded Postgres", async () => {
    const ended = await runProcess(deno, ["info", "--json", "http/runtime/deno.ts"], {
      cwd: root,
      environment: denoEnvironment,
    })
    assert.strictEqual(ended.status, 0, ended.stderr)
    const loaded = staticImports(JSON.parse(ended.stdout) as ModuleGraph)
    assert.isTrue(loaded.some((module) => module.endsWith("http/runtime/web-handler.ts")))
    assert.deepStrictEqual(
      loaded.filter((module) => /platform-node|embedded/.test(module)),
      [],
    )
  })

  it("ends with status 0 on SIGTERM, a kept connection notwithstanding", async () => {
    await service.call("GET", paths.meta, undefined, { port })
    signal(server, "SIGTERM")
    const status = await Promise.race([
      server?.ended,
      new Promise((resolve) => setTimeout(resolve, 20_000, "still there")),
    ])
    assert.strictEqual(status, 0)
  })
})
