import { setTimeout as delay } from "node:timers/promises"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Events } from "../../../http/ports/events.ts"
import { type Choices, makeChoices } from "../../support/random.ts"
import { faultKinds, strike } from "../crash/faults.ts"
import { countOf, type Finding, findingText } from "../crash/finding.ts"
import { ensureGone, postgresOf } from "../crash/postgres.ts"
import { openServers, type Servers } from "../crash/servers.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { callSigned, type Stage, type StageKey, withStage } from "../stage.ts"
import { judgeEvents, type Receipt, type StoredEvents } from "./judge.ts"
import { openReceivers, type Receivers } from "./receivers.ts"

/** Rounds, each with new sales and a kill, and in the short form. */
const rounds = 20
const roundsShort = 2

/** Sales that fall due in a round. */
const salesEach = 12

/** How long a kill waits for deliveries to be under way at most. */
const calmMaxMs = 1_500

/** How long what waits may take to be delivered once nothing is killed any more. */
const settleMs = 90_000

const partnerCode = "told"
const endpoints = ["first", "second", "third"]

/** Sends until something comes of it: servers are killed meanwhile. */
const insist = async <A>(send: () => Promise<A>, tries = 200): Promise<A> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send()
    } catch (cause) {
      if (tried === tries) throw cause
      await delay(100)
    }
  }
}

/** Reports a pending sale; whatever server is up takes it. */
const reportSale = (
  choices: Choices,
  servers: Servers,
  { key, ref }: { readonly key: StageKey; readonly ref: string },
  order: string,
) =>
  insist(async () => {
    const port = servers.ports[choices.integer(0, servers.ports.length - 1)] ?? 0
    const body = {
      contractVersion: "3.1",
      ref,
      externalOrderId: order,
      status: "pending",
      amount: 110,
      currency: "EUR",
    }
    const { status } = await callSigned(port, key, "POST", "/api/postback/conversion", body)
    if (status !== 200) throw new Error(`a report was answered ${status}`)
  })

/** A statement on the database, wherever it listens by now. */
const query = (stage: Stage, sql: string) =>
  insist(() => {
    const url = new URL(stage.database.url)
    url.port = String(postgresOf(stage.database.folder)?.port ?? url.port)
    return Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(PgConnection.make({ url: Redacted.make(url.href) }), (session) =>
          Effect.map(
            session.query(sql),
            ({ rows }) => rows as ReadonlyArray<Record<string, unknown>>,
          ),
        ),
      ),
    )
  })

/** An account with a live key, the ref of its first link, and endpoints at the receivers. */
const openAccount = async (stage: Stage, receivers: Receivers) => {
  const key = await stage.createKey(partnerCode, "live")
  const [link] = await stage.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly code: string }>`
        select tracked_link.code from tracked_link join partner on partner.id = partner_id
        where partner.code = ${partnerCode} order by tracked_link.id limit 1`,
    ),
  )
  const names = new Map<string, string>()
  for (const name of endpoints) {
    const url = `https://${name}.example/`
    const wish = { partnerCode, mode: "live" as const, url, types: [] }
    const { endpointId, secret } = await stage.run(
      Effect.flatMap(Events, (events) => events.create(wish)),
    )
    // Receivers of this machine, which no account could name.
    await query(
      stage,
      `update event_endpoint set url = '${receivers.url(name)}' where id = '${endpointId}'`,
    )
    receivers.trust(name, Redacted.value(secret))
    names.set(endpointId, name)
  }
  return { key, ref: `${partnerCode}-${link?.code}`, names }
}

const readEvents = async (
  stage: Stage,
  names: ReadonlyMap<string, string>,
): Promise<StoredEvents> => {
  const validated = await query(
    stage,
    "select external_order_id as name from sale where status = 'validated'",
  )
  const told = await query(
    stage,
    `select event.id, body, body::json #>> '{data,externalOrderId}' as name,
       json_agg(json_build_object('id', endpoint_id, 'state', state)) as deliveries
     from event join event_delivery on event_number = event.number group by event.number`,
  )
  return {
    validated: validated.map(({ name }) => String(name)),
    events: told.map(({ body, deliveries, id, name }) => ({
      eventId: String(id),
      body: String(body),
      order: name === null ? null : String(name),
      deliveries: (deliveries as ReadonlyArray<{ id: string; state: string }>).map((one) => ({
        endpoint: names.get(one.id) ?? one.id,
        state: one.state,
      })),
    })),
  }
}

