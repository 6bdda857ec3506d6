import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { countLines } from "../../../http/bulk/batch/line-batches.ts"
import { readRequestInput } from "../../../http/bulk/request-origin.ts"
import { utcDay } from "../../../http/platform/utc-day.ts"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import type { Explanation } from "../../../rules/explanation/explanation.ts"
import { shippedTables } from "../../support/tables.ts"
import { builtEnvironment, builtProgram } from "../../support/built-package.ts"
import { plainEnvironment } from "../../support/run-process.ts"
import { expectLine, runCommand } from "./run.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-bilan-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return `@${join(folder, name)}`
}

const viatica = runCommand({})
const request = { residence: "FR", destinations: ["US"], card: { none: true } }

/** The Coach of importers on the day that commands run on. */
const ofToday = (engineVersion: string) =>
  makeOfflineCoach(shippedTables, engineVersion, utcDay(Date.now()))

async function* chunksOf(pieces: Iterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

describe("an input", () => {
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
    ["\uFEFF", false, "Empty"],
    ["\uFEFF{\n}", false, "Document"],
    ["\uFEFF{}\n", true, "Document"],
    ["\uFEFF\n{}\n{}\n", true, "Lines"],
  ] as const) {
    it(`${JSON.stringify(input)} ${lone ? "in a file" : "on a pipe"} is ${expected}`, async () => {
      const bytes = [...Buffer.from(input)].map((byte) => Buffer.from([byte]))
      for (const pieces of [[input], bytes]) {
        const found = await readRequestInput(chunksOf(pieces), { bytesMax: 100, lone })
        assert.strictEqual(found._tag, expected)
      }
    })
  }
})

