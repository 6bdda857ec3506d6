import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { once } from "node:events"
import { dirname, join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, afterEach, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { loadBundle } from "../../../http/tables/load-bundle.ts"
import { apiVersion } from "../../../http/config/version.ts"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import { builtEnvironment, builtProgram } from "../../support/built-package.ts"
import { type Answer, freePort, readRawAnswer, send } from "../../support/http-call.ts"
import { times } from "../../support/long.ts"
import { cruisesInAsia } from "../../support/own-guards.ts"
import { runProcess } from "../../support/run-process.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { startServerProcess } from "../../support/server-process.ts"
import type { Server } from "../../support/spawned-server.ts"
import { serverEnvironment, signedHeaders, useOwnService } from "../../support/service.ts"
import { runHere } from "../cli/run.ts"
import { type CopiedTables, copyTables } from "./copied-tables.ts"
import { manifestText } from "./folder-in-memory.ts"
import { once as onlyOnce } from "../../../core/memory.ts"
import { utcDay } from "../../../http/platform/utc-day.ts"
import { removalText } from "../../../rules/tables/release.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

const service = useOwnService()

interface QuoteBody {
  readonly offers: ReadonlyArray<unknown>
  readonly sessionId: string
  readonly quote: unknown
  readonly meta: { readonly notice: string; readonly engineVersion?: string }
}

const cleanups: Array<() => Promise<void> | void> = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const start = async (environment: Readonly<Record<string, string>>) => {
  const tables = copyTables()
  const server = await startServerProcess(service().databaseUrl, {
    TABLES_DIR: tables.folder,
    TABLES_WATCH: "true",
    ...environment,
  })
  const end = async (): Promise<void> => {
    await server.end("SIGTERM")
    tables[Symbol.dispose]()
  }
  return { server, tables, end }
}

/** A server process on a copy of the tables, both gone after the test. */
const serve = async (environment: Readonly<Record<string, string>> = {}) => {
  const started = await start(environment)
  cleanups.push(started.end)
  return started
}

const shared = onlyOnce(() => start({ LOG_LEVEL: "Warn" }))

afterAll(async () => (await shared()).end())

/** The one server of tests that leave it as it was, on the shipped tables again. */
const serveShipped = async () => {
  const { server, tables } = await shared()
  tables.restore()
  const hash = await hashOf(tables)
  await until(
    () => readiness(server),
    ({ tables: shown }) =>
      shown.hash === hash && shown.refused === undefined && shown.waiting === undefined,
  )
  const before = server.said().length
  return { server, tables, said: () => server.said().slice(before) }
}

const bilan = (server: Server): Promise<Answer> =>
  service().call("POST", paths.bilan, bilanBody(), { port: server.port })

const figures = ({ body, status }: Answer) => {
  expect(status).toBe(200)
  const { bilan: read, meta } = body as BilanResponse
  return { version: meta.engineVersion, target: read.medical.targetValue }
}

interface Readiness {
  readonly ok: boolean
  readonly tables: {
    readonly hash: string
    readonly waiting?: { readonly hash: string; readonly effectiveFrom: string }
    readonly refused?: { readonly count: number; readonly mistakes: ReadonlyArray<string> }
  }
}

const readiness = async (server: Server): Promise<Readiness> => {
  const { body, status } = await send({ port: server.port, method: "GET", path: "/readyz" })
  expect(status).toBe(200)
  return body as Readiness
}

/** Asks until an answer fits; the test's own time limit ends a wait that is in vain. */
const until = async <Value>(
  ask: () => Promise<Value>,
  fits: (value: Value) => boolean,
): Promise<Value> => {
  for (;;) {
    const value = await ask()
    if (fits(value)) return value
    await delay(50)
  }
}

/** The target of a bilan from France to the United States, and a word beside it in the answer. */
const setTarget = (tables: CopiedTables, amount: number): void => {
  tables.edit("coach/medical_steps.csv", (text) =>
    text.replace(/^fr,top,\d+,/m, `fr,top,${amount},`),
  )
}

const hashOf = async (tables: CopiedTables): Promise<string> =>
  (await Effect.runPromise(loadBundle(tables.folder))).hash

const untilTaken = async (server: Server, tables: CopiedTables): Promise<string> => {
  const hash = await hashOf(tables)
  await until(
    () => readiness(server),
    (ready) => ready.tables.hash === hash,
  )
  return hash
}

/** A table of 3 MB in whose rows nothing is wrong, and one of 30 MB in the long form. */
const hugeBins = (text: string): string => {
  const [header = ""] = text.split("\n")
  const rows = Array.from({ length: times(50_000, 480_000) }, (_, at) => {
    const from = 10_000_000 + at
    return `${from},${from},visa,,credit,Some bank of number ${at},US,test of a huge table`
  })
  return [header, ...rows, ""].join("\n")
}

describe("a server whose tables become huge", () => {
  it("refuses them by their size, answers signed calls meanwhile, and takes them mended", async () => {
    const { server, tables } = await serve({ LOG_LEVEL: "Warn" })
    const before = figures(await bilan(server))
    const text = readFileSync(join(tables.folder, "coach/bins.csv"), "utf8")
    tables.edit("coach/bins.csv", hugeBins)
    tables.edit("icons/key.svg", (icon) => icon.padEnd(times(100_000, 10_000_000), " "))
    const { ok, tables: shown } = await until(
      async () => {
        expect(figures(await bilan(server))).toEqual(before)
        return readiness(server)
      },
      (ready) => ready.tables.refused?.count === 2,
    )
    expect(ok).toBe(true)
    expect(shown.refused?.mistakes).toEqual([
      "coach/bins.csv:1:1 expected a file of at most 2097152 bytes",
      "icons/key.svg:1:1 expected a file of at most 65536 bytes",
    ])
    expect(server.said()).toContain("coach/bins.csv:1:1 expected a file of at most 2097152 bytes")
    tables.edit("coach/bins.csv", () => text)
    tables.edit("icons/key.svg", (icon) => icon.trimEnd())
    setTarget(tables, 555_000)
    await untilTaken(server, tables)
    expect(figures(await bilan(server)).target).toBe(555_000)
  })

  it("refuses all that its thread cannot judge, and says so", async () => {
    const { server, tables } = await serve()
    const before = figures(await bilan(server))
    // Filled beside the folder and moved into it, so that it is not looked at while it fills.
    using filled = copyTables()
    const more = join(filled.folder, "more")
    mkdirSync(more)
    writeFileSync(join(more, "0.csv"), "")
    for (let at = 1; at <= 10_000; at += 1) linkSync(join(more, "0.csv"), join(more, `${at}.csv`))
    renameSync(more, join(tables.folder, "coach/more"))
    const { tables: shown } = await until(
      () => readiness(server),
      (ready) => ready.tables.refused?.count === 1,
    )
    expect(shown.refused).toMatchObject({
      count: 1,
      mistakes: ["the folder cannot be read: it holds more than 10000 files and folders"],
    })
    expect(figures(await bilan(server))).toEqual(before)
  })

  it("does not start on them, with the reason in one line, which tables check lists", async () => {
    const tables = copyTables()
    cleanups.push(() => tables[Symbol.dispose]())
    tables.edit("coach/bins.csv", hugeBins)
    const environment = serverEnvironment(service().databaseUrl, await freePort())
    const started = await runProcess(process.execPath, [await builtProgram(), "serve"], {
      cwd: process.cwd(),
      environment: { ...builtEnvironment(), ...environment, TABLES_DIR: tables.folder },
    })
    const mistake = "coach/bins.csv:1:1 expected a file of at most 2097152 bytes"
    expect(started.stderr).toBe(`viatica: Mistakes in the tables in ${tables.folder}: ${mistake}\n`)
    expect(started.status).toBe(1)
    const check = ["tables", "check", "--budget", "1", "--tables", tables.folder]
    const checked = await runHere({})(check)
    expect(checked.stdout).toContain("expected a file of at most 2097152 bytes")
    expect(checked.status).toBe(1)
  })
})

describe("a server whose tables change", () => {
  it("takes a changed figure without a restart", async () => {
    const { server, tables } = await serveShipped()
    const before = figures(await bilan(server))
    expect(before.target).toBe(500_000)
    setTarget(tables, 555_000)
    const after = await until(
      async () => figures(await bilan(server)),
      ({ version }) => version !== before.version,
    )
    expect(after).toEqual({ version: `${apiVersion}+${await hashOf(tables)}`, target: 555_000 })
  })

  it("keeps the old tables while new ones are wrong, says why, and takes them mended", async () => {
    const { said, server, tables } = await serveShipped()
    const before = figures(await bilan(server))
    tables.insert("reference/languages.csv", "XX,Upper")
    tables.remove("fees.csv")
    const { ok, tables: shown } = await until(
      () => readiness(server),
      (ready) => ready.tables.refused?.count === 2,
    )
    expect(ok).toBe(true)
    expect(before.version).toContain(shown.hash)
    expect(shown.refused?.mistakes).toEqual([
      "fees.csv:1:1 expected a file of this name",
      'reference/languages.csv:2:1 language: "XX" should be text of the form ^[a-z]{2}$; write xx',
    ])
    expect(figures(await bilan(server))).toEqual(before)
    const logged = said()
    expect(logged).toContain("tables refused")
    expect(logged).toContain("fees.csv:1:1 expected a file of this name")
    expect(logged).not.toContain(tables.folder)

    tables.edit("reference/languages.csv", (text) => text.replace("XX,Upper", "xx,Lower"))
    writeFileSync(
      join(tables.folder, "fees.csv"),
      [
        "name,value,unit,source",
        "standard_handling_fee_bps,900,bps,test",
        "base_commission_bps,1000,bps,test",
        "max_commission_bps,5000,bps,test\n",
      ].join("\n"),
    )
    await untilTaken(server, tables)
    expect((await readiness(server)).tables).not.toHaveProperty("refused")
    const meta = await service().call("GET", paths.meta, undefined, { port: server.port })
    expect(meta.text).toContain('"xx"')
  })

  it("notices a file and a folder that others are moved in place of", async () => {
    const { server, tables } = await serveShipped()
    for (const amount of [510_000, 520_000]) {
      const path = join(tables.folder, "coach/medical_steps.csv")
      using next = copyTables()
      setTarget(next, amount)
      renameSync(join(next.folder, "coach/medical_steps.csv"), path)
      await untilTaken(server, tables)
      expect(figures(await bilan(server)).target).toBe(amount)
    }
    using next = copyTables()
    setTarget(next, 530_000)
    renameSync(join(tables.folder, "coach"), join(next.folder, "old"))
    renameSync(join(next.folder, "coach"), join(tables.folder, "coach"))
    await untilTaken(server, tables)
    setTarget(tables, 540_000)
    await untilTaken(server, tables)
    expect(figures(await bilan(server)).target).toBe(540_000)
  })

  it("goes on while the whole folder is away", async () => {
    const { server, tables } = await serveShipped()
    const before = figures(await bilan(server))
    renameSync(tables.folder, `${tables.folder}-away`)
    const { tables: shown } = await until(
      () => readiness(server),
      (ready) => ready.tables.refused !== undefined,
    )
    expect(shown.refused?.mistakes[0]).toBe("the folder cannot be read: no such folder")
    expect(figures(await bilan(server))).toEqual(before)
    renameSync(`${tables.folder}-away`, tables.folder)
    await until(
      () => readiness(server),
      (ready) => ready.tables.refused === undefined,
    )
  })

  it("shows tables that wait for their first day", async () => {
    const { server, tables } = await serveShipped()
    const before = figures(await bilan(server))
    tables.edit("bundle.csv", () => manifestText("9998-01-01"))
    const { tables: shown } = await until(
      () => readiness(server),
      (ready) => ready.tables.waiting !== undefined,
    )
    expect(shown.waiting).toMatchObject({
      hash: await hashOf(tables),
      effectiveFrom: "9998-01-01",
    })
    expect(figures(await bilan(server))).toEqual(before)
  })
})

describe("a server that does not watch its tables", () => {
  it("takes them on SIGHUP only, and outlives one for nothing and one for wrong tables", async () => {
    const { server, tables } = await serve({ TABLES_WATCH: "false", LOG_LEVEL: "Info" })
    const before = figures(await bilan(server))
    const said = (text: string) =>
      until(
        () => Promise.resolve(server.said()),
        (all) => all.includes(text),
      )
    server.hangUp()
    await said("tables have not changed")

    tables.insert("reference/languages.csv", "XX,Upper")
    server.hangUp()
    await said("tables refused")
    expect((await readiness(server)).tables.refused?.count).toBe(1)
    tables.edit("reference/languages.csv", (text) => text.replace("XX,Upper", "xx,Lower"))
    setTarget(tables, 555_000)
    await delay(1_000)
    expect(figures(await bilan(server))).toEqual(before)
    server.hangUp()
    const hash = await untilTaken(server, tables)
    await said("tables taken")
    expect(server.said()).toContain(hash)
    expect(figures(await bilan(server)).target).toBe(555_000)
  })
})

describe("a table of one's own on a server", () => {
  const year = new Date().getUTCFullYear()
  const body = {
    ...quoteBody(),
    trip: {
      ...quoteBody().trip,
      intent: "cruise",
      startDate: `${year + 1}-02-01`,
      endDate: `${year + 1}-02-10`,
      countryResidence: "FR",
      arrivalCountries: ["TH"],
      travellers: [{ age: 81 }],
    },
  }

  const quote = async (server: Server, language = "en") => {
    const sent = { ...body, language }
    const answer = await service().call("POST", paths.quotes, sent, { port: server.port })
    expect(answer.status).toBe(200)
    const { meta, sessionId: _, quote: __, ...priced } = answer.body as QuoteBody
    return { priced, notice: meta.notice }
  }

  const put = (tables: CopiedTables, below: string, files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tables.folder, below, file)), { recursive: true })
      writeFileSync(join(tables.folder, below, file), text)
    }
  }

  it("changes a priced answer, told in its notice; rolled back, the answer is as before", async () => {
    const { server, tables } = await serveShipped()
    const before = await quote(server)
    expect(before.priced.offers).not.toHaveLength(0)
    const { definition, file, rows } = cruisesInAsia
    const today = utcDay(Date.now())
    put(tables, "releases/no-cruises", {
      "own/cruises-asia.table.json": definition,
      [file]: rows(`${year + 1}-04-01`),
      "release.csv": `effective_from,author,reason,withdrawn_on\n${today},Lea,No cruises in Asia,\n`,
    })
    await untilTaken(server, tables)
    const refused = await quote(server)
    expect(refused.priced.offers).toEqual([])
    expect(refused.notice).toBe(`${before.notice} No cruise in Asia is sold after 79.`)
    expect((await quote(server, "fr")).notice).toMatch(
      / Aucune croisière en Asie n’est vendue après 79 ans\.$/,
    )
    const { status } = await runHere({})(["tables", "rollback", "--tables", tables.folder])
    expect(status).toBe(0)
    await untilTaken(server, tables)
    expect(await quote(server)).toEqual(before)
    rmSync(join(tables.folder, "releases"), { recursive: true })
    await untilTaken(server, tables)
  })

  it("goes with a release that takes it away, and comes back with its rollback", async () => {
    const { server, tables } = await serveShipped()
    const before = await quote(server)
    const { definition, file, rows } = cruisesInAsia
    put(tables, "", {
      "own/cruises-asia.table.json": definition,
      [file]: rows(`${year + 1}-04-01`),
    })
    await untilTaken(server, tables)
    const refused = await quote(server)
    expect(refused.priced.offers).toEqual([])
    const today = utcDay(Date.now())
    put(tables, "releases/cruises-again", {
      "own/cruises-asia.table.json": removalText("Cruises in Asia"),
      "release.csv": `effective_from,author,reason,withdrawn_on\n${today},Lea,Cruises in Asia again,\n`,
    })
    await untilTaken(server, tables)
    expect(await quote(server)).toEqual(before)
    const { status } = await runHere({})(["tables", "rollback", "--tables", tables.folder])
    expect(status).toBe(0)
    await untilTaken(server, tables)
    expect(await quote(server)).toEqual(refused)
    rmSync(join(tables.folder, "releases"), { recursive: true })
    rmSync(join(tables.folder, "own"), { recursive: true })
    await untilTaken(server, tables)
  })

  it("whose hook a server does not know is refused, and the tables before stay in force", async () => {
    const { server, tables } = await serveShipped()
    const before = await quote(server)
    const { definition, file, rows } = cruisesInAsia
    put(tables, "", {
      "own/cruises-asia.table.json": definition.replace('"refuse"', '"foresee"'),
      [file]: rows(`${year + 1}-04-01`),
    })
    const { tables: shown } = await until(
      () => readiness(server),
      (ready) => ready.tables.refused !== undefined,
    )
    expect(shown.refused?.mistakes).toHaveLength(1)
    expect(shown.refused?.mistakes[0]).toMatch(
      /^own\/cruises-asia\.table\.json:\d+:3 hook: "foresee" should be one of /,
    )
    expect(await quote(server)).toEqual(before)
    rmSync(join(tables.folder, "own"), { recursive: true })
  })
})

