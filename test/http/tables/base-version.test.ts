import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readRevision } from "../../../http/tables/base-version.ts"

const files = [
  "fees.csv",
  "own/cruises.csv",
  "own/cruises.table.json",
  "own/cruises.cases.csv",
  "sandbox/tariffs.cases.csv",
]

describe("the tables of a revision", () => {
  const root = mkdtempSync(join(tmpdir(), "viatica-base-"))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root })
  const commit = (folder: string): string => {
    const released = `${folder}releases/spring/sandbox/tariffs.cases.csv`
    for (const file of [...files.map((each) => `${folder}${each}`), released, "else.cases.csv"]) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), "fee\n")
    }
    git("add", "-A")
    git("-c", "user.name=Jo", "-c", "user.email=jo@example.test", "commit", "-qm", "tables")
    return join(root, folder)
  }

  it.effect("are with those of one's own and the cases of any table, and no release's", () =>
    Effect.gen(function* () {
      git("init", "-q")
      const { sources } = yield* readRevision("HEAD", commit("data/"))
      assert.deepStrictEqual([...sources.keys()].sort(), files.toSorted())
    }),
  )
})
