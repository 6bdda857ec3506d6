import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { EmulatorKey } from "../support/emulator.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const environmentFolder = `${root}node_modules/.cache/viatica-schemathesis`
const program = `${environmentFolder}/bin/st`

/** The oldest Python that schemathesis runs on. */
const pythonOldest = "3.10"

/** Where no package index answers, pip is not waited for. */
const installTimeoutMs = 90_000

const succeeds = (command: string, args: ReadonlyArray<string>): boolean =>
  spawnSync(command, args, { stdio: "ignore", timeout: installTimeoutMs }).status === 0

/** Makes an environment with schemathesis, once; says why where that cannot be. */
export const installSchemathesis = (): string | undefined => {
  const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url))
  const python = process.env["VIATICA_TEST_PYTHON"] ?? "python3"
  const [major, minor] = pythonOldest.split(".")
  const isNewEnough = `import sys; sys.exit(sys.version_info < (${major}, ${minor}))`
  if (!succeeds(python, ["-c", isNewEnough])) {
    return `there is no Python ${pythonOldest}; VIATICA_TEST_PYTHON names one`
  }
  if (!existsSync(environmentFolder) && !succeeds(python, ["-m", "venv", environmentFolder])) {
    return "no virtual environment can be made"
  }
  const quiet = ["--quiet", "--disable-pip-version-check", "--retries=1", "--timeout=15"]
  const pip = ["-m", "pip", "install", ...quiet]
  return succeeds(`${environmentFolder}/bin/python`, [...pip, "-r", requirements]) &&
    existsSync(program)
    ? undefined
    : "pip cannot install schemathesis here"
}

/** How long and with what it calls. */
export interface SchemathesisWish {
  readonly port: number
  readonly key: EmulatorKey
  readonly ref: string
  readonly phases: string
  readonly examples: number
  readonly seed: number
  readonly secondsMax: number
}

// The service reads tolerantly, and schemas cannot say what fields demand of each other: two checks are left out.
const leftOut = "negative_data_rejection,positive_data_acceptance"

/** Calls what the document describes, and holds every answer against it: whether all is documented. */
export const runSchemathesis = async (wish: SchemathesisWish): Promise<boolean> => {
  const address = `http://127.0.0.1:${wish.port}`
  const options = {
    phases: wish.phases,
    "exclude-checks": leftOut,
    seed: wish.seed,
    "max-examples": wish.examples,
    "max-time": wish.secondsMax,
    workers: 1,
    "generation-database": "none",
    warnings: "off",
  }
  const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const args = ["run", `${address}/openapi.json`, "--no-color", ...given]
  // The emulator runs in this process, which has to go on answering.
  const child = spawn(program, args, {
    cwd: environmentFolder,
    stdio: "inherit",
    env: {
      ...process.env,
      PYTHONPATH: fileURLToPath(new URL("hooks", import.meta.url)),
      PYTHONDONTWRITEBYTECODE: "1",
      SCHEMATHESIS_HOOKS: "signed_calls",
      VIATICA_EMULATOR: address,
      VIATICA_KEY_ID: wish.key.keyId,
      VIATICA_SECRET: wish.key.secret,
      VIATICA_REF: wish.ref,
    },
  })
  const [code] = (await once(child, "close")) as [number | null]
  return code === 0
}
