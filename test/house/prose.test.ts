import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Words that a native reader stumbles over, each with what to write instead. */
const stumbles: ReadonlyArray<readonly [words: RegExp, instead: string]> = [
  [/\btell(?:s|ing)? of\b/i, "says, reports, names, announces"],
  [/\btold of\b/i, "receives, learns about, is notified of"],
  [/\bwhoever\b/i, "the person or program that it is"],
  [/\bin earnest\b/i, "in production, for real"],
  [/\bheld against\b/i, "compared with, measured by, locked against"],
  [/\bwhat dominates\b/i, "where the time goes"],
]

/** The same in words that pages of the workbench show. */
const shownStumbles: ReadonlyArray<readonly [words: RegExp, instead: string]> = [
  [/\bstands? (?:here|in|on|once|under)\b/, "appears, is"],
  [/\b(?:answered|reads?) otherwise\b/, "differently"],
  [/\bcomes? to (?:something|what)\b/, "gives"],
  [/\bwants? (?:a|to be)\b/, "needs"],
  [/\blies? in no\b/, "is in no"],
  [/\bholds? (?:a )?mistakes?\b/, "contains"],
  [/\b(?:is|are) of (?:\$\{|the|an?)\b/, "dates from"],
  [/\blaws of prices\b/, "price laws"],
  [/\bmend(?:ed|ing|s)?\b/, "fix"],
]

const shownStumblesIn = (file: string, source: string): ReadonlyArray<string> =>
  source
    .split("\n")
    .flatMap((text, index) =>
      /^\s*(?:\/\*\*?|\*|\/\/)/.test(text)
        ? []
        : [...text.matchAll(/"[^"]*"|`[^`]*`?/g)].flatMap(([shown]) =>
            shownStumbles
              .filter(([words]) => / /.test(shown) && words.test(shown))
              .map(([, instead]) => `${file}:${index + 1} ${shown}: ${instead}`),
          ),
    )

/** Emails are called so where they are written and sent. */
const ofMail = /^(?:http\/(?:ports\/mail|outside\/mail\/|pages\/sign-in\/)|docs\/operations\.md)/
const letters = /\bletters?\b(?! and digits| of \w| are| is)/i
const ofAlphabets =
  /(?:case|capital|small|plain|Latin|ASCII|\b2|two|three) letters?|letters? (?:and|of|without)/i

const commentsIn = (source: string): ReadonlyArray<readonly [line: number, text: string]> =>
  source
    .split("\n")
    .map((text, index) => [index + 1, text] as const)
    .filter(([, text]) => /^\s*(?:\/\*\*?|\*|\/\/)|\s\/\/ /.test(text))

const linesIn = (file: string, source: string): ReadonlyArray<readonly [number, string]> =>
  file.endsWith(".md")
    ? source.split("\n").map((text, index) => [index + 1, text] as const)
    : commentsIn(source)

/** Where a text says what this house says otherwise, a line each. */
const stumblesIn = (file: string, source: string): ReadonlyArray<string> =>
  linesIn(file, source).flatMap(([line, text]) => [
    ...stumbles
      .filter(([words]) => words.test(text))
      .map(([words, instead]) => `${file}:${line} ${words.exec(text)?.[0]}: ${instead}`),
    ...(ofMail.test(file) && letters.test(text) && !ofAlphabets.test(text)
      ? [`${file}:${line} letter: email`]
      : []),
  ])

const files = execFileSync(
  "git",
  ["ls-files", "--", "*.md", "core", "rules", "http", "bench", ".config", ":!CHANGELOG.md"],
  { cwd: root, encoding: "utf8" },
)
  .split("\n")
  .filter((file) => /\.(?:md|tsx?|go|java|py|php)$/.test(file))

describe("prose", () => {
  it(`says the common word in ${files.length} documents and files with comments`, () => {
    assert.isAbove(files.length, 1_000)
    assert.deepStrictEqual(
      files.flatMap((file) => stumblesIn(file, readFileSync(`${root}${file}`, "utf8"))),
      [],
    )
  })

  it("runs and installs no package of ours by its bare name, which anybody may take", () => {
    const bare = /\bnpx (?:-\S+ )*viatica|\bnpm (?:install|i) (?:-\S+ )*viatica(?:-service)?(?!\S)/
    const named = (text: string): boolean => bare.test(text.replaceAll("npx --no viatica", ""))
    assert.deepStrictEqual(
      files.filter((file) => named(readFileSync(`${root}${file}`, "utf8"))),
      [],
    )
    for (const text of ["npx viatica-service doctor", "npm install -D viatica", "npx -y viatica"]) {
      assert.isTrue(named(text), text)
    }
    assert.isFalse(named("npm install ./viatica-service-2.3.2.tgz"))
    assert.isFalse(named("npm install $VIATICA_URL/docs/files/viatica.tgz"))
  })

  it("is read in documents and comments, and not in code", () => {
    const source = ["/** Told of it. */", 'const whoever = "held against"', "// in earnest"].join(
      "\n",
    )
    assert.deepStrictEqual(stumblesIn("core/a.ts", source), [
      "core/a.ts:1 Told of: receives, learns about, is notified of",
      "core/a.ts:3 in earnest: in production, for real",
    ])
    assert.lengthOf(stumblesIn("docs/a.md", "What dominates: whoever tells of it."), 3)
    assert.deepStrictEqual(stumblesIn("http/ports/mail.ts", "// Sends a letter."), [
      "http/ports/mail.ts:1 letter: email",
    ])
    assert.deepStrictEqual(stumblesIn("http/ports/mail.ts", "// Two capital letters."), [])
  })

  it("shows a native reader of the workbench nothing to stumble over", () => {
    const shown = files.filter((file) => /^http\/workbench\/.*\.tsx?$/.test(file))
    assert.isAbove(shown.length, 100)
    assert.deepStrictEqual(
      shown.flatMap((file) => shownStumblesIn(file, readFileSync(`${root}${file}`, "utf8"))),
      [],
    )
    assert.lengthOf(
      shownStumblesIn("words.ts", 'waiting: "A table stands here once it changes.",'),
      1,
    )
  })
})
