import { readFile, stat } from "node:fs/promises"

import * as Effect from "effect/Effect"

import { EmbeddedPostgresFailed } from "../database-errors.ts"
import { runProgram, type Launch } from "./program.ts"

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
      lastLine: `Postgres does not run as root, and this system has no user named ${accountNames.join(" or ")}`,
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
    lastLine: `Postgres does not run as root, and the user with id ${owner.uid} cannot enter ${options.folder} or run ${options.postgres}; move them, open the folders above them (chmod o+x), or set DATABASE_URL`,
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
