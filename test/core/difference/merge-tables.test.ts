import { assert, describe, it } from "@effect/vitest"
import { mergeTables } from "../../../core/difference/merge-tables.ts"

const base = "key,value\n# first\na,1\nb,2\nc,3\n# last\nd,4\n"

const merged = (mine: string, theirs: string) => {
  const found = mergeTables({ base, mine, theirs }, 2)
  return found === undefined ? assert.fail("no merge") : found
}

describe("two versions of a table from one base", () => {
  it("are both in the text where they touch other rows, side by side too", () => {
    const mine = base.replace("b,2", "b,20")
    const theirs = base.replace("c,3", "c,30").replace("# last", "# at last")
    const { conflicts, text } = merged(mine, theirs)
    assert.deepStrictEqual(conflicts, [])
    assert.strictEqual(text, "key,value\n# first\na,1\nb,20\nc,30\n# at last\nd,4\n")
  })

  it("keep rows that either adds or takes away", () => {
    const mine = base.replace("a,1\n", "a,1\nnew,9\n")
    const theirs = base.replace("d,4\n", "").replace("c,3\n", "c,3\nother,8\n")
    assert.deepStrictEqual(merged(mine, theirs), {
      text: "key,value\n# first\na,1\nnew,9\nb,2\nc,3\nother,8\n# last\n",
      conflicts: [],
    })
  })

  it("are one where both say the same", () => {
    const same = base.replace("b,2", "b,5")
    assert.deepStrictEqual(merged(same, same), { text: same, conflicts: [] })
  })

  it("conflict where both change a row in different ways, or one takes it away", () => {
    const mine = base.replace("b,2", "b,20")
    assert.deepStrictEqual(merged(mine, base.replace("b,2", "b,200")).conflicts, [
      { line: 4, base: ["b", "2"], mine: ["b", "20"], theirs: ["b", "200"] },
    ])
    const gone = merged(mine, base.replace("b,2\n", ""))
    assert.deepStrictEqual(gone.conflicts, [
      { line: 3, base: ["b", "2"], mine: ["b", "20"], theirs: null },
    ])
    assert.notInclude(gone.text, "b,2")
  })

  it("are both in a row where they change other cells of it, as each is written", () => {
    const rows = 'key,value,note\nb,2,"so, far"\nc,3,\n'
    const mine = rows.replace("b,2", "b,20").replace("c,3,", "c,3,mine")
    const theirs = rows.replace('"so, far"', '"as, ever"').replace("c,3,", "see,3,theirs")
    const { conflicts, text } = mergeTables({ base: rows, mine, theirs }, 3) ?? assert.fail("none")
    assert.strictEqual(text, 'key,value,note\nb,20,"as, ever"\nsee,3,theirs\n')
    assert.deepStrictEqual(conflicts, [
      { line: 3, base: ["c", "3", ""], mine: ["c", "3", "mine"], theirs: ["see", "3", "theirs"] },
    ])
    const chosen = mergeTables({ base: rows, mine, theirs }, 3, () => "mine")
    assert.strictEqual(chosen?.text, 'key,value,note\nb,20,"as, ever"\nsee,3,mine\n')
  })

  it("take the version that is chosen for each row", () => {
    const mine = base.replace("a,1", "a,10").replace("d,4", "d,40")
    const theirs = base.replace("a,1", "a,100").replace("d,4", "d,400")
    const chosen = mergeTables({ base, mine, theirs }, 2, (at) => (at === 0 ? "mine" : "theirs"))
    assert.strictEqual(chosen?.text, base.replace("a,1", "a,10").replace("d,4", "d,400"))
  })

  it("are not merged where a text is no table", () => {
    assert.isUndefined(mergeTables({ base, mine: base, theirs: 'a,"b\n' }, 2))
  })
})
