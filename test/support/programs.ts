import { spawnSync } from "node:child_process"

/** Whether a program can be run with some arguments, which end it at once. */
export const isInstalled = (program: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(program, args, { stdio: "ignore", timeout: 60_000 }).status === 0

/** The Python that tests may use; `VIATICA_TEST_PYTHON` names one with packages of its own. */
export const python = process.env["VIATICA_TEST_PYTHON"] ?? "python3"
