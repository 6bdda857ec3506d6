import { monitorEventLoopDelay } from "node:perf_hooks"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { callsWords } from "../../../../http/pages/console/calls.ts"
import { eventsWords } from "../../../../http/pages/console/events-words.ts"
import { keysWords } from "../../../../http/pages/console/keys-words.ts"
import { linksWords } from "../../../../http/pages/console/links.ts"
import { operatorWords } from "../../../../http/pages/console/operator-words.ts"
import { salesWords } from "../../../../http/pages/console/sales.ts"
import { statementsWords } from "../../../../http/pages/console/statements-words.ts"
import { miscountedTotals } from "../../../../http/store/sales/standing-totals.ts"
import { type ConsoleSession, signIn } from "../../../support/console-session.ts"
import { grow, type GrownSizes } from "../../../support/grown-data.ts"
import type { Answer } from "../../../support/http-call.ts"
import { isLong } from "../../../support/long.ts"
import { type TestKey, useOwnService } from "../../../support/service.ts"

/** More of everything than a page may read, so that one that reads it all is found by what it reads. */
const sizes: GrownSizes = isLong
  ? { partners: 10_000, links: 290_000, sales: 200_000, events: 20_000 }
  : { partners: 1_100, links: 1_100, sales: 1_100, events: 120 }

/** What no page may come to, whatever its account holds; the last two are looked at in the long form. */
const most = { rows: 50, bytes: 200_000, read: 1_000, statements: 60, ms: 300, pauseMs: 50 }

/** Pages of a list that are judged by what they cost; those behind them cost the same. */
const costed = isLong ? 4 : 2

/** Pages of a list that are turned to. */
const turned = isLong ? costed : Number.POSITIVE_INFINITY

const code = "grown"
const service = useOwnService()

/** A page with a list, and how it is turned. */
interface List {
  readonly path: string
  /** What the step to the next page is called; left out where all is on one page. */
  readonly next?: string
  /** The rows of the list as the page names them, and how many of them there are, by SQL. */
  readonly rows?: { readonly named: RegExp; readonly counted: string }
  /** Pages that are turned to, where not all are. */
  readonly turned?: number
  /** Rows of the database that it may read where the usual number is not enough. */
  readonly read?: number
  readonly statements?: number
}

const live = "mode=live&lang=en"
const operators = "/console/operator"
const own = `(select id from partner where code = '${code}')`

const ownLinks = {
  named: /id="link-([A-Za-z0-9]+)"/g,
  counted: `tracked_link where partner_id = ${own}`,
}
const liveSales = {
  named: />(order-\d+)</g,
  counted: `sale where partner_id = ${own} and mode = 'live'`,
}
const partners = {
  named: /<span class="help block"><code>(grown-\d+)<\/code>/g,
  counted: "partner where code like 'grown-%'",
}
const audited = { named: /grown-(SHOP\d+)/g, counted: "audit where subject like 'grown-SHOP%'" }

const keysInUse = {
  named: /class="key-id" id="id-(ak_\w+)/g,
  counted: `api_key where partner_id = ${own} and revoked_at is null`,
}

