import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import type { BilanResponse } from "../../../../rules/coach/response.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { bilanBody, paths } from "../../../support/sample-trips.ts"
import { startServerProcess } from "../../../support/server-process.ts"
import type { Server } from "../../../support/spawned-server.ts"
import {
  startService,
  type StartedService,
  type TestService,
  useService,
} from "../../../support/service.ts"
import { copyTables } from "../../tables/copied-tables.ts"
import { misbehaviours, type SourceServer, soundly, startSource } from "./source-server.ts"

type Bilan = BilanResponse

let source: SourceServer
let overSource: StartedService
let logging: Server

const overTables = useService()

beforeAll(async () => {
  source = await startSource()
  const environment = { FORMALITIES_URL: source.url.href, FORMALITIES_TIMEOUT_MS: "300" }
  overSource = await startService(environment)
  logging = await startServerProcess(overSource.databaseUrl, { ...environment, LOG_LEVEL: "Info" })
})

afterAll(async () => {
  await logging.end("SIGTERM")
  await overSource.stop()
  await source.leave()
})

const bilan = async (
  service: TestService,
  destinations: ReadonlyArray<string>,
  port = service.port,
): Promise<Bilan> => {
  const answer = await service.call("POST", paths.bilan, bilanBody({ destinations }), { port })
  expect(outcomeOf(answer)).toBe("200")
  return answer.body as Bilan
}

const unavailable = { passport: null, warnings: ["FORMALITIES_UNAVAILABLE"] }
const available = { passport: "FR", warnings: [] }

/** Codes that no other question has, so that nothing kept answers it, and that nobody warns of. */
const unasked = (function* () {
  for (let number = 0; ; number += 1) {
    yield `${"XZ".charAt((number / 26) % 2)}${String.fromCharCode(65 + (number % 26))}`
  }
})()

const newCode = (): string => unasked.next().value

describe("a bilan over a source of formalities", () => {
  it("has what the source says, and not what the tables say", async () => {
    const rules = [
      { requirement: "mandatory_medical", amount: 77_000, currency: "EUR", certainty: "high" },
    ]
    source.behave(soundly(rules))
    const told = await bilan(overSource, ["TH", "GE"])
    source.behave(soundly())
    const quiet = await bilan(overSource, ["GE", "JP"])
    const tables = await bilan(overTables(), ["GE", "JP"])
    expect([told.meta, quiet.meta, tables.meta]).toMatchObject([available, available, available])
    const ids = ({ bilan: { arguments: made } }: Bilan) => made.map(({ id }) => id)
    expect(JSON.stringify(told.bilan.arguments)).toMatch(/77\s000/)
    expect(ids(tables)).toContain("insurance_mandatory")
    expect(ids(quiet)).not.toContain("insurance_mandatory")
  })

  it.each(misbehaviours)("is made without them when the source %s", async (_name, _tag, behave) => {
    source.behave(behave)
    const without = await bilan(overSource, [newCode()])
    source.behave(soundly())
    const again = await bilan(overSource, [newCode()])
    expect([without.meta, again.meta]).toMatchObject([unavailable, available])
  })

  it("is made without them while nobody listens, and with them once somebody does", async () => {
    await source.leave()
    const without = await bilan(overSource, [newCode()])
    await source.listen()
    const again = await bilan(overSource, [newCode()])
    expect([without.meta, again.meta]).toMatchObject([unavailable, available])
  })

  it("is the same beside formalities, and costs one read, whether they are there or not", async () => {
    const key = await overSource.createKey()
    const before = await overSource.quotaOf(key)
    source.behave((_, response) => response.writeHead(500).end())
    const code = newCode()
    const without = await overSource.call(
      "POST",
      paths.bilan,
      bilanBody({ destinations: [code] }),
      {
        key,
      },
    )
    const after = await overSource.quotaOf(key)
    source.behave(soundly())
    expect((after["reads_used"] ?? 0) - (before["reads_used"] ?? 0)).toBe(1)
    const tables = await bilan(overTables(), [code])
    const { bilan: read, card } = without.body as Bilan
    expect([card, read.medical]).toEqual([tables.card, tables.bilan.medical])
  })

  it("does not ask the source for a request that is refused", async () => {
    const asked = source.asked.length
    const refused = await overSource.call("POST", paths.bilan, bilanBody({ residence: "FRA" }))
    expect(outcomeOf(refused)).toBe("400 BAD_RESIDENCE")
    expect(source.asked).toHaveLength(asked)
  })
})

// The one waits for a pause to end, the other one for a process; neither touches what the other has.
describe.concurrent("a source that is dead for a while", () => {
  it("is left alone, said to be so once, and asked again later", async () => {
    const readings = async (count: number) => {
      const metas: Array<Bilan["meta"]> = []
      for (let number = 0; number < count; number += 1) {
        metas.push((await bilan(overSource, [newCode()], logging.port)).meta)
      }
      return metas
    }
    source.behave((_, response) => response.writeHead(503).end())
    const asked = source.asked.length
    for (const meta of await readings(20)) expect(meta).toMatchObject(unavailable)
    expect(source.asked.length - asked).toBe(5)
    source.behave(soundly())
    while ((await readings(1))[0]?.passport === null) await delay(250)
    expect((await readings(1))[0]).toMatchObject(available)
    const lines = logging
      .said()
      .split("\n")
      .filter((line) => line.includes("formalities are"))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain("it answered with status 503")
    expect(lines[0]).toContain(source.url.origin)
    expect(logging.said()).not.toContain("token=t")
  })
})

describe.concurrent("a bilan over the tables", () => {
  it("has what they say after a reload", async () => {
    using tables = copyTables()
    const server = await startServerProcess(overTables().databaseUrl, {
      TABLES_DIR: tables.folder,
    })
    try {
      const idsFor = async () => {
        const { arguments: made } = (await bilan(overTables(), ["JP"], server.port)).bilan
        return made.map(({ id }) => id)
      }
      const before = await idsFor()
      tables.edit("coach/formalities.csv", (text) => text.replace(/^GE,1,/m, "JP,1,"))
      server.hangUp()
      const isTold = async () => (await idsFor()).includes("insurance_mandatory")
      while (!(await isTold())) await delay(50)
      const added = (await idsFor()).filter((id) => !before.includes(id))
      expect(added).toEqual(["insurance_mandatory"])
    } finally {
      await server.end("SIGTERM")
    }
  })

  it.each([["GE"], ["MA"], ["ZZ"], ["US"]])(
    "to %s never lacks formalities",
    async (destination) => {
      expect((await bilan(overTables(), [destination])).meta).toMatchObject(available)
    },
  )
})