/** A bilan that is sent in two parts, so that it is under way for as long as the test likes. */
const slowBilan = async (server: Server) => {
  const body = JSON.stringify(bilanBody())
  const headers = {
    host: "x",
    "content-length": String(Buffer.byteLength(body)),
    ...signedHeaders(service().key, "POST", paths.bilan, body),
  }
  const socket = connect(server.port, "127.0.0.1")
  await once(socket, "connect")
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${paths.bilan} HTTP/1.1\r\n${lines.join("")}\r\n${body.slice(0, 10)}`)
  return async (): Promise<Answer> => {
    socket.write(body.slice(10))
    let received = ""
    for (;;) {
      const [chunk] = (await once(socket, "data")) as [Buffer]
      received += chunk.toString()
      const answer = readRawAnswer(received)
      if (answer?.body === undefined) continue
      socket.destroy()
      return answer
    }
  }
}

describe("calls while tables change", () => {
  it("finish on the tables that they began with", async () => {
    const { server, tables } = await serveShipped()
    const before = figures(await bilan(server))
    const finish = await slowBilan(server)
    // The head of the slow call is there before that of a call sent after it has been answered.
    await bilan(server)
    setTarget(tables, 555_000)
    await untilTaken(server, tables)
    expect(figures(await bilan(server)).target).toBe(555_000)
    expect(figures(await finish())).toEqual(before)
  })

  it("are each answered by one version of the tables, none of them with an error", async () => {
    const { server, tables } = await serveShipped()
    const expected = new Map<string, BilanResponse>()
    const note = async (): Promise<string> => {
      const bundle = await Effect.runPromise(loadBundle(tables.folder))
      const version = `${apiVersion}+${bundle.hash}`
      const offline = makeOfflineCoach(bundle.tables, version, utcDay(Date.now()))
      expected.set(version, Result.getOrThrow(offline.bilan(bilanBody())))
      return bundle.hash
    }
    await note()

    const changes = new AbortController()
    const answers: Array<Answer> = []
    const client = async (): Promise<void> => {
      while (!changes.signal.aborted) {
        answers.push(await bilan(server))
        const quote = await service().call("POST", paths.quotes, quoteBody(), {
          port: server.port,
        })
        expect(quote.status).toBe(200)
      }
    }
    const clients = [1, 2, 3, 4].map(client)
    const amounts = [510_000, 520_000, 530_000, 540_000].slice(0, times(2, 4))
    for (const amount of amounts) {
      setTarget(tables, amount)
      tables.edit("coach/products.csv", (text) => `${text.trimEnd()}\n# ${amount}\n`)
      await note()
      await untilTaken(server, tables)
      const seen = answers.length
      await until(
        () => Promise.resolve(answers.length),
        (count) => count >= seen + 40,
      )
    }
    changes.abort()
    await Promise.all(clients)

    expect(answers.length).toBeGreaterThanOrEqual(amounts.length * 40)
    const versions = new Set<string>()
    for (const answer of answers) {
      const { version } = figures(answer)
      versions.add(version)
      expect(answer.body).toEqual(JSON.parse(JSON.stringify(expected.get(version))))
    }
    expect(versions.size).toBe(amounts.length + 1)
  })
})

