import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { sentencesInErrors } from "./errors-as-data.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const sources = ["core", "rules", "http"].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    // What a partner's program gets is English by contract.
    .filter((path) => !path.endsWith(".d.ts") && !path.startsWith("http/clients/"))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") })),
)

const sentencesIn = (text: string, ...others: ReadonlyArray<readonly [string, string]>) =>
  sentencesInErrors([
    { path: "rules/a.ts", text },
    ...others.map(([path, other]) => ({ path, text: other })),
  ]).map(({ sentence }) => sentence)

describe("errors are data", () => {
  it("no finding, refusal or error of core, rules and http holds an English sentence", () => {
    assert.isAbove(sources.length, 1_000)
    assert.deepStrictEqual(
      sentencesInErrors(sources).map(
        ({ line, path, sentence }) => `${path}:${line} “${sentence}” is a sentence, not a fact`,
      ),
      [],
    )
  })

  it.each([
    ["a finding", `const found = { _tag: "Gap", why: "nobody over 64" }`, "nobody over 64"],
    ["a template", "const found = { _tag: 'Gap', why: `${file} is empty` }", "… is empty"],
    [
      "an error",
      `class Lost extends Data.TaggedError("Lost")<{ readonly reason: string }> {}
       const lost = new Lost({ reason: isCold ? "it is cold" : why })`,
      "it is cold",
    ],
    ["a failure", `const read = Result.fail("it is no JSON")`, "it is no JSON"],
    ["a list", `const read = Effect.fail([{ _tag: "A", says: ["one of many"] }])`, "one of many"],
    [
      "facts of a command's refusal",
      `import { refusal } from "../http/terminal/command-refused.ts"
       const refused = refusal("unreadable", { path, reason: "it is empty" })`,
      "it is empty",
    ],
    [
      "what a function of the file puts there",
      `const broken = (why: string) => Result.fail({ _tag: "Broken", why })
       const read = broken("there is no element")`,
      "there is no element",
    ],
    [
      "what a function puts there that calls another one",
      `const broken = (why: string) => Result.fail({ _tag: "Broken", why })
       const at = (line: number, what: string) => broken(what)
       const read = at(1, "there is no element")`,
      "there is no element",
    ],
  ])("a sentence is found in %s", (_, text, sentence) => {
    assert.deepStrictEqual(sentencesIn(text), [sentence])
  })

  it("a sentence is found that a function of another file puts there", () => {
    const helper = `export const malformed = (flaw: string) => ({ _tag: "Malformed", flaw })`
    const text = `import { malformed } from "./b.ts"
      const read = Result.fail(malformed("it has no rates"))`
    assert.deepStrictEqual(sentencesIn(text, ["rules/b.ts", helper]), ["it has no rates"])
  })

  it.each([
    ["codes and names", `const found = { _tag: "Gap", file: "a.csv", question: "price laws" }`],
    ["what a protocol answers", `const no = Result.fail({ code: "BAD", detail: "it is empty" })`],
    ["a cause", `const gone = Effect.fail({ _tag: "Gone", cause: "The house has no key." })`],
    ["the sentences of a teller", `const told = { Gap: () => "nobody over 64 is there" }`],
    ["what is no error", `const label = { text: "one of many" }`],
  ])("there may stand %s", (_, text) => {
    assert.deepStrictEqual(sentencesIn(text), [])
  })
})
