import { afterEach, beforeEach, describe, expect, it } from "@effect/vitest"
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeSampleFile } from "../../../../http/store/requests/make-request-sample.ts"

let folder = ""

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "viatica-sample-"))
})

afterEach(() => rm(folder, { recursive: true }))

const pathOf = (name: string): string => join(folder, "requests", name)

const fileOf = (bytesMax: number) =>
  makeSampleFile(pathOf("live.ndjson"), pathOf("live.older.ndjson"), bytesMax)

const textOf = (name: string): Promise<string> => readFile(pathOf(name), "utf8")

describe("a file of lines", () => {
  it("is made with its folder, and only its owner reads either", async () => {
    await fileOf(100).append("1\n2\n")
    await fileOf(100).append("3\n")
    expect(await textOf("live.ndjson")).toBe("1\n2\n3\n")
    expect((await stat(pathOf("live.ndjson"))).mode & 0o777).toBe(0o600)
    expect((await stat(pathOf("."))).mode & 0o777).toBe(0o700)
  })

  it("takes as much as its bound, and is begun anew by what goes beyond it", async () => {
    const file = fileOf(6)
    await file.append("1\n2\n")
    await file.append("3\n")
    expect(await readdir(pathOf("."))).toEqual(["live.ndjson"])
    await file.append("4\n")
    expect([await textOf("live.older.ndjson"), await textOf("live.ndjson")]).toEqual([
      "1\n2\n3\n",
      "4\n",
    ])
    await file.append("5\n6\n7\n")
    expect([await textOf("live.older.ndjson"), await textOf("live.ndjson")]).toEqual([
      "4\n",
      "5\n6\n7\n",
    ])
    expect((await readdir(pathOf("."))).sort()).toEqual(["live.ndjson", "live.older.ndjson"])
  })

  it("is there again after somebody took it away", async () => {
    const file = fileOf(100)
    await file.append("1\n")
    await rm(pathOf("."), { recursive: true })
    await file.append("2\n")
    expect(await textOf("live.ndjson")).toBe("2\n")
  })

  it("is whole where several write it at once", async () => {
    const files = Array.from({ length: 8 }, () => fileOf(1_000_000))
    await Promise.all(
      files.flatMap((file, index) =>
        Array.from({ length: 20 }, () => file.append(`${String(index).repeat(200)}\n`)),
      ),
    )
    const lines = (await textOf("live.ndjson")).trimEnd().split("\n")
    expect(lines.length).toBe(160)
    expect(lines.every((line) => /^(\d)\1{199}$/u.test(line))).toBe(true)
  })

  it("begins a line of its own after one that may have been cut", async () => {
    const file = fileOf(1_000_000)
    await file.append("1\n")
    await rm(pathOf("live.ndjson"))
    await mkdir(pathOf("live.ndjson"))
    await expect(file.append("2\n")).rejects.toThrow()
    await rm(pathOf("live.ndjson"), { recursive: true })
    await writeFile(pathOf("live.ndjson"), '{"tri')
    await file.append("3\n")
    await file.append("4\n")
    expect(await textOf("live.ndjson")).toBe('{"tri\n3\n4\n')
  })
})
