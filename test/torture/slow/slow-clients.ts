import { connect, type Socket } from "node:net"

/** What a slow client does. */
export type Slowness = "head" | "body" | "reading"

/** What became of a slow client. */
export interface SlowEnd {
  readonly slowness: Slowness
  /** How long it was let be; null where it was never cut off. */
  readonly lastedMs: number | null
  /** The beginning of what it was told. */
  readonly told: string
}

/** A client that is being slow. */
export interface SlowClient {
  /** Waits until it is cut off, or gives it up after so long. */
  readonly end: (waitMs: number) => Promise<SlowEnd>
}

/** What a slow client sends first, and then what, a piece at a time. */
export interface SlowAsked {
  readonly port: number
  readonly slowness: Slowness
  readonly first: Buffer
  readonly pieces: string
  /** Milliseconds between two pieces, or between two readings. */
  readonly pauseMs: number
  /** Whether the server holds the connection of a client's port open. */
  readonly isHeld: (clientPort: number) => boolean
}

/** How much a slow reader takes at a time. */
const readBytes = 16

/** How much of what a client is told is kept. */
const toldMax = 200

/** How long it may take to be connected. */
const connectMs = 10_000

const dribble = (socket: Socket, { pauseMs, pieces }: SlowAsked): NodeJS.Timeout => {
  let sent = 0
  return setInterval(() => {
    socket.write(pieces.charAt(sent % pieces.length))
    sent += 1
  }, pauseMs)
}

/** Reads so little that what the server has written stays with the server. */
const sip = (socket: Socket, { isHeld, pauseMs }: SlowAsked, cut: () => void): NodeJS.Timeout => {
  const { localPort = 0 } = socket
  return setInterval(() => {
    socket.read(readBytes)
    if (!isHeld(localPort)) cut()
  }, pauseMs)
}

/** Waits until `isOver` says so by calling back, but no longer than so many milliseconds. */
const within = (waitMs: number, onOver: (over: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs)
    onOver(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Opens a slow client. */
export const openSlowClient = async (asked: SlowAsked): Promise<SlowClient> => {
  const socket = connect({ port: asked.port, host: "127.0.0.1" })
  const startedAt = performance.now()
  let told = ""
  let lastedMs: number | null = null
  let onCut = (): void => {}
  const cut = (): void => {
    lastedMs ??= performance.now() - startedAt
    onCut()
  }
  const isReader = asked.slowness === "reading"
  const keep = (received: Buffer): void => {
    told = (told + received.toString("latin1")).slice(0, toldMax)
  }
  socket.on("error", cut)
  socket.on("end", cut)
  socket.on("close", cut)
  await within(connectMs, (over) => socket.once("connect", over))
  socket.write(asked.first)
  if (!isReader) socket.on("data", keep)
  const ticks = isReader ? sip(socket, asked, cut) : dribble(socket, asked)
  return {
    end: async (waitMs) => {
      if (lastedMs === null) await within(waitMs, (over) => (onCut = over))
      clearInterval(ticks)
      socket.destroy()
      return { slowness: asked.slowness, lastedMs, told }
    },
  }
}