/** Waits until nothing is due and nothing waits; who had failed is tried at once. */
const settle = async (stage: Stage, sales: number): Promise<void> => {
  const deadlineMs = performance.now() + settleMs
  while (performance.now() < deadlineMs) {
    await query(stage, "update event_endpoint set retry_at = null")
    const [left] = await query(
      stage,
      `select (select count(*)::int from sale where status = 'validated') as validated,
         (select count(*)::int from event_delivery where state = 'waiting') as waiting`,
    )
    if (left?.["validated"] === sales && left["waiting"] === 0) return
    await delay(250)
  }
}

interface Run {
  readonly kills: number
  readonly sales: number
  readonly receipts: ReadonlyArray<Receipt>
  readonly findings: ReadonlyArray<Finding>
}

const runOn = async ({ isShort, say, seed }: Given, stage: Stage): Promise<Run> => {
  const choices = makeChoices(seed)
  const receivers = await openReceivers(choices)
  const account = await openAccount(stage, receivers)
  const servers = await openServers({
    ...stage,
    startServer: (more) => stage.startServer({ ...more, EVENTS_ALLOW_PRIVATE: "true" }),
  })
  const kills = isShort ? roundsShort : rounds
  try {
    for (let round = 0; round < kills; round += 1) {
      for (let number = 0; number < salesEach; number += 1) {
        await reportSale(choices, servers, account, `${round}-${number}`)
      }
      // As if they had been booked a fortnight ago: whoever looks next validates them.
      await query(stage, "update sale set booked_at = now() - interval '15 days'")
      await query(stage, "update event_endpoint set retry_at = null")
      const kind = faultKinds[round % faultKinds.length] ?? faultKinds[0]
      await delay(choices.integer(0, calmMaxMs))
      await strike(kind, stage.database.folder, servers, choices)
      await servers.follow()
      if (!isShort) say(`  ${round + 1}: killed ${kind}; ${receivers.receipts.length} came so far`)
    }
    receivers.behave()
    // A start looks for sales that are due at once, not a minute later.
    for (const index of servers.ports.keys()) {
      await servers.kill(index)
      await servers.start(index)
    }
    const sales = kills * salesEach
    await settle(stage, sales)
    const stored = await readEvents(stage, account.names)
    return {
      kills,
      sales,
      receipts: receivers.receipts,
      findings: judgeEvents(stored, receivers.receipts),
    }
  } finally {
    await servers.end()
    await receivers.close()
  }
}

const outcomeOf = ({ findings, kills, receipts, sales }: Run): Outcome => ({
  promise: "what changes without a partner is told at least once and in turn, whoever is killed",
  figure: `${countOf(findings, "lost")} lost, ${countOf(findings, "doubled")} invented of ${(sales * endpoints.length).toLocaleString("en")} in ${kills} kills`,
  cases: sales * endpoints.length,
  violations: findings.map(findingText),
  notes: [
    `${receipts.length.toLocaleString("en")} came, ${receipts.filter(({ isTaken }) => !isTaken).length.toLocaleString("en")} of them answered badly`,
  ],
})

/** Kills servers and Postgres while they deliver to receivers that misbehave. */
export const events: Part = {
  name: "events",
  about: "servers and Postgres are killed while they tell partners; all is told, and nothing else",
  run: async (given) => {
    let postgres: number | undefined
    try {
      return await withStage(async (stage) => {
        try {
          return [outcomeOf(await runOn(given, stage))]
        } finally {
          postgres = postgresOf(stage.database.folder)?.pid
        }
      })
    } finally {
      await ensureGone(postgres)
    }
  },
}
