import { execFileSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { startWorkbench } from "../../../../../http/workbench/server/start-workbench.ts"
import type { CallReply } from "../../../../../http/workbench/protocol/call.ts"
import { removalText } from "../../../../../rules/tables/release.ts"
import type { ReviewView } from "../../../../../rules/changes/reviewed-change.ts"
import { cruisesInAsia } from "../../../../support/own-guards.ts"
import {
  askWorkbench,
  answered,
  openWorkbench,
  testSituations,
  type TestWorkbench,
} from "../../../../support/workbench.ts"
import { editFee, refusedCode } from "../../../../support/workbench-edits.ts"

const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Every file below a folder with its bytes. */
const bytesBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path)).toString("base64")]),
  )

const own = {
  rows: cruisesInAsia.file,
  definition: "own/cruises-asia.table.json",
  cases: "own/cruises-asia.cases.csv",
}

/** Puts a table of one's own with a case into the tables that are in force. */
const withOwnTable = (folder: string): void => {
  mkdirSync(join(folder, "own"))
  writeFileSync(join(folder, own.definition), cruisesInAsia.definition)
  writeFileSync(join(folder, own.rows), cruisesInAsia.rows("2999-04-01"))
  writeFileSync(
    join(folder, own.cases),
    "case,intent,region,oldest_age,start_date,reason\nAt 80,cruise,east_asia,80,2999-01-01,no_cruise_after_79\n",
  )
  for (const args of [
    ["add", "--all"],
    ["commit", "--quiet", "--message", "No cruises in Asia"],
    ["branch", "--force", "main"],
  ]) {
    execFileSync("git", ["-C", folder, ...args])
  }
}

