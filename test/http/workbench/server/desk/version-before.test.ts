import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  baseNames,
  readVersionBefore,
} from "../../../../../http/workbench/server/desk/version-before.ts"
import { changeLog } from "../../../../../http/workbench/server/repository/change-log.ts"
import { testAuthor } from "../../../../support/workbench.ts"

const data = fileURLToPath(new URL("../../../../../data", import.meta.url))

describe("the version that a change is held against", () => {
  let root = ""
  let fork = ""
  const git = (folder: string, ...args: ReadonlyArray<string>): string =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", stdio: "pipe" }).trim()
  const author = ["-c", `user.name=${testAuthor.name}`, "-c", `user.email=${testAuthor.email}`]
  /** Clones a branch as a colleague does who has nothing else. */
  const cloned = (from: string, branch: string): string => {
    const folder = mkdtempSync(join(root, "clone-"))
    git(root, "clone", "--quiet", "--branch", branch, join(root, from), folder)
    return folder
  }
  const before = (folder: string) =>
    Effect.runPromise(readVersionBefore(join(folder, "data"), Option.none()))

  /** A repository of tables with a trunk, and a branch `change` with one commit on it. */
  const prepared = (name: string, trunk: string): string => {
    const folder = join(root, name)
    cpSync(data, join(folder, "data"), { recursive: true })
    git(root, "init", "--quiet", `--initial-branch=${trunk}`, folder)
    git(folder, "add", "--all")
    git(folder, ...author, "commit", "--quiet", "--message", "The tables")
    fork = git(folder, "rev-parse", "HEAD")
    git(folder, "switch", "--quiet", "--create", "change")
    writeFileSync(join(folder, "note.txt"), "a change")
    git(folder, "add", "--all")
    git(folder, ...author, "commit", "--quiet", "--message", "A change")
    git(folder, "switch", "--quiet", trunk)
    return folder
  }

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "viatica-before-"))
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it("is where the branch left the remote's own one, in a fresh clone of the branch alone", async () => {
    for (const trunk of ["main", "tables"]) {
      prepared(`of-${trunk}`, trunk)
      const folder = cloned(`of-${trunk}`, "change")
      const { commit, left } = await before(folder)
      assert.deepStrictEqual([commit, left], [fork, `origin/${trunk}`])
      const log = await Effect.runPromise(changeLog(join(folder, "data"), commit))
      assert.deepStrictEqual(
        log.map(({ subject }) => subject),
        ["A change"],
      )
    }
  })

  it("is HEAD on the trunk, and where nothing was left, which is said", async () => {
    const trunk = await before(cloned("of-tables", "tables"))
    assert.deepStrictEqual([trunk.commit, trunk.left], [fork, undefined])
    const alone = join(root, "of-tables")
    git(alone, "switch", "--quiet", "--orphan", "lost")
    git(alone, "checkout", "--quiet", "change", "--", "data")
    git(alone, ...author, "commit", "--quiet", "--message", "Elsewhere")
    const lost = await before(alone)
    assert.deepStrictEqual([lost.commit, lost.left], [git(alone, "rev-parse", "HEAD"), null])
  })

  it("is where the branch left what it left last, here or at any remote, also off a branch", async () => {
    const own = prepared("of-several", "main")
    const folder = cloned("of-several", "change")
    // The branch here stays where it was, and the remote's goes on and is taken in.
    git(folder, "branch", "--quiet", "main", "origin/main")
    writeFileSync(join(own, "more.txt"), "more on main")
    git(own, "add", "--all")
    git(own, ...author, "commit", "--quiet", "--message", "More on main")
    git(folder, "fetch", "--quiet")
    git(folder, ...author, "merge", "--quiet", "--no-edit", "origin/main")
    const tip = git(own, "rev-parse", "main")
    const merged = await before(folder)
    assert.deepStrictEqual([merged.commit, merged.left], [tip, "origin/main"])
    // The other way round: here it is ahead of what the remote was when it was last fetched.
    git(folder, "update-ref", "refs/remotes/origin/main", fork)
    git(folder, "branch", "--quiet", "--force", "main", tip)
    const ahead = await before(folder)
    assert.deepStrictEqual([ahead.commit, ahead.left], [tip, "main"])
    git(folder, "checkout", "--quiet", "--detach")
    const detached = await before(folder)
    assert.deepStrictEqual([detached.commit, detached.left], [tip, "main"])

    const apart = mkdtempSync(join(root, "fork-"))
    const single = ["--single-branch", "--branch", "change"]
    git(root, "clone", "--quiet", ...single, join(root, "of-several"), apart)
    assert.isNull((await before(apart)).left)
    git(apart, "remote", "add", "upstream", join(root, "of-several"))
    git(apart, "fetch", "--quiet", "upstream")
    const upstream = await before(apart)
    assert.deepStrictEqual([upstream.commit, upstream.left], [fork, "upstream/main"])
  })

  it("can be any branch or tag, which are told by their names", async () => {
    prepared("of-names", "main")
    const folder = cloned("of-names", "change")
    git(folder, "tag", "v1.2", "origin/main")
    const names = await Effect.runPromise(baseNames(folder))
    assert.deepStrictEqual(names.toSorted(), ["change", "origin/change", "origin/main", "v1.2"])
    assert.deepStrictEqual(await Effect.runPromise(baseNames(root)), [])
  })
})
