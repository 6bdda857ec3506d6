import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pageHtml } from "./page.ts"
import type { BenchRecord } from "./record.ts"

const write = (folder: string, name: string, text: string): void => {
  const path = join(folder, name)
  writeFileSync(`${path}.part`, text)
  renameSync(`${path}.part`, path)
}

/** Writes a record as `latest.json` and `latest.html`; a reader never finds half a file. */
export const writeReports = (folder: string, record: BenchRecord): void => {
  mkdirSync(folder, { recursive: true })
  write(folder, "latest.json", `${JSON.stringify(record, null, 2)}\n`)
  write(folder, "latest.html", pageHtml(record))
}