describe("releases of a change", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail()

  beforeAll(async () => {
    opened = await openWorkbench(withOwnTable)
  })
  afterAll(() => opened?.end())

  const prepare = (given: { readonly name?: string; readonly effectiveFrom?: string } = {}) =>
    bench().call("releasePrepare", {
      name: "2027-fees",
      effectiveFrom: dayIn(31),
      reason: 'Fees, of "2027"',
      author: null,
      ...given,
    })

  it("has nothing to release before an edit", async () => {
    assert.strictEqual(await refusedCode(prepare()), "NothingToRelease")
    const view = answered(await bench().call("releases", {}))
    assert.deepStrictEqual(view.releases, [])
    assert.match(view.inForce?.hash ?? "", /^[0-9a-f]{12}$/)
    assert.strictEqual(view.rollback, null)
    assert.match(view.nextMonth, /^\d{4}-\d\d-01$/)
    assert.strictEqual(
      await refusedCode(bench().call("releaseRollback", { you: null })),
      "ReleaseRefused",
    )
  })

  it("suggests a name, and refuses names and days that cannot be", async () => {
    await editFee(bench(), "1011")
    const { nextMonth, suggestedName } = answered(await bench().call("releases", {}))
    assert.strictEqual(suggestedName, `${nextMonth.slice(0, 7)}-fees`)
    assert.strictEqual(await refusedCode(prepare({ name: "../out" })), "ReleaseMisnamed")
    assert.strictEqual(await refusedCode(prepare({ effectiveFrom: dayIn(-1) })), "DayUnusable")
  })

  it("prepares one in a step, which is undone byte for byte", async () => {
    const before = bytesBelow(bench().folder)
    answered(await prepare())
    const view = answered(await bench().call("session", {}))
    assert.deepStrictEqual(view.undo, { action: "release", file: "fees.csv", count: 1 })
    const folder = join(bench().folder, "releases", "2027-fees")
    assert.match(
      readFileSync(join(folder, "fees.csv"), "utf8"),
      /^standard_handling_fee_bps,1011,/m,
    )
    assert.strictEqual(bench().git("status", "--porcelain"), "?? data/releases/\n")
    answered(await bench().call("undo", {}))
    assert.deepStrictEqual(bytesBelow(bench().folder), before)
    assert.isFalse(existsSync(folder), "an empty folder would be a faulty release")
    answered(await bench().call("redo", {}))
    const [release] = answered(await bench().call("releases", {})).releases
    assert.deepInclude(release, {
      name: "2027-fees",
      state: "waiting",
      author: "Inès Caron",
      reason: 'Fees, of "2027"',
      tables: ["fees.csv"],
    })
    await editFee(bench(), "1012")
    assert.strictEqual(await refusedCode(prepare()), "ReleaseThere")
  })

  it("says what a later one undoes, and refuses one that is faulty", async () => {
    answered(await prepare({ name: "2027-fees-b", effectiveFrom: dayIn(40) }))
    const [first] = answered(await bench().call("releases", {})).releases
    assert.deepStrictEqual(first?.undoneBy, [{ by: "2027-fees-b", file: "fees.csv" }])
    answered(await bench().call("undo", {}))
    answered(await bench().call("undo", {}))
    await editFee(bench(), "much")
    assert.strictEqual(await refusedCode(prepare({ name: "2027-faulty" })), "ReleaseFaulty")
    answered(await bench().call("undo", {}))
  })

  it("puts one in force now, rolls it back and takes both back", async () => {
    const { inForce } = answered(await bench().call("releases", {}))
    answered(await bench().call("releaseNow", { name: "2027-fees" }))
    const now = answered(await bench().call("releases", {}))
    assert.deepStrictEqual(now.rollback, { name: "2027-fees", after: null })
    assert.notStrictEqual(now.inForce?.hash, inForce?.hash)
    const again = bench().call("releaseNow", { name: "2027-fees" })
    assert.strictEqual(await refusedCode(again), "ReleaseRefused")
    answered(await bench().call("releaseRollback", { you: null }))
    const back = answered(await bench().call("releases", {}))
    assert.strictEqual(back.releases[0]?.state, "withdrawn")
    assert.strictEqual(back.inForce?.hash, inForce?.hash)
    answered(await bench().call("undo", {}))
    answered(await bench().call("undo", {}))
    const [release] = answered(await bench().call("releases", {})).releases
    assert.strictEqual(release?.state, "waiting")
    answered(await bench().call("releaseWithdraw", { name: "2027-fees", you: null }))
    const gone = bench().call("releaseWithdraw", { name: "2027-fees", you: null })
    assert.strictEqual(await refusedCode(gone), "ReleaseRefused")
    answered(await bench().call("undo", {}))
  })

  it("takes a table of one's own away with its cases, which undo takes back", async () => {
    const before = bytesBelow(bench().folder)
    answered(await bench().call("removeOwnTable", { file: own.rows }))
    const { edited } = answered(await bench().call("releases", {}))
    assert.includeMembers([...edited], [own.cases, own.rows])
    answered(await prepare({ name: "2027-cruises" }))
    const release = answered(await bench().call("releases", {})).releases.find(
      ({ name }) => name === "2027-cruises",
    )
    assert.deepInclude(release, { state: "waiting", removed: [own.rows], mistakes: [] })
    const text = readFileSync(join(bench().folder, "releases/2027-cruises", own.definition), "utf8")
    assert.strictEqual(text, removalText("Own"))
    assert.isTrue(existsSync(join(bench().folder, own.rows)))
    const { changedTables } = answered(await bench().call("review", {}))
    assert.includeMembers([...changedTables], Object.values(own))
    answered(await bench().call("undo", {}))
    answered(await bench().call("undo", {}))
    assert.deepStrictEqual(bytesBelow(bench().folder), before)
  })

  it("keeps an approval when the approved tables go into a release", async () => {
    const commit = (reason: string) =>
      bench().call("reviewCommit", { name: "", reason, warnings: [], you: null })
    const from = dayIn(31)
    answered(await bench().call("undo", {}))
    answered(await bench().call("removeOwnTable", { file: own.rows }))
    answered(await commit("Fees of 2027"))
    bench().git("config", "user.name", "Léa Morin")
    bench().git("config", "user.email", "lea@example.com")
    const { approval } = answered(await bench().call("reviewApprove", { from, you: null }))
    assert.strictEqual(approval.state, "approved")
    answered(await prepare({ effectiveFrom: from }))
    const state = async () => answered(await bench().call("review", {})).approval.state
    assert.strictEqual(await state(), "approved")
    // The review tells the change although it has left the folder for the release.
    const report = answered(await bench().call("reviewReport", {}))
    assert.deepStrictEqual(report.releases, ["2027-fees"])
    assert.deepStrictEqual(
      report.tables.map(({ file, verdict }) => [file, verdict]),
      [
        ["fees.csv", "different"],
        [own.rows, "gone"],
        [own.cases, "gone"],
      ],
    )
    answered(await commit("Release of fees"))
    assert.strictEqual(await state(), "approved")
    const [release] = answered(await bench().call("releases", {})).releases
    assert.strictEqual(release?.approvedBy, "Léa Morin")
    const approvals = readFileSync(join(bench().folder, "releases/2027-fees/approvals.csv"), "utf8")
    assert.match(
      approvals,
      new RegExp(`\nrelease,Léa Morin <lea@example.com>,${from},[0-9a-f]{64}\n$`),
    )
    // Approved for one day, it waits for another.
    answered(await bench().call("releaseNow", { name: "2027-fees" }))
    assert.strictEqual(await state(), "withdrawn")
  })

  it("brings back the tables of a commit in one step", async () => {
    const [first] = answered(await bench().call("releases", {})).history
    await editFee(bench(), "1077")
    answered(await bench().call("releaseRestore", { commit: first?.commit ?? "" }))
    assert.match(readFileSync(join(bench().folder, "fees.csv"), "utf8"), /_fee_bps,1000,/)
    const folder = bench().call("releaseRestore", { commit: "/etc" })
    assert.strictEqual(await refusedCode(folder), "BadInput")
  })
})

