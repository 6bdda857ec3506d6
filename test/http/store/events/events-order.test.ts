import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { EventsResponse } from "../../../../http/api/events.ts"
import { signIn } from "../../../support/console-session.ts"
import { paths } from "../../../support/sample-trips.ts"
import { testMasterKey, type TestKey, useOwnService } from "../../../support/service.ts"
import { commandLine } from "../../cli/run.ts"

const service = useOwnService()

const environment = () => ({ DATABASE_URL: service().databaseUrl, MASTER_KEY: testMasterKey })

const { json, viatica } = commandLine(environment)

/** Enough to pass from 9 to 10 and from 99 to 100, as numbers of a new database begin with 1. */
const eventCount = 105

/** An account that has been told so many events; their ids, the newest first. */
const makeTold = async (key: TestKey) => {
  const rows = await service().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.andThen(
        sql`select tell_event(partner.id, 'sandbox', 'sale.validated', 'order ' || told, '{}')
          from partner, generate_series(1, ${eventCount}::int) told
          where partner.code = ${key.partnerCode} order by told`,
        sql<{ readonly id: string; readonly last: string }>`
          select event.id, right(event.once_key, -6) as last from event
          order by right(event.once_key, -6)::int desc`,
      ),
    ),
  )
  expect(rows.map(({ last }) => Number(last))).toEqual(
    Array.from({ length: eventCount }, (_, place) => eventCount - place),
  )
  return rows.map(({ id }) => id)
}

describe("events, whose numbers get more digits as they go", () => {
  it("are listed the newest first and each once, by the API, the console and the command line", async () => {
    const key = await service().createKey({ mode: "sandbox" })
    const { partnerCode } = key
    const endpoint = ["events", "endpoint", "create", "--url", "https://nowhere.invalid/hooks"]
    await json(...endpoint, "--partner", partnerCode, "--mode", "test")
    const ids = await makeTold(key)

    for (const limit of [2, 7, 100]) {
      const paged: Array<string> = []
      let cursor: string | null = ""
      while (cursor !== null) {
        const after: string = cursor === "" ? "" : `&cursor=${cursor}`
        const answer = await service().call(
          "GET",
          `${paths.events}?limit=${limit}${after}`,
          undefined,
          { key },
        )
        const page = answer.body as typeof EventsResponse.Type
        paged.push(...page.events.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect(paged).toEqual(ids)
    }

    const owner = await signIn(service(), { email: `o@${partnerCode}.example`, partnerCode })
    const shown: Array<string> = []
    let path: string | undefined = "/console/events?lang=en&mode=sandbox"
    while (path !== undefined) {
      const { text } = await owner.get(path)
      shown.push(...new Set(text.match(/evt_[0-9a-f]+/g)))
      const older: string | undefined = /href="([^"]*before=\d+[^"]*)"/.exec(text)?.[1]
      path = older?.replaceAll("&amp;", "&")
    }
    expect(shown).toEqual(ids)

    const first = await viatica(
      "events",
      "list",
      "--partner",
      partnerCode,
      "--limit",
      "12",
      "--json",
    )
    const listed: ReadonlyArray<{ readonly id: string }> = JSON.parse(first.stdout)
    expect(listed.map(({ id }) => id)).toEqual(ids.slice(0, 12))
    const all = await json("events", "list", "--partner", partnerCode, "--limit", "1000")
    expect(all.map(({ id }: { readonly id: string }) => id)).toEqual(ids)
  })
})
