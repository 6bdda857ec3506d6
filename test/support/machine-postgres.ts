import { spawn, spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { once } from "node:events"
import * as Effect from "effect/Effect"
import { chooseLaunch, commandOf, runProgram } from "../../http/store/database/embedded/cluster.ts"
import { freePort } from "./http-call.ts"

const programs = ["initdb", "postgres", "pg_dump", "pg_restore", "pg_isready", "createdb"] as const

type Program = (typeof programs)[number]

/** A Postgres that the machine brings, with the programs that it is dumped and restored by. */
export interface MachinePostgres {
  /** The URL of one of its databases. */
  readonly url: (database: string) => string
  /** Runs one of its programs; what it wrote on standard output. */
  readonly run: (program: Program, ...args: ReadonlyArray<string>) => string
  readonly stop: () => Promise<void>
}

/** The folder of a whole set of such programs; undefined where the machine has none. */
export const machinePrograms = (): string | undefined => {
  const debian = "/usr/lib/postgresql"
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : []
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ]
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name))))
}

const makeCluster = async (bin: string, folder: string) => {
  const cluster = join(folder, "cluster")
  await mkdir(cluster)
  await chmod(folder, 0o755)
  const postgres = join(bin, "postgres")
  const launch = await Effect.runPromise(chooseLaunch({ postgres, folder, cluster }))
  if (launch.owner !== undefined) await chown(cluster, launch.owner.uid, launch.owner.gid)
  const password = join(folder, "password")
  await writeFile(password, "backup\n", { mode: 0o644 })
  const args = ["-D", cluster, "-U", "viatica", "-E", "UTF8", "--no-locale", "-A", "scram-sha-256"]
  const made = await Effect.runPromise(
    runProgram(launch, join(bin, "initdb"), [...args, "--pwfile", password, "--no-sync"]),
  )
  if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.output}`)
  return { cluster, launch, postgres }
}

/** Makes and starts such a Postgres in a folder of its own. */
export const startMachinePostgres = async (bin: string): Promise<MachinePostgres> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-machine-"))
  const { cluster, launch, postgres } = await makeCluster(bin, folder)
  const port = await freePort()
  const settings = ["-h", "127.0.0.1", "-p", String(port), "-k", "", "-F"]
  const command = commandOf(launch, postgres, ["-D", cluster, ...settings])
  const child = spawn(command.file, command.args, { ...command.options, stdio: "ignore" })
  const killed = (): void => void child.kill("SIGKILL")
  process.once("exit", killed)
  const url = (database: string) => `postgres://viatica:backup@127.0.0.1:${port}/${database}`
  const run: MachinePostgres["run"] = (program, ...args) => {
    const ended = spawnSync(join(bin, program), args, { encoding: "utf8", maxBuffer: 100_000_000 })
    if (ended.status !== 0) throw new Error(`${program} failed: ${ended.stderr}`)
    return ended.stdout
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit")
      child.kill("SIGINT")
      await ended
    }
    process.off("exit", killed)
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + 30_000
  for (;;) {
    const ready = spawnSync(join(bin, "pg_isready"), ["-d", url("postgres")])
    if (ready.status === 0) return { url, run, stop }
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error("The machine's Postgres did not start.")
    }
    await delay(50)
  }
}
