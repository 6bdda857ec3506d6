import { assert, describe, it } from "@effect/vitest"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { TestContext } from "vitest"
import { builtEnvironment, builtProgram } from "../../support/built-package.ts"
import { createFreshDatabase } from "../../support/postgres.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The command line from the sources, and the built one with its environment. */
const fromSources = async () => ({
  program: join(root, ".config/launch.mjs"),
  environment: {},
})
const built = async () => ({ program: await builtProgram(), environment: builtEnvironment() })

interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  readonly errors: () => string
  readonly ended: Promise<number | null>
}

const temporaryFolder = ({ onTestFinished }: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-serve-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const run = async (
  { onTestFinished }: TestContext,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  form = built,
): Promise<Running> => {
  const { environment: own, program } = await form()
  const { DATABASE_URL: _database, BASE_URL: _base, ...inherited } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...inherited, ...own, ...environment },
  })
  let output = ""
  let errors = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve))
  onTestFinished(() => void child.kill("SIGKILL"))
  return { child, output: () => output, errors: () => errors, ended }
}

const until = async (
  condition: () => boolean,
  what: string,
  state: () => string = () => "",
): Promise<void> => {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (condition()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail(`waited in vain for ${what}: ${state()}`)
}

const freePort = async (): Promise<{ readonly port: number; readonly holder: Server }> => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve))
  const address = holder.address()
  return { port: typeof address === "object" && address !== null ? address.port : 0, holder }
}

const releasedPort = async (): Promise<number> => {
  const { holder, port } = await freePort()
  await new Promise((resolve) => holder.close(resolve))
  return port
}

const postmasterPid = (folder: string): number =>
  Number(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0])

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith(
      "Z",
    )
  } catch {
    return false
  }
}

