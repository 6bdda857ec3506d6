import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Reporter } from "vitest/node"
import { isLong } from "./long.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Tests of something that no user meets, or in a language that few of us have changed. */
interface Tool {
  readonly name: string
  /** The paths of its tests begin so. */
  readonly tests: ReadonlyArray<string>
  /** Its tests have something new to say where a path that begins so has changed. */
  readonly restOn: ReadonlyArray<string>
}

const judges = "crash disk events load network quotas slow strangers".split(" ")
const languages = "go java php python".split(" ")

/** Tools whose tests run where what they rest on has changed, and in the long form. */
export const tools: ReadonlyArray<Tool> = [
  { name: "the bench", tests: ["test/bench/"], restOn: ["bench/", "test/bench/"] },
  {
    name: "the torture's judges",
    tests: judges.map((judge) => `test/torture/${judge}.test.ts`),
    restOn: ["test/torture/"],
  },
  {
    name: "clients in Go, Java, PHP and Python",
    tests: languages.map((language) => `test/http/clients/${language}.test.ts`),
    restOn: [
      "http/clients/",
      "http/api/",
      "http/pages/docs/",
      "test/http/clients/",
      "test/http/robot/",
      "test/vectors/",
    ],
  },
  {
    name: "bulk answers on engines",
    tests: ["test/engines/"],
    restOn: ["test/engines/", "http/bulk/", "docs/bulk.md"],
  },
  {
    name: "clients by generators",
    tests: ["test/generators/"],
    restOn: ["test/generators/", "http/api/", "http/pages/api-document"],
  },
]

/** What all of them stand on. */
const common = ["package-lock.json", "package.json", ".config/", "test/support/"]

/** The tools that some changes leave as they were. */
export const idleTools = (changed: ReadonlyArray<string>): ReadonlyArray<Tool> =>
  tools.filter(({ restOn }) =>
    changed.every((path) => ![...common, ...restOn].some((start) => path.startsWith(start))),
  )

const git = (...args: ReadonlyArray<string>): string | undefined => {
  try {
    return execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: "pipe" }).trimEnd()
  } catch {
    return undefined
  }
}

/** The commit at which this work left what has landed; undefined in a checkout that does not know. */
export const landedBase = (): string | undefined => {
  for (const landed of ["origin/HEAD", "origin/main", "main"]) {
    const base = git("merge-base", "HEAD", landed)
    if (base !== undefined) return base
  }
  return undefined
}

/** The work of one landing has been committed in less time than this. */
const landingHours = 12

/**
 * What a checkout of what has landed is compared with: the commit that `LANDED_BEFORE` names, or the newest
 * one of half a day before the last; undefined where the checkout does not reach back to it.
 */
export const landedBefore = (): string | undefined => {
  const named = process.env["LANDED_BEFORE"]
  if (named !== undefined && named !== "") return git("rev-parse", "--verify", `${named}^{commit}`)
  const last = Number(git("show", "--no-patch", "--format=%ct", "HEAD") ?? "NaN")
  const before = `--before=${last - landingHours * 3_600}`
  const found = git("rev-list", "--max-count=1", "--first-parent", before, "HEAD")
  return found === "" ? undefined : found
}

/** The paths that differ from a commit, what is not committed and not known to git among them. */
export const changedSince = (commit: string): ReadonlyArray<string> =>
  [git("diff", "--name-only", commit), git("ls-files", "--others", "--exclude-standard")].flatMap(
    (paths) => (paths === undefined || paths === "" ? [] : paths.split("\n")),
  )

const testFiles = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `test/${path.replaceAll("\\", "/")}`)

/** Tests that a run leaves out, and the sentence that says so. */
export interface LeftOut {
  readonly files: ReadonlyArray<string>
  readonly sentence: string
}

/** The tools that rest on nothing new here, and since which commit; undefined where all are to be tried. */
interface Idle {
  readonly since: string
  readonly tools: ReadonlyArray<Tool>
}

/**
 * What need not be tried. Work is compared with where it left what has landed, and what has landed, as CI
 * checks it out, with what there was before. All is tried in the long form, where `TEST_TOOLS` is `all`, and
 * where nobody knows what differs.
 */
const idleHere = (): Idle | undefined => {
  if (isLong || process.env["TEST_TOOLS"] === "all") return undefined
  for (const base of [landedBase, landedBefore]) {
    const since = base()
    const changed = since === undefined ? [] : changedSince(since)
    if (since !== undefined && changed.length > 0) return { since, tools: idleTools(changed) }
  }
  return undefined
}

const skipped = (what: string, { since }: Idle, names: ReadonlyArray<string>): string =>
  `Skipped ${what}, as nothing that they rest on differs from ${since.slice(0, 8)}: ${names.join("; ")}. TEST_TOOLS=all runs them, as does the long form.`

/** Why a tool of that name is not tried here; undefined where it is. */
export const idleSentence = (name: string): string | undefined => {
  const idle = idleHere()
  return idle?.tools.some((tool) => tool.name === name) === true
    ? skipped("tests of a tool", idle, [name])
    : undefined
}

/** The tests of tools that this run leaves out; none that `asked` names. */
export const leftOutTools = (asked: ReadonlyArray<string>): LeftOut | undefined => {
  const idle = idleHere()
  if (idle === undefined) return undefined
  const files = testFiles.filter(
    (file) =>
      idle.tools.some(({ tests }) => tests.some((start) => file.startsWith(start))) &&
      !asked.some((part) => file.includes(part)),
  )
  if (files.length === 0) return undefined
  const names = idle.tools.map(({ name }) => name)
  return { files, sentence: skipped(`${files.length} files of tests of tools`, idle, names) }
}

/** Prints at the end of a run what it left out. */
export const leftOutReporter = ({ sentence }: LeftOut): Reporter => ({
  onTestRunEnd: () => void process.stdout.write(`\n${sentence}\n`),
})
