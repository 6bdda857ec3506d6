import { assert, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runProcess } from "../support/run-process.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** What Node 20 lacks, a line each. */
const newer = [
  "Map.groupBy([1], (item) => item)",
  "Promise.withResolvers()",
  "Array.fromAsync([1])",
  "new Set([1]).union(new Set([2]))",
  "new Set([1]).values().map((item) => item + 1)",
  "new ArrayBuffer(8).transfer()",
  'URL.parse("https://rates.example/")',
  "module.getCompileCacheDir()",
  'process.getBuiltinModule("node:fs").globSync("*")',
]

/** What it has, likewise. */
const known = [
  "[2, 1].toSorted()",
  '"a".isWellFormed()',
  "new Map([[1, 2]]).values().next()",
  'URL.canParse("https://rates.example/")',
  "structuredClone([1])",
]

it("the types of what is shipped refuse whatever Node 20 lacks", async () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-oldest-"))
  try {
    const settings = {
      extends: join(root, ".config/tsconfig.shipped.json"),
      include: ["newer.mts"],
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings))
    writeFileSync(
      join(folder, "newer.mts"),
      ['import module from "node:module"', ...newer, ...known].join(";\n"),
    )
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = await runProcess(process.execPath, [tsc, "-p", "."], { cwd: folder })
    const lines = [...stdout.matchAll(/newer\.mts\((\d+),/g)].map(([, line]) => Number(line))
    const refused = [...new Set(lines)].map((line) => [...newer, ...known][line - 2])
    assert.deepStrictEqual(refused, newer, stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it("the oldest Node that is promised is the one that those types are of", () => {
  const { devDependencies, engines } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as {
    readonly devDependencies: Readonly<Record<string, string>>
    readonly engines: { readonly node: string }
  }
  const oldest = engines.node.replace(/^>=/, "")
  assert.isTrue(devDependencies["@oldest/node"]?.startsWith(`npm:@types/node@${oldest}.`))
})
