import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { createFile } from "../../../../http/store/database/make-folder.ts"

it("of many who make a file at once one does, whole, and nothing else is left", async () => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-create-"))
  const path = join(folder, "key")
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000))
  await Promise.all(texts.map((text) => createFile(path, text)))
  const made = await readFile(path, "utf8")
  expect(texts).toContain(made)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await createFile(path, "later")
  expect(await readFile(path, "utf8")).toBe(made)
  expect(await readdir(folder)).toEqual(["key"])
  await rm(folder, { recursive: true })
})