describe("a server's start", () => {
  const outcome = async (manifest: string) => {
    using tables = copyTables()
    tables.edit("bundle.csv", () => manifest)
    const { status, stderr } = await runProcess(process.execPath, [await builtProgram(), "serve"], {
      cwd: new URL("../../..", import.meta.url).pathname,
      environment: {
        ...builtEnvironment(),
        ...serverEnvironment(service().databaseUrl, await freePort()),
        TABLES_DIR: tables.folder,
      },
    })
    return { status, line: stderr.replace(tables.folder, "FOLDER") }
  }

  it("is refused before the first day of its tables, in one line", async () => {
    const { line, status } = await outcome(manifestText("9998-01-01"))
    expect(status).toBe(1)
    expect(line).toMatch(
      /^viatica: The tables in FOLDER are in force from 9998-01-01 \(effective_from in bundle\.csv\); today is \d{4}-\d\d-\d\d in UTC\n$/,
    )
  })

  it("is refused on tables of another schema, in one line", async () => {
    const { line, status } = await outcome(manifestText("2026-01-01").replace("\n1,", "\n2,"))
    expect(status).toBe(1)
    expect(line).toBe(
      'viatica: Mistakes in the tables in FOLDER: bundle.csv:2:1 schema_version: "2" should be 1, the schema version that is read here\n',
    )
  })
})
