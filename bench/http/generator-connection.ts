import { connect, type Socket } from "node:net"

/** A kept connection that sends one call at a time. */
export interface Connection {
  readonly send: (request: Buffer) => void
  readonly close: () => void
}

const lengthPattern = /content-length: (\d+)/i

/** The bytes of an answer with its head, and its status. */
const readHead = (received: Buffer): { readonly bytes: number; readonly status: string } => {
  const end = received.indexOf("\r\n\r\n")
  if (end < 0) throw new Error("an answer whose head came in pieces")
  const head = received.toString("latin1", 0, end)
  const length = lengthPattern.exec(head)?.[1]
  if (length === undefined) throw new Error("an answer without a length")
  return { bytes: end + 4 + Number(length), status: head.slice(9, 12) }
}

/** Opens a connection; `onAnswer` is told the status of each answer once it is whole. */
export const openConnection = (
  port: number,
  onAnswer: (status: string, connection: Connection) => void,
  onBroken: () => void,
): Promise<Connection> =>
  new Promise((resolve) => {
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true })
    let bytesLeft = 0
    let status = ""
    const connection: Connection = {
      send: (request) => socket.write(request),
      close: () => {
        socket.off("close", onBroken)
        socket.destroy()
      },
    }
    socket.on("data", (received: Buffer) => {
      if (bytesLeft === 0) {
        const head = readHead(received)
        status = head.status
        bytesLeft = head.bytes
      }
      bytesLeft -= received.byteLength
      if (bytesLeft === 0) onAnswer(status, connection)
    })
    socket.on("error", () => {})
    socket.on("close", onBroken)
    socket.on("connect", () => resolve(connection))
  })
