import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import type { QuoteResponse } from "../../../http/api/quotes.ts"
import { prepareTravellerTexts } from "../../../http/messages/traveller-texts.ts"
import { utcDay } from "../../../http/platform/utc-day.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { shippedTables } from "../../support/tables.ts"
import { startService, type TestKey, type StartedService } from "../../support/service.ts"
import { copyTables, type CopiedTables } from "../tables/copied-tables.ts"

const now = (): string => utcDay(Date.now())
const old = "2026-01-01"
/** Never older than a few days while the tests run. */
const fresh = now()

let tables: CopiedTables
let service: StartedService
let keys: Readonly<Record<"sandbox" | "live", TestKey>>

beforeAll(async () => {
  tables = copyTables()
  tables.edit("currencies.csv", (text) =>
    text
      .replaceAll(/\b\d{4}-\d{2}-\d{2},/g, `${fresh},`)
      .replace(/^(CHF,.*?),\d{4}-\d{2}-\d{2},/m, `$1,${old},`),
  )
  service = await startService({ TABLES_DIR: tables.folder })
  keys = {
    sandbox: await service.createKey({ mode: "sandbox" }),
    live: await service.createKey({ mode: "live" }),
  }
})

afterAll(async () => {
  await service.stop()
  tables[Symbol.dispose]()
})

const noticeOf = async (
  mode: "sandbox" | "live",
  currency: string,
  language: string,
  days: { readonly startDate?: string } = {},
) => {
  const body = quoteBody({ currency, ...days }, { language })
  const answer = await service.call("POST", paths.quotes, body, { key: keys[mode] })
  expect(outcomeOf(answer)).toBe("200")
  return (answer.body as QuoteResponse).meta.notice
}

describe.each(["sandbox", "live"] as const)("the notice of a %s quote", (mode) => {
  it("says in its language how old the rates are, where they are old", async () => {
    const days = daysInclusive(old, now()) - 1
    const said = (notice: string) => Number(/ (\d+) [\p{L} ]+\.$/u.exec(notice)?.[1])
    const texts = prepareTravellerTexts(shippedTables)
    for (const language of ["en", "fr", "pl", "el"] as const) {
      const notice = await noticeOf(mode, "CHF", language)
      expect(notice).toContain(texts(language).date(old))
      // The day may change between the call and this line.
      expect([days, days + 1]).toContain(said(notice))
    }
  })

  it("says that the first day of the trip has passed once it has everywhere on earth", async () => {
    const past = /^.* The first day of this trip has passed: no insurance covers/
    const dayBefore = utcDay(Date.now() - 2 * 24 * 60 * 60 * 1_000)
    expect(await noticeOf(mode, "EUR", "en", { startDate: dayBefore })).toMatch(past)
    expect(await noticeOf(mode, "EUR", "en", { startDate: now() })).not.toMatch(past)
    const french = await noticeOf(mode, "EUR", "fr", { startDate: dayBefore })
    expect(french).toContain("Le premier jour de ce voyage est passé")
  })

  it("says nothing of rates that are fresh", async () => {
    for (const currency of ["EUR", "USD"]) {
      expect(await noticeOf(mode, currency, "en")).not.toContain("exchange rates")
    }
  })
})
