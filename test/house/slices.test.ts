import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { repeatingPairs } from "./repeated-runs.ts"
import { pairsOf, type Slice, slicesOf } from "./slices.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/**
 * As many pairs as there are: what generated clients repeat of the rules, what clients of one language
 * repeat for want of generics, what a landed migration may not share, and a few alike by chance.
 */
const pairsMax = 12

/** Migrations, which are files of their own for good, are not counted. */
const slicesMax = 30

/** Why a short file stands by itself, though one other alone imports it. */
const reasons: Readonly<Record<string, string>> = {
  "core/engine/columns.ts": "a namespace of the entry `viatica/engine`",
  "core/engine/conditions.ts": "a namespace of the entry `viatica/engine`",
  "rules/coach/check-markets.ts": "a domain's own check, which the report of all checks calls",
  "http/cli/command-line.ts": "the command line as tests run it, without a process",
  "http/clients/typescript/open-words.ts": "the type that answers of a later version are read by",
  "http/config/settings-file.ts": "what a setting is belongs to the room of settings",
  "http/library/effect/plain.ts":
    "a bundler drops it, and all tables with it, where steps alone are used",
  "http/library/effect/schemas.ts": "a namespace of the entry `viatica/effect/api`",
  "http/endpoints/sales.ts": "one file an endpoint",
  "http/pages/compare/price-memory.ts": "how long prices are remembered, and how many",
  "http/pages/vocabulary.ts": "a page of its own",
  "http/tables/checked-tables.ts": "a build writes the digest of its tables in its place",
  "http/workbench/app/kit/shipped-views.ts": "rows of a CSV, which a test reads without a page",
  "http/workbench/app/kit/table-words.ts": "rows of a CSV, which a test reads without a page",
  "http/workbench/app/screens/screens.ts": "the list of screens",
  "http/workbench/app/screens/tables/found-words.ts": "tried without a page",
  "http/workbench/server/call-handlers.ts": "the list of who answers which call",
  "http/workbench/server/search/search-calls.ts": "the calls of a screen",
  "http/workbench/server/traveller/traveller-resources.ts": "the pictures of a screen",
  "http/workbench/server/view-handlers.ts": "the list of who makes which view",
}

const isMigration = ({ file }: Slice): boolean => file.includes("/database/migrations/")

/** Whether the file that imports it does so when it is asked for, so that a start is spared it. */
const isLoadedOnDemand = ({ file, importer }: Slice): boolean => {
  const text = readFileSync(`${root}${importer}`, "utf8")
  return new RegExp(`import\\("[^"]*/${basename(file).replaceAll(".", "\\.")}"\\)`).test(text)
}

describe("the house", () => {
  it("does not say one thing in more places than it does already", () => {
    const pairs = pairsOf(root).map(({ files, runs }) => {
      const [{ at } = { at: [0, 0] }] = runs
      return `${files[0]}:${at[0]} ~ ${files[1]}:${at[1]}`
    })
    assert.isAtMost(pairs.length, pairsMax, pairs.join("\n"))
    assert.isAbove(pairs.length, 0)
  })

  it("cuts no short file off the only one that imports it, but for a reason", () => {
    const slices = slicesOf(root)
    const others = slices.filter((slice) => !isMigration(slice))
    const unreasoned = others.filter((slice) => !isLoadedOnDemand(slice)).map(({ file }) => file)
    assert.deepStrictEqual(unreasoned.toSorted(), Object.keys(reasons).toSorted())
    assert.isAtMost(others.length, slicesMax)
  })
})

const run = ["first()", "second()", "third()", "fourth()", "fifth()", "sixth()"]
const source = (file: string, ...lines: ReadonlyArray<string>) => ({
  file,
  text: [...lines, ""].join("\n"),
})
const pairsIn = (...sources: ReadonlyArray<ReturnType<typeof source>>) =>
  repeatingPairs(sources).map(({ files, runs }) => [...files, ...runs.map(({ lines }) => lines)])

describe("repeatingPairs()", () => {
  it("finds six lines on end in two files, however they are indented", () => {
    const indented = run.map((line) => `    ${line}`)
    assert.deepStrictEqual(pairsIn(source("a.ts", ...run), source("b.ts", "x()", ...indented)), [
      ["a.ts", "b.ts", 6],
    ])
  })

  it("finds no five, and no six of which one differs", () => {
    const other = run.with(3, "other()")
    assert.deepStrictEqual(pairsIn(source("a.ts", ...run), source("b.ts", ...other)), [])
    assert.deepStrictEqual(
      pairsIn(source("a.ts", ...run.slice(1)), source("b.ts", ...run.slice(1))),
      [],
    )
  })

  it("tells a longer run once, as long as it is", () => {
    const longer = [...run, "seventh()", "eighth()"]
    assert.deepStrictEqual(pairsIn(source("a.ts", ...longer), source("b.ts", ...longer)), [
      ["a.ts", "b.ts", 8],
    ])
  })

  it("finds runs within one file, and all that two files share", () => {
    assert.deepStrictEqual(pairsIn(source("a.ts", ...run, "between()", ...run)), [
      ["a.ts", "a.ts", 6],
    ])
    const more = run.map((line) => `more.${line}`)
    assert.deepStrictEqual(
      pairsIn(source("a.ts", ...run, "x()", ...more), source("b.ts", ...run, "y()", ...more)),
      [["a.ts", "b.ts", 6, 6]],
    )
  })

  it("passes over comments, lone signs and lists of imports, which it also looks through", () => {
    const heads = ["import {", ...run.map((line) => `  ${line.slice(0, -2)},`), '} from "./x.ts"']
    assert.deepStrictEqual(pairsIn(source("a.ts", ...heads), source("b.ts", ...heads)), [])
    const comments = run.map((line) => `// ${line}`)
    assert.deepStrictEqual(pairsIn(source("a.ts", ...comments), source("b.ts", ...comments)), [])
    const parted = [...run.slice(0, 3), "}", "/*", " * ten", " */", "", ...run.slice(3)]
    assert.deepStrictEqual(pairsIn(source("a.ts", ...run), source("b.ts", ...parted)), [
      ["a.ts", "b.ts", 6],
    ])
  })
})
