import { describe, expect, it } from "@effect/vitest"
import { useOwnService } from "../../../support/service.ts"
import { makeLinking } from "./linking.ts"

const service = useOwnService()
const { advance, link, quoted, rows, session } = makeLinking(service)

const shown = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)

const ageInIt = /"age"|travellers|2027-06-03/

/** Every cell of every table, as text, but how long calls took, which may be any number. */
const dump = async (): Promise<ReadonlyArray<string>> => {
  // Bits are no text to the driver.
  const tables = await rows(
    `select table_name as name, string_agg(
        quote_ident(column_name) || case data_type when 'bit' then '::text' else '' end, ', ') as columns
      from information_schema.columns
      where table_schema = 'public' and column_name not like '%\\_ms' group by table_name`,
  )
  const cells: Array<string> = []
  for (const { columns, name } of tables) {
    for (const row of await rows(`select ${String(columns)} from ${String(name)}`)) {
      cells.push(...Object.values(row).map(shown))
    }
  }
  return cells
}

describe("what links leave in the database", () => {
  it("is the nonce of a session and never its token, and no age in the clear", async () => {
    const live = await service().createKey({ mode: "live" })
    const sandbox = service().key
    const sessions = { live: await quoted(live), sandbox: await quoted(sandbox) }
    const party = { travellers: [{ age: 117 }, { age: 119 }], startDate: "2027-06-03" }
    const { subscriptionId } = await link(201, live, sessions.live, party)
    await link(200, live, sessions.live, { ...party, arrivalCountries: ["ES", "IT"] })
    await advance(subscriptionId, "paid")
    await link(201, live, sessions.live, party)
    await link(201, sandbox, sessions.sandbox, party)
    await link(200, sandbox, sessions.sandbox, { ...party, isAnnual: true })
    const cells = await dump()
    for (const token of Object.values(sessions)) {
      const [start, mac] = token.split(".")
      expect(cells).toContain(start?.slice("qs_".length))
      expect(cells.filter((cell) => cell.includes(token) || cell.includes(String(mac)))).toEqual([])
    }
    expect(cells.filter((cell) => ageInIt.test(cell) || /^11[79]$/.test(cell))).toEqual([])
  })

  it("is the same nonce once for each account and mode", async () => {
    const { key } = service()
    const live = await service().createKey({ mode: "live", partnerCode: key.partnerCode })
    const issued = await session(key, "sandbox")
    await link(201, key, issued)
    await link(200, key, issued, { isAnnual: true })
    await link(201, live, await session(live))
    const nonce = issued.slice("qs_".length).split(".")[0]
    expect(
      await rows(`select mode, link_id, subscription_id like 'sub_sandbox_%' as placeholder
        from link_session where nonce = '${nonce}'`),
    ).toEqual([{ mode: "sandbox", link_id: null, placeholder: true }])
  })
})
