// Holds the API document, as the service answers it over the shipped tables, against Redocly's rules.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { shippedDocument } from "../test/document/shipped-document.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-document-"))
try {
  const document = await shippedDocument("https://viatica.example")
  const file = join(folder, "openapi.json")
  writeFileSync(file, JSON.stringify(document, null, 2))
  const config = fileURLToPath(new URL("redocly.yaml", import.meta.url))
  const { error, status, stderr, stdout } = spawnSync(
    "redocly",
    ["lint", "--config", config, "--format", "stylish", file],
    { encoding: "utf8", env: { ...process.env, REDOCLY_TELEMETRY: "off" } },
  )
  console.log(error === undefined ? stdout + stderr : String(error))
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item))
  console.log(`${operations.length} operations`)
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
