// Checks what importers get: that its manifest leads every tool to code and types, that it has the tables of
// every market as entries, and that what it exports is what `docs/api.txt` says. With `--write` it writes both.
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { apiReport } from "./api-report.ts"
import { buildLibrary, checkedTables } from "./build-library.ts"
import { libraryEntries } from "./library.ts"
import { withMarketEntries } from "./packed-modules.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const manifestFile = join(root, "http/library/package.json")
const reportFile = join(root, "docs/api.txt")

/** How packages are resolved that nobody can import from any more: CommonJS, and Node before 12. */
const unsupported = new Set(["node10", "node16-cjs"])

/** Packs what was built, as it is published but for its documents. */
const packed = (folder: string): Buffer<ArrayBuffer> => {
  for (const file of ["package.json", "README.md"]) {
    cpSync(join(root, "http/library", file), join(folder, file))
  }
  for (const file of ["LICENSE", "CHANGELOG.md"]) cpSync(join(root, file), join(folder, file))
  const printed = execFileSync("npm", ["pack", "--silent", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
  })
  return Buffer.from(readFileSync(join(folder, printed.trim())))
}

const wrongTypes = async (archive: Uint8Array): Promise<ReadonlyArray<string>> => {
  const analysis = await checkPackage(createPackageFromTarballData(archive))
  if (analysis.types === false) return ["the package has no types"]
  return analysis.problems
    .filter((problem) => !("resolutionKind" in problem && unsupported.has(problem.resolutionKind)))
    .map((problem) => `attw: ${JSON.stringify(problem)}`)
}

const unfit = async ({ buffer }: Buffer<ArrayBuffer>): Promise<ReadonlyArray<string>> => {
  const options = { level: "warning", strict: true, pack: { tarball: buffer } } as const
  const { messages, pkg } = await publint(options)
  return messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`)
}

/** The entries of the package are those of the markets that the tables have. */
const changedEntries = async (): Promise<ReadonlyArray<string>> => {
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8"))
  const { tables } = await checkedTables(root)
  const exports = withMarketEntries(manifest.exports, tables)
  if (JSON.stringify(exports) === JSON.stringify(manifest.exports)) return []
  if (process.argv.includes("--write")) {
    writeFileSync(manifestFile, `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`)
    return []
  }
  return [
    "http/library/package.json has other entries than data/coach/markets.csv has markets: node .config/check-package.ts --write",
  ]
}

const changedReport = (report: string): ReadonlyArray<string> => {
  if (process.argv.includes("--write")) {
    writeFileSync(reportFile, report)
    return []
  }
  const known = readFileSync(reportFile, "utf8").split("\n")
  const now = report.split("\n")
  const gone = known.filter((line) => !now.includes(line)).map((line) => `- ${line}`)
  const come = now.filter((line) => !known.includes(line)).map((line) => `+ ${line}`)
  if (known.join("\n") === report) return []
  return [
    "docs/api.txt is another than what is exported; if that is meant: node .config/check-package.ts --write",
    ...[...gone, ...come].slice(0, 40).map((line) => line.slice(0, 300)),
  ]
}

const folder = mkdtempSync(join(tmpdir(), "viatica-check-"))
try {
  mkdirSync(join(folder, "dist"))
  const wrongEntries = await changedEntries()
  await buildLibrary(root, join(folder, "dist"))
  const report = apiReport(join(folder, "dist/types"))
  const archive = packed(folder)
  const problems = [
    ...wrongEntries,
    ...changedReport(report.text),
    ...(await unfit(archive)),
    ...(await wrongTypes(archive)),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  console.log(
    `Package: ${report.count} exports of ${Object.keys(libraryEntries).length} entries looked at.`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
