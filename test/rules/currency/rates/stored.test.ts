import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readStored, storedDocument } from "../../../../rules/currency/rates/accepted.ts"
import { acceptedOf, sampleTexts } from "./samples.ts"

const refusalOf = (document: unknown, day = "2026-11-20") => {
  const read = readStored({ day, document, source: "a source" })
  return Result.isFailure(read) ? read.failure._tag : "read"
}

describe("taken rates that are kept", () => {
  it("are read back as they were, digit for digit", () => {
    const accepted = acceptedOf(sampleTexts, "2026-11-20")
    const document: unknown = JSON.parse(JSON.stringify(storedDocument(accepted)))
    expect(document).toEqual(sampleTexts)
    const read = readStored({ day: accepted.day, source: accepted.source, document })
    expect(Result.getOrThrow(read)).toEqual(accepted)
  })

  it.each<readonly [string, unknown, string]>([
    ["are null", null, "Malformed"],
    ["are a list", ["1.1"], "Malformed"],
    ["are a text", "USD", "Malformed"],
    ["hold a number", { USD: 1.1 }, "Malformed"],
    ["hold no decimal", { USD: "1e1" }, "Malformed"],
    ["are out of bounds", { USD: "1000001" }, "OutOfBounds"],
  ])("are refused when they %s", (_, document, tag) => {
    expect(refusalOf(document)).toBe(tag)
  })

  it("are refused without a day", () => {
    expect(refusalOf({ USD: "1" }, "2026-02-30")).toBe("NotADay")
  })
})
