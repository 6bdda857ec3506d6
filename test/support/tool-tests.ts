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
    restOn: ["http/clients/", "http/api/", "test/http/clients/", "test/vectors/"],
  },
  {
    name: "bulk answers on engines",
    tests: ["test/engines/"],
    restOn: ["test/engines/", "http/bulk/", "docs/bulk.md"],
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

/**
 * The tests of tools that this run leaves out. None in the long form, where `TEST_TOOLS` is `all`, for
 * files that `asked` names, and where nothing differs from what has landed or nobody knows what has: that
 * is where all there is gets tried, as on a clean checkout of CI.
 */
export const leftOutTools = (asked: ReadonlyArray<string>): LeftOut | undefined => {
  const base = isLong || process.env["TEST_TOOLS"] === "all" ? undefined : landedBase()
  const changed = base === undefined ? [] : changedSince(base)
  if (base === undefined || changed.length === 0) return undefined
  const idle = idleTools(changed)
  const files = testFiles.filter(
    (file) =>
      idle.some(({ tests }) => tests.some((start) => file.startsWith(start))) &&
      !asked.some((part) => file.includes(part)),
  )
  if (files.length === 0) return undefined
  const names = idle.map(({ name }) => name).join("; ")
  return {
    files,
    sentence: `Skipped ${files.length} files of tests of tools, as nothing that they rest on differs from ${base.slice(0, 8)}: ${names}. TEST_TOOLS=all runs them, as does the long form.`,
  }
}

/** Prints at the end of a run what it left out. */
export const leftOutReporter = ({ sentence }: LeftOut): Reporter => ({
  onTestRunEnd: () => void process.stdout.write(`\n${sentence}\n`),
})
