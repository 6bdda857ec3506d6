import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** A process of this machine, as Linux reports it. */
interface Seen {
  readonly pid: number
  readonly parent: number
  /** Its own time and that of those it has waited for, in ticks. */
  readonly ticks: number
  readonly residentPages: number
}

const read = (pid: number): Seen | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name before it may hold blanks.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const number = (index: number): number => Number(fields[index])
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + number(index), 0)
    return { pid, parent: number(1), ticks, residentPages: number(21) }
  } catch {
    return undefined
  }
}

const processes = (): ReadonlyArray<Seen> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)) ?? [])

/** What a process and all that it has started have used and hold. */
export interface TreeUse {
  readonly processorMicros: number
  readonly processes: number
  readonly residentMegabytes: number
}

const constant = (name: string): number =>
  Number(execFileSync("getconf", [name], { encoding: "utf8" }))

/** Whether this machine shows the processes of others: Linux does, by `/proc`. */
export const canSeeProcesses = (): boolean => read(process.pid) !== undefined

/** Reads the use of process trees; `without` is left out with all below it. */
export const makeTreeReader = () => {
  const ticksPerSecond = constant("CLK_TCK")
  const pageBytes = constant("PAGESIZE")
  return (root: number, without?: number): TreeUse => {
    const all = processes()
    const inTree = new Set([root])
    for (let grown = true; grown;) {
      const next = all.filter(
        ({ parent, pid }) => inTree.has(parent) && !inTree.has(pid) && pid !== without,
      )
      for (const { pid } of next) inTree.add(pid)
      grown = next.length > 0
    }
    const seen = all.filter(({ pid }) => inTree.has(pid))
    const sum = (of: (one: Seen) => number): number =>
      seen.reduce((total, one) => total + of(one), 0)
    return {
      processorMicros: (sum(({ ticks }) => ticks) * 1e6) / ticksPerSecond,
      processes: seen.length,
      residentMegabytes: (sum(({ residentPages }) => residentPages) * pageBytes) / 1e6,
    }
  }
}