const lists: Readonly<Record<string, List>> = {
  // Use is counted by key, day, endpoint and code: what an account reads of it is what its keys did.
  "the overview": { path: `/console?${live}`, read: 10_000 },
  usage: { path: `/console/usage?${live}`, read: 10_000 },
  keys: { path: `/console/keys?${live}`, next: keysWords.en.steps.next, rows: keysInUse },
  "revoked keys": {
    path: `/console/keys?${live}`,
    next: keysWords.en.revokedSteps.next,
    rows: {
      named: /class="key-id">(ak_\w+)/g,
      counted: `api_key where partner_id = ${own} and revoked_at is not null`,
    },
  },
  calls: {
    path: `/console/calls?${live}`,
    next: callsWords.en.older,
    rows: {
      named: /<code class="request">([0-9a-f-]{36})/g,
      counted: `usage_call where mode = 'live'`,
    },
  },
  "refused calls": { path: `/console/calls?${live}&refused=1`, next: callsWords.en.older },
  links: { path: `/console/links?${live}`, next: linksWords.en.steps.next, rows: ownLinks },
  "links that begin alike": {
    path: `/console/links?${live}&q=grown-shop00`,
    next: linksWords.en.foundSteps.next,
    rows: { ...ownLinks, counted: `${ownLinks.counted} and code like 'SHOP00%'` },
  },
  "links behind all others": {
    path: `/console/links?${live}&after=SHOP0000060`,
    next: linksWords.en.steps.next,
  },
  "the widget": { path: `/console/widget?${live}` },
  "the widget of a link": { path: `/console/widget?${live}&link=SHOP0000001` },
  "the widget of some link": { path: `/console/widget?${live}&link=shop` },
  commission: { path: `/console/commission?${live}` },
  sales: { path: `/console/sales?${live}`, next: salesWords.en.stepsBack.next, rows: liveSales },
  "sales from the oldest on": {
    path: `/console/sales?${live}&order=oldest`,
    next: salesWords.en.stepsOn.next,
    rows: liveSales,
  },
  "validated sales": {
    path: `/console/sales?${live}&status=validated`,
    next: salesWords.en.stepsBack.next,
    rows: { ...liveSales, counted: `${liveSales.counted} and status = 'validated'` },
  },
  statements: {
    path: `/console/statements?${live}`,
    next: statementsWords.en.steps.next,
    rows: {
      named: /<code>(GROWN-[\w-]+)<\/code>/g,
      counted: `statement where partner_id = ${own}`,
    },
  },
  // How much of each currency is due is summed over all of it.
  payouts: { path: `${operators}/payouts?${live}`, read: 4_000 },
  "a statement": { path: `/console/statements/GROWN-2016-05-EUR?${live}` },
  events: {
    path: `/console/events?${live}`,
    read: 2_000,
    next: eventsWords.en.older,
    rows: {
      named: /name="event" value="(evt_\w+)"/g,
      counted: `event where partner_id = ${own} and mode = 'live'`,
    },
  },
  people: { path: `/console/people?${live}` },
  security: { path: `/console/security?${live}` },
  // Up to 20 partners that wait have their facts read, and each state of accounts is counted up to 1,000.
  partners: {
    path: `${operators}?${live}`,
    next: operatorWords.en.steps.next,
    turned: costed,
    read: 7_000,
    statements: 200,
  },
  "partners of a state": {
    path: `${operators}?${live}&status=suspended`,
    next: operatorWords.en.steps.next,
    rows: { ...partners, counted: `${partners.counted} and status = 'suspended'` },
    read: 7_000,
    statements: 200,
  },
  // What is looked for may stand in any part of any name.
  "partners that are searched": {
    path: `${operators}?${live}&q=number%201`,
    next: operatorWords.en.steps.next,
    turned: 1,
    read: 7_000 + 2 * sizes.partners,
    statements: 200,
  },
  "a partner": {
    path: `${operators}/partners/${code}?${live}`,
    next: operatorWords.en.auditSteps.next,
    turned: costed,
    read: 10_000,
  },
  "the audit": {
    path: `${operators}/audit?${live}`,
    next: operatorWords.en.auditSteps.next,
    rows: audited,
  },
}

/** Lists that programs read: one page of each is as long as they may ask for. */
const answers: Readonly<Record<string, Pick<List, "path" | "read">>> = {
  sales: { path: "/api/v1/sales?limit=500", read: 2_500 },
  "sales by change": { path: "/api/v1/sales?by=changed&status=cancelled&limit=500", read: 2_500 },
  "sales by validation": { path: "/api/v1/sales?by=validates&limit=500", read: 3_500 },
  statements: { path: "/api/v1/statements?limit=100", read: 3_000 },
  events: { path: "/api/v1/events?limit=100", read: 3_000 },
  endpoints: { path: "/api/v1/events/endpoints" },
  calls: { path: "/api/v1/calls", read: 3_000 },
}

/** What the database did between two looks: rows that were read, and statements. */
interface Done {
  readonly read: number
  readonly statements: number
}

const sessions = Array.from({ length: 10 }, (_, index) => index)

