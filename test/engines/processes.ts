import { spawn } from "node:child_process"
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Processes are found in `/proc`, which only Linux has. */
export const canKill = existsSync("/proc/self/stat")

interface FoundProcess {
  readonly pid: number
  readonly parent: number
  readonly command: string
  /** Processor time that it has used itself, in seconds. */
  readonly seconds: number
}

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

const readProcess = (pid: number): ReadonlyArray<FoundProcess> => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
    const seconds = ((user ?? 0) + (system ?? 0)) / ticksPerSecond
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()
    return [{ pid, parent: parent ?? 0, command, seconds }]
  } catch {
    return [] // it has ended meanwhile
  }
}

/** The processes that a process started, and those that these started. */
const descendantsOf = (root: number): ReadonlyArray<FoundProcess> => {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const under = (pid: number): ReadonlyArray<FoundProcess> =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...under(one.pid)])
  return under(root)
}

const hasOutput = (folder: string): boolean => {
  if (!existsSync(folder)) return false
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).some((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    return found?.isFile() === true && found.size > 0
  })
}

/** Kills a process; whether it was still there. */
const killIfThere = (pid: number): boolean => {
  try {
    return process.kill(pid, "SIGKILL")
  } catch {
    return false // it has ended meanwhile
  }
}

/** A program that is run to its end. */
export interface EngineProgram {
  readonly command: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  /** Where its output is kept. */
  readonly logFile: string
  /** All its processes are ended after so long. */
  readonly limitMs?: number
  /** Kills the first process below it whose command line has this, once there is some output in a folder. */
  readonly kill?: { readonly pattern: RegExp; readonly onceIn: string }
}

/** How a program ended. */
export interface EngineOutcome {
  readonly status: number | null
  /** The processor time of all processes below it, as far as it was seen: nothing where there is no `/proc`. */
  readonly seconds: number
  readonly killed: number | undefined
  /** Whether it was ended at its limit. */
  readonly isLate: boolean
}

/** How often processes are looked at, in milliseconds: of each, at most so much time is not seen. */
const lookEveryMs = 200

/** Runs a program of an engine; kills what is to be killed on the way. */
export const runEngine = (program: EngineProgram): Promise<EngineOutcome> =>
  new Promise((resolve, reject) => {
    const { command, environment, folder, kill, limitMs, logFile } = program
    const [file = "", ...args] = command
    const log = openSync(logFile, "w")
    const child = spawn(file, args, {
      cwd: folder,
      env: environment,
      stdio: ["ignore", log, log],
    })
    closeSync(log)
    const { pid: root } = child
    const seconds = new Map<number, number>()
    let killed: number | undefined
    let isLate = false
    const end = (): void => {
      isLate = true
      for (const { pid } of root === undefined ? [] : descendantsOf(root))
        process.kill(pid, "SIGKILL")
      child.kill("SIGKILL")
    }
    const limit = limitMs === undefined ? undefined : setTimeout(end, limitMs)
    const look = (): void => {
      if (root === undefined || !canKill) return
      const found = [...readProcess(root), ...descendantsOf(root)]
      for (const one of found) seconds.set(one.pid, one.seconds)
      if (kill === undefined || killed !== undefined || !hasOutput(kill.onceIn)) return
      const victim = found.find((one) => kill.pattern.test(one.command))
      if (victim === undefined) return
      if (killIfThere(victim.pid)) killed = victim.pid
    }
    const timer = setInterval(look, lookEveryMs)
    child.on("error", reject)
    child.on("close", (status) => {
      clearInterval(timer)
      clearTimeout(limit)
      const used = [...seconds.values()].reduce((sum, one) => sum + one, 0)
      resolve({ status, seconds: used, killed, isLate })
    })
  })
