import { assert, describe, it } from "@effect/vitest"
import { csvLine } from "../../../../http/pages/console/exports.ts"
import { signIn } from "../../../support/console-session.ts"
import { useService } from "../../../support/service.ts"

const service = useService()

/** Reads a CSV file by RFC 4180, strictly. */
const readCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  let rest = text
  let row: Array<string> = []
  while (rest !== "") {
    const [whole = "", quoted, plain = "", end = ""] =
      /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? []
    assert.notStrictEqual(whole, "", `no cell at ${JSON.stringify(rest.slice(0, 40))}`)
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    rest = rest.slice(whole.length)
    if (end === "\r\n") {
      rows.push(row)
      row = []
    }
  }
  return rows
}

describe("a line of an export", () => {
  it.each([
    ["a formula", "=1+1", "'=1+1"],
    ["a formula behind spaces", "  =1+1", "'  =1+1"],
    ["a sum", "+1", "'+1"],
    ["a difference", "-1", "'-1"],
    ["a function", "@SUM(A1)", "'@SUM(A1)"],
    ["a tab", "\t=1", "'\t=1"],
    ["a wide equals sign", "＝1", "'＝1"],
    ["a formula behind a semicolon", "AC;=1", "AC;'=1"],
    ["a formula behind a line break", "\n=1", "'\n=1"],
    ["an order", "AC-2291", "AC-2291"],
    ["quotes and commas", 'a "b", c', 'a "b", c'],
    ["several lines", "a\r\nb\nc", "a\r\nb\nc"],
    ["nothing", "", ""],
  ])("keeps %s a text", (_, text, read) => {
    assert.deepStrictEqual(readCsv(csvLine([text, "next"])), [[read, "next"]])
  })
})

describe("the exports", () => {
  it("read back to what was reported, hostile order ids included, and only one's own", async () => {
    const key = await service().createKey({ mode: "live", partnerCode: "seller" })
    const owner = await signIn(service(), { email: "o@seller.example", partnerCode: "seller" })
    const stranger = await signIn(service(), { email: "o@empty.example", partnerCode: "empty" })
    const form = await owner.fieldOf("/console/links", "form")
    await owner.post("/console/links/create", { code: "EXPORT27", form })
    const ids = ["AC-1", '=HYPERLINK("x")', "<script>alert(1)</script>", 'a,"b"']
    for (const externalOrderId of ids) {
      const report = { ref: "seller-EXPORT27", externalOrderId, status: "pending" }
      const sale = { contractVersion: "3.1", amount: 110, currency: "EUR", ...report }
      const { status } = await service().call("POST", "/api/postback/conversion", sale, { key })
      assert.strictEqual(status, 200)
    }

    const [head = [], ...sales] = readCsv((await owner.get("/console/sales.csv?mode=live")).text)
    const column = (name: string) => sales.map((row) => row[head.indexOf(name)])
    assert.deepStrictEqual(
      column("external_order_id"),
      ids.map((id) => (id.startsWith("=") ? `'${id}` : id)),
    )
    assert.deepStrictEqual(column("amount"), ["110.00", "110.00", "110.00", "110.00"])
    assert.deepStrictEqual(column("commission"), ["10.00", "10.00", "10.00", "10.00"])

    const [, ...entries] = readCsv((await owner.get("/console/ledger.csv?mode=live")).text)
    assert.lengthOf(entries, 2 * ids.length)
    const total = entries.reduce((sum, row) => sum + Math.round(Number(row[7]) * 100), 0)
    assert.strictEqual(total, 0)

    const page = (await owner.get("/console/sales?mode=live&lang=en")).text
    assert.notInclude(page, "<script>alert")
    assert.include(page, "&lt;script>alert")

    const none = await stranger.get("/console/sales.csv?mode=live")
    assert.lengthOf(readCsv(none.text), 1)
    const later = await owner.get("/console/sales.csv?mode=live&from=2999-01-01")
    assert.lengthOf(readCsv(later.text), 1)
    assert.include(none.headers["content-disposition"], 'filename="empty-sales-live-')
  })
})
