import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Events } from "../../../../http/ports/events.ts"
import { clientFiles } from "../../../../http/pages/docs/files.ts"
import { operationNames, operationPath } from "../../../../http/pages/docs/docs-menu.ts"
import { scopes } from "../../../../rules/accounts/scopes.ts"
import { exampleNames } from "../../../../http/pages/docs/operation-examples.ts"
import { byHandLanguages } from "../../../../http/pages/docs/snippets/by-hand.ts"
import { quickstartPrograms } from "../../../../http/pages/docs/snippets/quickstart-programs.ts"
import { sampleTrip } from "../../../../http/pages/samples.ts"
import { paths } from "../../../support/sample-trips.ts"
import { send } from "../../../support/http-call.ts"
import { useOwnService } from "../../../support/service.ts"
import { linkRows } from "../../store/clicks/link-rows.ts"
import {
  canFollow,
  compileTimeMs,
  hasShellTools,
  installSources,
  type ReferenceCall,
  typeCommands,
  withCalls,
} from "./example-programs.ts"
import { textOfId } from "./page-text.ts"

const service = useOwnService()

let scratch = ""
let sessionId = ""
let endpointId = ""
let eventId = ""
let environment: Readonly<Record<string, string>> = {}

/** An endpoint of the account in the sandbox, and an event that it was told of. */
const tellAcme = Effect.gen(function* () {
  const events = yield* Events
  const sql = yield* SqlClient.SqlClient
  const owner = { partnerCode: "acme", mode: "sandbox" } as const
  const url = "https://partner.example/hooks"
  const { endpointId } = yield* events.create({ ...owner, url, types: [] })
  yield* sql`select tell_event(id, 'sandbox', 'sale.validated', 'example', '{}')
    from partner where code = 'acme'`
  const { events: told } = yield* events.list({ ...owner, limit: 1 })
  return [endpointId, told[0]?.id ?? ""] as const
})