describe("releases where a second person has to approve them", () => {
  let opened: TestWorkbench | undefined
  const bench = (): TestWorkbench => opened ?? assert.fail()

  beforeAll(async () => {
    opened = await openWorkbench(undefined, { APPROVALS: "1" })
  })
  afterAll(() => opened?.end())

  const become = (name: string, mail: string): void => {
    bench().git("config", "user.name", name)
    bench().git("config", "user.email", mail)
  }
  const name = "2027-fees"
  const act = (call: "releaseApprove" | "releaseWithdraw") =>
    bench().call(call, { name, you: null })
  const standing = async () => {
    const { needsApproval, releases } = answered(await bench().call("releases", {}))
    const [release] = releases
    assert.strictEqual(release?.waitsForApproval, release?.state === "refused")
    return [needsApproval, release?.state, release?.approvedBy, release?.withdrawalWantedBy]
  }

  it("come into force, and leave it, by the words of two people", async () => {
    await editFee(bench(), "1011")
    answered(
      await bench().call("releasePrepare", {
        name,
        effectiveFrom: dayIn(0),
        reason: "Fees",
        author: null,
      }),
    )
    assert.deepStrictEqual(await standing(), [true, "refused", null, null])
    assert.strictEqual(await refusedCode(act("releaseApprove")), "ReleaseRefused")
    become("Léa Morin", "lea@example.com")
    answered(await act("releaseApprove"))
    assert.deepStrictEqual(await standing(), [true, "inForce", "Léa Morin", null])
    answered(await act("releaseWithdraw"))
    assert.deepStrictEqual(await standing(), [true, "inForce", "Léa Morin", "Léa Morin"])
    assert.strictEqual(await refusedCode(act("releaseApprove")), "ReleaseRefused")
    become("Inès Caron", "ines@example.com")
    answered(await act("releaseApprove"))
    assert.deepStrictEqual(await standing(), [true, "withdrawn", "Léa Morin", null])
  })

  it("count nobody who approves among those who changed the tables", async () => {
    const commit = { name: "", reason: "Withdrawn", warnings: [], you: null }
    answered(await bench().call("reviewCommit", commit))
    become("Léa Morin", "lea@example.com")
    await editFee(bench(), "1012")
    const second = { name: "second", effectiveFrom: dayIn(9), reason: "Fees", author: null }
    answered(await bench().call("releasePrepare", second))
    answered(await bench().call("reviewCommit", { ...commit, reason: "Second" }))
    become("Omar Diallo", "omar@example.com")
    const asked = { from: dayIn(9), you: null }
    const approved = answered(await bench().call("reviewApprove", asked))
    assert.strictEqual(approved.approval.state, "approved")
    assert.notInclude(
      approved.authors.map((author) => author.name),
      "Omar Diallo",
    )
    const { releases } = answered(await bench().call("releases", {}))
    const release = releases.find((each) => each.name === "second")
    assert.deepStrictEqual([release?.state, release?.approvedBy], ["waiting", "Omar Diallo"])
    assert.deepStrictEqual(approved.uncommitted, [])
  })
})

describe("a change where the folder of tables is the repository, or lies in none", () => {
  /** Opens a workbench on a bare copy of the tables, and gives what makes its calls. */
  const open = async (folder: string) => {
    const scope = Scope.makeUnsafe()
    const { url } = await Effect.runPromise(
      Scope.provide(
        startWorkbench({ folder, base: Option.none(), port: 0, situations: testSituations }),
        scope,
      ),
    )
    const ask = (name: string, input: unknown): Promise<CallReply<unknown>> =>
      askWorkbench(url, name, input)
    return { ask, end: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
  }

  const folder = mkdtempSync(join(tmpdir(), "viatica-tables-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("shows what is missing, and commits where the folder is the root", async () => {
    cpSync(fileURLToPath(new URL("../../../../../data", import.meta.url)), folder, {
      recursive: true,
    })
    const bare = await open(folder)
    const view = answered(await bare.ask("review", {})) as ReviewView
    assert.strictEqual(view.problem, "no-repository")
    const asked = { name: "first", reason: "First", warnings: [], you: null }
    assert.strictEqual(await refusedCode(bare.ask("reviewCommit", asked)), "RepositoryBusy")
    await bare.end()

    const git = (...args: ReadonlyArray<string>): string =>
      execFileSync("git", ["-C", folder, "-c", "user.name=A", "-c", "user.email=a@b.c", ...args], {
        encoding: "utf8",
        stdio: "pipe",
      })
    git("init", "--quiet", "--initial-branch=main")
    git("add", "--all")
    git("commit", "--quiet", "--message", "The tables")
    const fees = join(folder, "fees.csv")
    writeFileSync(fees, readFileSync(fees, "utf8").replace("_fee_bps,1000,", "_fee_bps,1011,"))
    const own = await open(folder)
    const you = { name: "Inès Caron", mail: "ines@example.com" }
    const made = answered(await own.ask("reviewCommit", { ...asked, you })) as ReviewView
    assert.strictEqual(made.branch, "first")
    assert.strictEqual(git("show", "--name-only", "--format=", "HEAD").trim(), "fees.csv")
    await own.end()
  })
})
