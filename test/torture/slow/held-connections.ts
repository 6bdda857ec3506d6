import { readFileSync } from "node:fs"

/** The state of a connection that neither side has closed, as the system writes it. */
const established = "01"

/** How long a look at the system's connections counts as fresh. */
const freshMs = 200

const portOf = (address: string | undefined): number =>
  Number.parseInt(address?.split(":")[1] ?? "", 16)

/** The ports of the clients whose connections a server holds open, from the text of the system. */
export const clientPorts = (table: string, serverPort: number): ReadonlySet<number> => {
  const ports = new Set<number>()
  for (const line of table.split("\n")) {
    const [, local, remote, state] = line.trim().split(/\s+/)
    if (portOf(local) === serverPort && state === established) ports.add(portOf(remote))
  }
  return ports
}

/**
 * Tells whether a server holds the connection of a client's port open. A client that does not read
 * cannot see that it has been cut off; the system can.
 */
export const watchConnections = (serverPort: number): ((clientPort: number) => boolean) => {
  let ports: ReadonlySet<number> = new Set()
  let lookedAt = -Infinity
  return (clientPort) => {
    if (performance.now() - lookedAt > freshMs) {
      ports = clientPorts(readFileSync("/proc/net/tcp", "utf8"), serverPort)
      lookedAt = performance.now()
    }
    return ports.has(clientPort)
  }
}