const restoreEndpoints = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update event_endpoint set removed_at = null`,
)

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "viatica-examples-"))
  const key = await service().createKey({ partnerCode: "acme", scopes })
  await linkRows(service()).addLink({ code: "SPRING27", partnerCode: "acme" })
  const { body } = await service().call("POST", paths.quotes, { trip: sampleTrip }, { key })
  sessionId = (body as { readonly sessionId: string }).sessionId
  ;[endpointId, eventId] = await service().run(tellAcme)
  environment = {
    VIATICA_URL: service().baseUrl,
    VIATICA_KEY: key.keyId,
    VIATICA_SECRET: key.secret,
    VIATICA_REF: exampleNames.ref,
  }
})

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const get = async (path: string): Promise<string> =>
  (await send({ port: service().port, method: "GET", path, headers: {} })).text

/** An example of a page. */
const exampleOf = async (path: string, id: string): Promise<string> => {
  const text = textOfId(await get(path), id)
  assert.isDefined(text, `${path} ${id}`)
  // Pages say to put the session of one's own quote in.
  return (text ?? "")
    .replace(exampleNames.sessionId, sessionId)
    .replace(exampleNames.endpointId, endpointId)
    .replace(exampleNames.eventId, eventId)
}

const folderOf = (name: string): string => {
  const folder = join(scratch, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

const follow = (commands: string, folder: string): Promise<string> =>
  typeCommands(commands, folder, environment)

/** Amounts in euros as the quickstart shows them in English. */
const inEuros = (amount: string): string =>
  new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(Number(amount))

for (const { file, id, label, run, served } of quickstartPrograms) {
  describe.skipIf(!canFollow(id))(`the examples in ${label}`, () => {
    let folder = ""
    beforeAll(async () => {
      folder = folderOf(id)
      if (id === "typescript") installSources(folder)
      else await follow(await exampleOf("/docs", `client-of-${id}-code`), folder)
    }, compileTimeMs)

    const runSaved = (program: string): Promise<string> => {
      writeFileSync(join(folder, file), program)
      return follow(run, folder)
    }

    it(
      "of the quickstart go from an empty folder to a sale",
      async () => {
        const program = await get(`/docs/files/${served}`)
        const [first, second, third, bilan, link, sale] = (await runSaved(program)).split("\n")
        const page = await get("/docs")
        for (const line of [first, second, third]) {
          const [, amount = "", name = ""] = /^(\d+\.\d+) EUR (.+)$/.exec(line ?? "") ?? []
          assert.include(page, `<b>${inEuros(amount)}</b>`, line)
          assert.include(page, `>${name}<`)
        }
        const [, count] = /^\w+(?:\.\w+)* (\d+) arguments$/.exec(bilan ?? "") ?? []
        assert.include(page, `>${count} arguments; the first:<`, bilan)
        assert.match(link ?? "", /^http:\/\/\S+$/)
        assert.match(sale ?? "", /^pending \d+\.\d+ EUR$/)
      },
      compileTimeMs,
    )

    it("of the quickstart are parts of that program, byte for byte", async () => {
      const program = await get(`/docs/files/${served}`)
      for (const step of ["read", "link", "sale"]) {
        const part = textOfId(await get("/docs"), `${step}-${id}-code`) ?? ""
        assert.isAbove(part.trim().length, 20, step)
        assert.include(program, part, step)
      }
      const lines = (await exampleOf("/docs", `price-${id}-code`)).split("\n")
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
      const program = await exampleOf("/docs", `price-${id}-code`)
      assert.include(readFileSync(readme, "utf8"), `\`\`\`${id}\n${program}\`\`\``)
    })

    it(
      "of the reference make every call",
      async () => {
        const names = operationNames.filter((name) => name !== "vocabulary")
        const calls: ReadonlyArray<ReferenceCall> = await Promise.all(
          names.map(async (name) => ({
            name,
            line: await exampleOf(operationPath(name), `call-${id}-code`),
          })),
        )
        const begun = await exampleOf("/docs", `price-${id}-code`)
        const printed = await runSaved(withCalls(id, begun, calls))
        // The programs of the next language find it again.
        await service().run(restoreEndpoints)
        const answered = [...printed.matchAll(/^ok (\w+)$/gm)].map(([, name]) => name)
        assert.deepStrictEqual(answered, names)
      },
      compileTimeMs,
    )
  })
}

interface Quoted {
  readonly offers: ReadonlyArray<{ readonly price: { readonly amount: number } }>
}

for (const { file, id, label, run } of byHandLanguages) {
  const isHere = id === "curl" ? hasShellTools : canFollow(id)
  describe.skipIf(!isHere)(`the program in ${label} that signs by hand`, () => {
    it(
      "gets the prices of the quickstart",
      async () => {
        const folder = folderOf(`${id}-by-hand`)
        writeFileSync(
          join(folder, file),
          await exampleOf("/docs/guides/signing", `by-hand-${id}-code`),
        )
        const { offers } = JSON.parse(await follow(run, folder)) as Quoted
        const page = await get("/docs")
        assert.isAbove(offers.length, 2)
        for (const { price } of offers.slice(0, 3)) {
          assert.include(page, `<b>${inEuros(String(price.amount))}</b>`)
        }
      },
      compileTimeMs,
    )
  })
}

describe.skipIf(!hasShellTools)("the examples in curl", () => {
  const answerOf = async (commands: string): Promise<object> =>
    JSON.parse(await follow(commands, folderOf("curl"))) as object

  it("of the quickstart go on from the function that signs", async () => {
    const sign = await exampleOf("/docs", "client-of-curl-code")
    for (const step of ["price", "read", "link", "sale"]) {
      const line = await exampleOf("/docs", `${step}-curl-code`)
      assert.propertyVal(await answerOf(`${sign}\n${line}`), "ok", true, step)
    }
  })

  it("of the reference make every call, each on its own", async () => {
    for (const name of operationNames) {
      const program = await exampleOf(operationPath(name), "call-curl-code")
      assert.propertyVal(await answerOf(program), "ok", true, name)
    }
  })
})
