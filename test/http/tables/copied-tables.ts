import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"

/** A copy of the shipped tables in a folder of its own, to be spoilt and thrown away. */
export interface CopiedTables {
  readonly folder: string
  /** Replaces the bytes of a file by what becomes of its text. */
  readonly edit: (file: string, change: (text: string) => string | Uint8Array) => void
  /** Puts lines below the header, so that the first of them is line 2. */
  readonly insert: (file: string, ...lines: ReadonlyArray<string>) => void
  readonly remove: (file: string) => void
  /** Puts every file back as it is shipped; what has been put beside them stays. */
  readonly restore: () => void
  readonly [Symbol.dispose]: () => void
}

/** Copies the shipped tables; `using` takes the copy away at the end of the test. */
export const copyTables = (): CopiedTables => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-tables-"))
  const restore = (): void => cpSync(shippedTablesFolder, folder, { recursive: true })
  restore()
  const edit: CopiedTables["edit"] = (file, change) => {
    const path = join(folder, file)
    writeFileSync(path, change(readFileSync(path, "utf8")))
  }
  return {
    folder,
    edit,
    insert: (file, ...lines) =>
      edit(file, (text) => {
        const [header, ...rest] = text.split("\n")
        return [header, ...lines, ...rest].join("\n")
      }),
    remove: (file) => rmSync(join(folder, file)),
    restore,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
