import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { plainEnvironment } from "../../support/run-process.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const run = promisify(execFile)

/** A version that an upgrade may begin at. */
export interface Landed {
  readonly commit: string
  /** What it is called, as the end of a sentence. */
  readonly name: string
  /** Whether it serves from several processes on one port, and so can be replaced by a reload. */
  readonly reloads: boolean
  /** Whether it tells of a cancelled sale that it earns nothing, as the contract has it since. */
  readonly tellsCancelledAsZero: boolean
}

/** Versions that an upgrade is tried from, the last landed one first. */
export const landedVersions: readonly [Landed, ...ReadonlyArray<Landed>] = [
  {
    commit: "57f52b0b",
    name: "the last landed version",
    reloads: true,
    tellsCancelledAsZero: true,
  },
  {
    commit: "1a276b1e",
    name: "the landed version before that",
    reloads: false,
    tellsCancelledAsZero: true,
  },
  {
    commit: "b5e8055c",
    name: "a version from before sales had records",
    reloads: false,
    tellsCancelledAsZero: false,
  },
]

/** The code of a version in a folder of its own, with the packages of this one. */
export interface OlderVersion {
  /** What Node is given to start a server of it. */
  readonly serverLine: ReadonlyArray<string>
  /** What a command of it prints as JSON. */
  readonly json: (
    environment: Readonly<Record<string, string>>,
    ...args: ReadonlyArray<string>
  ) => Promise<unknown>
  /** Lets the path that servers of it were started by lead to the code of now. */
  readonly replace: () => Promise<void>
  readonly end: () => Promise<void>
}

const launchOf = (folder: string): string => join(folder, ".config", "launch.mjs")

/** Takes the code of a version out of the history; undefined where that does not reach so far. */
export const takeVersion = async ({ commit }: Landed): Promise<OlderVersion | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), `viatica-${commit}-`))
  const end = () => rm(folder, { recursive: true, force: true })
  const code = join(folder, "code")
  try {
    const archive = join(folder, "code.tar")
    await run("git", ["archive", "--output", archive, commit], { cwd: root })
    await mkdir(code)
    await run("tar", ["xf", archive, "-C", code])
  } catch {
    await end()
    return undefined
  }
  await symlink(join(root, "node_modules"), join(code, "node_modules"))
  const manifest: unknown = JSON.parse(await readFile(join(code, "package.json"), "utf8"))
  const script = (manifest as { scripts: Record<string, string> }).scripts["serve"] ?? ""
  const options = script.split(" ").filter((word) => word.startsWith("--"))
  // Servers are started by a link, which is all that a release changes: see docs/operations.md.
  const current = join(folder, "current")
  await symlink(code, current)
  return {
    serverLine: [...options, launchOf(current), "serve"],
    json: (environment, ...args) => runJson(launchOf(code), environment, args),
    replace: async () => {
      await symlink(root, join(folder, "next"))
      await rename(join(folder, "next"), current)
    },
    end,
  }
}

/** What a command of this version prints as JSON. */
export const jsonNow = (
  environment: Readonly<Record<string, string>>,
  ...args: ReadonlyArray<string>
): Promise<unknown> => runJson(launchOf(root), environment, args)

const runJson = async (
  launch: string,
  environment: Readonly<Record<string, string>>,
  args: ReadonlyArray<string>,
): Promise<unknown> => {
  const env = { ...plainEnvironment(), ...environment }
  const { stdout } = await run(process.execPath, [launch, ...args, "--json"], { env })
  return JSON.parse(stdout)
}
