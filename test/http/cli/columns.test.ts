import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tableFromArrays, tableFromIPC, tableToIPC } from "@uwdata/flechette"
import { parquetReadObjects } from "hyparquet"
import { parquetWriteBuffer } from "hyparquet-writer"
import { builtEnvironment, builtProgram } from "../../support/built-package.ts"
import { times } from "../../support/long.ts"
import { runProcess } from "../../support/run-process.ts"
import { expectLine, runCommand, runHere } from "./run.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-columns-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const viatica = runHere({})
/** A line of the shell, in which $0 is Node. */
const runShell = (line: string, ...words: ReadonlyArray<string>) =>
  runProcess("sh", ["-c", line, process.execPath, ...words], {
    cwd: process.cwd(),
    environment: builtEnvironment(),
  })

const fileIn = (name: string) => join(folder, name)

const asked = ["--columns", "row,id,headline,medicalTarget,ceilingOk", "--refusals", "inline"]

/** Requests as columns: the third is refused, the last is of nothing. */
const columns = {
  id: ["a", "b", "c", null],
  residence: ["FR", "US", "XXX", null],
  destinations: ["US;CA", "ES", "FR", null],
  friends: [true, null, false, null],
}

const csv = [
  "id,residence,destinations,friends",
  "a,FR,US;CA,TRUE",
  "b,US,ES,",
  "c,XXX,FR,FALSE",
  '"",,,"0"',
].join("\n")

const nested = tableFromArrays({
  id: columns.id,
  residence: columns.residence,
  destinations: [["US", "CA"], ["ES"], ["FR"], null],
  trip: columns.friends.map((friends) => ({ friends })),
})

writeFileSync(fileIn("flat.arrows"), tableToIPC(tableFromArrays(columns), {}) ?? "")
writeFileSync(fileIn("nested.arrow"), tableToIPC(nested, { format: "file" }) ?? "")
writeFileSync(
  fileIn("flat.parquet"),
  Buffer.from(
    parquetWriteBuffer({
      columnData: Object.entries(columns).map(([name, data]) => ({
        name,
        data,
        type: name === "friends" ? "BOOLEAN" : "STRING",
      })),
    }),
  ),
)

const rowsOf = (bytes: Uint8Array): ReadonlyArray<object> =>
  tableFromIPC(bytes, { useBigInt: true }).toArray()

const answersTo = async (file: string) => {
  const out = fileIn(`${file}.out.arrow`)
  const ended = await viatica([
    "bilan",
    `@${fileIn(file)}`,
    ...asked,
    "--format",
    "arrow",
    "--out",
    out,
  ])
  return { ended, rows: rowsOf(readFileSync(out)) }
}

describe("requests and answers in columns", () => {
  it("have one answer or refusal for each row, whatever the format", async () => {
    const { ended, rows } = await answersTo("flat.arrows")
    assert.strictEqual(ended.stderr, "viatica: 2 of 4 rows got no bilan\n")
    assert.strictEqual(ended.status, 1)
    assert.deepStrictEqual(
      rows
        .map((row) => ({ ...row }))
        .map(({ row, id, error }: Record<string, unknown>) => [row, id, error]),
      [
        [1n, "a", null],
        [2n, "b", null],
        [3n, "c", "BAD_RESIDENCE"],
        [4n, null, "BAD_RESIDENCE"],
      ],
    )
    for (const file of ["nested.arrow", "flat.parquet"]) {
      assert.deepStrictEqual((await answersTo(file)).rows, rows, file)
    }
    const out = fileIn("answers.parquet")
    await viatica(["bilan", `@${fileIn("flat.arrows")}`, ...asked, "--out", out])
    const bytes = readFileSync(out)
    const file = bytes.buffer.slice(
      bytes.byteOffset,
      bytes.byteOffset + bytes.length,
    ) as ArrayBuffer
    assert.deepStrictEqual(
      await parquetReadObjects({ file }),
      rows.map((row) => ({ ...row })),
    )
  })

  it("are the answers to the same table as CSV", async () => {
    const wanted = ["--format", "ndjson", "--columns", "id,headline,gapCount"]
    const fromCsv = await runCommand({})(["bilan", "-", ...wanted], csv)
    const fromArrow = await runCommand({})(["bilan", `@${fileIn("flat.arrows")}`, ...wanted])
    assert.strictEqual(fromArrow.stdout, fromCsv.stdout)
    assert.lengthOf(fromArrow.stdout.trim().split("\n"), 2)
  })

  it("go through pipes as they come, on several threads as on one", async () => {
    const many = times(2_500, 6_000)
    const table = tableFromArrays(
      {
        id: Array.from({ length: many }, (_, index) => index),
        residence: Array.from({ length: many }, () => "FR"),
        destination: Array.from({ length: many }, () => "US"),
      },
      { maxBatchRows: 700 },
    ).select(["id", "residence", "destination"], ["id", "residence", "destinations"])
    writeFileSync(fileIn("many.arrows"), tableToIPC(table, {}) ?? "")
    const command = `"$0" "$4" bilan - --format arrow --columns id,headline --workers "$1" < "$2" > "$3"`
    const results: Array<ReadonlyArray<object>> = []
    for (const workers of ["1", "2"]) {
      const out = fileIn(`piped-${workers}.arrows`)
      const files = [fileIn("many.arrows"), out, await builtProgram()]
      const ended = await runShell(command, workers, ...files)
      assert.strictEqual(ended.status, 0, ended.stderr)
      results.push(rowsOf(readFileSync(out)))
    }
    const [one, two] = results
    assert.lengthOf(one ?? [], many)
    assert.deepStrictEqual(two, one)
  })

  it("that cannot be read say why, before any answer", async () => {
    writeFileSync(
      fileIn("typo.arrows"),
      tableToIPC(tableFromArrays({ residnece: ["FR"], destinations: ["US"] }), {}) ?? "",
    )
    expectLine(
      await viatica(["bilan", `@${fileIn("typo.arrows")}`]),
      1,
      'typo.arrows: no column is called "residnece"; did you mean "residence"?',
    )
    writeFileSync(fileIn("none.arrow"), "id,residence\n")
    expectLine(await viatica(["bilan", `@${fileIn("none.arrow")}`]), 1, "it is no Arrow IPC stream")
    const piped = await runShell(
      `cat "$1" | "$0" "$2" bilan -`,
      fileIn("flat.parquet"),
      await builtProgram(),
    )
    expectLine(piped, 1, "Parquet is read from a file, as @requests.parquet")
  })
})

describe("the guide of columns", () => {
  it("shows what its command prints", async () => {
    const guide = readFileSync("docs/columns.md", "utf8")
    const [requests = "", command = "", answers = ""] = [
      ...guide.matchAll(/^```(?:csv|sh)\n([\s\S]*?)^```$/gm),
    ].map(([, text = ""]) => text)
    writeFileSync(fileIn("cards.csv"), requests)
    const [name, ...words] = command.trim().split(" ")
    assert.strictEqual(name, "viatica")
    const args = words.map((word) => word.replace("@cards.csv", `@${fileIn("cards.csv")}`))
    assert.strictEqual((await runCommand({})(args)).stdout, answers)
  })
})
