import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import {
  answered,
  openWorkbench,
  testAuthor,
  type TestWorkbench,
} from "../../../../support/workbench.ts"
import { eventually } from "../../../../support/eventually.ts"
import { editFee, feeLine, refusedCode } from "../../../../support/workbench-edits.ts"

const you = { name: testAuthor.name, mail: testAuthor.email }
const lea = { name: "Léa Morin", mail: "lea@example.com" }

const asLea = (bench: TestWorkbench): void => {
  bench.git("config", "user.name", lea.name)
  bench.git("config", "user.email", lea.mail)
}

const commit = (bench: TestWorkbench, reason = "Fees of 2027") =>
  bench.call("reviewCommit", { name: "", reason, warnings: [], you: null })

const trailersOf = (bench: TestWorkbench, revision: string): string =>
  execFileSync("git", ["interpret-trailers", "--parse"], {
    input: bench.git("log", "-1", "--format=%B", revision),
    encoding: "utf8",
  })

/** The day a month from now: approvals and releases refuse days that have passed. */
const later = new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 10)

describe("a change that is committed, commented and approved", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail()

  beforeAll(async () => {
    // Whoever runs the tests is nobody in them.
    vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null")
    vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1")
    opened = await openWorkbench((folder) => {
      writeFileSync(join(folder, "..", "notes.txt"), "of no concern\n")
      writeFileSync(join(folder, "..", "staged.txt"), "staged\n")
    })
    bench().git("add", "staged.txt")
    await editFee(bench(), "1011")
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await opened?.end()
  })

  it("is not committed without a reason, nor when nothing has changed", async () => {
    assert.strictEqual(await refusedCode(commit(bench(), " \n ")), "NothingSaid")
  })

  it("commits the folder of tables alone, with trailers that git reads", async () => {
    const view = answered(await commit(bench(), "Fees of 2027:\n+ 5 %"))
    assert.deepStrictEqual(view.uncommitted, [])
    assert.deepStrictEqual(view.authors, [you])
    assert.strictEqual(view.reason, "Fees of 2027: + 5 %")
    const files = bench().git("show", "--name-only", "--format=", "HEAD").trim()
    assert.strictEqual(files, "data/fees.csv")
    assert.match(trailersOf(bench(), "HEAD"), /^Reason: Fees of 2027: \+ 5 %$/m)
    const status = bench().git("status", "--porcelain")
    assert.strictEqual(status, "A  staged.txt\n?? notes.txt\n")
    assert.strictEqual(await refusedCode(commit(bench())), "NothingToCommit")
  })

  it("is not approved by who made it, nor for a day that has passed", async () => {
    const approve = (from: string) => bench().call("reviewApprove", { from, you: null })
    assert.strictEqual(await refusedCode(approve(later)), "OwnApproval")
    assert.strictEqual(await refusedCode(approve("2020-01-01")), "DayUnusable")
    assert.strictEqual(await refusedCode(approve("2999-02-30")), "DayUnusable")
    // A second mail makes no second person.
    bench().git("config", "user.email", "ines@elsewhere.example")
    assert.strictEqual(await refusedCode(approve(later)), "OwnApproval")
    bench().git("config", "user.email", testAuthor.email)
  })

  it("keeps comments for a colleague who clones, and through a merge", async () => {
    bench().git("reset", "--quiet", "--", "staged.txt")
    const text = "why so much?\nsay it"
    const asked = { text, place: { file: "fees.csv", line: feeLine(bench()) }, you: null }
    answered(await bench().call("reviewComment", asked))
    const parent = bench().git("rev-parse", "--show-toplevel").trim()
    const clone = `${parent}-clone`
    execFileSync("git", ["clone", "--quiet", "--branch", "change", parent, clone])
    const there = (...args: ReadonlyArray<string>): string =>
      execFileSync("git", ["-C", clone, ...args], { encoding: "utf8", stdio: "pipe" })
    try {
      assert.include(there("log", "-1", "--format=%B"), "Comment: why so much? say it")
      const [comment] = answered(await bench().call("review", {})).comments
      there("config", "user.name", lea.name)
      there("config", "user.email", lea.mail)
      const answer = `Answer\n\nComment-answers: ${comment?.id}\nComment: costs rose\n`
      there("commit", "--quiet", "--allow-empty", "--message", answer)
      bench().git("commit", "--quiet", "--allow-empty", "--only", "--message", "Beside it")
      bench().git("fetch", "--quiet", clone, "change")
      bench().git("-c", "core.editor=true", "merge", "--quiet", "--no-edit", "FETCH_HEAD")
    } finally {
      rmSync(clone, { recursive: true, force: true })
    }
    const view = answered(await bench().call("review", {}))
    const [comment] = view.comments
    assert.deepStrictEqual(
      comment?.answers.map(({ by, text: said }) => [by.name, said]),
      [["Léa Morin", "costs rose"]],
    )
    assert.strictEqual(comment?.waitsForYou, true)
    assert.deepStrictEqual(view.authors, [you], "who comments is no author")
  })

  it("lists a comment where its row lies now, and settles it", async () => {
    const line = feeLine(bench())
    const first = async () =>
      answered(await bench().call("review", {})).comments[0] ?? assert.fail()
    const path = join(bench().folder, "fees.csv")
    writeFileSync(path, `# A line more.\n${readFileSync(path, "utf8")}`)
    const isAt = async (place: number) => (await first()).place?.line === place
    assert.isTrue(await eventually(() => isAt(line + 1), 20_000))
    const moved = await first()
    assert.strictEqual(moved.isRowChanged, false)
    bench().git("checkout", "--quiet", "--", "data/fees.csv")
    assert.isTrue(await eventually(() => isAt(line), 20_000))
    const settled = answered(await bench().call("reviewResolve", { id: moved.id, you: null }))
    assert.strictEqual(settled.comments[0]?.resolvedBy?.name, testAuthor.name)
    const input = { id: moved.id, text: "no, it is not", you: null }
    const again = answered(await bench().call("reviewAnswer", input))
    assert.strictEqual(again.comments[0]?.resolvedBy, null)
    assert.strictEqual(
      await refusedCode(bench().call("reviewResolve", { id: "none", you: null })),
      "NoSuchComment",
    )
  })

  it("is a patch that another repository takes, comments and what is not committed left out", async () => {
    const fees = readFileSync(join(bench().folder, "fees.csv"), "utf8")
    const parent = bench().git("rev-parse", "--show-toplevel").trim()
    const clone = `${parent}-main`
    const there = (args: ReadonlyArray<string>, input = ""): string =>
      execFileSync("git", ["-C", clone, ...args], { input, encoding: "utf8", stdio: "pipe" })
    execFileSync("git", ["clone", "--quiet", "--branch", "main", parent, clone])
    bench().git("config", "diff.noprefix", "true")
    bench().git("config", "diff.relative", "true")
    try {
      const response = await fetch(new URL("review/change.patch", bench().url))
      assert.match(response.headers.get("content-disposition") ?? "", /change\.patch/)
      there(["config", "user.name", lea.name])
      there(["config", "user.email", lea.mail])
      there(["am", "--quiet"], await response.text())
      assert.strictEqual(readFileSync(join(clone, "data", "fees.csv"), "utf8"), fees)
      assert.strictEqual(there(["log", "--format=%an", "main", "^origin/main"]).trim(), you.name)
      assert.match(there(["log", "-1", "--format=%B"]), /^Reason: Fees of 2027: \+ 5 %$/m)
    } finally {
      rmSync(clone, { recursive: true, force: true })
    }
  })

  it("is approved by a second person, until the tables are edited", async () => {
    asLea(bench())
    const view = answered(await bench().call("reviewApprove", { from: later, you: null }))
    assert.strictEqual(view.approval.state, "approved")
    const trailers = trailersOf(bench(), "HEAD")
    assert.match(trailers, /^Approved-by: Léa Morin <lea@example.com>$/m)
    assert.include(trailers, `Effective-from: ${later}\n`)
    assert.include(trailers, `Approved-tables: ${view.hash}\n`)
    await editFee(bench(), "1022")
    assert.strictEqual(answered(await bench().call("review", {})).approval.state, "withdrawn")
    answered(await bench().call("undo", {}))
    assert.strictEqual(answered(await bench().call("review", {})).approval.state, "approved")
  })

  it("is a patch with its comments and its approval, too, where all of it is asked for", async () => {
    const parent = bench().git("rev-parse", "--show-toplevel").trim()
    const clone = `${parent}-whole`
    const there = (args: ReadonlyArray<string>, input = ""): string =>
      execFileSync("git", ["-C", clone, ...args], { input, encoding: "utf8", stdio: "pipe" })
    execFileSync("git", ["clone", "--quiet", "--branch", "main", parent, clone])
    try {
      there(["config", "user.name", "Who Merges"])
      there(["config", "user.email", "merges@example.com"])
      const response = await fetch(new URL("review/whole.patch", bench().url))
      there(["am", "--quiet", "--empty=keep"], await response.text())
      const told = (git: (args: ReadonlyArray<string>) => string): string =>
        git([
          "log",
          "--no-merges",
          "--format=%an <%ae> %aI%n%(trailers:only=true)",
          "HEAD",
          "^main",
        ])
      const here = told((args) => bench().git(...args))
      assert.include(here, "Approved-tables: ")
      assert.include(here, "Comment: ")
      there(["switch", "--quiet", "--create", "change"])
      there(["branch", "--quiet", "--force", "main", "origin/main"])
      assert.strictEqual(
        told((args) => there(args)),
        here,
      )
    } finally {
      rmSync(clone, { recursive: true, force: true })
    }
  })

  it("does not commit tables with errors", async () => {
    await editFee(bench(), "much")
    assert.strictEqual(await refusedCode(commit(bench())), "ErrorsBlock")
    const [error] = answered(await bench().call("reviewCheck", {})).errors
    assert.match(error?.title.en ?? "", /^“much”/)
    assert.match(error?.title.fr ?? "", /^«\u00a0much\u00a0» /)
    answered(await bench().call("undo", {}))
  })

  it("shows what a failing hook says, in its own words", async () => {
    const hook = join(bench().folder, "..", ".git", "hooks", "pre-commit")
    mkdirSync(join(hook, ".."), { recursive: true })
    writeFileSync(hook, "#!/bin/sh\necho 'ask Paul first' >&2\nexit 1\n")
    chmodSync(hook, 0o755)
    await editFee(bench(), "1033")
    const reply = await commit(bench())
    rmSync(hook)
    assert.strictEqual(reply._tag, "Refused")
    if (reply._tag === "Refused") {
      assert.strictEqual(reply.refusal.code, "GitRefused")
      assert.include(String(reply.refusal.facts["words"]), "ask Paul first")
    }
  })

  it("commits nothing in the middle of a merge", async () => {
    const own = join(bench().folder, "..", ".git", "MERGE_HEAD")
    writeFileSync(own, bench().git("rev-parse", "HEAD"))
    assert.strictEqual(answered(await bench().call("review", {})).problem, "merge")
    assert.strictEqual(await refusedCode(commit(bench())), "RepositoryBusy")
    rmSync(own)
  })

  it("asks who commits where git knows nobody", async () => {
    bench().git("config", "--unset", "user.name")
    bench().git("config", "--unset", "user.email")
    const reply = answered(await bench().call("review", {}))
    assert.strictEqual(reply.you, null)
    assert.strictEqual(await refusedCode(commit(bench())), "NobodyNamed")
    const asked = { name: "", reason: "Fees", warnings: [], you: lea }
    answered(await bench().call("reviewCommit", asked))
    assert.strictEqual(
      bench().git("log", "-1", "--format=%an <%ae>").trim(),
      "Léa Morin <lea@example.com>",
    )
    bench().git("config", "user.name", testAuthor.name)
    bench().git("config", "user.email", testAuthor.email)
  })

  it("makes a branch first where there is none, and on main", async () => {
    bench().git("checkout", "--quiet", "--detach")
    await editFee(bench(), "1044")
    assert.strictEqual(answered(await bench().call("review", {})).needsBranch, true)
    assert.strictEqual(await refusedCode(commit(bench())), "ChangeUnnamed")
    const asked = { name: "Été 2027 !", reason: "Fees", warnings: [], you: null }
    const view = answered(await bench().call("reviewCommit", asked))
    assert.strictEqual(view.branch, "ete-2027")
    bench().git("switch", "--quiet", "--create", "master")
    await editFee(bench(), "1055")
    assert.strictEqual(await refusedCode(commit(bench())), "ChangeUnnamed")
    const taken = await bench().call("reviewCommit", { ...asked, name: "change" })
    assert.strictEqual(taken._tag === "Refused" ? taken.refusal.code : "", "GitRefused")
  })
})
