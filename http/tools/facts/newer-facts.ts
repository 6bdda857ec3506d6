import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { type FactRecord, readFactFile } from "./fact-file.ts"

/** Folders of newer facts are named by their year and month. */
const folderForm = /^\d{4}-\d{2}$/

/** The folders of newer facts inside a folder of facts, oldest first. */
const newerFolders = (from: string): ReadonlyArray<string> =>
  existsSync(from)
    ? readdirSync(from)
        .filter((name) => folderForm.test(name))
        .sort()
    : []

/** The records of all newer files whose names end so, oldest folder first, then by name. */
export const newerFacts = (from: string, ending: string): ReadonlyArray<FactRecord> =>
  newerFolders(from).flatMap((folder) =>
    readdirSync(join(from, folder))
      .filter((name) => name.endsWith(ending))
      .sort()
      .flatMap((name) => readFactFile(join(from, folder), name)),
  )

/**
 * Older records with newer ones laid over them: a newer record takes the place of the one with its
 * key, or comes behind all.
 *
 * ```ts
 * import { overlay } from "../http/tools/facts/newer-facts.ts"
 *
 * const older = [{ id: "1", state: "old" }, { id: "2", state: "old" }]
 * const both = overlay(older, [{ id: "1", state: "new" }], (fact) => fact["id"] ?? "")
 * both.map((fact) => fact["state"]) // => ["new", "old"]
 * ```
 */
export const overlay = (
  older: ReadonlyArray<FactRecord>,
  newer: ReadonlyArray<FactRecord>,
  keyOf: (fact: FactRecord) => string,
): ReadonlyArray<FactRecord> => [
  ...new Map([...older, ...newer].map((fact) => [keyOf(fact), fact])).values(),
]
