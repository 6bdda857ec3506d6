// Prints what the library costs who imports it: size in a worker, processor time and memory of a first
// answer in Node and in workerd. `node bench/start/library.ts [ROUNDS]`; each round is a process of its own.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { bundled } from "../../test/package/bundled.ts"
import { root } from "../../test/package/npm.ts"
import { startWorker } from "../../test/package/workerd.ts"
import { runProcess } from "../../test/support/run-process.ts"
import { buildPackages, packageFolders } from "./package.ts"

const trip = `{ intent: "forTourism", startDate: "2027-07-01", endDate: "2027-07-14", countryResidence: "FR", arrivalCountries: ["US"], travellers: [{ age: 34 }] }`
const request = { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } }
const asked = JSON.stringify(request)

/** Programs, as what they load and what they ask first. */
const programs: Readonly<Record<string, readonly [load: string, ask: string]>> = {
  viatica: [`const { bilan } = await import("viatica")`, `bilan(${asked})`],
  "viatica/coach, tables/fr": [
    `const { openCoach } = await import("viatica/coach"); const { tables } = await import("viatica/tables/fr")`,
    `openCoach(tables).bilan(${asked})`,
  ],
  "viatica/bilans, bilans/fr": [
    `const { openBilans } = await import("viatica/bilans"); const { tables } = await import("viatica/bilans/fr")`,
    `openBilans([tables]).bilan(${asked})`,
  ],
  "viatica/pricing": [
    `const { quote } = await import("viatica/pricing")`,
    `quote({ trip: ${trip} })`,
  ],
}

const programOf = ([load, ask]: readonly [string, string]): string => `
const start = process.cpuUsage(), memory = process.memoryUsage().rss
const spent = () => { const { user, system } = process.cpuUsage(start); return (user + system) / 1_000 }
${load}
const loadMs = spent()
if (${ask}._tag !== "Success") throw new Error("refused")
const firstMs = spent()
console.log(JSON.stringify({ loadMs, firstMs, memoryMb: (process.memoryUsage().rss - memory) / 1e6 }))
`

interface Cost {
  readonly loadMs: number
  readonly firstMs: number
  readonly memoryMb: number
}

const costOf = async (cwd: string, program: readonly [string, string]): Promise<Cost> => {
  const args = ["--input-type=module", "--eval", programOf(program)]
  const { status, stderr, stdout } = await runProcess(process.execPath, args, { cwd })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Cost
}

/** The processor time of a process so far in milliseconds, and its memory in megabytes, as Linux tells them. */
const usageOf = (pid: number): { readonly ms: number; readonly mb: number } => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return { ms: 10 * (Number(fields[11]) + Number(fields[12])), mb: Number(resident) / 1_000 }
}

const workerCost = async (folder: string, script: string) => {
  const worker = await startWorker(folder, script)
  try {
    const ask = async () => (await fetch(worker.url, { method: "POST", body: asked })).text()
    const before = usageOf(worker.pid)
    await ask()
    const first = usageOf(worker.pid)
    for (let count = 0; count < 100; count += 1) await ask()
    const later = usageOf(worker.pid)
    return {
      firstMs: first.ms - before.ms,
      laterMs: (later.ms - first.ms) / 100,
      mb: first.mb - before.mb,
    }
  } finally {
    await worker.stop()
  }
}

const rounds = Number(process.argv[2] ?? 9)
const folder = mkdtempSync(join(tmpdir(), "viatica-library-"))
try {
  await buildPackages(join(folder, "built"))
  const consumer = join(folder, "consumer")
  mkdirSync(join(consumer, "node_modules"), { recursive: true })
  symlinkSync(
    join(folder, "built", packageFolders.library),
    join(consumer, "node_modules/viatica"),
    "dir",
  )
  symlinkSync(join(root, "node_modules/effect"), join(consumer, "node_modules/effect"), "dir")
  for (const [name, program] of Object.entries(programs)) {
    const costs: Array<Cost> = []
    for (let round = 0; round < rounds; round += 1) costs.push(await costOf(consumer, program))
    // The least, for whatever else the machine does lengthens the others.
    const least = (of: keyof Cost): string => Math.min(...costs.map((cost) => cost[of])).toFixed(0)
    console.log(
      `${name}: ${least("loadMs")} ms loaded, ${least("firstMs")} ms answered, ${least("memoryMb")} MB`,
    )
  }
  for (const name of ["coach.mjs", "small-worker.mjs"]) {
    const file = join(consumer, name)
    copyFileSync(join(root, "test/package/consumer", name), file)
    const script = await bundled(file)
    console.log(`${name}: ${(brotliCompressSync(script).length / 1_000).toFixed(1)} kB Brotli`)
    writeFileSync(join(folder, `${name}.js`), script)
    if (name !== "small-worker.mjs") continue
    const runs: Array<Awaited<ReturnType<typeof workerCost>>> = []
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await workerCost(join(folder, `worker-${round}`), script))
    }
    const [first, later, mb] = (["firstMs", "laterMs", "mb"] as const).map((of) =>
      Math.min(...runs.map((run) => run[of])),
    )
    console.log(
      `workerd: first answer ${first} ms and ${mb?.toFixed(0)} MB, later ones ${later} ms`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
