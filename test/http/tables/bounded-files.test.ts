import { execFileSync } from "node:child_process"
import { linkSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { mistakeSentence } from "../../../core/table/error.ts"
import {
  filesBelow,
  folderBounds,
  readBounded,
  unreadableReason,
  type WantedFile,
} from "../../../http/tables/bounded-files.ts"

let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "viatica-bounded-"))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)

const wanted = (file: string, bytesMax = 8): WantedFile => ({ file, bytesMax })

/** The texts of files, or in brackets why there are none. */
const read = async (files: ReadonlyArray<WantedFile>, totalBytesMax = 1_000) =>
  (await readBounded(folder, files, totalBytesMax)).map((each) =>
    "bytes" in each ? Buffer.from(each.bytes).toString() : `(${mistakeSentence(each.error)})`,
  )

describe("files below a folder", () => {
  it("are read up to the size that each may have", async () => {
    write("a.csv", "12345678")
    write("b.csv", "123456789")
    write("c.csv", "")
    expect(await read([wanted("a.csv"), wanted("b.csv"), wanted("c.csv")])).toEqual([
      "12345678",
      "(expected a file of at most 8 bytes)",
      "",
    ])
  })

  it("are read up to the size that they may have together", async () => {
    for (const file of ["a.csv", "b.csv", "c.csv"]) write(file, "1234")
    const files = ["a.csv", "b.csv", "c.csv"].map((file) => wanted(file))
    expect(await read(files, 12)).toEqual(["1234", "1234", "1234"])
    expect(await read(files, 11)).toEqual([
      "1234",
      "1234",
      "(expected files of at most 11 bytes together)",
    ])
  })

  it("are refused by their size alone, which costs no memory", async () => {
    write("a.csv", "")
    truncateSync(join(folder, "a.csv"), 2 ** 40)
    expect(await read([wanted("a.csv", 2 ** 20)])).toEqual([
      "(expected a file of at most 1048576 bytes)",
    ])
  })

  it("are refused where there is no end to them, whatever size they tell", async () => {
    expect(await readBounded("/proc/self", [wanted("maps")], 1_000)).toMatchObject([
      { file: "maps", error: { expected: { _tag: "FileOfAtMost", bytes: 8 } } },
    ])
  })

  it("are plain files: nothing waits for what a pipe may say", async () => {
    execFileSync("mkfifo", [join(folder, "a.csv")])
    mkdirSync(join(folder, "b.csv"))
    expect(await read([wanted("a.csv"), wanted("b.csv", 1_000_000), wanted("c.csv")])).toEqual([
      "(expected a file that can be read: it is no plain file)",
      "(expected a file that can be read: it is a folder)",
      "(expected a file of this name)",
    ])
  })

  it("are listed with those in folders, without what is hidden", async () => {
    mkdirSync(join(folder, "coach"))
    mkdirSync(join(folder, ".git"))
    for (const file of ["a.csv", "coach/b.csv", ".git/c.csv", ".d.csv"]) write(file, "")
    expect([...(await filesBelow(folder))].sort()).toEqual(["a.csv", "coach/b.csv"])
  })

  it("are not listed where they are too many", async () => {
    write("0", "")
    // A link is made sooner than a file.
    for (let at = 1; at < folderBounds.entriesMax; at += 1) {
      linkSync(join(folder, "0"), join(folder, `${at}`))
    }
    expect(await filesBelow(folder)).toHaveLength(folderBounds.entriesMax)
    write("more", "")
    const failed = await filesBelow(folder).catch(unreadableReason)
    expect(failed).toBe("it holds more than 10000 files and folders")
  })
})