// Each waits for processes of its own.
describe.concurrent("the service's start", () => {
  for (const [signal, form] of [
    ["SIGTERM", built],
    ["SIGINT", fromSources],
  ] as const) {
    it(`prices a trip, mints its link, reads a card, says how to go on, and ${signal} ends all of it`, async (test) => {
      const folder = temporaryFolder(test)
      const port = await releasedPort()
      const service = await run(
        test,
        ["serve", "--demo"],
        { DATA_DIR: folder, PORT: String(port) },
        form,
      )
      await until(
        () => service.output().includes("Serving until Ctrl-C"),
        "the demo",
        service.errors,
      )
      const text = service.output()
      assert.match(text, /A trip, priced: FR to US, 14 days, 2 travellers/)
      assert.match(text, /^1 +\d+ +\S.* \d+\.\d\d EUR/m)
      assert.match(text, /^subscription +sub_sandbox_\w+$/m)
      assert.match(
        text,
        /^url +http\S+\/funnel\/quote\?residence=FR&destinations=US&travellers=2&\S+$/m,
      )
      assert.match(text, /Medical target 500.000.€: not met by the card/)
      assert.match(text, /hospitalFeesAbroad +insufficient +155000 +500000/)
      assert.match(text, /^1 +\w+ +sante +decisive/m)
      for (const name of ["console, signed in", "as an operator"]) {
        const link = new RegExp(`^${name} +(http://127\\.0\\.0\\.1:\\S+)$`, "m").exec(text)?.[1]
        const opened = await fetch(link ?? "")
        assert.strictEqual(opened.status, 200)
        assert.match(await opened.text(), /(owner|operator)@demo\.example/)
      }
      assert.strictEqual((await fetch(`http://127.0.0.1:${port}/outbox`)).status, 200)
      assert.match(text, /^a tracked ref +demo-[\w-]+$/m)
      assert.match(text, /^ {2}export VIATICA_URL=http:\S+\n {2}export VIATICA_KEY=ak_test_\w+$/m)
      assert.match(
        text,
        /^ {2}export VIATICA_SECRET=vsk_test_\S+\n {2}export VIATICA_REF=demo-\S+$/m,
      )
      assert.match(text, /call GET \/api\/v1\/travel\/meta$/m)
      const amounts = [...text.matchAll(/^\d+ +\d+ +\S.*? (\d+\.\d\d) EUR/gm)].map((match) =>
        Number(match[1]),
      )
      assert.isAbove(amounts.length, 1)
      assert.deepStrictEqual(
        amounts,
        amounts.toSorted((left, right) => left - right),
      )
      const postgres = postmasterPid(folder)
      assert.isTrue(isAlive(postgres))
      assert.strictEqual((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200)
      service.child.kill(signal)
      assert.strictEqual(await service.ended, 0)
      await until(() => !isAlive(postgres), "the end of Postgres")
    })
  }

  it("says in one line that the port is taken", async (test) => {
    const { holder, port } = await freePort()
    test.onTestFinished(() => void holder.close())
    const { drop, url } = await createFreshDatabase()
    test.onTestFinished(drop)
    const service = await run(test, ["serve"], {
      DATABASE_URL: url,
      DATA_DIR: temporaryFolder(test),
      PORT: String(port),
      LOG_LEVEL: "Error",
    })
    assert.strictEqual(await service.ended, 1)
    assert.strictEqual(
      service.errors(),
      `viatica: Port ${port} on 127.0.0.1 is already in use; set PORT to another one.\n`,
    )
    assert.strictEqual(service.output(), "")
  })

  it("says in one line that the data folder cannot be written", async (test) => {
    const file = join(temporaryFolder(test), "file")
    writeFileSync(file, "")
    const service = await run(test, ["serve"], {
      DATA_DIR: join(file, "data"),
      PORT: String(await releasedPort()),
    })
    assert.strictEqual(await service.ended, 1)
    assert.match(service.errors(), /^viatica: Cannot write in the data folder .*\n$/)
  })

  it("says in one line that the database does not answer, without its password", async (test) => {
    const port = await releasedPort()
    const url = `postgres://user:hidden@127.0.0.1:${port}/viatica`
    const service = await run(test, ["serve"], {
      DATABASE_URL: url,
      DATA_DIR: temporaryFolder(test),
      PORT: String(port),
    })
    assert.strictEqual(await service.ended, 1)
    assert.match(service.errors(), /^viatica: Cannot reach the database at 127\.0\.0\.1:\d+.*\n$/)
    assert.notInclude(service.errors(), "hidden")
  })

  it("says of every setting that is wrong which it is, in a line each", async (test) => {
    const service = await run(test, ["serve"], {
      DATA_DIR: temporaryFolder(test),
      PORT: "http",
      LOG_LEVEL: "loud",
      MASTER_KEY: "hidden",
    })
    assert.strictEqual(await service.ended, 1)
    assert.deepStrictEqual(service.errors().split("\n"), [
      'viatica: The setting PORT is wrong: expected a whole number from 1 to 65535, got "http"',
      "viatica: The setting MASTER_KEY is wrong: expected 32 bytes, as 64 hex digits or 44 characters of base64",
      'viatica: The setting LOG_LEVEL is wrong: expected one of All, Trace, Debug, Info, Warn, Error, Fatal, None, in any case, got "loud"',
      "",
    ])
  })

  it("says of settings that they do nothing without another one, and starts", async (test) => {
    const { drop, url } = await createFreshDatabase()
    test.onTestFinished(drop)
    const service = await run(test, ["serve"], {
      DATABASE_URL: url,
      DATA_DIR: temporaryFolder(test),
      PORT: String(await releasedPort()),
      METRICS_HOST: "127.0.0.1",
      RATES_REFRESH_MINUTES: "5",
      LOG_LEVEL: "WARN",
    })
    await until(() => service.errors().includes("listening on"), "the start", service.errors)
    assert.include(service.errors(), 'message="METRICS_HOST does nothing without METRICS_PORT"')
    assert.include(
      service.errors(),
      'message="RATES_REFRESH_MINUTES does nothing without RATES_URL"',
    )
    service.child.kill("SIGTERM")
    assert.strictEqual(await service.ended, 0)
  })
})
