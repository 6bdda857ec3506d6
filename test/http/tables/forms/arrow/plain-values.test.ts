import { assert, describe, it } from "@effect/vitest"
import {
  binary,
  columnFromArray,
  type DataType,
  dateDay,
  dictionary,
  field,
  fixedSizeBinary,
  int32,
  largeBinary,
  list,
  runEndEncoded,
  struct,
  Table,
  tableToIPC,
  timestamp,
  TimeUnit,
  uint8,
} from "@uwdata/flechette"
import { columnCell } from "../../../../../http/bulk/rows/row-lines.ts"
import { readArrow } from "../../../../../http/tables/forms/arrow/read-arrow.ts"

async function* chunk(bytes: Uint8Array) {
  yield bytes
}

const cellsOf = async (
  values: ReadonlyArray<unknown>,
  type: DataType,
  metadata: Map<string, string> | null = null,
) => {
  const fields = [field("id", type, true, metadata)]
  const schema = { version: 4, endianness: 0, fields, metadata: null } as const
  const table = new Table(schema, [columnFromArray([...values], type)])
  const { batches } = await readArrow(chunk(tableToIPC(table, {}) ?? new Uint8Array()))
  const cells: Array<unknown> = []
  for await (const { columns } of batches) cells.push(...Array.from(columns[0] ?? [], columnCell))
  return cells
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))
const uuid = Uint8Array.from({ length: 16 }, (_, at) => 16 * at + at)
const uuidText = "00112233-4455-6677-8899-aabbccddeeff"
const extension = new Map([["ARROW:extension:name", "arrow.uuid"]])

describe("bytes of an Arrow table", () => {
  it.each([
    ["bytes", binary()],
    ["many bytes", largeBinary()],
    ["a dictionary of bytes", dictionary(binary())],
  ])("are a text where they are %s", async (_, type) => {
    const texts = ["a1", "é日", ""]
    assert.deepStrictEqual(await cellsOf(texts.map(bytesOf), type), texts)
    await cellsOf([Uint8Array.of(0xff)], type).then(
      () => assert.fail("no fault"),
      ({ message }: Error) =>
        assert.strictEqual(
          message,
          "column id: a text is not in UTF-8; write the texts of the column in UTF-8 (record batch 1)",
        ),
    )
  })

  it("are a UUID where they are called one, and else hexadecimal where all are as long", async () => {
    assert.deepStrictEqual(await cellsOf([uuid, null], fixedSizeBinary(16), extension), [
      uuidText,
      "",
    ])
    const hex = uuidText.replaceAll("-", "")
    assert.deepStrictEqual(await cellsOf([uuid], fixedSizeBinary(16)), [hex])
    assert.deepStrictEqual(await cellsOf([bytesOf("FR")], fixedSizeBinary(2)), ["4652"])
  })

  it("are so within lists and structures, where small numbers stay numbers", async () => {
    const places = [["US", "CA"].map(bytesOf), ["ES"].map(bytesOf)]
    assert.deepStrictEqual(await cellsOf(places, list(binary())), ["US;CA", "ES"])
    assert.deepStrictEqual(
      await cellsOf(
        [[{ id: bytesOf("a") }, { id: bytesOf("b") }]],
        list(struct([field("id", binary())])),
      ),
      ["a;b"],
    )
    assert.deepStrictEqual(await cellsOf([[34, 31], [8]], list(uint8())), ["34;31", "8"])
  })
})

describe("times of an Arrow table", () => {
  const hour = 3_600_000
  const at = Date.UTC(2027, 6, 1)
  it.each([
    ["Europe/Paris", -2 * hour, "2027-07-01"],
    ["Europe/Paris", 0, "2027-07-01T02:00:00+02:00"],
    ["America/New_York", 4 * hour, "2027-07-01"],
    ["America/St_Johns", 2.5 * hour, "2027-07-01"],
    ["Asia/Kathmandu", -5.75 * hour, "2027-07-01"],
    ["+02:00", -2 * hour, "2027-07-01"],
    ["-03:30", 3.5 * hour, "2027-07-01"],
    ["UTC", 0, "2027-07-01"],
    ["UTC", 1500, "2027-07-01T00:00:01.500+00:00"],
    ["America/New_York", 4 * hour + 1000, "2027-07-01T00:00:01-04:00"],
    ["", 0, "2027-07-01"],
    ["", 9 * hour, "2027-07-01T09:00:00.000Z"],
  ])("are days where it is midnight in their zone: %s, %d ms", async (zone, aheadMs, meant) => {
    const type = timestamp(TimeUnit.MILLISECOND, zone === "" ? null : zone)
    const time = new Date(at + aheadMs)
    assert.deepStrictEqual(await cellsOf([time, null, time], type), [meant, "", meant])
    assert.deepStrictEqual(await cellsOf([time, time], dictionary(type)), [meant, meant])
  })

  it("follow the clocks of their zone in summer and winter", async () => {
    const type = timestamp(TimeUnit.MILLISECOND, "Europe/Paris")
    const days = [
      "2027-03-27T23:00Z",
      "2027-03-28T22:00Z",
      "2027-10-30T22:00Z",
      "2027-10-31T23:00Z",
    ]
    assert.deepStrictEqual(
      await cellsOf(
        days.map((day) => new Date(day)),
        type,
      ),
      ["2027-03-28", "2027-03-29", "2027-10-31", "2027-11-01"],
    )
  })

  it("of a zone that is not known are refused by name; days have none", async () => {
    await cellsOf([new Date(at)], timestamp(TimeUnit.MILLISECOND, "Mars/Olympus")).then(
      () => assert.fail("no fault"),
      ({ message }: Error) => assert.include(message, 'its time zone "Mars/Olympus" is not known'),
    )
    assert.deepStrictEqual(await cellsOf([new Date(at)], dateDay()), ["2027-07-01"])
    assert.deepStrictEqual(await cellsOf([1, 1, 2], runEndEncoded(int32(), int32())), [1, 1, 2])
  })
})
