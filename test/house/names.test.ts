import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseAst } from "rolldown/parseAst"
import { groupBy } from "../../core/group-by.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

interface ExportedType {
  readonly file: string
  readonly name: string
}

const typeDeclarations = new Set([
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "ClassDeclaration",
])

/** The types that a file exports under names of its own; a class and its type of one name are one. */
const exportedTypes = (file: string, source: string): ReadonlyArray<ExportedType> => {
  const names = parseAst(source, { lang: "ts" }).body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) return []
    const { declaration } = statement
    if (!typeDeclarations.has(declaration.type)) return []
    return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : []
  })
  return [...new Set(names)].map((name) => ({ file, name }))
}

/** The names that more than one file gives to a type, with these files. */
const repeatedNames = (types: ReadonlyArray<ExportedType>): ReadonlyArray<string> =>
  [...groupBy(types, ({ name }) => name)]
    .filter(([, sameName]) => sameName.length > 1)
    .map(([name, sameName]) => `${name}: ${sameName.map(({ file }) => file).join(", ")}`)

const sourceFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("/dist/"))
    .map((file) => `${folder}/${file}`)
    .sort()

const files = ["core", "rules", "http"].flatMap(sourceFiles)
const types = files.flatMap((file) => exportedTypes(file, readFileSync(`${root}${file}`, "utf8")))

describe("names", () => {
  it(`are given to one exported type each, of ${types.length} in ${files.length} files`, () => {
    assert.isAbove(types.length, 900)
    assert.deepStrictEqual(repeatedNames(types), [])
  })

  it("are found repeated where two files export a type of one name", () => {
    const sources = {
      "a.ts": "export interface Place { readonly line: number }\ninterface Own {}",
      "b.ts": "export type Place = string\nexport type Own = Place",
      "c.ts": "export class Other {}\nexport const place = 1\nexport type { Own } from './b.ts'",
    }
    const found = Object.entries(sources).flatMap(([file, source]) => exportedTypes(file, source))
    assert.deepStrictEqual(repeatedNames(found), ["Place: a.ts, b.ts"])
  })
})
