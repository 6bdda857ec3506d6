import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { tableFromArrays, tableFromIPC, tableToIPC } from "@uwdata/flechette"
import { bytesFrame, frameOf, startWorker } from "../../support/worker-client.ts"
import { runProcess } from "../../support/run-process.ts"
import { runCommand } from "./run.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"
import { portableFares } from "../../support/portable-fares.ts"

const request = { residence: "FR", destinations: ["US"], card: { none: true } }

const hello = frameOf("H", '{"protocol":1}')

const lines = (count: number): string =>
  Array.from({ length: count }, (_, id) => `${JSON.stringify({ id, ...request })}\n`).join("")

describe("viatica worker", () => {
  it("answers as `viatica bilan` and `viatica quote` do, byte for byte, and ends at the end", async () => {
    const trip = sampleTripIn(2027)
    const asked = { bilan: lines(50), quote: `${JSON.stringify({ id: "q", trip })}\n` }
    const { child, ended, read } = startWorker()
    read()
    child.stdin.end(Buffer.concat([hello, frameOf("B", asked.bilan), frameOf("Q", asked.quote)]))
    const { frames, status, stderr } = await ended
    assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
    const viatica = runCommand({})
    const bilans = await viatica(["bilan", "-", "--workers", "1"], asked.bilan)
    const quotes = await viatica(["quote", "-", "--workers", "1"], asked.quote)
    const answers = frames.filter(({ letter }) => letter === "A").map(({ text }) => text)
    assert.strictEqual(answers.join(""), bilans.stdout + quotes.stdout)
  })

  it("answers in columns as `viatica bilan` does, lines and record batches, refusals among them", async () => {
    const flags = ["--columns", "id,headline,medicalTarget,gapCount"]
    const asked = `${lines(50)}${JSON.stringify({ id: "é", residence: "F" })}\n{"id":1,\n`
    const values = asked.split("\n").slice(0, -1)
    const batch = tableToIPC(tableFromArrays({ value: values }), { format: "stream" })
    const columns = [...flags, "--refusals", "inline"]
    const viatica = runCommand({})
    const bilans = await viatica(["bilan", "-", "--workers", "1", ...columns], asked)

    const written = startWorker(...flags)
    written.read()
    written.child.stdin.end(Buffer.concat([hello, bytesFrame("B", batch), frameOf("B", asked)]))
    const { frames, status } = await written.ended
    assert.strictEqual(status, 0)
    const texts = frames.filter(({ letter }) => letter === "A").map(({ text }) => text)
    assert.strictEqual(texts.join(""), bilans.stdout.repeat(2))

    const arrow = startWorker(...flags, "--format", "arrow")
    arrow.read()
    arrow.child.stdin.end(Buffer.concat([hello, bytesFrame("B", batch)]))
    const { frames: sent } = await arrow.ended
    const stream = sent.filter(({ letter }) => letter === "A").map(({ bytes }) => bytes)
    const rows = tableFromIPC(Buffer.concat(stream)).toArray()
    const expected = bilans.stdout.trimEnd().split("\n")
    assert.deepStrictEqual(
      rows,
      expected.map((line) => {
        const { id, ...cells } = JSON.parse(line)
        return { id: id === null ? null : String(id), ...cells }
      }),
    )
    const { columns: told, format } = JSON.parse(sent[0]?.text ?? "")
    assert.strictEqual(format, "arrow")
    assert.deepStrictEqual(
      told.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`),
      [
        "id utf8",
        "headline utf8",
        "medicalTarget float64",
        "gapCount int64",
        "error utf8",
        "detail utf8",
      ],
    )
  })

  it("answers facts of an imported table as `viatica tables evaluate` does, and nothing else", async ({
    onTestFinished,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), "viatica-worker-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const table = join(folder, "fares.table.json")
    const rows = join(folder, "fares.csv")
    writeFileSync(table, JSON.stringify(portableFares))
    writeFileSync(rows, "age,zone,fare\n<65,city,2.5\n>=65,city,1.5\n")
    const asked =
      '{"id":"a","age":70,"zone":"city"}\n{"age":7,"zone":"sea"}\n{"id":2,"age":7,"zone":"ctiy"}\n'
    const ask = async (flags: ReadonlyArray<string>, ...frames: ReadonlyArray<Buffer>) => {
      const worker = startWorker("--table", table, ...flags)
      worker.read()
      worker.child.stdin.end(Buffer.concat([hello, ...frames]))
      return await worker.ended
    }
    const { frames, status, stderr } = await ask([], frameOf("T", asked))
    assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
    assert.deepStrictEqual(
      frames.filter(({ letter }) => letter === "A").map(({ text }) => text),
      [
        [
          '{"id":"a","hits":[{"line":3,"fare":1.5}]}',
          '{"hits":[]}',
          '{"id":2,"error":"BAD_FACTS","detail":"zone: \\"ctiy\\" should be one of city, sea; did you mean \\"city\\"?"}',
          "",
        ].join("\n"),
      ],
    )
    const greeted = JSON.parse(frames[0]?.text ?? "")
    assert.strictEqual(greeted.answers, "table")
    assert.isUndefined(greeted.columns)
    const columns = ["--columns", "id,fare,line", "--format", "arrow"]
    const facts = tableToIPC(
      tableFromArrays({ id: ["a", "b"], age: [70, 7], zone: ["city", "sea"] }),
      {
        format: "stream",
      },
    )
    const written = await ask(columns, bytesFrame("T", facts))
    const stream = written.frames.filter(({ letter }) => letter === "A").map(({ bytes }) => bytes)
    assert.deepStrictEqual(tableFromIPC(Buffer.concat(stream)).toArray(), [
      { id: "a", fare: 1.5, line: 3, error: null, detail: null },
      { id: "b", fare: null, line: null, error: null, detail: null },
    ])
    const other = await ask([], frameOf("B", lines(1)))
    assert.include(
      other.stderr,
      "OTHER_ANSWERS: this worker answers the facts of a table (T), no bilans",
    )
    writeFileSync(rows, "age,zone,fare\n<65,city,2.5\n>=65,city,9\n")
    const changed = await ask([])
    assert.notStrictEqual(JSON.parse(changed.frames[0]?.text ?? "").tables, greeted.tables)
    const none = startWorker()
    none.read()
    none.child.stdin.end(Buffer.concat([hello, frameOf("T", asked)]))
    assert.include((await none.ended).stderr, "OTHER_ANSWERS: this worker has no table")
  })

  it("tells its client of columns that are not in the answers, before it greets", async () => {
    const { child, ended, read } = startWorker("--columns", "hedline")
    read()
    child.stdin.end(hello)
    const { frames, status, stderr } = await ended
    assert.strictEqual(status, 1)
    const reason = 'no column "hedline" in the answers; did you mean "headline"?'
    assert.strictEqual(stderr, `viatica: COLUMNS_UNKNOWN: ${reason}\n`)
    const told = frames.map(({ letter, text }) => `${letter} ${text}`)
    assert.deepStrictEqual(told, [
      `E ${JSON.stringify({ error: "COLUMNS_UNKNOWN", detail: reason })}`,
    ])
  })

  it("says in a line why it ends with 1, and ends so where its client dies within a frame", async () => {
    const { child, ended, read } = startWorker()
    read()
    child.stdin.end(Buffer.concat([hello, frameOf("B", lines(9)).subarray(0, 100)]))
    const { frames, status, stderr } = await ended
    assert.strictEqual(status, 1)
    assert.strictEqual(stderr, "viatica: FRAME_CUT: the input ends within a frame\n")
    assert.strictEqual(frames.at(-1)?.letter, "E")
  })

  it("ends where its client is killed within a frame, whatever is under way", async () => {
    // The client is a process of its own, which holds the worker's pipes and kills itself.
    const support = new URL("../../support/worker-client.ts", import.meta.url).href
    const client = `
      import { bytesFrame, frameOf, startWorker } from ${JSON.stringify(support)}
      const { child } = startWorker()
      child.stdout.once("data", () => {
        const frame = frameOf("B", ${JSON.stringify(lines(1))}.repeat(2000))
        const hello = frameOf("H", '{"protocol":1}')
        child.stdin.write(Buffer.concat([hello, frame, frame.subarray(0, 5000)]), () => {
          process.stdout.write(String(child.pid), () => process.kill(process.pid, "SIGKILL"))
        })
      })
    `
    const args = ["--input-type=module-typescript", "-e", client]
    const { status, stdout } = await runProcess(process.execPath, args, { cwd: process.cwd() })
    assert.isNull(status)
    const pid = Number(stdout)
    assert.isAbove(pid, 0)
    const isThere = (): boolean => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    // The test runs into its limit where the worker stays.
    while (isThere()) await new Promise((resolve) => setTimeout(resolve, 20))
  })

  it("waits for a client that does not read, reads no more from it, and ends when told to", async () => {
    const { child, ended } = startWorker()
    await once(child.stdout, "readable")
    const frame = frameOf("B", lines(500))
    child.stdin.write(hello)
    // Pipes and both ends hold a few frames; a worker that read on would take all of them.
    let written = 0
    const write = (): void => {
      for (let ok = true; ok && written < 400; written += 1) ok = child.stdin.write(frame)
    }
    child.stdin.on("drain", write)
    write()
    let before = -1
    while (written !== before) {
      before = written
      await new Promise((resolve) => setTimeout(resolve, 1500))
    }
    assert.isBelow(written, 50)
    child.kill("SIGTERM")
    const exited = once(child, "exit")
    child.stdout.resume()
    await exited
    const { status } = await ended
    assert.strictEqual(status, 130)
  })
})
