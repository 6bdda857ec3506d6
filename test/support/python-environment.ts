import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { python } from "./programs.ts"

/** Packages of Python that a test asks for, in an environment of their own. */
export interface PythonEnvironment {
  /** The name of its folder. */
  readonly name: string
  /** The file that lists them. */
  readonly requirements: string
  /** The oldest Python that they run on: `3.10`. */
  readonly pythonOldest: string
  /** What they are, in a sentence that says that they cannot be had. */
  readonly what: string
}

/** The folder of an environment, beside the packages of Node. */
export const environmentFolder = (name: string): string =>
  `${fileURLToPath(new URL("../../", import.meta.url))}node_modules/.cache/${name}`

/** Where no package index answers, pip is not waited for. */
const installTimeoutMs = 180_000

const succeeds = (command: string, args: ReadonlyArray<string>): boolean =>
  spawnSync(command, args, { stdio: "ignore", timeout: installTimeoutMs }).status === 0

/** Makes an environment, once, and gives its Python; says why where that cannot be. */
export const installPython = ({
  name,
  pythonOldest,
  requirements,
  what,
}: PythonEnvironment): string | { readonly skipped: string } => {
  const folder = environmentFolder(name)
  const [major, minor] = pythonOldest.split(".")
  const isNewEnough = `import sys; sys.exit(sys.version_info < (${major}, ${minor}))`
  if (!succeeds(python, ["-c", isNewEnough])) {
    return { skipped: `there is no Python ${pythonOldest}; VIATICA_TEST_PYTHON names one` }
  }
  if (!existsSync(folder) && !succeeds(python, ["-m", "venv", folder])) {
    return { skipped: "no virtual environment can be made" }
  }
  const quiet = ["--quiet", "--disable-pip-version-check", "--retries=1", "--timeout=15"]
  const own = `${folder}/bin/python`
  return succeeds(own, ["-m", "pip", "install", ...quiet, "-r", requirements])
    ? own
    : { skipped: `pip cannot install ${what} here` }
}
