import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeFolder } from "../../../../http/store/database/make-folder.ts"

const inTemporaryFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-folder-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const refusal = (making: Promise<void>): Promise<string> =>
  making.then(
    () => "made",
    (error: NodeJS.ErrnoException) => error.code ?? "",
  )

describe("making a folder", () => {
  it("makes what is missing above it, with the mode, and is content with one that is there", () =>
    inTemporaryFolder(async (folder) => {
      const deep = join(folder, "a/b/c")
      await Promise.all([makeFolder(deep, 0o700), makeFolder(deep, 0o700)])
      await makeFolder(deep)
      assert.strictEqual(statSync(deep).mode & 0o777, 0o700)
    }))

  it("refuses where a file is in the way", () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, "file")
      writeFileSync(file, "")
      assert.strictEqual(await refusal(makeFolder(file)), "EEXIST")
      assert.strictEqual(await refusal(makeFolder(join(file, "below"))), "ENOTDIR")
    }))

  it("ends where the file system makes no folders at all", async () => {
    const parent = existsSync("/proc") ? "/proc" : "/dev"
    const code = await refusal(makeFolder(`${parent}/viatica/data`))
    // By whoever runs the tests, what is refused and why: no such folder, no leave, no writing.
    assert.include(["ENOENT", "EACCES", "EPERM", "EROFS", "ENOTSUP"], code)
  })
})
