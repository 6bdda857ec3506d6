import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { runBatch } from "../../bench/batch/command.ts"
import { differentLines, drawLines, lineBlocks, writeLines } from "../../bench/batch/lines.ts"
import { onOneCore } from "../../bench/batch/one-core.ts"
import { makeBatchPart } from "../../bench/batch/part.ts"
import type { Figure } from "../../bench/figure.ts"

let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "viatica-test-"))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it("lines are the same for the same seed, and longer inputs repeat them", async () => {
  const lines = drawLines()
  assert.lengthOf(lines, differentLines)
  assert.deepStrictEqual(drawLines(), lines)
  assert.isAbove(new Set(lines.map((line) => line.replace(/"id":\d+/, ""))).size, 9_000)
  const file = join(folder, "lines.ndjson")
  await writeLines(file, 2 * differentLines)
  assert.strictEqual(await readFile(file, "utf8"), [...lines, ...lines].join(""))
  const [first = ""] = lines
  assert.deepStrictEqual([...lineBlocks(1)], [first])
  assert.deepStrictEqual([...lineBlocks(differentLines + 1)], [lines.join(""), first])
})

it("a run tells its time, its most memory and, where asked for, the hash of its answers", async () => {
  const blocks = [drawLines().slice(0, 50).join("")]
  const file = join(folder, "few.ndjson")
  await writeFile(file, blocks)
  const fromBlocks = await runBatch({ blocks }, { workers: 1, hashes: true })
  const fromFile = await runBatch({ file }, { workers: 2, hashes: true })
  assert.match(fromBlocks.answersHash ?? "", /^[0-9a-f]{64}$/)
  assert.strictEqual(fromFile.answersHash, fromBlocks.answersHash)
  assert.isAbove(fromFile.tookMs, 0)
  assert.isAbove(fromFile.peakMib, 20)
  const silent = await runBatch({ file }, { workers: 1, hashes: false })
  assert.isUndefined(silent.answersHash)
})

it("a run that is held to one core has no other, where the system can hold it", async () => {
  const prefix = onOneCore()
  const [program = process.execPath, ...words] = [...prefix, process.execPath]
  const told = spawnSync(program, [...words, "-p", "os.availableParallelism()"], {
    encoding: "utf8",
  })
  assert.strictEqual(told.status, 0, told.stderr)
  const cores = prefix.length === 0 ? availableParallelism() : 1
  assert.strictEqual(told.stdout.trim(), String(cores))
  const blocks = [drawLines().slice(0, 50).join("")]
  const held = await runBatch({ blocks }, { workers: 1, hashes: true, prefix })
  const free = await runBatch({ blocks }, { workers: 1, hashes: true })
  assert.strictEqual(held.answersHash, free.answersHash)
})

it("a line without an answer is an error", async () => {
  const refused = runBatch({ blocks: ['{"residence":"nowhere"}\n'] }, { workers: 1, hashes: false })
  await refused.then(
    () => assert.fail("it ended well"),
    (error: Error) => assert.match(error.message, /ended with 1/),
  )
})

it("batches are timed on two cores, and by two commands that share nothing, against one core and one thread", async () => {
  const figures: Array<Figure> = []
  const core = onOneCore().length === 0 ? "1 thread" : "1 core"
  const thread = "1 thread, the other core left to V8's own"
  const turns = { lines: 2 * differentLines, longLines: 4 * differentLines, rounds: 1 }
  for await (const found of makeBatchPart(turns).run()) figures.push(...found.figures)
  assert.deepStrictEqual(
    figures.map(({ against, target, work }) => [work, against, target?.ratio ?? null]),
    [
      ["bilans of 20,000 lines, 2 cores, the whole command with its start", core, 1.7],
      ["bilans of 20,000 lines, 2 cores, the whole command with its start", thread, null],
      ["bilans of 20,000 lines, 2 commands at once, each over half of them", core, null],
      ["bilans of 40,000 lines, 2 cores, the whole command with its start", core, 1.7],
    ],
  )
  for (const { ratio } of figures) assert.isAbove(ratio, 0)
})