/** Each session of the pool tells what it has read once it is asked to; these statements count too. */
const figures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const asked = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.01)`
  yield* Effect.forEach(sessions, asked, { concurrency: "unbounded" })
  const [row] = yield* sql<{ readonly read: string; readonly statements: string }>`
    select ((select coalesce(sum(seq_tup_read), 0) from pg_stat_user_tables)
        + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes))::text as read,
      (select xact_commit::text from pg_stat_database where datname = current_database()) as statements`
  return { read: Number(row?.read), statements: Number(row?.statements) } satisfies Done
})

const doing = async <A>(act: () => Promise<A>): Promise<readonly [A, Done]> => {
  const before = await service().run(figures)
  const done = await act()
  const after = await service().run(figures)
  return [
    done,
    {
      read: after.read - before.read,
      statements: after.statements - before.statements - sessions.length - 1,
    },
  ]
}

const countOf = async (counted: string): Promise<number> => {
  const [row] = await service().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.unsafe<{ readonly count: number }>(`select count(*)::int as count from ${counted}`),
    ),
  )
  return row?.count ?? 0
}

/** The address of a step, as the page has it; undefined where it has none. */
const stepOf = (page: string, label: string): string | undefined =>
  new RegExp(`<a[^>]*href="([^"]*)"[^>]*>\\s*${label}\\s*</a>`)
    .exec(page)?.[1]
    ?.replaceAll("&amp;", "&")

/** Rows of the longest list, table or choice of a page; what stands inside of a row is none. */
const longest = (page: string): number => {
  const rows = [...page.matchAll(/<(\/?)(tbody|ul|ol|select|datalist|tr|li|option)\b/g)]
  const counts = [0]
  let max = 0
  for (const [, end, name = ""] of rows) {
    const isRow = ["tr", "li", "option"].includes(name)
    if (!isRow && end === "") counts.push(0)
    else if (!isRow) counts.pop()
    else if (end === "" && counts.length > 1) {
      const count = (counts.pop() ?? 0) + 1
      counts.push(count)
      max = Math.max(max, count)
    }
  }
  return max
}

/** The least of some tries: what else the machine does counts as little as may be. */
const leastOf = (values: ReadonlyArray<number>): number => Math.min(...values)

const tries = 5

/** How long an answer takes, and how long the process does nothing else meanwhile. */
const timed = async (ask: () => Promise<unknown>) => {
  const taken: Array<number> = []
  const pauses: Array<number> = []
  for (let number = 0; number < tries; number += 1) {
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    const startedAt = performance.now()
    await ask()
    taken.push(performance.now() - startedAt)
    delays.disable()
    pauses.push(delays.max / 1e6)
  }
  return { ms: leastOf(taken), pauseMs: leastOf(pauses) }
}

const bounded = (name: string, { status, text }: Answer): void => {
  assert.strictEqual(status, 200, name)
  assert.isAtMost(Buffer.byteLength(text), most.bytes, `${name}: bytes`)
}

/** What an answer costs: the least of some tries, as what else the process does is read meanwhile. */
const costOf = async (ask: () => Promise<Answer>, isEnough: (done: Done) => boolean) => {
  const [answer, ...all] = await doing(ask)
  while (all.length < tries && !isEnough(all.at(-1) as Done)) all.push((await doing(ask))[1])
  const least = (of: (done: Done) => number): number => leastOf(all.map(of))
  return { answer, read: least(({ read }) => read), statements: least((done) => done.statements) }
}

/** Judges an answer by what it costs beside its length. */
const costing = async (
  name: string,
  ask: () => Promise<Answer>,
  bounds: Pick<List, "read" | "statements">,
): Promise<Answer> => {
  const { read = most.read, statements = most.statements } = bounds
  const cost = await costOf(ask, (done) => done.read <= read && done.statements <= statements)
  bounded(name, cost.answer)
  if (isLong) {
    const { ms, pauseMs } = await timed(ask)
    process.stdout.write(
      `${name}: ${ms.toFixed(0)} ms, pause ${pauseMs.toFixed(0)} ms, ` +
        `${Buffer.byteLength(cost.answer.text)} bytes, ${cost.read} rows, ${cost.statements} statements\n`,
    )
    assert.isAtMost(ms, most.ms, `${name}: milliseconds`)
    assert.isAtMost(pauseMs, most.pauseMs, `${name}: pause`)
  }
  assert.isAtMost(cost.read, read, `${name}: rows read`)
  assert.isAtMost(cost.statements, statements, `${name}: statements`)
  return cost.answer
}

