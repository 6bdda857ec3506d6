import { describe, expect, it } from "@effect/vitest"
import { batchContents } from "../../../http/tables/git.ts"

const text = (content: Uint8Array | undefined): string | undefined =>
  content === undefined ? undefined : Buffer.from(content).toString("latin1")

const oid = "0123456789abcdef0123456789abcdef01234567"

describe("batchContents()", () => {
  it("tells contents apart by their sizes, whatever they hold, and from what is missing", () => {
    const printed = [
      `${oid} blob 4\na\nb\n\n`,
      "HEAD:data/no such file.csv missing\n",
      `${oid} blob 0\n\n`,
      `${oid} blob 3\n\xff\x00\n\n`,
    ].join("")
    expect(batchContents(Buffer.from(printed, "latin1")).map(text)).toEqual([
      "a\nb\n",
      undefined,
      "",
      "\xff\x00\n",
    ])
  })

  it("finds nothing in nothing", () => {
    expect(batchContents(new Uint8Array())).toEqual([])
  })
})
