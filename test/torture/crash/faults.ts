import { setTimeout as delay } from "node:timers/promises"
import type { Choices } from "../../support/random.ts"
import { killBackend, killCluster, killPostmaster } from "./postgres.ts"
import type { Servers } from "./servers.ts"

/** What is killed in a round. */
export const faultKinds = [
  "Postgres and one server",
  "Postgres",
  "one server",
  "the main process of Postgres",
  "Postgres and all servers",
  "one session of Postgres",
  "all servers",
] as const

/** One sort of kill. */
export type FaultKind = (typeof faultKinds)[number]

/** How long Postgres and servers are killed apart from each other at most. */
const apartMaxMs = 200

/** Kills with SIGKILL and starts the servers again; Postgres is started again by those who use it. */
export const strike = async (
  kind: FaultKind,
  dataFolder: string,
  servers: Servers,
  choices: Choices,
): Promise<void> => {
  const every = servers.ports.map((_, index) => index)
  const victims = kind.endsWith("one server")
    ? [choices.integer(0, every.length - 1)]
    : kind.endsWith("all servers")
      ? every
      : []
  const killServers = () => Promise.all(victims.map(servers.kill))
  const killPostgres = (): void => {
    if (kind === "one session of Postgres") {
      return killBackend(dataFolder, (count) => choices.integer(0, Math.max(0, count - 1)))
    }
    if (kind === "the main process of Postgres") return killPostmaster(dataFolder)
    if (kind.startsWith("Postgres")) killCluster(dataFolder)
  }
  if (choices.chance(0.5)) {
    killPostgres()
    await delay(choices.chance(0.5) ? 0 : choices.integer(0, apartMaxMs))
    await killServers()
  } else {
    await killServers()
    await delay(choices.chance(0.5) ? 0 : choices.integer(0, apartMaxMs))
    killPostgres()
  }
  await Promise.all(victims.map(servers.start))
}
