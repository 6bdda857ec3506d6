import { assert, describe, it } from "@effect/vitest"
import {
  makeProgressLine,
  type Progress,
  progressText,
} from "../../../../http/bulk/batch/progress.ts"

const progress: Progress = {
  noun: "bilan",
  answered: 1_234_567,
  refused: 0,
  inputBytes: 250,
  inputBytesTotal: 1000,
}
const speed = { lines: 1000, inputBytes: 0.1 }

describe("the text of progress", () => {
  it("tells share, bar, counts, rate and time left where the size of the input is known", () => {
    assert.strictEqual(
      progressText(progress, speed, 100),
      " 25% [######..................] 1,234,567 bilans, 1,000/s, 2:05:00 left",
    )
    assert.strictEqual(
      progressText({ ...progress, refused: 2, inputBytes: 999 }, speed, 100),
      " 99% [#######################.] 1,234,567 bilans, 2 refused, 1,000/s, 0:10 left",
    )
    assert.strictEqual(
      progressText({ ...progress, inputBytes: 0 }, { lines: 0, inputBytes: 0 }, 100),
      "  0% [........................] 1,234,567 bilans, 0/s",
    )
  })

  it("tells counts and rate alone where nobody knows the size", () => {
    const unknown = { ...progress, refused: 1, inputBytesTotal: undefined }
    assert.strictEqual(progressText(unknown, speed, 80), "1,234,567 bilans, 1 refused, 1,000/s")
  })

  it("never reaches the last column, so that no terminal breaks the line", () => {
    for (let columns = 1; columns < 100; columns += 1) {
      for (const inputBytesTotal of [undefined, 1000]) {
        const text = progressText({ ...progress, inputBytesTotal }, speed, columns)
        assert.isBelow(text.length, columns)
      }
    }
  })
})

describe("progress on a terminal", () => {
  const watch = () => {
    let nowMs = 0
    const written: Array<string> = []
    const terminal = { columns: 80, write: (text: string) => void written.push(text) }
    const line = makeProgressLine(terminal, () => nowMs)
    const unsized = { ...progress, inputBytesTotal: undefined }
    return {
      line,
      at: (timeMs: number, answered: number) => {
        nowMs = timeMs
        line.show({ ...unsized, answered })
      },
      written: () => written.splice(0),
    }
  }

  it("is written five times a second at most, over the line before", () => {
    const { at, written } = watch()
    for (let timeMs = 0; timeMs < 1000; timeMs += 10) at(timeMs, timeMs)
    assert.deepStrictEqual(written(), [
      "\r200 bilans, 1,000/s\u001b[K",
      "\r400 bilans, 1,000/s\u001b[K",
      "\r600 bilans, 1,000/s\u001b[K",
      "\r800 bilans, 1,000/s\u001b[K",
    ])
  })

  it("measures its rate over the last seconds", () => {
    const { at, written } = watch()
    for (let second = 1; second <= 20; second += 1) at(second * 1000, second * 10)
    for (let second = 21; second <= 31; second += 1) at(second * 1000, 200 + (second - 20) * 500)
    assert.strictEqual(written().at(-1), "\r5,700 bilans, 500/s\u001b[K")
  })

  it("goes away for other text and comes back after it", () => {
    const { at, line, written } = watch()
    line.clear()
    assert.deepStrictEqual(written(), [])
    at(1000, 10)
    line.clear()
    line.clear()
    at(1001, 20)
    at(1002, 30)
    assert.deepStrictEqual(written(), [
      "\r10 bilans, 10/s\u001b[K",
      "\r\u001b[K",
      "\r20 bilans, 20/s\u001b[K",
    ])
  })
})