describe("a byte order mark before an input", () => {
  const read = async (text: string) => {
    const found = await readRequestInput(chunksOf([text]), { bytesMax: 100, lone: false })
    switch (found._tag) {
      case "Empty":
        return ""
      case "Document":
        return Buffer.from(found.bytes ?? []).toString()
      case "Table":
        return found.form
      case "Lines": {
        const chunks: Array<Uint8Array> = []
        for await (const chunk of found.chunks) chunks.push(chunk)
        return Buffer.concat(chunks).toString()
      }
    }
  }

  it("is no part of its lines or its document, and one behind its beginning is", async () => {
    for (const text of ["{}\n{}\n", "{\n}\n", "{}\n\uFEFF{}\n", "\uFFFE{}\n", "7", ""]) {
      assert.strictEqual(await read(`\uFEFF${text}`), text)
      assert.strictEqual(await read(text), text)
    }
  })

  it("changes no bilan", async () => {
    const pretty = JSON.stringify(request, null, 2)
    const lines = `${JSON.stringify({ id: 1, ...request })}\n`.repeat(3)
    const [document, file, pipe] = await Promise.all([
      viatica(["bilan", "--json", fileOf("marked.json", `\uFEFF${pretty}`)]),
      viatica(["bilan", fileOf("marked.ndjson", `\uFEFF${lines}`)]),
      viatica(["bilan", "-"], `\uFEFF${pretty}`),
    ])
    for (const ended of [document, file, pipe]) assert.strictEqual(ended.status, 0, ended.stderr)
    const answer = JSON.parse(document.stdout) as object
    assert.strictEqual(file.stdout, `${JSON.stringify({ id: 1, ...answer })}\n`.repeat(3))
    assert.deepStrictEqual(JSON.parse(pipe.stdout), answer)
  })
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
    const expected = ofToday(answer.meta.engineVersion).bilan(request)
    assert.deepStrictEqual(answer, expected._tag === "Success" ? expected.success : undefined)
    assert.strictEqual(pretty.stdout, `${JSON.stringify(answer, null, 2)}\n`)
    assert.strictEqual(compact.stdout, `${JSON.stringify(answer)}\n`)
  })

  it("tells of every dated source whether it is old, as it knows the day", async () => {
    const asked = { ...request, card: { network: "visa", tier: "premier" } }
    const { stdout } = await viatica(["bilan", JSON.stringify(asked)])
    const { bilan, card } = JSON.parse(stdout) as Pick<BilanResponse, "bilan" | "card">
    const dated = [...bilan.arguments, ...Object.values(card.guarantees)].flatMap(({ vars }) =>
      vars["asOf"] === undefined ? [] : [vars["old"]],
    )
    assert.isNotEmpty(dated)
    assert.notInclude(dated, "unknown")
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
    const coach = ofToday(answer.meta.engineVersion)
    const expected = Result.getOrThrow(coach.explainBilan(request))
    assert.deepStrictEqual({ answer, explanation }, expected)
    assert.strictEqual(machine.stdout, `${JSON.stringify({ answer, explanation })}\n`)
  })

  it("shows people the page behind each cover that it cites, and machines beside its line", async () => {
    const asked = JSON.stringify({
      ...request,
      card: { bank: "BNP", network: "visa", tier: "mid" },
    })
    const [people, machine] = await Promise.all([
      viatica(["bilan", "--explain", asked]),
      viatica(["bilan", "--explain", "--json", asked]),
    ])
    const lines = people.stdout.split("\n")
    const covers = lines.flatMap((line, index) =>
      line.startsWith("  data/coach/benefits.csv:")
        ? [[line, lines[index + 1] ?? ""] as const]
        : [],
    )
    assert.isAbove(covers.length, 10)
    for (const [line, origin] of covers) {
      // The header stands for the whole table, which no single page is behind.
      if (!line.includes("benefits.csv:1 ")) assert.match(origin, /^ {4}(https?:|[a-z])/)
    }
    assert.isTrue(covers.some(([, origin]) => origin.startsWith("    https://")))
    const { explanation } = JSON.parse(machine.stdout) as { readonly explanation: Explanation }
    const pages = explanation.flatMap(({ because }) =>
      because.filter(({ source }) => source?.startsWith("https://") === true),
    )
    assert.isAbove(pages.length, 10)
    for (const { source } of pages) assert.include(people.stdout, `    ${source}`)
  })

  it("puts the id of a request first in its answer, as it was sent", async () => {
    const [plain, pretty, explained] = await Promise.all([
      viatica(["bilan", "--json", JSON.stringify(request)]),
      viatica(["bilan", JSON.stringify({ ...request, id: { row: 7 } })]),
      viatica(["bilan", "--explain", "--json", `{"id":1.50,${JSON.stringify(request).slice(1)}`]),
    ])
    const answer = JSON.parse(plain.stdout) as object
    assert.strictEqual(
      pretty.stdout,
      `${JSON.stringify({ id: { row: 7 }, ...answer }, null, 2)}\n`,
      pretty.stderr,
    )
    assert.isTrue(explained.stdout.startsWith(`{"id":1.50,"answer":${plain.stdout.trimEnd()},`))
  })

  it("explains lines in their order, each beside its answer", async () => {
    const lines = [JSON.stringify(request), "{}", JSON.stringify({ ...request, id: 2 })].join("\n")
    const ended = await viatica(["bilan", "--explain", "-"], lines)
    const kinds = ended.stdout
      .trimEnd()
      .split("\n")
      .map((line) => Object.keys(JSON.parse(line) as object).join())
    assert.deepStrictEqual(kinds, ["answer,explanation", "id,answer,explanation"])
    assert.strictEqual(ended.status, 1)
  })

  it("answers good lines in their order, reports bad ones by their number, and ends with 1", async () => {
    const good = (id: number) => JSON.stringify({ id, ...request })
    const long = `{"residence":"FR","x":"${"x".repeat(70_000)}"}`
    const lines = [good(1), "", "{", `${good(4)}\r`, '{"id":"a"}', long, "\u00ff", good(8)]
    const [alone, together, file] = await Promise.all([
      viatica(["bilan", "-", "--workers", "1"], lines.join("\n")),
      viatica(["bilan", "-", "--workers", "2"], `${lines.join("\n")}\n`),
      viatica(["bilan", fileOf("lines.ndjson", lines.join("\n"))]),
    ])
    const answers = alone.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly id: number; readonly ok: boolean })
    assert.deepStrictEqual(
      answers.map(({ id, ok }) => [id, ok]),
      [1, 4, 8].map((id) => [id, true]),
    )
    assert.deepStrictEqual(alone.stderr.split("\n"), [
      "line 3: INVALID_JSON: not valid JSON in UTF-8",
      'line 5: BAD_RESIDENCE: residence: a 2-letter country code (id "a")',
      "line 6: PAYLOAD_TOO_LARGE: a request has at most 65536 bytes",
      "line 7: INVALID_JSON: not valid JSON in UTF-8",
      "viatica: 4 of 7 lines got no bilan",
      "",
    ])
    assert.strictEqual(alone.status, 1)
    assert.deepStrictEqual([together, file], [alone, alone])
  })

  it("answers all lines with status 0 and nothing on standard error", async () => {
    const ended = await viatica(["bilan"], `${JSON.stringify(request)}\n\n`)
    assert.deepStrictEqual([ended.status, ended.stderr], [0, ""])
    assert.strictEqual(ended.stdout.split("\n").length, 2)
  })

  it("answers a line before the next one is there", async () => {
    const child = spawn(process.execPath, [await builtProgram(), "bilan", "-"], {
      env: { ...plainEnvironment(), ...builtEnvironment() },
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

  it("ends quietly when nobody reads its answers any more", async () => {
    const child = spawn(process.execPath, [await builtProgram(), "bilan", "-"], {
      env: { ...plainEnvironment(), ...builtEnvironment() },
      stdio: ["pipe", "pipe", "pipe"],
    })
    const lines = `${JSON.stringify(request)}\n`.repeat(100)
    child.stdin.on("error", () => {})
    const feed = setInterval(() => child.stdin.write(lines), 5)
    let said = ""
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString()
    })
    const closed = once(child, "close")
    await once(child.stdout, "data")
    child.stdout.destroy()
    const [status] = await closed
    clearInterval(feed)
    assert.deepStrictEqual([status, said], [0, ""])
  })

  for (const workers of ["1", "2"]) {
    it(`ends at once with status 130 on Ctrl-C, --workers ${workers}`, async () => {
      const child = spawn(
        process.execPath,
        [await builtProgram(), "bilan", "-", "--workers", workers],
        {
          env: { ...plainEnvironment(), ...builtEnvironment() },
          stdio: ["pipe", "pipe", "inherit"],
        },
      )
      child.stdin.on("error", () => {})
      const closed = once(child, "close")
      // Long lines, as another thread is started for so many bytes.
      child.stdin.write(`${JSON.stringify(request).padEnd(1_000)}\n`.repeat(40_000))
      let answered = 0
      await new Promise<void>((resolve) => {
        child.stdout.on("data", (chunk: Buffer) => {
          answered += countLines(chunk)
          if (answered > 10_000) resolve()
        })
      })
      child.kill("SIGINT")
      assert.deepStrictEqual(await closed, [130, null])
    })
  }

  it("takes a sensible number of workers", async () => {
    for (const workers of ["0", "many"]) {
      expectLine(await viatica(["bilan", "-", "--workers", workers], "{}\n{}"), 2, "--workers")
    }
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
      expectLine(await viatica(args), 1, says)
    }
  })
})
