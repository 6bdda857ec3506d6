import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A way to a Postgres that a test can take away and give back. */
export interface DatabaseRelay {
  /** The URL of the database over this way. */
  readonly url: string
  /** Ends every connection; new ones end at once. */
  readonly cut: () => void
  /** Lets every connection stand, but nothing passes any more. */
  readonly silence: () => void
  /** Lets every connection stand and statements pass, but no answer comes back. */
  readonly mute: () => void
  readonly restore: () => void
  readonly stop: () => Promise<void>
}

/** Opens a way to the database of a URL. */
export const openDatabaseRelay = async (databaseUrl: string): Promise<DatabaseRelay> => {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let state: "open" | "cut" | "silent" | "mute" = "open"

  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }

  const keep = (socket: Socket, other: Socket, passesWhen: ReadonlyArray<typeof state>): void => {
    sockets.add(socket)
    socket.on("data", (bytes) => {
      if (passesWhen.includes(state)) other.write(bytes)
    })
    socket.on("error", () => socket.destroy())
    socket.on("close", () => {
      sockets.delete(socket)
      other.destroy()
    })
  }

  const server = createServer((near) => {
    if (state === "cut") {
      near.on("error", () => near.destroy())
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    keep(near, far, ["open", "mute"])
    keep(far, near, ["open"])
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = new URL(databaseUrl)
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    cut: () => {
      state = "cut"
      endAll()
    },
    silence: () => {
      state = "silent"
    },
    mute: () => {
      state = "mute"
    },
    restore: () => {
      // What was swallowed meanwhile cannot be made up for.
      endAll()
      state = "open"
    },
    stop: async () => {
      endAll()
      server.close()
      await once(server, "close")
    },
  }
}
