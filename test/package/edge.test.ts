import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { chromiumPath, startChromium } from "../browser/support/chromium.ts"
import { runProcess } from "../support/run-process.ts"
import { bundled } from "./bundled.ts"
import { copyConsumer, installPackages, npmTimeoutMs } from "./npm.ts"
import { startWorker } from "./workerd.ts"

/** Of each kind of card and trip, and what is refused. */
const requests: ReadonlyArray<unknown> = [
  { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } },
  { residence: "FR", destinations: ["ES", "IT"], card: { network: "visa", tier: "premium" } },
  { residence: "FR", destinations: ["TH"], card: { bin: "49720312" }, trip: { longTrip: true } },
  { residence: "FR", destinations: ["MA"], card: { catalogueId: 1 }, trip: { friends: true } },
  { residence: "FR", destinations: ["FR"], crad: 1 },
  { residence: "US", destinations: ["JP"], card: { network: "amex", tier: "elite" } },
  { residence: "MY", destinations: ["SG"], card: { none: true } },
  { residence: "FRA", destinations: ["US"] },
  null,
]

const asked = JSON.stringify(requests)

describe("the package at the edge", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-edge-"))
  const consumer = join(folder, "consumer")
  let usual: ReadonlyArray<unknown> = []

  beforeAll(async () => {
    await installPackages(consumer)
    copyConsumer(consumer)
    const program = `import { answersTo } from "./edge.mjs"; console.log(answersTo(${asked}))`
    const args = ["--input-type=module", "--eval", program]
    const { status, stderr, stdout } = await runProcess(process.execPath, args, { cwd: consumer })
    assert.strictEqual(status, 0, stderr)
    usual = JSON.parse(stdout) as ReadonlyArray<unknown>
    assert.lengthOf(usual, requests.length)
  }, 2 * npmTimeoutMs)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("answers in workerd as in Node", async () => {
    const worker = await startWorker(
      join(folder, "worker"),
      await bundled(join(consumer, "edge.mjs")),
    )
    try {
      const answered = await fetch(worker.url, { method: "POST", body: asked })
      assert.deepStrictEqual(await answered.json(), usual)
    } finally {
      await worker.stop()
    }
  })

  it.skipIf(chromiumPath() === undefined)("answers in a browser as in Node", async () => {
    const script = await bundled(join(consumer, "edge.mjs"), "iife")
    const browser = await startChromium()
    try {
      const page = await browser.newPage()
      const answered = await page.evaluate(`${script}; edge.answersTo(${asked})`)
      assert.deepStrictEqual(JSON.parse(String(answered)), usual)
    } finally {
      await browser.close()
    }
  })

  it("fits a worker of French bilans and sentences into 70 kB", async () => {
    const script = await bundled(join(consumer, "small-worker.mjs"))
    assert.isAtMost(brotliCompressSync(script).length, 70_000)
    const worker = await startWorker(join(folder, "small"), script)
    try {
      const [request] = requests
      const answered = await fetch(worker.url, { method: "POST", body: JSON.stringify(request) })
      const { bilan, sentences } = (await answered.json()) as Record<"bilan" | "sentences", unknown>
      const [first] = usual as ReadonlyArray<Record<"alone" | "french", unknown>>
      assert.deepStrictEqual([bilan, sentences], [first?.alone, first?.french])
    } finally {
      await worker.stop()
    }
  })
})
