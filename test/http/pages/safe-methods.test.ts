import { setTimeout as delay } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { vi } from "vitest"
import type { OpenRoute } from "../../../http/api/open-route.ts"
import type { openRoutes } from "../../../http/gateway/routes.ts"
import { Operators } from "../../../http/ports/operators.ts"
import { makeAssets } from "../../../http/pages/kit/assets.ts"
import { type ConsoleSession, signIn } from "../../support/console-session.ts"
import { type Answer, send } from "../../support/http-call.ts"
import { openPaths } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"
import { linkRows } from "../store/clicks/link-rows.ts"
import { makeTraveller } from "./funnel/traveller.ts"

/** The open routes that the service's router knows, and those that it has led calls to. */
const routing = vi.hoisted(() => {
  // The files before this one have loaded the router that is not watched.
  vi.resetModules()
  return { known: new Map<string, OpenRoute>(), taken: new Set<string>() }
})

vi.mock("../../../http/gateway/routes.ts", async (original) => {
  const routes = await original<{ readonly openRoutes: typeof openRoutes }>()
  const watched: typeof openRoutes = (open, endpoints, answers) => {
    for (const route of open) routing.known.set(route.pattern, route)
    return routes.openRoutes(open, endpoints, {
      ...answers,
      answered: (route, answer) => {
        routing.taken.add(route.pattern)
        return answers.answered(route, answer)
      },
    })
  }
  return { ...routes, openRoutes: watched }
})

afterAll(() => {
  vi.doUnmock("../../../http/gateway/routes.ts")
  vi.resetModules()
})

const service = useService()

