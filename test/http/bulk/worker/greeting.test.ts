import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readHello, type WorkerGreeting } from "../../../../http/bulk/worker/greeting.ts"

const greeting: WorkerGreeting = {
  protocol: 1,
  engineVersion: "2.3.2+abc",
  tables: "abc",
  today: "2027-01-31",
  frameBytesMax: 1000,
  lineBytesMax: 100,
  format: "ndjson",
}

const read = (text: string, told: WorkerGreeting = greeting) => {
  const found = readHello(Buffer.from(text), told)
  return Result.isSuccess(found) ? found.success : found.failure.error
}

describe("a hello", () => {
  it("is taken where it expects this worker, or nothing", () => {
    assert.deepStrictEqual(read('{"protocol":1}'), { protocol: 1 })
    const whole = { protocol: 1, engineVersion: "2.3.2+abc", tables: "abc", today: "2027-02-01" }
    assert.deepStrictEqual(read(JSON.stringify(whole)), whole)
  })

  for (const [text, error] of [
    ['{"protocol":2}', "OTHER_PROTOCOL"],
    ['{"protocol":1,"tables":"abd"}', "OTHER_TABLES"],
    ['{"protocol":1,"engineVersion":"2.3.1+abc"}', "OTHER_ENGINE"],
    ['{"protocol":1,"table":"abc"}', "HELLO_MALFORMED"],
    ['{"protocol":"1"}', "HELLO_MALFORMED"],
    ['{"protocol":1,"today":"31.1.2027"}', "HELLO_MALFORMED"],
    ["{}", "HELLO_MALFORMED"],
    ["{", "HELLO_MALFORMED"],
    ["", "HELLO_MALFORMED"],
  ] as const) {
    it(`${JSON.stringify(text)} is refused as ${error}`, () => {
      assert.strictEqual(read(text), error)
    })
  }

  it("asks for no explanations in columns", () => {
    const explained = '{"protocol":1,"explain":true}'
    assert.deepStrictEqual(read(explained), { protocol: 1, explain: true })
    const told = { ...greeting, answers: "bilan", columns: [{ name: "id", type: "utf8" }] } as const
    assert.strictEqual(read(explained, told), "HELLO_MALFORMED")
  })
})
