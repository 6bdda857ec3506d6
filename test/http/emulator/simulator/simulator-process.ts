import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import type { Fault } from "../../../../http/emulator/simulator/faults.ts"
import type { SimulatorCalls } from "../../../../http/emulator/simulator/server.ts"
import { builtEnvironment, builtProgram } from "../../../support/built-package.ts"
import { plainEnvironment } from "../../../support/run-process.ts"

const startTimeoutMs = 60_000

/** A simulated insurer in a process of its own. */
export interface SimulatorProcess {
  readonly url: URL
  /** Replaces the faults; none heals it. */
  readonly behave: (...faults: ReadonlyArray<Fault>) => Promise<void>
  readonly faults: () => Promise<ReadonlyArray<Fault>>
  readonly calls: () => Promise<SimulatorCalls>
  /** Ends it with a signal; its exit status. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit")
    child.kill(signal)
    await ended
  }
  return child.exitCode
}

/** Starts `viatica simulator` on a free port, with further arguments, and waits until it listens. */
export const startSimulatorProcess = async (
  ...args: ReadonlyArray<string>
): Promise<SimulatorProcess> => {
  const child = spawn(
    process.execPath,
    [await builtProgram(), "simulator", "--port", "0", "--json", ...args],
    {
      env: { ...plainEnvironment(), ...builtEnvironment() },
      stdio: ["ignore", "pipe", "inherit"],
    },
  )
  // A test that is cut off leaves no simulator behind.
  process.once("exit", () => child.kill("SIGKILL"))
  const signal = AbortSignal.timeout(startTimeoutMs)
  const [line] = (await once(createInterface(child.stdout), "line", { signal })) as [string]
  const url = new URL((JSON.parse(line) as { readonly url: string }).url)
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(new URL(path, url), {
      ...init,
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`The simulator answered ${response.status} to ${path}`)
    return response.json()
  }
  return {
    url,
    behave: async (...faults) => {
      await ask("/faults", { method: "PUT", body: JSON.stringify(faults) })
    },
    faults: async () => (await ask("/faults")) as ReadonlyArray<Fault>,
    calls: async () => (await ask("/calls")) as SimulatorCalls,
    end: (name = "SIGTERM") => end(child, name),
  }
}
