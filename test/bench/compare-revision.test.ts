import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { compareRevision, type CompareOptions } from "../../bench/compare-revision.ts"
import { NotComparable } from "../../bench/compare-revision-checkout.ts"
import { plainEnvironment } from "../support/run-process.ts"

describe("compareRevision()", { timeout: 120_000 }, () => {
  let folder: string
  let log: string

  const env = plainEnvironment()

  const git = (...args: ReadonlyArray<string>): string => {
    const author = ["-c", "user.name=Bench", "-c", "user.email=bench@example.org"]
    return execFileSync("git", [...author, ...args], { cwd: folder, encoding: "utf8", env })
  }

  /** A bench of one line or more, which notes that it ran. */
  const writeBench = (name: string, lines: string): void => {
    const note = `require("node:fs").appendFileSync(${JSON.stringify(log)}, "${name} ")`
    writeFileSync(join(folder, "bench", "run.ts"), `${note}\n${lines}\n`)
  }

  const commit = (tag: string): void => {
    git("add", "--all")
    git("commit", "--quiet", "--no-gpg-sign", "--message", tag)
    git("tag", tag)
  }

  const printing = (ratio: number): string => {
    const figure = { work: "work", against: "a peer", ratio, target: null, met: null }
    return `console.log(JSON.stringify([${JSON.stringify(figure)}]))`
  }

  const compare = (revision: string, given: Partial<CompareOptions> = {}) =>
    compareRevision({
      root: folder,
      revision,
      parts: [{ name: "made-up", about: "Made up." }],
      runs: 2,
      install: false,
      say: () => {},
      signal: new AbortController().signal,
      ...given,
    })

  const assertTidy = (): void => {
    assert.lengthOf(git("worktree", "list").trim().split("\n"), 1)
    assert.isTrue(existsSync(join(folder, "node_modules", "kept")), "the packages are still there")
  }

  const refusalOf = (promise: Promise<unknown>): Promise<NotComparable> =>
    promise.then(
      () => assert.fail("it was compared"),
      (cause: unknown) => {
        assert.instanceOf(cause, NotComparable)
        return cause
      },
    )

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "viatica-compared-"))
    log = join(folder, "node_modules", "log")
    mkdirSync(join(folder, "bench"))
    mkdirSync(join(folder, "node_modules"))
    writeFileSync(join(folder, "node_modules", "kept"), "")
    writeFileSync(join(folder, ".gitignore"), "node_modules/\n")
    const lock = (version: string, peer: string): void => {
      const packages = { "": { version }, "node_modules/peer": { version: peer } }
      writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }))
    }
    git("init", "--quiet")
    const project = { name: "compared", version: "1.0.0" }
    const empty = { ...project, lockfileVersion: 3, requires: true, packages: { "": project } }
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(empty))
    writeFileSync(join(folder, "package.json"), JSON.stringify(project))
    writeBench("no-peers", printing(1))
    commit("no-peers")
    const locks = { ...project, dependencies: { peer: "file:./missing" } }
    writeFileSync(join(folder, "package.json"), JSON.stringify(locks))
    lock("1.0.0", "0.9.0")
    writeBench("other-peers", printing(1))
    commit("other-peers")
    lock("1.0.0", "1.0.0")
    writeBench("before", printing(2))
    commit("before")
    writeBench("older", `console.log('{"seed":1,"figures":[]}')`)
    commit("older")
    writeBench("crashing", `throw new TypeError("broke in ${folder}")`)
    commit("crashing")
    writeBench("lacking", `console.error("no bench made-up; there are a, b"); process.exitCode = 2`)
    commit("lacking")
    lock("2.0.0", "1.0.0")
    writeBench("now", printing(3))
  })

  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  it("runs both sides in turns, whatever the project's own version, and leaves nothing behind", async () => {
    const said: Array<string> = []
    const { comparison, parts } = await compare("before", { say: (text) => said.push(text) })
    assert.strictEqual(readFileSync(log, "utf8"), "before now before now ")
    assert.deepInclude(comparison, { revision: "before", runs: 2, remarks: [] })
    assert.strictEqual(comparison.commit, git("rev-parse", "before").trim())
    assert.deepInclude(comparison.changes[0], {
      before: { ratio: 2, least: 2, most: 2 },
      now: { ratio: 3, least: 3, most: 3 },
      changePercent: 50,
      verdict: "changed",
    })
    assert.deepStrictEqual(said, [
      "made-up: before, run 1 of 2",
      "made-up: now, run 1 of 2",
      "made-up: before, run 2 of 2",
      "made-up: now, run 2 of 2",
    ])
    assert.deepInclude(parts[0], { name: "made-up", failure: "its run left no record" })
    assertTidy()
  })

  it.each([
    ["older", "older, part made-up: its --json has another shape"],
    ["crashing", "crashing, part made-up: TypeError: broke in (temporary)/"],
    ["lacking", "lacking, part made-up: no bench made-up; there are a, b"],
  ])("says in one line why %s gives no figures, and asks it once", async (revision, remark) => {
    rmSync(log)
    const { comparison } = await compare(revision)
    assert.lengthOf(comparison.remarks, 1)
    assert.isTrue(comparison.remarks[0]?.startsWith(remark), comparison.remarks[0])
    assert.deepStrictEqual(comparison.changes, [])
    assert.deepStrictEqual(comparison.onlyNow, [{ work: "work", against: "a peer" }])
    assert.strictEqual(readFileSync(log, "utf8"), `${revision} now `)
    assertTidy()
  })

  it.each(["nothing", "-x", "before:bench"])(
    "refuses %s, which is no revision",
    async (revision) => {
      assert.strictEqual((await refusalOf(compare(revision))).message, `no revision ${revision}`)
      assertTidy()
    },
  )

  it("refuses a revision with other peers", async () => {
    const { message } = await refusalOf(compare("other-peers"))
    assert.match(message, /^other-peers names other packages [^\n]*--install[^\n]*$/)
    assertTidy()
  })

  it("installs the packages of a revision where that is asked", async () => {
    rmSync(log)
    const { comparison } = await compare("no-peers", { install: true })
    assert.strictEqual(readFileSync(log, "utf8"), "no-peers now no-peers now ")
    assert.lengthOf(comparison.changes, 1)
    assertTidy()
    const { message } = await refusalOf(compare("other-peers", { install: true }))
    assert.strictEqual(message, "the packages of other-peers could not be installed")
    assertTidy()
  })

  it("ends where it is stopped, and leaves nothing behind", async () => {
    const stop = new AbortController()
    const stopped = compare("before", { signal: stop.signal, say: () => stop.abort() })
    const cause = await stopped.then(
      () => assert.fail("it went on"),
      (cause: unknown) => cause,
    )
    assert.notInstanceOf(cause, NotComparable)
    assertTidy()
  })
})
