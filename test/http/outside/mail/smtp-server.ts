import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"

/** How a little mail server departs from a good one. */
export interface Misbehaviour {
  /** Says nothing at all. */
  readonly isSilent?: boolean
  /** Sends a letter of its answer every so many milliseconds. */
  readonly dripMs?: number
  /** Answers a command with another line, or hangs up where that is empty. */
  readonly instead?: Readonly<Record<string, string>>
  /** Sends this much before anything else. */
  readonly floodBytes?: number
}

/** A mail server in this process, with what it was given. */
export interface TestMailServer {
  readonly url: (credentials?: string) => URL
  /** Whole emails, as they came. */
  readonly emails: ReadonlyArray<string>
  /** Commands, as they came. */
  readonly commands: ReadonlyArray<string>
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

const usual: Readonly<Record<string, string>> = {
  EHLO: "250-test\r\n250 AUTH PLAIN",
  AUTH: "235 in",
  MAIL: "250 sender",
  RCPT: "250 recipient",
  DATA: "354 go on",
  ".": "250 taken",
  QUIT: "221 bye",
}

/** Starts a mail server that behaves as it is told. */
export const startMailServer = async (how: Misbehaviour = {}): Promise<TestMailServer> => {
  const emails: Array<string> = []
  const commands: Array<string> = []
  const sockets = new Set<Socket>()
  let connections = 0

  const say = (socket: Socket, text: string): void => {
    if (how.dripMs === undefined) return void socket.write(`${text}\r\n`)
    let sent = 0
    const timer = setInterval(() => {
      if (socket.destroyed || sent > text.length) return clearInterval(timer)
      socket.write(text[sent] ?? "-")
      sent += 1
    }, how.dripMs)
  }

  const answer = (socket: Socket, command: string): void => {
    const line = how.instead?.[command] ?? usual[command] ?? "500 what"
    if (line === "") socket.destroy()
    else say(socket, line)
  }

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
    if (how.isSilent === true) return
    if (how.floodBytes !== undefined) socket.write(`220-${"x".repeat(how.floodBytes)}`)
    say(socket, "220 test")
    let text = ""
    let isData = false
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8")
      for (;;) {
        const end = isData ? "\r\n.\r\n" : "\r\n"
        const at = text.indexOf(end)
        if (at < 0) return
        const part = text.slice(0, at)
        text = text.slice(at + end.length)
        const command = isData ? "." : (part.split(/[ :]/)[0] ?? "").toUpperCase()
        if (isData) emails.push(part)
        else commands.push(part)
        isData = command === "DATA" && how.instead?.["DATA"] === undefined
        answer(socket, command)
      }
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: (credentials = "") => new URL(`smtp://${credentials}127.0.0.1:${port}`),
    emails,
    commands,
    connections: () => connections,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, "close")
    },
  }
}
