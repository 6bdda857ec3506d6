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

/**
 * The rooms that names are told apart in, as their importers see them: core, a domain of rules, and a
 * wing of the shell.
 */
const wingOf = (file: string): string => {
  const [area = "", room = ""] = file.split("/")
  return area === "core" ? area : `${area}/${room}`
}

/** The types that a file exports under names of its own; a class and its type of one name are one. */
const exportedTypes = (file: string, source: string): ReadonlyArray<ExportedType> => {
  const names = parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }).body.flatMap(
    (statement) => {
      if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) return []
      const { declaration } = statement
      if (!typeDeclarations.has(declaration.type)) return []
      return "id" in declaration && declaration.id?.type === "Identifier"
        ? [declaration.id.name]
        : []
    },
  )
  return [...new Set(names)].map((name) => ({ file, name }))
}

/** The names that more than one file of a wing gives to a type, with these files. */
const repeatedNames = (types: ReadonlyArray<ExportedType>): ReadonlyArray<string> =>
  [...groupBy(types, ({ file, name }) => `${wingOf(file)} ${name}`)]
    .filter(([, sameName]) => sameName.length > 1)
    .map(([, sameName]) => `${sameName[0]?.name}: ${sameName.map(({ file }) => file).join(", ")}`)

const sourceFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("/dist/"))
    .map((file) => `${folder}/${file}`)
    .sort()

const files = ["core", "rules", "http"].flatMap(sourceFiles)
const types = files.flatMap((file) => exportedTypes(file, readFileSync(`${root}${file}`, "utf8")))

describe("names", () => {
  it(`are given to one exported type of a wing each, of ${types.length} in ${files.length} files`, () => {
    assert.isAbove(types.length, 900)
    assert.isAbove(files.filter((file) => file.endsWith(".tsx")).length, 0)
    assert.deepStrictEqual(repeatedNames(types), [])
  })

  it("are found repeated where two files of a wing export a type of one name", () => {
    const sources = {
      "core/table/a.ts": "export interface Place { readonly line: number }\ninterface Own {}",
      "core/b.ts": "export type Place = string\nexport type Own = Place",
      "core/c.ts":
        "export class Other {}\nexport const place = 1\nexport type { Own } from './b.ts'",
      "rules/trip/d.ts": "export type Place = string",
      "rules/sales/e.ts": "export type Place = number",
      "http/pages/f.ts": "export interface Panel {}",
      "http/pages/kit/g.tsx": "export interface Panel {}\nexport const panel = <p>one</p>",
      "http/store/h.ts": "export interface Panel {}",
    }
    const found = Object.entries(sources).flatMap(([file, source]) => exportedTypes(file, source))
    assert.deepStrictEqual(repeatedNames(found), [
      "Place: core/table/a.ts, core/b.ts",
      "Panel: http/pages/f.ts, http/pages/kit/g.tsx",
    ])
  })
})
