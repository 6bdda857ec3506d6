import { assert, describe, it } from "@effect/vitest"
import { readDirectives } from "../../../core/table/directives.ts"
import { readSource } from "../../../core/table/source.ts"

const conditions = (source: string) =>
  readDirectives("gap", source).map(({ conditions: some, line, why }) => [
    line,
    some.map(({ cell, column }) => `${column}=${cell}`),
    why,
  ])

describe("readDirectives()", () => {
  it("reads conditions and the reason, wherever the comment stands", () => {
    assert.deepStrictEqual(
      conditions("a,b\n1,2\n# gap a=x : first\n\n#gap  b=[3..5) a=not(y|z)  :  second: why\n"),
      [
        [3, ["a=x"], "first"],
        [5, ["b=[3..5)", "a=not(y|z)"], "second: why"],
      ],
    )
  })

  it("knows the place of each cell", () => {
    const [gap] = readDirectives("gap", "a,b\n# gap a=x bb=>=3 : why\n")
    assert.deepStrictEqual(gap?.conditions, [
      { column: "a", cell: "x", character: 9 },
      { column: "bb", cell: ">=3", character: 14 },
    ])
  })

  it.each([
    ["commas that a spreadsheet fills up with", "# gap a=x : why,,,"],
    ["quotes that a spreadsheet puts around", '"# gap a=x : why"'],
    ["both", '"# gap a=x : why",,'],
    ["Windows line ends", "# gap a=x : why\r"],
  ])("does not mind %s", (_, line) => {
    assert.deepStrictEqual(conditions(`a,b,c\n${line}\n`), [[2, ["a=x"], "why"]])
  })

  it("takes quotes and commas of a quoted reason as written", () => {
    assert.deepStrictEqual(conditions('a,b\n"# gap a=x : ""never"", they say",\n'), [
      [2, ["a=x"], '"never", they say'],
    ])
  })

  it("reads one that a spreadsheet has cut at its commas and quoted", () => {
    const whole = conditions('# gap zone=world : no "plan", ever, there\n')
    assert.deepStrictEqual(whole, [[1, ["zone=world"], 'no "plan", ever, there']])
    assert.deepStrictEqual(conditions('"# gap zone=world : no ""plan""", ever, there,,,\n'), whole)
  })

  it("lets words hold spaces, up to the next condition", () => {
    assert.deepStrictEqual(conditions("# gap product=Generic visa entry slug=cash : why\n"), [
      [1, ["product=Generic visa entry", "slug=cash"], "why"],
    ])
  })

  it("shows that a reason is missing", () => {
    assert.deepStrictEqual(conditions("# gap a=x\n# gap a=x :\n# gap a=x : \n"), [
      [1, ["a=x"], ""],
      [2, ["a=x"], ""],
      [3, ["a=x"], ""],
    ])
  })

  it("takes other comments, and lines inside of a quoted field, for what they are", () => {
    const source = 'a,b\n# gap years : study\n# a gap a=x : no\nx,"two\n# gap a=x : text\nlines"\n'
    assert.deepStrictEqual(conditions(source), [])
    assert.deepStrictEqual(conditions(`${source}# gap a=x : why\n`), [[7, ["a=x"], "why"]])
  })
})

describe("readSource()", () => {
  it("keeps a comment a comment when a spreadsheet has quoted it", () => {
    const source = '"# about, the table",\na,b\n1,2\n"# gap a=x : ""why""",\n"# short"\n3,4\n'
    const { errors, records, words } = readSource("t.csv", source, ["a", "b"])
    assert.deepStrictEqual(errors, [])
    assert.deepStrictEqual(
      records.map(({ line }) => line),
      [3, 6],
    )
    assert.deepStrictEqual([...(words("a") ?? [])], ["1", "3"])
  })

  it("keeps a row whose first cell is text that begins with a number sign", () => {
    const { records } = readSource("t.csv", 'a,b\n"#1",2\n', ["a", "b"])
    assert.strictEqual(records[0]?.fields[0]?.text, "#1")
    assert.lengthOf(readSource("t.csv", 'a\n"#1"\n', ["a"]).records, 1)
  })
})
