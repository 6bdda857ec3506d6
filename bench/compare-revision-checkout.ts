import { execFileSync } from "node:child_process"
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Why a revision is not compared at all, in one line. */
export class NotComparable extends Error {
  override readonly name = "NotComparable"
}

/** A revision in a folder of its own. */
export interface Checkout {
  readonly folder: string
  readonly commit: string
}

/** Where the project is, and whether other packages may be installed for the revision. */
export interface CheckoutOptions {
  readonly root: string
  readonly install: boolean
  readonly say: (text: string) => void
}

/** Git as the folder alone tells it to be: a hook's variables may name another repository. */
const git = (root: string, args: ReadonlyArray<string>): string => {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"))
  return execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    env: Object.fromEntries(kept),
    stdio: ["ignore", "pipe", "ignore"],
  })
}

const commitOf = (root: string, revision: string): string => {
  try {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]
    return git(root, args).trim()
  } catch {
    throw new NotComparable(`no revision ${revision}`)
  }
}

/** What a lock file installs, the project itself aside: its version says nothing about peers. */
const lockedPackages = (folder: string): string | null => {
  const path = join(folder, "package-lock.json")
  if (!existsSync(path)) return null
  const { packages = {} } = JSON.parse(readFileSync(path, "utf8")) as {
    readonly packages?: Readonly<Record<string, unknown>>
  }
  return JSON.stringify(Object.entries(packages).filter(([name]) => name !== ""))
}

const givePackages = (folder: string, revision: string, options: CheckoutOptions): void => {
  const { install, root, say } = options
  if (lockedPackages(folder) === lockedPackages(root)) {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction")
    return
  }
  if (!install) {
    const reason = `${revision} names other packages in package-lock.json, so peers differ`
    throw new NotComparable(`${reason}; --install installs them beside it`)
  }
  say(`installing the packages of ${revision}`)
  try {
    const args = ["ci", "--no-audit", "--no-fund"]
    execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "ignore"] })
  } catch {
    throw new NotComparable(`the packages of ${revision} could not be installed`)
  }
}

const remove = (root: string, temporary: string, folder: string): void => {
  try {
    const modules = join(folder, "node_modules")
    if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      unlinkSync(modules)
    git(root, ["worktree", "remove", "--force", folder])
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Works in a temporary folder that holds a revision and its packages, and removes the folder. */
export const withCheckout = async <Answer>(
  revision: string,
  options: CheckoutOptions,
  work: (checkout: Checkout) => Promise<Answer>,
): Promise<Answer> => {
  const commit = commitOf(options.root, revision)
  const temporary = mkdtempSync(join(tmpdir(), "viatica-revision-"))
  const folder = join(temporary, "revision")
  try {
    git(options.root, ["worktree", "add", "--detach", folder, commit])
  } catch {
    rmSync(temporary, { recursive: true, force: true })
    throw new NotComparable(`${revision} could not be checked out`)
  }
  try {
    givePackages(folder, revision, options)
    return await work({ folder, commit })
  } finally {
    remove(options.root, temporary, folder)
  }
}
