import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { answerFiles, compareAnswers, readExpected } from "./comparison.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-compared-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const expectedLines = [
  '{"id":0,"ok":true}',
  '{"id":1,"row":2,"error":"BAD_RESIDENCE"}',
  '{"row":3,"error":"INVALID_JSON"}',
  '{"row":4,"error":"INVALID_JSON"}',
  '{"id":4,"ok":true}',
]

const compared = async (...lines: ReadonlyArray<string>) => {
  writeFileSync(join(folder, "alone"), `${expectedLines.join("\n")}\n`)
  writeFileSync(join(folder, "part-0"), `${lines.join("\n")}\n`)
  const expected = await readExpected(join(folder, "alone"), 5)
  return compareAnswers(answerFiles(folder), expected)
}

const nothing = { same: 5, missing: 0, repeated: 0, different: 0 }

describe("answers of an engine", () => {
  it("are the same in any order, whatever the numbers of refused lines are", async () => {
    const other = ['{"error":"INVALID_JSON"}', '{"row":1,"error":"INVALID_JSON"}']
    const refused = '{"id":1,"error":"BAD_RESIDENCE"}'
    const [first = "", , , , last = ""] = expectedLines
    assert.deepStrictEqual(await compared(last, ...other, refused, first), nothing)
  })

  it("are missed, found twice, and found different", async () => {
    const without = expectedLines.slice(1)
    assert.deepStrictEqual(await compared(...without), { ...nothing, same: 4, missing: 1 })
    const twice = [...expectedLines, '{"id":0,"ok":true}']
    assert.deepStrictEqual(await compared(...twice), { ...nothing, repeated: 1 })
    const other = ['{"id":0,"ok":false}', ...without]
    assert.deepStrictEqual(await compared(...other), {
      ...nothing,
      same: 4,
      missing: 1,
      different: 1,
    })
    const third = [...expectedLines, '{"error":"INVALID_JSON"}']
    assert.deepStrictEqual(await compared(...third), { ...nothing, different: 1 })
    const fewer = expectedLines.filter((line) => line !== '{"row":3,"error":"INVALID_JSON"}')
    assert.deepStrictEqual(await compared(...fewer), { ...nothing, same: 4, missing: 1 })
  })
})
