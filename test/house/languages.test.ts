import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Where French and English are told apart; all others choose from `{ en, fr }` objects. */
const home = "core/vocabulary/written-language.ts"

/** Lines that choose French or English in place. */
const choicesIn = (source: string): ReadonlyArray<string> =>
  source.split("\n").filter((line) => /[=!]==? ?["'`]fr["'`]|case ["'`]fr["'`]/.test(line))

const sourceFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)

describe("words in two languages", () => {
  const files = ["core", "rules", "http"].flatMap(sourceFiles)

  it(`are chosen from objects, in none of ${files.length} files by a condition`, () => {
    assert.isAbove(files.length, 1_000)
    const found = files
      .filter((file) => file !== home)
      .flatMap((file) =>
        choicesIn(readFileSync(`${root}${file}`, "utf8")).map((line) => `${file}: ${line.trim()}`),
      )
    assert.deepStrictEqual(found, [])
  })

  it("would be found where a condition chooses them", () => {
    assert.lengthOf(choicesIn('const or = language === "fr" ? "ou" : "or"'), 1)
    assert.lengthOf(choicesIn('if (language !== "fr") return text'), 1)
    assert.lengthOf(choicesIn("const or = { en: 'or', fr: 'ou' }[language]"), 0)
    assert.lengthOf(choicesIn(readFileSync(`${root}${home}`, "utf8")), 1)
  })
})
