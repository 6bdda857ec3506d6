import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { type InputLine, linesIn, readRequestInput } from "../../../http/cli/request-input.ts"
import { answerLines, makeReader } from "../../../http/cli/request-lines.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"
import { shippedTables } from "../../support/tables.ts"
import { runCommand } from "./run.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-bilan-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return `@${join(folder, name)}`
}

const viatica = runCommand({})
const request = { residence: "FR", destinations: ["US"], card: { none: true } }

async function* chunksOf(pieces: Iterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

const all = async <A>(batches: AsyncIterable<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const batch of batches) found.push(...batch)
  return found
}

const asText = (lines: ReadonlyArray<InputLine>) =>
  lines.map(({ number, bytes }) => ({
    number,
    text: bytes && Buffer.from(bytes).toString("latin1"),
  }))

describe("lines of input", () => {
  it("are the same however the input is cut into chunks, blank ones counted and left out", async () => {
    const pieces = fc.array(fc.constantFrom("a", "bc", "\n", "\n\n", " ", "\r\n", "long".repeat(5)))
    await fc.assert(
      fc.asyncProperty(pieces, async (cut) => {
        const expected = cut
          .join("")
          .split("\n")
          .map((text, index) => ({ number: index + 1, text }))
          .filter(({ text }) => text.trim() !== "")
          .map((line) => (line.text.length <= 12 ? line : { ...line, text: undefined }))
        assert.deepStrictEqual(asText(await all(linesIn(chunksOf(cut), 12))), expected)
      }),
    )
  })

  it("are held back until the answers before them are written", async () => {
    let read = 0
    let written = 0
    const counted = async function* () {
      for (let number = 1; number <= 5; number += 1) {
        read += 1
        assert.isAtMost(read - written, 1)
        yield [{ number, bytes: Buffer.from("{}") }]
      }
    }
    const write = async () => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      written += 1
    }
    const reader = makeReader(() => Result.fail({ error: "REFUSED", detail: "always" }), 100)
    const counts = await answerLines(counted(), reader, { write, progress: () => {} })
    assert.deepStrictEqual(counts, { answered: 0, refused: 5 })
  })

  for (const [input, lone, expected] of [
    ["", false, "Empty"],
    [" \n\n", true, "Empty"],
    ["{}\n", false, "Lines"],
    ["{}\n", true, "Document"],
    ["\n{}\n\n", true, "Document"],
    ["{}\n{}", true, "Lines"],
    ["{\n}", false, "Document"],
    ["[\n1]\n", true, "Document"],
    ["{x\n{}", false, "Lines"],
  ] as const) {
    it(`${JSON.stringify(input)} ${lone ? "in a file" : "on a pipe"} is ${expected}`, async () => {
      for (const pieces of [[input], input]) {
        const found = await readRequestInput(chunksOf(pieces), { bytesMax: 100, lone })
        assert.strictEqual(found._tag, expected)
      }
    })
  }
})