/** Everything in the database, a digest for each table. */
const digests = (): Promise<Readonly<Record<string, string>>> =>
  service().run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ readonly name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`
      const found: Record<string, string> = {}
      for (const { name } of tables) {
        const [row] = yield* sql<{ readonly digest: string }>`
          select coalesce(md5(string_agg(md5(each::text), '' order by md5(each::text))), '') as digest
          from ${sql(name)} as each`
        found[name] = row?.digest ?? ""
      }
      return found
    }),
  )

/** How long what is counted may wait in memory until it is written. */
const writtenWithinMs = 1_500

/** What processes write by themselves: that the database takes something, and which keys have signed of late. */
const ofTheHouse: ReadonlySet<string> = new Set(["heartbeat", "key_use", "service_check"])

/** Everything in the database, once nothing is written any more that waited in memory. */
const settledDigests = async (): ReturnType<typeof digests> => {
  let before = await digests()
  for (;;) {
    await delay(writtenWithinMs)
    const after = await digests()
    if (changedTables(before, after).length === 0) return after
    before = after
  }
}

const changedTables = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ReadonlyArray<string> =>
  Object.keys(after).filter((table) => !ofTheHouse.has(table) && after[table] !== before[table])

describe("GET and HEAD of open routes", () => {
  let owner: ConsoleSession
  let operator: ConsoleSession
  let secretPage = ""
  let addresses: ReadonlyArray<string> = []
  let settled: Readonly<Record<string, string>> = {}

  /** The tables that hold something else once something was asked for. */
  const changedBy = async (asking: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
    const before = settled
    await asking()
    settled = await settledDigests()
    return changedTables(before, settled)
  }

  const ask = (method: string, path: string, { cookie }: ConsoleSession): Promise<Answer> => {
    const headers = { cookie: `${cookie.name}=${cookie.value}` }
    return send({ port: service().port, method, path, headers })
  }

  const createKey = async (): Promise<string> => {
    const form = await owner.fieldOf("/console/keys", "form")
    const { headers, status } = await owner.post("/console/keys/create", { mode: "sandbox", form })
    assert.strictEqual(status, 303)
    return headers["location"] ?? ""
  }

  beforeAll(async () => {
    await linkRows(service()).addLink({ code: "SAFE2727" })
    owner = await signIn(service(), { email: "o@safe.example", partnerCode: "safe" })
    operator = await signIn(service(), { email: "op@safe.example", isOperator: true })
    const link = await service().run(
      Effect.flatMap(Operators, ({ link }) =>
        link({ email: "new@safe.example", language: "en", nextPath: "/console" }),
      ),
    )
    const { form, quoteRef } = await makeTraveller(service).linked()
    secretPage = await createKey()
    const inConsole = ["", "/nothing", "/calls", "/commission", "/events", "/ledger.csv", "/links"]
    const further = [
      "/people",
      "/security",
      "/second-factor",
      "/sales",
      "/sales.csv",
      "/usage",
      "/widget",
      "/welcome",
      "/keys",
    ]
    const statements = ["/statements", "/statements/ST-2027-05-EUR", "/statements/account"]
    addresses = [
      ...[...inConsole, ...further, ...statements].map((path) => `/console${path}`),
      "/console/operator",
      "/console/operator/audit",
      "/console/operator/payouts",
      "/console/operator/payouts/PB-1",
      "/console/operator/partners/safe",
      "/console/sign-in",
      "/console/sign-in/passkey",
      "/console/sign-in/sent",
      "/console/sign-in/out",
      `/console/sign-in/${"x".repeat(43)}`,
      `/console/sign-in/${Redacted.value(link.token)}`,
      "/",
      "/status",
      "/status.atom",
      "/healthz",
      "/readyz",
      "/openapi.json",
      "/arazzo.json",
      "/llms.txt",
      "/robots.txt",
      "/docs",
      "/docs/guides/errors",
      "/docs/try/quotes",
      "/documents/101/terms",
      makeAssets().path("kit.css"),
      "/icons/nothing.svg",
      "/cards/1.svg",
      "/banks/bnp-paribas.svg",
      openPaths.vocabulary,
      "/compare?residence=FR",
      "/compare/about",
      "/compare/choose",
      "/compare/nothing",
      "/compare/send",
      "/compare/send/nothing",
      "/widget.js",
      "/funnel/quote?ref=a",
      `/funnel/offers?quote=${quoteRef}`,
      `/funnel/withdraw?quote=${quoteRef}`,
      form,
    ]
    settled = await settledDigests()
  })

  const askAll = async (method: string, paths: ReadonlyArray<string>): Promise<void> => {
    for (const path of paths) {
      for (const session of [owner, operator]) await ask(method, path, session)
    }
  }

  it("are all among those that are asked here", async () => {
    routing.taken.clear()
    await askAll("HEAD", [...addresses, "/r/SAFE2727"])
    const readable = [...routing.known.values()].filter(({ methods = ["GET"] }) =>
      methods.includes("GET"),
    )
    assert.isAbove(readable.length, 30)
    const left = readable.map(({ pattern }) => pattern).filter((each) => !routing.taken.has(each))
    assert.deepStrictEqual(left, [])
  })

  it("change nothing by HEAD, not even what is shown or counted once", async () => {
    const all = [...addresses, "/r/SAFE2727", secretPage]
    assert.deepStrictEqual(await changedBy(() => askAll("HEAD", all)), [])
  })

  it("change nothing by GET", async () => {
    assert.deepStrictEqual(await changedBy(() => askAll("GET", addresses)), [])
  })

  it("change by GET what is shown once, where it is shown, and count clicks", async () => {
    const prefetch = { cookie: `${owner.cookie.name}=${owner.cookie.value}` }
    const ahead = await send({
      port: service().port,
      method: "GET",
      path: secretPage,
      headers: { ...prefetch, "sec-purpose": "prefetch;prerender" },
    })
    assert.notMatch(ahead.text, /vsk_test_/)
    const other = await owner.get("/console/keys?done=created&key=ak_test_other")
    assert.notMatch(other.text, /vsk_test_/)
    const changed = await changedBy(async () => {
      assert.match((await owner.get(secretPage)).text, /vsk_test_/)
      assert.notMatch((await owner.get(secretPage)).text, /vsk_test_/)
      await owner.get("/r/SAFE2727")
    })
    assert.deepStrictEqual(changed, ["link_clicks", "link_count", "secret_handover"])
  })

  it("show the secret of a key that the version before sends people to", async () => {
    const address = new URL(await createKey(), "http://127.0.0.1")
    address.searchParams.delete("key")
    const page = await owner.get(`${address.pathname}${address.search}`)
    assert.match(page.text, /vsk_test_/)
  })
})
