// Prints what a rules engine costs who imports it: size of its bundle, processor time and memory up to the
// first answer over a table of 40 rows. `node bench/start/engines.ts [ROUNDS]`; each round is a process.
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync } from "node:zlib"
import { rolldown } from "rolldown"
import { runProcess } from "../../test/support/run-process.ts"
import { generateTable } from "../generated-table.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The engines by their adapters, and what alone is imported to be bundled. */
const engines: Readonly<Record<string, string>> = {
  viatica: join(root, "core/engine/index.ts"),
  zen: "@gorules/zen-engine",
  "json-rules": "json-rules-engine",
  "json-logic": "json-logic-engine",
  publicodes: "publicodes",
  feelin: "feelin",
}

/** A program and all that it imports, but what is compiled for a machine. */
const bundled = async (input: string): Promise<string> => {
  const bundle = await rolldown({
    input,
    platform: "node",
    external: [/^node:/, /\.node$/, /zen-engine/],
    logLevel: "silent",
  })
  const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false })
  await bundle.close()
  return output.map((each) => (each.type === "chunk" ? each.code : "")).join("")
}

const sizeText = (bytes: number, packed: number): string =>
  `${(bytes / 1_000).toFixed(0)} kB minified, ${(packed / 1_000).toFixed(1)} kB Brotli`

const sizeOf = async (folder: string, name: string, library: string): Promise<string> => {
  if (name === "zen") {
    const native = createRequire(join(root, "package.json")).resolve(
      `@gorules/zen-engine-${process.platform}-${process.arch}${process.platform === "linux" ? "-gnu" : ""}`,
    )
    return `${(statSync(native).size / 1e6).toFixed(1)} MB of machine code`
  }
  const entry = join(folder, `${name}-entry.mjs`)
  const text = JSON.stringify(library)
  // A package of CommonJS, and one with a default, are whole only where that is kept.
  const whole = name === "json-rules" || name === "publicodes"
  writeFileSync(entry, `export * from ${text}\n${whole ? `export { default } from ${text}\n` : ""}`)
  const code = await bundled(entry)
  return sizeText(code.length, brotliCompressSync(code).length)
}

const programOf = (adapter: string, questions: string): string => `
import { readFileSync } from "node:fs"
const { rows, facts } = JSON.parse(readFileSync(${JSON.stringify(questions)}, "utf8"))
const start = process.cpuUsage(), memory = process.memoryUsage().rss
const { makeAsk } = await import(${JSON.stringify(adapter)})
const answer = await makeAsk(rows)(facts)
const { user, system } = process.cpuUsage(start)
console.log(JSON.stringify({ answer, ms: (user + system) / 1_000, mb: (process.memoryUsage().rss - memory) / 1e6 }))
`

interface First {
  readonly answer: ReadonlyArray<string>
  readonly ms: number
  readonly mb: number
}

const rounds = Number(process.argv[2] ?? 9)
const folder = mkdtempSync(join(tmpdir(), "viatica-engines-"))
try {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir")
  const { ask, facts, rows } = generateTable(40)
  const questions = join(folder, "questions.json")
  writeFileSync(questions, JSON.stringify({ rows, facts: facts(0) }))
  const expected = JSON.stringify(ask(facts(0)).map(({ name }) => name))
  for (const [name, library] of Object.entries(engines)) {
    const adapter = join(folder, `${name}.mjs`)
    writeFileSync(adapter, await bundled(join(root, `bench/peers/${name}.ts`)))
    const firsts: Array<First> = []
    for (let round = 0; round < rounds; round += 1) {
      const args = ["--input-type=module", "--eval", programOf(adapter, questions)]
      const { status, stderr, stdout } = await runProcess(process.execPath, args, { cwd: folder })
      if (status !== 0) throw new Error(`${name}: ${stderr}`)
      const first = JSON.parse(stdout) as First
      if (JSON.stringify(first.answer) !== expected) throw new Error(`${name} answers otherwise`)
      firsts.push(first)
    }
    // The least, for whatever else the machine does lengthens the others.
    const ms = Math.min(...firsts.map((first) => first.ms)).toFixed(0)
    const mb = Math.min(...firsts.map((first) => first.mb)).toFixed(0)
    console.log(
      `${name}: ${await sizeOf(folder, name, library)}; ${ms} ms to the first answer, ${mb} MB`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
