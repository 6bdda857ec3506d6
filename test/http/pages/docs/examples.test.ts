import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Events } from "../../../../http/ports/events.ts"
import { operationNames, operationPath } from "../../../../http/pages/docs/docs-menu.ts"
import { scopes } from "../../../../rules/accounts/scopes.ts"
import { exampleNames } from "../../../../http/pages/docs/reference/operation-examples.ts"
import { clientLanguages } from "../../../../http/pages/docs/snippets/client-languages.ts"
import { sampleTrip } from "../../../../http/pages/samples/sample-trip.ts"
import { paths } from "../../../support/sample-trips.ts"
import { send } from "../../../support/http-call.ts"
import { runProcess } from "../../../support/run-process.ts"
import { type TestKey, useService } from "../../../support/service.ts"
import { linkRows } from "../../store/clicks/link-rows.ts"
import { textOfId } from "./page-text.ts"

const service = useService()

/** How the examples of a language are run, and what tells whether a machine can. */
const tools: Readonly<Record<string, { readonly command: string; readonly probe: string }>> = {
  curl: { command: "sh", probe: "--version" },
  typescript: { command: process.execPath, probe: "--version" },
  python: { command: "python3", probe: "--version" },
  go: { command: "go", probe: "version" },
  php: { command: "php", probe: "--version" },
  java: { command: "java", probe: "--version" },
}

const found = (command: string, probe: string): boolean =>
  spawnSync(command, [probe]).error === undefined

const hasShellTools = found("curl", "--version") && found("openssl", "version")

const canRun = (language: string): boolean => {
  const tool = tools[language]
  if (tool === undefined) return false
  return language === "curl" ? hasShellTools : found(tool.command, tool.probe)
}

const quoteRequest = {
  method: "POST",
  target: paths.quotes,
  body: { trip: sampleTrip },
} as const

/** The first program of a language may have to compile its whole library. */
const compileTimeMs = 400_000

/** Programs that take seconds to compile are run for a call of each kind; the others for all. */
const compiled: ReadonlyArray<string> = ["go", "java"]
const someCalls = ["bilan", "sales"]

let folder = ""
let sessionId = ""
let endpointId = ""
let eventId = ""
let key: TestKey | undefined

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
  folder = mkdtempSync(join(tmpdir(), "viatica-examples-"))
  key = await service().createKey({ partnerCode: "acme", scopes })
  await linkRows(service()).addLink({ code: "SPRING27", partnerCode: "acme" })
  const { body } = await service().call("POST", paths.quotes, quoteRequest.body, { key })
  sessionId = (body as { readonly sessionId: string }).sessionId
  ;[endpointId, eventId] = await service().run(tellAcme)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const page = async (path: string): Promise<string> =>
  (await send({ port: service().port, method: "GET", path, headers: {} })).text

const argumentsOf = (language: string, file: string): ReadonlyArray<string> =>
  language === "go" ? ["run", file] : [file]

/** A call as it stands in the program of its language. */
const indented = (language: string, line: string): string =>
  language === "java" ? line.replaceAll("\n", `\n${" ".repeat(8)}`) : line

/** Saves a program as the page says, runs it, and reads what it prints. */
const run = async (language: string, code: string): Promise<unknown> => {
  const { file } = clientLanguages.find(({ id }) => id === language) ?? { file: "" }
  const path = join(folder, file)
  // The page says to put the session of one's own quote in.
  writeFileSync(
    path,
    code
      .replace(exampleNames.sessionId, sessionId)
      .replace(exampleNames.endpointId, endpointId)
      .replace(exampleNames.eventId, eventId),
  )
  const { status, stderr, stdout } = await runProcess(
    tools[language]?.command ?? "",
    argumentsOf(language, path),
    {
      cwd: folder,
      environment: {
        VIATICA_URL: service().baseUrl,
        VIATICA_KEY: key?.keyId ?? "",
        VIATICA_SECRET: key?.secret ?? "",
      },
      timeoutMs: compileTimeMs,
    },
  )
  assert.deepStrictEqual([status, stderr], [0, ""], code)
  return JSON.parse(stdout)
}

interface Quoted {
  readonly offers: ReadonlyArray<{
    readonly name: string
    readonly plan: string
    readonly price: { readonly amount: number; readonly currency: string }
  }>
}

for (const { id, label } of clientLanguages) {
  describe.skipIf(!canRun(id))(`the examples in ${label}`, () => {
    it(
      "of the quickstart get the prices that the page shows beside them",
      async () => {
        const quickstart = await page("/docs")
        const code = textOfId(quickstart, `sign-example-${id}-code`)
        assert.isDefined(code)
        const { offers } = (await run(id, code ?? "")) as Quoted
        assert.isAbove(offers.length, 2)
        for (const { name, plan, price } of offers.slice(0, 3)) {
          assert.include(quickstart, `${name} ${plan}`)
          const { amount, currency } = price
          const told = new Intl.NumberFormat("en", { style: "currency", currency }).format(amount)
          assert.include(quickstart, `<b>${told}</b>`)
        }
      },
      compileTimeMs,
    )

    it(
      "of the quickstart run for every call of the reference",
      async () => {
        const quickstart = await page("/docs")
        const client = textOfId(quickstart, `sign-example-${id}-code`) ?? ""
        const shown = clientLanguages.find((language) => language.id === id)
        for (const name of operationNames) {
          if (name === "vocabulary" || (compiled.includes(id) && !someCalls.includes(name)))
            continue
          const code = textOfId(await page(operationPath(name)), `call-${id}-code`)
          assert.isDefined(code, name)
          // The function of the quickstart, with this call in the place of its own.
          const own = shown?.line(quoteRequest) ?? ""
          const program =
            id === "curl" ? code : client.replace(indented(id, own), () => indented(id, code ?? ""))
          assert.isTrue(name === "quotes" || program !== client, name)
          const answer = (await run(id, program ?? "")) as { readonly ok?: boolean }
          // The programs of the next language find it again.
          if (name === "eventEndpointRemove") await service().run(restoreEndpoints)
          assert.isTrue(answer.ok, `${name}: ${JSON.stringify(answer).slice(0, 300)}`)
        }
      },
      compileTimeMs,
    )
  })
}

describe.skipIf(!canRun("curl"))("the other examples of the quickstart", () => {
  it("follow from each other: a bilan, a link, a sale", async () => {
    const quickstart = await page("/docs")
    const [client = ""] = (textOfId(quickstart, "sign-example-curl-code") ?? "").split("\n\n")
    for (const name of ["bilan", "links", "conversion"]) {
      const line = textOfId(quickstart, `${name}-call`)
      assert.isDefined(line)
      const answer = (await run("curl", `${client}\n${line}\n`)) as { readonly ok?: boolean }
      assert.isTrue(answer.ok, name)
    }
  })

  it("of the vocabulary asks without a signature", async () => {
    const code = textOfId(await page(operationPath("vocabulary")), "call-curl-code")
    assert.match(code ?? "", /^curl /)
    assert.propertyVal(await run("curl", code ?? ""), "ok", true)
  })
})
