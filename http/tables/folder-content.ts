import * as Effect from "effect/Effect"
import { readIcons } from "./icons/read-icons.ts"
import type { TablesUnreadable } from "./folder-errors.ts"
import { readAnsweringFiles, sourcesHash, tablesHash } from "./table-bundle.ts"
import type { TableFiles } from "./table-files.ts"

/** Everything in a folder of tables that a server answers with. */
export interface FolderContent {
  readonly files: TableFiles
  /** Texts of the icons by file name. */
  readonly icons: ReadonlyMap<string, string>
  /** Equal for two contents exactly when nothing that counts has changed between them. */
  readonly fingerprint: string
}

/** A fingerprint from the hash of the tables, the icons, and what is wrong with the files as such. */
export const fingerprintOf = (
  tablesHash: string,
  icons: ReadonlyMap<string, string>,
  errors: TableFiles["errors"] = [],
): string => {
  const errorsHash = sourcesHash(new Map([["errors", JSON.stringify(errors)]]))
  return [tablesHash, sourcesHash(icons), errorsHash].join("-")
}

/** Reads a folder of tables without judging what it holds. */
export const readFolder = (folder: string): Effect.Effect<FolderContent, TablesUnreadable> =>
  Effect.map(Effect.all([readAnsweringFiles(folder), readIcons(folder)]), ([files, icons]) => {
    const errors = [...files.errors, ...icons.errors]
    return {
      files: { ...files, errors },
      icons: icons.texts,
      fingerprint: fingerprintOf(tablesHash(files.sources), icons.texts, errors),
    }
  })
