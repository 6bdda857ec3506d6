import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { EmulatorKey } from "../support/emulator.ts"
import {
  environmentFolder,
  installPython,
  type PythonEnvironment,
} from "../support/python-environment.ts"

const environment: PythonEnvironment = {
  name: "viatica-schemathesis",
  requirements: fileURLToPath(new URL("requirements.txt", import.meta.url)),
  pythonOldest: "3.10",
  what: "schemathesis",
}
const folder = environmentFolder(environment.name)
const program = `${folder}/bin/st`

/** Makes an environment with schemathesis, once; says why where that cannot be. */
export const installSchemathesis = (): string | undefined => {
  const installed = installPython(environment)
  return typeof installed === "string" ? undefined : installed.skipped
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
    cwd: folder,
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
