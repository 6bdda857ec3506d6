import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { answerBatch, reportText } from "../../../../http/bulk/batch/answer-batch.ts"
import { prepareWarnings } from "../../../../core/fields/request-warning.ts"
import { writtenAnswers } from "../../../../http/bulk/batch/prepared-answers.ts"
import { makeReader } from "../../../../http/bulk/request-reader.ts"

/** Answers every request that has a residence. */
const read = makeReader(
  writtenAnswers((request) => {
    const residence = (request as { readonly residence?: string } | null)?.residence
    return residence === undefined
      ? Result.fail({ error: "BAD_RESIDENCE", detail: "residence: a 2-letter country code" })
      : Result.succeed((bytes) => bytes.write(JSON.stringify({ ok: true, residence })))
  }),
  100,
)

const answered = (text: string | Uint8Array<ArrayBuffer>, firstLine = 1) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  const { answers, reports, ...counts } = answerBatch({ bytes, firstLine }, read)
  const lines = (part: Uint8Array) => Buffer.from(part).toString("utf8").split("\n").slice(0, -1)
  return { ...counts, answers: lines(answers), reports: lines(reports) }
}

describe("answers to a batch", () => {
  it("keep the order of the lines, and report the others by their number", () => {
    const lines = ['{"residence":"FR"}', "", "{", ' {"residence":"é"}\r', "{}", " \t\r", "null"]
    assert.deepStrictEqual(answered(lines.map((line) => `${line}\n`).join(""), 41), {
      answered: 2,
      refused: 3,
      warned: 0,
      unread: new Map(),
      answers: ['{"ok":true,"residence":"FR"}', '{"ok":true,"residence":"é"}'],
      reports: [
        "line 43: INVALID_JSON: not valid JSON in UTF-8",
        "line 45: BAD_RESIDENCE: residence: a 2-letter country code",
        "line 47: BAD_RESIDENCE: residence: a 2-letter country code",
      ],
    })
  })

  it("refuse what is no UTF-8 and what is too long", () => {
    const long = Buffer.from(`{"residence":"${"x".repeat(100)}"}\n`)
    const broken = Buffer.from([0x22, 0xff, 0x22, 0x0a])
    assert.deepStrictEqual(answered(new Uint8Array(Buffer.concat([long, broken]))).reports, [
      "line 1: PAYLOAD_TOO_LARGE: a request has at most 100 bytes",
      "line 2: INVALID_JSON: not valid JSON in UTF-8",
    ])
  })
})

describe("what of a request is not read", () => {
  const shape = {
    kind: "object",
    fields: { residence: { shape: { kind: "text" }, required: true } },
  } as const
  const warningsOf = prepareWarnings(shape, { knowsWord: () => true, wordsOf: () => [] })
  const reading = (lines: ReadonlyArray<string>) => {
    const answers = writtenAnswers((request) => {
      const { residence } = request as { readonly residence?: string }
      return residence === undefined
        ? Result.fail({ error: "BAD_RESIDENCE", detail: "none" })
        : Result.succeed((bytes) => bytes.write(JSON.stringify({ residence })))
    })
    const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""))
    const {
      answers: given,
      reports,
      ...counts
    } = answerBatch({ bytes, firstLine: 1 }, makeReader(answers, 200, warningsOf))
    return {
      ...counts,
      given: Buffer.from(given).toString(),
      reports: Buffer.from(reports).toString(),
    }
  }

  it("stands last in the answer, is counted by its place, and is told of a refused one", () => {
    const { given, reports, unread, warned } = reading([
      '{"id":1,"residence":"FR","residance":[{"a":1}]}',
      '{"residence":"FR"}',
      '{"residense":"FR"}',
      '{"residence":"FR","residance":2}',
    ])
    const [first = "", second] = given.split("\n")
    assert.deepStrictEqual(JSON.parse(first), {
      id: 1,
      residence: "FR",
      warnings: [
        {
          code: "UNKNOWN_FIELD",
          path: "residance",
          nearest: "residence",
          detail: "residance is not a field of a request; did you mean residence?",
        },
      ],
    })
    assert.strictEqual(second, '{"residence":"FR"}')
    assert.strictEqual(
      reports,
      "line 3: BAD_RESIDENCE: none; residense is not a field of a request; did you mean residence?\n",
    )
    assert.strictEqual(warned, 2)
    assert.deepStrictEqual([...unread], [["residance", 2]])
  })
})

describe("the id of a request", () => {
  for (const id of [
    '"a\\"b"',
    "7",
    "null",
    "false",
    '""',
    "12345678901234567890",
    "1.0",
    "-0",
    "1e400",
    '["a",{"id":1.50,"__proto__":2}]',
    "{}",
  ]) {
    it(`comes first in its answer as it was sent: ${id}`, () => {
      const { answers } = answered(`{"residence":"FR","id":${id}}\n{"residence":"FR"}\n`)
      const [withId = "", without = ""] = answers
      assert.strictEqual(withId, `{"id":${id},${without.slice(1)}`)
    })
  }

  it("is the last one where there are several, and that of the request itself", () => {
    const { answers } = answered('{"id":1,"trip":{"id":2},"id":3,"residence":"FR"}\n')
    assert.deepStrictEqual(answers, ['{"id":3,"ok":true,"residence":"FR"}'])
  })

  it("goes with the report of a line that is refused", () => {
    const { reports } = answered('{"id":1.50}\n{"id":"a\\nb\\u009b"}\n{"id":{"k":[]}}\n')
    const refused = "BAD_RESIDENCE: residence: a 2-letter country code"
    assert.deepStrictEqual(reports, [
      `line 1: ${refused} (id 1.50)`,
      `line 2: ${refused} (id "a\\nb\\u009b")`,
      `line 3: ${refused} (id {"k":[]})`,
    ])
  })

  it("is refused when it is nested beyond what can be printed", () => {
    const ok = writtenAnswers(() => Result.succeed((bytes) => bytes.write('{"ok":true}')))
    const deep = makeReader(ok, 1_000_000)
    const bytes = Buffer.from(`{"id":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`)
    const { answered, reports } = answerBatch({ bytes: new Uint8Array(bytes), firstLine: 1 }, deep)
    assert.strictEqual(answered, 0)
    assert.strictEqual(Buffer.from(reports).toString(), "line 1: BAD_ID: id: nested too deeply\n")
  })

  it("reports nothing that a terminal would obey", () => {
    const report = reportText(1, { error: "E", detail: "a\u001b[2J\nb\u2028", id: "\u007f" })
    assert.strictEqual(report, 'line 1: E: a\\u001b[2J\\u000ab\\u2028 (id "\\u007f")\n')
  })
})
