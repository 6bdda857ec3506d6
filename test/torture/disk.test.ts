import { access, writeFile } from "node:fs/promises"
import { describe, expect, it } from "@effect/vitest"
import { openVolume } from "./disk/volume.ts"

describe("a volume", () => {
  it("has no byte left once it is full, and is gone in the end", async (context) => {
    const volume = await openVolume(1)
    if (volume === undefined) return context.skip("mounting a disk takes root")
    const path = `${volume.folder}/file`
    try {
      await volume.fill()
      await expect(writeFile(path, "x".repeat(10_000))).rejects.toMatchObject({ code: "ENOSPC" })
      await volume.free()
      await writeFile(path, "x".repeat(10_000))
    } finally {
      await volume.end()
    }
    await expect(access(volume.folder)).rejects.toMatchObject({ code: "ENOENT" })
  })
})
