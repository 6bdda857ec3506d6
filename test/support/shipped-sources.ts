import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { tableFiles } from "../../rules/tables/index.ts"

const folder = fileURLToPath(new URL("../../data/", import.meta.url))

/** The texts of the shipped tables, by their names under data/. */
export const shippedSources = (): ReadonlyMap<string, string> =>
  new Map(tableFiles.map((file) => [file, readFileSync(`${folder}${file}`, "utf8")]))
