import { PassThrough, Writable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { tableFromArrays, tableToIPC } from "@uwdata/flechette"
import { writtenAnswers } from "../../../../http/bulk/batch/prepared-answers.ts"
import { makeReader } from "../../../../http/bulk/request-reader.ts"
import { plainForm } from "../../../../http/bulk/rows/answer-columns.ts"
import { requestColumns, rowLine } from "../../../../http/bulk/rows/row-request.ts"
import {
  answerFrames,
  type AskedFrames,
  workerTelling,
} from "../../../../http/bulk/worker/answer-frames.ts"
import { readFrames, WorkerFailed } from "../../../../http/bulk/worker/frames.ts"
import type { AnswerRow } from "../../../../http/bulk/batch/answer-batch.ts"
import type { WorkerGreeting } from "../../../../http/bulk/worker/greeting.ts"
import { bytesFrame, frameOf, framesIn } from "../../../support/worker-client.ts"

const greeting = {
  protocol: 1,
  engineVersion: "1+abc",
  tables: "abc",
  today: "2027-01-31",
  frameBytesMax: 200_000,
  lineBytesMax: 100,
  format: "ndjson",
} as const

/** Answers with the residence, and says which kind was asked. */
const answersOf = (noun: string) =>
  makeReader(
    writtenAnswers((request) => {
      const residence = (request as { readonly residence?: string } | null)?.residence
      return residence === undefined
        ? Result.fail({ error: "BAD_RESIDENCE", detail: "residence: missing" })
        : Result.succeed((bytes) => bytes.write(JSON.stringify({ noun, residence })))
    }),
    100,
  )

const keeping = () => {
  const chunks: Array<Buffer> = []
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      // The memory is given back once this is done.
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  return { stream, frames: () => framesIn(Buffer.concat(chunks)) }
}

const preparing = () => {
  const prepared: Array<string> = []
  const prepare = ({ noun }: AskedFrames) =>
    Effect.sync(() => {
      prepared.push(noun)
      const write = answersOf(noun)
      const row: AnswerRow = (asked) => write(Buffer.from(rowLine(asked)))
      return { write, row, telling: workerTelling }
    })
  const fields = requestColumns(Schema.Struct({ residence: Schema.String }))
  return { prepared, prepare, form: plainForm, requestColumns: () => Promise.resolve(fields) }
}

const talkTo = async (told: WorkerGreeting, ...frames: ReadonlyArray<Buffer>) => {
  const output = keeping()
  const { prepared, ...answers } = preparing()
  async function* input(): AsyncGenerator<Uint8Array> {
    yield* frames
  }
  const ended = await Effect.runPromise(
    Effect.result(answerFrames(input(), output.stream, { greeting: told, ...answers })),
  )
  const failed = Result.isFailure(ended) ? ended.failure : undefined
  return { failed, prepared, sent: output.frames() }
}

const talk = (...frames: ReadonlyArray<Buffer>) => talkTo(greeting, ...frames)

const hello = frameOf("H", '{"protocol":1}')

describe("a worker", () => {
  it("greets, is ready after a hello, and answers every line of a frame in its order", async () => {
    const lines = ['{"id":1,"residence":"FR"}', "", '{"id":"x"}', "{", '{"residence":"é"}']
    const { failed, sent } = await talk(hello, frameOf("B", `${lines.join("\n")}\n`))
    assert.isUndefined(failed)
    assert.deepStrictEqual(
      sent.map(({ letter }) => letter),
      ["G", "R", "A", "D"],
    )
    assert.deepStrictEqual(JSON.parse(sent[0]?.text ?? ""), greeting)
    assert.strictEqual(sent[1]?.text, '{"engineVersion":"1+abc"}')
    assert.deepStrictEqual(sent[2]?.text.split("\n"), [
      '{"id":1,"noun":"bilan","residence":"FR"}',
      '{"error":"INVALID_JSON","detail":"not valid JSON in UTF-8"}',
      '{"id":"x","error":"BAD_RESIDENCE","detail":"residence: missing"}',
      '{"error":"INVALID_JSON","detail":"not valid JSON in UTF-8"}',
      '{"noun":"bilan","residence":"é"}',
      "",
    ])
    assert.strictEqual(sent[3]?.text, '{"answered":2,"refused":3,"warned":0}')
  })

  it("answers bilans, quotes and pings in turn, prepares each kind once, and only if asked", async () => {
    const one = '{"residence":"FR"}'
    const { prepared, sent } = await talk(
      hello,
      frameOf("Q", one),
      frameOf("P", "are you there?"),
      frameOf("B", ""),
      frameOf("Q", `${one}\n`),
    )
    assert.deepStrictEqual(
      sent.slice(2).map(({ letter, text }) => `${letter} ${text}`),
      [
        'A {"noun":"quote","residence":"FR"}\n',
        'D {"answered":1,"refused":0,"warned":0}',
        "P are you there?",
        'D {"answered":0,"refused":0,"warned":0}',
        'A {"noun":"quote","residence":"FR"}\n',
        'D {"answered":1,"refused":0,"warned":0}',
      ],
    )
    assert.deepStrictEqual(prepared, ["quote", "bilan"])
    assert.deepStrictEqual((await talk(hello)).prepared, [])
  })

  it("refuses a line that is too long, and cuts the answers to many lines into several frames", async () => {
    const lines = Array.from({ length: 3000 }, (_, id) => JSON.stringify({ id, residence: "FR" }))
    const long = JSON.stringify({ residence: "x".repeat(100) })
    const { sent } = await talk(hello, frameOf("B", [...lines, long].join("\n")))
    const answers = sent.filter(({ letter }) => letter === "A")
    assert.isAbove(answers.length, 1)
    const answered = answers.flatMap(({ text }) => text.split("\n").slice(0, -1))
    assert.deepStrictEqual(
      answered.slice(0, -1).map((line) => JSON.parse(line).id),
      lines.map((_, id) => id),
    )
    assert.match(answered.at(-1) ?? "", /PAYLOAD_TOO_LARGE/)
    assert.strictEqual(sent.at(-1)?.text, '{"answered":3000,"refused":1,"warned":0}')
  })

  for (const [name, frames, error] of [
    ["anything before a hello", [frameOf("B", "{}")], "HELLO_MISSING"],
    ["a second hello", [hello, hello], "HELLO_REPEATED"],
    ["other tables", [frameOf("H", '{"protocol":1,"tables":"x"}')], "OTHER_TABLES"],
    ["a frame that is too large", [hello, frameOf("B", "x".repeat(200_001))], "FRAME_TOO_LARGE"],
    ["what is no frame", [hello, Buffer.from("GET / HTTP/1.1\r\n\r\n")], "FRAME_UNKNOWN"],
    ["half a frame", [hello, frameOf("B", "{}").subarray(0, 6)], "FRAME_CUT"],
  ] as const) {
    it(`ends at ${name}, and says so last`, async () => {
      const { failed, sent } = await talk(...frames)
      assert.instanceOf(failed, WorkerFailed)
      assert.strictEqual(failed.error, error)
      assert.strictEqual(sent.at(-1)?.letter, "E")
      const { detail } = failed
      assert.deepStrictEqual(JSON.parse(sent.at(-1)?.text ?? ""), { error, detail })
    })
  }

  it("answers record batches of JSON and of fields, each prepared once", async () => {
    const stream = (columns: Record<string, Array<string | null>>) =>
      bytesFrame("B", tableToIPC(tableFromArrays(columns), { format: "stream" }))
    const { failed, prepared, sent } = await talk(
      hello,
      stream({ value: ['{"residence":"FR"}', null] }),
      stream({ residence: ["ES"] }),
      stream({ request: ['{"residence":"é"}'] }),
    )
    assert.isUndefined(failed)
    assert.deepStrictEqual(prepared, ["bilan"])
    const answered = sent.filter(({ letter }) => letter === "A").map(({ text }) => text)
    assert.deepStrictEqual(answered.join("").split("\n"), [
      '{"noun":"bilan","residence":"FR"}',
      '{"error":"INVALID_JSON","detail":"not valid JSON in UTF-8"}',
      '{"noun":"bilan","residence":"ES"}',
      '{"noun":"bilan","residence":"é"}',
      "",
    ])
  })

  it("ends at record batches that it cannot read, or whose columns are no fields", async () => {
    const cut = bytesFrame("B", Uint8Array.of(255, 255, 255, 255, 9, 0, 0, 0, 1))
    const unknown = tableToIPC(tableFromArrays({ residense: ["FR"] }), { format: "stream" })
    for (const frame of [cut, bytesFrame("B", unknown)]) {
      const { failed, sent } = await talk(hello, frame)
      assert.instanceOf(failed, WorkerFailed)
      assert.strictEqual(failed.error, "REQUESTS_UNREADABLE")
      assert.strictEqual(sent.at(-1)?.letter, "E")
    }
  })

  it("answers what its columns are of, and nothing else", async () => {
    const told = { ...greeting, answers: "quote", columns: [] } as const
    const { failed, sent } = await talkTo(told, hello, frameOf("Q", "{}"), frameOf("B", "{}"))
    assert.instanceOf(failed, WorkerFailed)
    assert.strictEqual(
      failed.message,
      "OTHER_ANSWERS: this worker answers quotes in columns, no bilans",
    )
    assert.strictEqual(sent.map(({ letter }) => letter).join(""), "GRADE")
  })

  it("ends where its input breaks off", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield hello
      throw new Error("read EIO")
    }
    const output = keeping()
    const { prepared: _, ...answers } = preparing()
    const program = answerFrames(broken(), output.stream, { greeting, ...answers })
    const failed = await Effect.runPromise(Effect.flip(program))
    assert.strictEqual(failed.message, "INPUT_UNREADABLE: Error: read EIO")
  })

  it("reads on only when its answers have left", async () => {
    const frame = frameOf("B", '{"residence":"FR"}\n'.repeat(1000))
    let given = 0
    async function* input(): AsyncGenerator<Uint8Array> {
      yield hello
      for (; given < 50; given += 1) yield frame
    }
    const stuck = new PassThrough({ highWaterMark: 1 })
    const { prepared: _, ...answers } = preparing()
    const ended = Effect.runPromise(answerFrames(input(), stuck, { greeting, ...answers }))
    const turns = (count: number) =>
      Array.from({ length: count }).reduce<Promise<unknown>>(
        (before) => before.then(() => new Promise((resolve) => setImmediate(resolve))),
        Promise.resolve(),
      )
    await turns(500)
    const before = given
    assert.isBelow(before, 5)
    await turns(500)
    assert.strictEqual(given, before)
    stuck.resume()
    await ended
    assert.strictEqual(given, 50)
  })

  it("reads frames only as they are asked for", async () => {
    let read = 0
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (; read < 10; read += 1) yield frameOf("P", "")
    }
    const frames = readFrames(chunks(), 10)
    await frames.next()
    assert.strictEqual(read, 0)
    await frames.next()
    assert.strictEqual(read, 1)
  })
})
