import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { describeTableError } from "../../../core/table/error.ts"
import { readReleases } from "../../../http/tables/releases.ts"
import { releaseStateOn, removalText } from "../../../rules/tables/release.ts"
import { cruisesInAsia } from "../../support/own-guards.ts"
import { runHere } from "../cli/run.ts"
import { copyTables, type CopiedTables } from "./copied-tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const run = runHere({})

const facts = (from: string, withdrawnOn = "") =>
  `effective_from,author,reason,withdrawn_on\n${from},Lea,"Rise, yearly",${withdrawnOn}\n`

const languages = "reference/languages.csv"
const more = `${shippedSources().get(languages)?.trimEnd()}\nxx,Test\n`

const write = ({ folder }: CopiedTables, files: Readonly<Record<string, string>>): void => {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, "releases", file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

const readFrom = async (tables: CopiedTables) =>
  (await Effect.runPromise(readReleases(tables.folder))).map(({ errors, name, ...release }) => ({
    name,
    state: releaseStateOn({ ...release, errors, name }, "2027-01-01"),
    mistakes: errors.map(describeTableError),
  }))

const release = (tables: CopiedTables, ...args: ReadonlyArray<string>) =>
  run(["tables", ...args, "--tables", tables.folder, "--json"])

describe("releases in a folder", () => {
  it("are none where there is no such folder", async () => {
    using tables = copyTables()
    expect(await Effect.runPromise(readReleases(tables.folder))).toEqual([])
  })

  it("hold the tables that they change, in their order", async () => {
    using tables = copyTables()
    write(tables, {
      "b-rise/release.csv": facts("2027-01-01"),
      [`b-rise/${languages}`]: more,
      "a-later/release.csv": facts("2027-02-01"),
      "a-later/fees.csv": "x",
    })
    expect(await readFrom(tables)).toEqual([
      { name: "b-rise", state: "inForce", mistakes: [] },
      { name: "a-later", state: "waiting", mistakes: [] },
    ])
  })

  it.each([
    [
      "no release.csv",
      { "rise/fees.csv": "x" },
      /^releases\/rise\/release\.csv:1:1 .*file of this name/,
    ],
    ["no table", { "rise/release.csv": facts("2027-01-01") }, /tables beside it/],
    [
      "a file of no table",
      { "rise/release.csv": facts("2027-01-01"), "rise/fee.csv": "x", "rise/fees.csv": "x" },
      /releases\/rise\/fee\.csv:1:1 .*did you mean "releases\/rise\/fees\.csv"/,
    ],
    [
      "the file that speaks of all tables",
      { "rise/release.csv": facts("2027-01-01"), "rise/bundle.csv": "x", "rise/fees.csv": "x" },
      /releases\/rise\/bundle\.csv/,
    ],
    ["a name with blanks", { "my rise/release.csv": facts("2027-01-01") }, /small letters/],
  ])("are refused with %s", async (_, files, expected) => {
    using tables = copyTables()
    write(tables, files)
    const [found] = await readFrom(tables)
    expect(found?.state).toBe("refused")
    expect(found?.mistakes.join("\n")).toMatch(expected)
  })
})

describe("viatica tables release", () => {
  const today = new Date().toISOString().slice(0, 10)

  it("lists, puts in force, rolls back to the hash before, and keeps what was withdrawn", async () => {
    using tables = copyTables()
    write(tables, { "rise/release.csv": facts("2999-01-01"), [`rise/${languages}`]: more })
    const listed = async () => {
      const { stdout } = await release(tables, "release", "list")
      const { releases } = JSON.parse(stdout) as {
        releases: ReadonlyArray<Readonly<Record<string, unknown>>>
      }
      return releases.map(({ effectiveFrom, state, withdrawnOn }) => [
        effectiveFrom,
        state,
        withdrawnOn,
      ])
    }
    expect(await listed()).toEqual([["2999-01-01", "waiting", null]])
    const none = await release(tables, "rollback")
    expect([none.status, none.stderr]).toEqual([1, expect.stringMatching(/No release is in force/)])
    expect(await release(tables, "release", "now", "rise")).toMatchObject({ status: 0 })
    expect(await listed()).toEqual([[today, "inForce", null]])
    const back = await release(tables, "rollback")
    const hashes = JSON.parse(back.stdout) as Readonly<Record<string, string>>
    expect(hashes).toMatchObject({ withdrawn: "rise", release: null })
    expect(hashes["after"]).not.toBe(hashes["before"])
    expect(await listed()).toEqual([[today, "withdrawn", today]])
    using untouched = copyTables()
    write(untouched, { "rise/release.csv": facts(today), "rise/fees.csv": "x" })
    const again = await release(tables, "release", "withdraw", "rise")
    expect([again.status, again.stderr]).toEqual([1, expect.stringMatching(/was withdrawn on/)])
  })

  it("refuses a faulty one its day, by file and line, and a name that is none", async () => {
    using tables = copyTables()
    write(tables, {
      "bad/release.csv": facts("2999-01-01"),
      [`bad/${languages}`]: "language,name\nXX,Upper\n",
    })
    const now = await release(tables, "release", "now", "bad")
    expect([now.status, now.stderr]).toEqual([
      1,
      expect.stringMatching(/bad is faulty: releases\/bad\/reference\/languages\.csv:2/),
    ])
    const checked = await release(tables, "release", "check")
    expect(checked.status).toBe(1)
    const whole = await run(["tables", "check", "--tables", tables.folder])
    expect(whole.stdout).toMatch(/releases\/bad\/reference\/languages\.csv:2/)
    const none = await release(tables, "release", "diff", "bat")
    expect(none.stderr).toMatch(/There is no release "bat"; did you mean bad\?/)
  })

  it("lists what it takes away, and warns where nothing of that name is there", async () => {
    using tables = copyTables()
    const { definition, file, rows } = cruisesInAsia
    const removal = { "own/cruises-asia.table.json": removalText("Cruises in Asia") }
    const within = (name: string, files: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(files).map(([each, text]) => [`${name}/${each}`, text]))
    write(tables, {
      "a-adds/release.csv": facts("2999-01-01"),
      ...within("a-adds", {
        "own/cruises-asia.table.json": definition,
        [file]: rows("2999-04-01"),
      }),
      "b-takes/release.csv": facts("2999-02-01"),
      ...within("b-takes", removal),
      "c-again/release.csv": facts("2999-03-01"),
      ...within("c-again", removal),
    })
    const tell = async (...args: ReadonlyArray<string>) =>
      (await run(["tables", "release", ...args, "--tables", tables.folder])).stdout
    const listed = await tell("list")
    expect(listed).toContain("b-takes: takes own/cruises-asia.csv away\n")
    expect(listed).toMatch(/^a-adds: b-takes .* undoes its own\/cruises-asia\.csv$/m)
    const checked = await tell("check")
    expect(checked).toMatch(/^b-takes: nothing forbids it$/m)
    expect(checked.match(/^ +warning .* is not there .*$/gm)).toEqual([
      "  warning it takes own/cruises-asia.csv away, which is not there before it",
    ])
    expect(await tell("diff", "b-takes", "--no-impact")).toMatch(/own\/cruises-asia\.csv/)
  })

  it("compares a release with what is in force before it", async () => {
    using tables = copyTables()
    write(tables, { "rise/release.csv": facts("2999-01-01"), [`rise/${languages}`]: more })
    const { status, stdout } = await release(tables, "release", "diff", "rise", "--no-impact")
    expect(status).toBe(0)
    const { tables: reports } = JSON.parse(stdout) as {
      tables: ReadonlyArray<{ readonly file: string; readonly verdict: string }>
    }
    const changed = reports.filter(({ verdict }) => verdict !== "unchanged")
    expect(changed.map(({ file, verdict }) => [file, verdict])).toEqual([[languages, "different"]])
  })
})

describe("releases where a second person has to approve them", () => {
  const today = new Date().toISOString().slice(0, 10)
  const strict = runHere({ APPROVALS: "1" })

  const asked = async (tables: CopiedTables, ...args: ReadonlyArray<string>) => {
    const all = ["tables", ...args, "--tables", tables.folder]
    const { status, stderr, stdout } = await strict(all)
    return [status, status === 0 ? stdout : stderr] as const
  }

  const stateIn = async (tables: CopiedTables): Promise<string | undefined> => {
    const { stdout } = await strict([
      "tables",
      "release",
      "list",
      "--tables",
      tables.folder,
      "--json",
    ])
    const { releases } = JSON.parse(stdout) as {
      readonly releases: ReadonlyArray<{ readonly state: string }>
    }
    return releases[0]?.state
  }

  it("come into force, and are withdrawn, by the words of two people alone", async () => {
    using tables = copyTables()
    write(tables, { "rise/release.csv": facts("2999-01-01"), [`rise/${languages}`]: more })
    expect(await stateIn(tables)).toBe("refused")
    expect(await asked(tables, "release", "now", "rise")).toEqual([
      1,
      expect.stringMatching(/rise waits until somebody other than Lea approves it/),
    ])
    const approve = ["release", "approve", "rise", "--by"]
    expect(await asked(tables, ...approve, "lea <l@example.org>")).toEqual([
      1,
      expect.stringMatching(/rise is Lea’s own: somebody else has to approve it/),
    ])
    expect(await asked(tables, ...approve, "Ines <i@example.org>")).toEqual([
      0,
      expect.stringMatching(/rise is approved by Ines from 2999-01-01 on/),
    ])
    expect(await stateIn(tables)).toBe("waiting")
    // Approved for a later day than today.
    expect((await asked(tables, "release", "now", "rise"))[0]).toBe(1)
    expect((await asked(tables, ...approve, "Ines <i@example.org>", "--from", today))[0]).toBe(0)
    expect((await asked(tables, "release", "now", "rise"))[0]).toBe(0)
    expect(await stateIn(tables)).toBe("inForce")
    expect(await asked(tables, "rollback", "--by", "Ines <i@example.org>")).toEqual([
      1,
      expect.stringMatching(
        /stays in force until somebody other than Ines approves its withdrawal/,
      ),
    ])
    expect(await stateIn(tables)).toBe("inForce")
    expect(await asked(tables, "rollback", "--by", "Omar <o@example.org>")).toEqual([
      1,
      expect.stringMatching(/until somebody other than Ines approves its withdrawal/),
    ])
    expect((await asked(tables, ...approve, "Ines <ines@example.com>"))[0]).toBe(1)
    expect((await asked(tables, ...approve, "Lea <l@example.org>"))[0]).toBe(0)
    expect(await stateIn(tables)).toBe("withdrawn")
  })

  it("tell whose approval was kept, also where it is said again", async () => {
    using tables = copyTables()
    write(tables, { "rise/release.csv": facts(today), [`rise/${languages}`]: more })
    const approve = async (by: string) =>
      (await asked(tables, "release", "approve", "rise", "--by", by, "--json"))[1]
    for (const name of ["Ines", "Omar", "Ines"]) {
      const by = `${name} <${name.toLowerCase()}@example.org>`
      expect(JSON.parse(await approve(by))).toMatchObject({ by: name, person: by })
    }
  })

  it("are refused again as soon as a table of them is edited", async () => {
    using tables = copyTables()
    write(tables, { "rise/release.csv": facts(today), [`rise/${languages}`]: more })
    await asked(tables, "release", "approve", "rise", "--by", "Ines <i@example.org>")
    expect(await stateIn(tables)).toBe("inForce")
    write(tables, { [`rise/${languages}`]: `${more}xy,Test\n` })
    expect(await stateIn(tables)).toBe("refused")
    const lenient = await release(tables, "release", "list")
    expect(lenient.stdout).toMatch(/"inForce"/)
  })

  it("say which row of their approvals cannot be read", async () => {
    using tables = copyTables()
    write(tables, {
      "rise/release.csv": facts(today),
      [`rise/${languages}`]: more,
      "rise/approvals.csv": "approves,person,day,tables\nall,Ines,2027-01-01,x\n",
    })
    expect(await stateIn(tables)).toBe("refused")
    const [, told] = await asked(tables, "release", "check", "rise", "--json")
    expect(told).toMatch(/1 faulty release/)
  })
})
