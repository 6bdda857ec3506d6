import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { openDatabaseWay } from "../../../support/database-way.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { bilanBody, paths, quoteBody } from "../../../support/sample-trips.ts"
import { createFreshDatabase } from "../../../support/postgres.ts"
import {
  startService,
  type TestKey,
  type TestService,
  useOwnService,
} from "../../../support/service.ts"

const service = useOwnService()

const statement = (text: string) =>
  service().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)))

const outcomes = async (key: TestKey, { call }: Pick<TestService, "call"> = service()) => {
  const answers = await Promise.all([
    call("GET", paths.meta, undefined, { key }),
    call("POST", paths.quotes, quoteBody(), { key }),
    call("POST", paths.bilan, bilanBody(), { key }),
    call("GET", paths.cards, undefined, { key }),
  ])
  for (const answer of answers) {
    if (answer.status === 200) continue
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0)
    expect(answer.text).not.toMatch(/relation|select|api_key|does not exist/i)
  }
  return answers.map(outcomeOf)
}

const closed = [
  "503 SERVICE_UNAVAILABLE",
  "503 SERVICE_UNAVAILABLE",
  "502 AUTH_LOOKUP_FAILED",
  "502 AUTH_LOOKUP_FAILED",
]

describe("a store that cannot be read", () => {
  it.each([["quota"], ["api_key"]])("lets no call of a known key through: %s", async (table) => {
    const key = await service().createKey()
    expect(await outcomes(key)).toEqual(["200", "200", "200", "200"])
    await statement(`alter table ${table} rename to away`)
    try {
      expect(await outcomes(key)).toEqual(closed)
      expect((await service().call("GET", "/healthz")).status).toBe(200)
    } finally {
      await statement(`alter table away rename to ${table}`)
    }
    expect(await outcomes(key)).toEqual(["200", "200", "200", "200"])
  })

  it("does not take a key that it never saw for an unknown one", async () => {
    const key = await service().createKey()
    await statement("alter table api_key rename to away")
    try {
      expect(await outcomes(key)).toEqual(closed)
    } finally {
      await statement("alter table away rename to api_key")
    }
  })
})

describe("a database that does not answer", () => {
  it("leaves no call without an answer, and is asked again when it is back", async () => {
    const database = await createFreshDatabase()
    const way = await openDatabaseWay(database.url)
    const silenced = await startService({ DATABASE_URL: way.url })
    try {
      const key = await silenced.createKey()
      const neverSeen = await silenced.createKey()
      const all = ["200", "200", "200", "200"]
      expect(await outcomes(key, silenced)).toEqual(all)
      await way.begin({ kind: "black-hole" })
      expect(await outcomes(key, silenced)).toEqual(closed)
      expect(await outcomes(neverSeen, silenced)).toEqual(closed)
      await way.lift()
      while ((await silenced.call("GET", "/readyz")).status !== 200) await delay(50)
      expect(await outcomes(key, silenced)).toEqual(all)
      expect(await outcomes(neverSeen, silenced)).toEqual(all)
    } finally {
      await silenced.stop()
      await way.stop()
      await database.drop()
    }
  })
})