describe("a service that has grown", () => {
  let keys: Readonly<Record<"live" | "sandbox", TestKey>>
  let person: ConsoleSession

  beforeAll(async () => {
    const of = (mode: "live" | "sandbox") => service().createKey({ mode, partnerCode: code })
    keys = { live: await of("live"), sandbox: await of("sandbox") }
    person = await signIn(service(), {
      email: "owner@grown.example",
      partnerCode: code,
      isOperator: true,
    })
    await service().run(grow(service().databaseUrl, code, sizes))
    // Each page once: what is read and compiled on first use is none of its work.
    for (const { path } of Object.values(lists)) await person.get(path)
  }, 1_200_000)

  it.each(Object.entries(lists))("shows a bounded page: %s", async (name, list) => {
    const seen: Array<string> = []
    let path: string | undefined = list.path
    for (let turn = 0; path !== undefined && turn < (list.turned ?? turned); turn += 1) {
      const address: string = path
      const page = `${name}, page ${turn + 1}`
      const ask = () => person.get(address)
      const answer = turn < costed ? await costing(page, ask, list) : await ask()
      const { text } = answer
      bounded(page, answer)
      assert.isAtMost(longest(text), most.rows, name)
      if (list.rows !== undefined) {
        seen.push(...new Set([...text.matchAll(list.rows.named)].map(([, row = ""]) => row)))
      }
      path = list.next === undefined ? undefined : stepOf(text, list.next)
    }
    assert.lengthOf(new Set(seen), seen.length, "no row stands on two pages")
    if (list.rows !== undefined && path === undefined) {
      assert.strictEqual(seen.length, await countOf(list.rows.counted), "every row stands on one")
    }
  })

  it.each(Object.entries(answers))("answers a bounded list: %s", async (name, list) => {
    for (const [mode, key] of Object.entries(keys)) {
      const ask = () => service().call("GET", list.path, undefined, { key })
      await costing(`${name}, ${mode}`, ask, list)
    }
  })

  it("has every page judged that the console leads to", async () => {
    const { text } = await person.get(`/console?${live}`)
    const led = [...text.matchAll(/href="(\/console[\w/-]*)/g)].map(([, path]) => path)
    const judged = Object.values(lists).map(({ path }) => path.split("?")[0])
    const open = ["/console/sign-out", "/console/welcome"]
    assert.deepStrictEqual(
      [...new Set(led)].filter((path) => !judged.includes(path) && !open.includes(path ?? "")),
      [],
    )
  })

  it.each([...new Set(Object.values(lists).map(({ path }) => path.split("?")[0] ?? ""))])(
    "takes whatever the address of a page says: %s",
    async (path) => {
      const fields = ["after", "before", "cursor", "link", "order", "q", "revoked", "status"]
      for (const text of ["\0", "-1", "99999999999999999999", "é", "x".repeat(500)]) {
        const said = fields.map((field) => `${field}=${encodeURIComponent(text)}`).join("&")
        const answer = await person.get(`${path}?${live}&${said}`)
        bounded(`${path} ${text.slice(0, 20)}`, answer)
        assert.isAtMost(longest(answer.text), most.rows)
      }
    },
  )

  it("exports every row", async () => {
    for (const [name, counted] of [
      ["sales", liveSales.counted],
      ["ledger", `ledger_entry where partner_id = ${own}`],
    ] as const) {
      const { headers, text } = await person.get(`/console/${name}.csv?${live}`)
      assert.strictEqual(headers["transfer-encoding"], "chunked")
      assert.strictEqual(text.match(/\r\n/g)?.length, 1 + (await countOf(counted)))
    }
  })

  it("keeps totals that hold", async () => {
    const wrong = Effect.flatMap(SqlClient.SqlClient, (sql) => miscountedTotals(sql, most.rows))
    assert.deepStrictEqual(await service().run(wrong), { first: [], count: 0 })
  })
})
