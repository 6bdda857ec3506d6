import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Processes are found in `/proc`, which only Linux has. */
export const canKill = existsSync("/proc/self/stat")

interface FoundProcess {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

const readProcess = (pid: number): ReadonlyArray<FoundProcess> => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()
    return [{ pid, parent, command }]
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

/** A program that is run to its end. */
export interface EngineProgram {
  readonly command: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  /** Where its output and its processor times are kept. */
  readonly logFile: string
  /** Kills the first process below it whose command line has this, once there is some output in a folder. */
  readonly kill?: { readonly pattern: RegExp; readonly onceIn: string }
}

/** How a program ended, and the processor time of all processes that it started and waited for. */
export interface EngineOutcome {
  readonly status: number | null
  readonly seconds: number
  readonly killed: string | undefined
}

/** Runs a program below a shell that counts processor time. */
const timed = 'log=$1; shift; TIMEFORMAT="%U %S"; { time "$@" > "$log" 2>&1; } 2> "$log.times"'

/** Runs a program of an engine; kills what is to be killed on the way. */
export const runEngine = (program: EngineProgram): Promise<EngineOutcome> =>
  new Promise((resolve, reject) => {
    const { command, environment, folder, kill, logFile } = program
    const child = spawn("bash", ["-c", timed, "bash", logFile, ...command], {
      cwd: folder,
      env: environment,
      stdio: "ignore",
    })
    let killed: string | undefined
    const look = (): void => {
      if (kill === undefined || killed !== undefined || child.pid === undefined) return
      if (!hasOutput(kill.onceIn)) return
      const found = descendantsOf(child.pid).find((one) => kill.pattern.test(one.command))
      if (found === undefined) return
      process.kill(found.pid, "SIGKILL")
      killed = `${found.pid}`
    }
    const timer = setInterval(look, 100)
    child.on("error", reject)
    child.on("close", (status) => {
      clearInterval(timer)
      const [user = 0, system = 0] = readFileSync(`${logFile}.times`, "utf8").split(" ").map(Number)
      resolve({ status, seconds: user + system, killed })
    })
  })
