// Writes the types of what importers import: the compiler's declarations, of which those of results and
// schemas stand alone, and no file that none of the entries leads to.
import { execFileSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative, resolve } from "node:path"
import * as Schema from "effect/Schema"
import { guaranteeStates } from "../core/vocabulary/guarantee.ts"
import * as words from "../rules/coach/coach-vocabulary.ts"
import * as response from "../rules/coach/response.ts"
import { pricedTrip, tripRequest } from "../rules/trip/trip.ts"
import { limitsOf } from "../rules/reference/limits.ts"
import type { AllTables } from "../rules/tables/index.ts"
import { clientTypes } from "./client-types.ts"
import { libraryEntries } from "./library.ts"
import { type NamedTypes, plainTypes, wordsText } from "./plain-types.ts"

const emit = (root: string, folder: string): void => {
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"))
  const settings = join(root, ".config/tsconfig.build.json")
  const arguments_ = [join(typescript, "bin/tsc"), "-p", settings, "--outDir", folder]
  execFileSync(process.execPath, arguments_, { stdio: "inherit" })
}

/** A result as plain data, of which effect's own results are an instance. */
const resultTypes = `/** What a function gives that may refuse: what it was asked for, or why not. */
export type Result<Success, Failure = never> =
  | { readonly _tag: "Success"; readonly success: Success }
  | { readonly _tag: "Failure"; readonly failure: Failure }
`

/** Schemas among the exports of a module. */
const schemasIn = (module: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(module).filter((entry): entry is [string, Schema.Constraint] =>
      Schema.isSchema(entry[1]),
    ),
  )

/** Words of answers that have a type under a name. */
const namedWords: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
  ["GuaranteeState", guaranteeStates, "../../core/vocabulary/guarantee.js"],
  ["Badge", words.badges, "./coach-vocabulary.js"],
  ["CardMode", words.cardModes, "./coach-vocabulary.js"],
  ["CardTier", words.cardTiers, "./coach-vocabulary.js"],
  ["Category", words.categories, "./coach-vocabulary.js"],
  ["CoverTermWord", words.coverTermWords, "./coach-vocabulary.js"],
  ["Network", words.networks, "./coach-vocabulary.js"],
  ["Origin", words.origins, "./coach-vocabulary.js"],
  ["Strength", words.strengths, "./coach-vocabulary.js"],
  ["Warning", words.warnings, "./coach-vocabulary.js"],
]

/** Plain declarations in place of those of schemas. */
const writePlainTypes = (folder: string, tables: AllTables): void => {
  const named: NamedTypes = new Map(
    namedWords.map(([name, some, from]) => [wordsText(some), { name, from }]),
  )
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)
  write("rules/coach/response.d.ts", plainTypes(schemasIn(response), named, "./response.js"))
  const limits = limitsOf(tables)
  const trips = { TripRequest: tripRequest(limits), Trip: pricedTrip(limits) }
  write("rules/trip/trip.d.ts", plainTypes(trips, new Map(), "./trip.js"))
  for (const [file, text] of clientTypes(limits)) write(file, text)
}

const imported = /(?:from |import\()"([^"]+)"/g

/** Examples in comments import files, too, as their readers do. */
const outsideComments = (text: string, change: (line: string) => string): string =>
  text
    .split("\n")
    .map((line) => (/^\s*\*/.test(line) ? line : change(line)))
    .join("\n")

const declarationsIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => join(folder, file))

/** The compiler leaves .ts endings in declarations, where not every tool reads them as .d.ts. */
const rewrite = (folder: string): void => {
  const result = join(folder, "result.js")
  const apart = join(folder, withEffect)
  for (const path of declarationsIn(folder)) {
    const beside = relative(dirname(path), result).replace(/^(?!\.)/, "./")
    const text = outsideComments(readFileSync(path, "utf8"), (line) =>
      line
        .replaceAll(/(from |import\()"(\.\.?\/[^"]+)\.ts"/g, '$1"$2.js"')
        .replaceAll(
          '"effect/Result"',
          path.startsWith(apart) ? '"effect/Result"' : JSON.stringify(beside),
        ),
    )
    writeFileSync(path, text)
  }
}

const code = (file: string): string => readFileSync(file, "utf8").replaceAll(/^\s*\*.*$/gm, "")

/** The declarations that some lead to, and what they import of other packages. */
const reachable = (entries: ReadonlyArray<string>) => {
  const files = new Set(entries)
  const packages = new Map<string, string>()
  for (const file of files) {
    for (const [, specifier = ""] of code(file).matchAll(imported)) {
      if (!specifier.startsWith(".")) packages.set(specifier, file)
      else files.add(resolve(dirname(file), specifier.replace(/\.js$/, ".d.ts")))
    }
  }
  return { files, packages }
}

/** The folder of declarations that have types of effect. */
const withEffect = "with-effect"

/** Entries whose callers have the types of a package, as they have the package. */
const ofPackages: ReadonlySet<string> = new Set([
  "effect",
  "effect/open",
  "effect/api",
  "client/effect",
  "duckdb",
])

/** The file of an entry's declarations, under the folder of all of them. */
export const declarationOf = (entry: keyof typeof libraryEntries): string => {
  const file = libraryEntries[entry].replace(/\.ts$/, ".d.ts")
  return entry.startsWith("effect") ? `${withEffect}/${file}` : file
}

/**
 * Writes the declarations of all entries into a folder; the plain ones have no type of a package. Those
 * of `viatica/effect` have effect's, so they lie apart, as the compiler makes them.
 */
export const writeDeclarations = (root: string, folder: string, tables: AllTables): void => {
  emit(root, folder)
  cpSync(folder, `${folder}-with-effect`, { recursive: true })
  renameSync(`${folder}-with-effect`, join(folder, withEffect))
  writePlainTypes(folder, tables)
  rewrite(folder)
  writeFileSync(join(folder, "result.d.ts"), resultTypes)
  const names = Object.keys(libraryEntries) as ReadonlyArray<keyof typeof libraryEntries>
  const paths = (some: ReadonlyArray<keyof typeof libraryEntries>) =>
    some.map((name) => join(folder, declarationOf(name)))
  const { packages } = reachable(paths(names.filter((name) => !ofPackages.has(name))))
  for (const [specifier, file] of packages) {
    throw new Error(`${relative(folder, file)} needs the types of ${specifier}`)
  }
  const { files } = reachable(paths(names))
  for (const path of declarationsIn(folder)) if (!files.has(path)) rmSync(path)
  for (const path of files) if (!existsSync(path)) throw new Error(`${path} is not declared`)
}