describe("viatica bilan", () => {
  it("prints the bilan of a request, for people or compact", async () => {
    const [pretty, compact] = await Promise.all([
      viatica(["bilan", JSON.stringify(request)]),
      viatica(["bilan", fileOf("one.json", JSON.stringify(request, null, 2)), "--json"]),
    ])
    assert.strictEqual(pretty.status, 0, pretty.stderr)
    const answer = JSON.parse(pretty.stdout) as {
      readonly meta: { readonly engineVersion: string }
    }
    assert.match(answer.meta.engineVersion, /^\d+\.\d+\.\d+\+[0-9a-f]{12}$/)
    const expected = makeOfflineCoach(shippedTables, answer.meta.engineVersion).bilan(request)
    assert.deepStrictEqual(answer, expected._tag === "Success" ? expected.success : undefined)
    assert.strictEqual(pretty.stdout, `${JSON.stringify(answer, null, 2)}\n`)
    assert.strictEqual(compact.stdout, `${JSON.stringify(answer)}\n`)
  })

  it("explains a bilan to people by the places of the rows, and to machines beside the answer", async () => {
    const [people, machine] = await Promise.all([
      viatica(["bilan", "--explain", JSON.stringify(request)]),
      viatica(["bilan", "--explain", "--json", JSON.stringify(request)]),
    ])
    assert.strictEqual(people.status, 0, people.stderr)
    const step = /^bilan\.medical\.targetValue: 500000\n {2}(\S+):(\d+) step top: 500000 EUR$/m
    const [, path = "", line] = step.exec(people.stdout) ?? []
    assert.strictEqual(path, "data/coach/medical_steps.csv")
    const row = readFileSync(path, "utf8").split("\n")[Number(line) - 1]
    assert.match(row ?? "", /^fr,top,500000,/)
    const { answer, explanation } = JSON.parse(machine.stdout) as {
      readonly answer: { readonly meta: { readonly engineVersion: string } }
      readonly explanation: unknown
    }
    const coach = makeOfflineCoach(shippedTables, answer.meta.engineVersion)
    const expected = Result.getOrThrow(coach.explainBilan(request))
    assert.deepStrictEqual({ answer, explanation }, expected)
    assert.strictEqual(machine.stdout, `${JSON.stringify({ answer, explanation })}\n`)
  })

  it("explains lines in their order, each beside its answer", async () => {
    const lines = [JSON.stringify(request), "{}", JSON.stringify(request)].join("\n")
    const ended = await viatica(["bilan", "--explain", "-"], lines)
    const kinds = ended.stdout
      .trimEnd()
      .split("\n")
      .map((line) => Object.keys(JSON.parse(line) as object).join())
    assert.deepStrictEqual(kinds, ["answer,explanation", "error,detail,line", "answer,explanation"])
    assert.strictEqual(ended.status, 1)
  })

  it("answers lines in their order, bad ones with their reason and number, and ends with 1", async () => {
    const good = JSON.stringify(request)
    const long = `{"residence":"FR","x":"${"x".repeat(70_000)}"}`
    const ended = await viatica(
      ["bilan", "-"],
      [good, "", "{", good, "{}", long, "\u00ff"].join("\n"),
    )
    const answers = ended.stdout.trimEnd().split("\n")
    assert.deepStrictEqual(
      answers.map((line) => {
        const { ok, error, line: number } = JSON.parse(line) as Readonly<Record<string, unknown>>
        return ok === true ? "ok" : [error, number]
      }),
      [
        "ok",
        ["INVALID_JSON", 3],
        "ok",
        ["BAD_RESIDENCE", 5],
        ["PAYLOAD_TOO_LARGE", 6],
        ["INVALID_JSON", 7],
      ],
    )
    assert.strictEqual(ended.stderr, "viatica: 4 of 6 lines got no bilan\n")
    assert.strictEqual(ended.status, 1)
  })

  it("answers a line before the next one is there", async () => {
    const launch = fileURLToPath(new URL("../../../.config/launch.mjs", import.meta.url))
    const child = spawn(process.execPath, [launch, "bilan", "-"], {
      stdio: ["pipe", "pipe", "inherit"],
    })
    const lines = createInterface(child.stdout)
    for (let sent = 0; sent < 3; sent += 1) {
      const answered = once(lines, "line", { signal: AbortSignal.timeout(20_000) })
      child.stdin.write(`${JSON.stringify(request)}\n`)
      const [line] = (await answered) as [string]
      assert.strictEqual((JSON.parse(line) as { readonly ok: boolean }).ok, true)
    }
    child.stdin.end()
    const [status] = await once(child, "exit")
    assert.strictEqual(status, 0)
  })

  it("explains what it cannot answer in one line, with status 1", async () => {
    const cases = [
      { args: ["bilan", "{"], says: "INVALID_JSON: not valid JSON in UTF-8" },
      { args: ["bilan", "{}"], says: "BAD_RESIDENCE: residence: a 2-letter country code" },
      { args: ["bilan", "-"], says: "Cannot read standard input: it is empty" },
      { args: ["bilan", fileOf("empty.json", "\n")], says: "it is empty" },
      { args: ["bilan", `@${folder}/none`], says: `Cannot read ${folder}/none: no such file` },
      { args: ["bilan", `@${folder}`], says: "it is a folder" },
    ]
    for (const { args, says } of cases) {
      const ended = await viatica(args)
      assert.strictEqual(ended.status, 1)
      assert.strictEqual(ended.stdout, "")
      assert.match(ended.stderr, /^viatica: .*\n$/)
      assert.include(ended.stderr, says)
    }
  })
})
