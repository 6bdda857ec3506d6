import { describe, expect, it } from "@effect/vitest"
import { describeOutsideFailure, type OutsideFailure } from "../../../http/ports/outside-failure.ts"

describe("why a source outside gave nothing", () => {
  it.each<readonly [OutsideFailure, string]>([
    [{ _tag: "TimedOut", timeoutMs: 300 }, "no answer within 300 ms"],
    [{ _tag: "Unreachable" }, "it cannot be reached"],
    [{ _tag: "Unreachable", code: "EPIPE" }, "it cannot be reached (EPIPE)"],
    [{ _tag: "Refused", status: 503 }, "it answered with status 503"],
    [{ _tag: "TooLarge", bytesMax: 64 }, "its answer has more than 64 bytes"],
    [{ _tag: "Malformed", flaw: { _tag: "NoJson" } }, "its answer cannot be read: it is no JSON"],
    [{ _tag: "Resting", wasLate: true }, "it failed several times and is left alone for a while"],
    [{ _tag: "Died", defect: "Error: no" }, "asking it failed here: Error: no"],
  ])("ends a sentence: %j", (failure, sentence) => {
    expect(describeOutsideFailure(failure)).toBe(sentence)
  })

  it.each<readonly [OutsideFailure, string]>([
    [{ _tag: "Unreachable" }, "the source cannot be reached"],
    [{ _tag: "Refused", status: 503 }, "the source answered with status 503"],
    [{ _tag: "TooLarge", bytesMax: 64 }, "the document has more than 64 bytes"],
  ])("names the source and its answer as its area does: %j", (failure, sentence) => {
    const names = { source: "the source", answer: "the document" }
    expect(describeOutsideFailure(failure, names)).toBe(sentence)
  })
})
