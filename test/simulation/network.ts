import { Agent, type ClientRequestArgs } from "node:http"
import net from "node:net"
import { Duplex } from "node:stream"
import type { Choices } from "../support/random.ts"
import type { VirtualTime } from "./virtual-time.ts"

/** One end of a connection of the simulation. */
export interface End extends Duplex {
  /** Has the other end know that it is over, without what is still on its way. */
  readonly reset: () => void
  /** Bytes that have arrived and that nobody has read. */
  readonly unreadBytes: () => number
}

/** The network between processes and all else: what connects from inside finds who listens here. */
export interface Network {
  /** Makes a connection: the end of who connects, and the one of who is connected to. */
  readonly line: () => readonly [End, End]
  /** Answers connections to a port; a port that nobody listens on refuses them. */
  readonly listen: (port: number, accept: (end: End) => void) => void
  /** Does work whose connections go over this network. */
  readonly within: <A>(work: () => Promise<A>) => Promise<A>
}

/** How much one end may have sent that the other has not read: then it waits, as for a window of TCP. */
const windowBytes = 16_384

/** How far apart pieces of what is sent at once arrive, in milliseconds. */
const delaysMs = [0, 0, 0, 1, 7, 120] as const

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connect ECONNREFUSED",
  ECONNRESET: "read ECONNRESET",
}

const failureOf = (code: string): Error =>
  Object.assign(new Error(codes[code] ?? code), { code, syscall: code.slice(1) })

/** Makes a network on which bytes arrive in order, in drawn pieces, at once or late. */
export const makeNetwork = ({
  choices,
  time,
}: {
  readonly choices: Choices
  readonly time: VirtualTime
}): Network => {
  const listeners = new Map<number, (end: End) => void>()

  const piecesOf = (bytes: Buffer): ReadonlyArray<Buffer> => {
    if (bytes.length < 2 || choices.chance(0.7)) return [bytes]
    const at = choices.integer(1, bytes.length - 1)
    return [bytes.subarray(0, at), bytes.subarray(at)]
  }

  const line = (): readonly [End, End] => {
    const near = makeEnd({ time, piecesOf, delayMs: () => choices.pick(delaysMs) })
    const far = makeEnd({ time, piecesOf, delayMs: () => choices.pick(delaysMs) })
    near.joinTo(far)
    far.joinTo(near)
    return [near.end, far.end]
  }

  const connect = (port: number): End => {
    const [near, far] = line()
    const accept = listeners.get(port)
    time.after(choices.pick(delaysMs), () => {
      if (near.destroyed) return
      if (accept === undefined) near.destroy(failureOf("ECONNREFUSED"))
      else {
        near.emit("connect")
        near.emit("ready")
        accept(far)
      }
      time.stir()
    })
    return near
  }

  return {
    line,
    listen: (port, accept) => void listeners.set(port, accept),
    within: (work) =>
      time.within(async (isInside) => {
        const { createConnection } = Agent.prototype as { createConnection: unknown }
        const { connect: netConnect } = net
        const inside = (options: ClientRequestArgs, connected?: () => void) => {
          const end = connect(Number(options.port))
          if (connected !== undefined) end.once("connect", connected)
          return end
        }
        Object.assign(Agent.prototype, {
          createConnection(
            this: Agent,
            options: ClientRequestArgs,
            ...given: ReadonlyArray<unknown>
          ) {
            return isInside()
              ? inside(options)
              : (createConnection as (...all: ReadonlyArray<unknown>) => unknown).call(
                  this,
                  options,
                  ...given,
                )
          },
        })
        Object.assign(net, {
          connect: (options: ClientRequestArgs, ...given: ReadonlyArray<unknown>) =>
            isInside() && listeners.has(Number(options.port))
              ? inside(options, given[0] as (() => void) | undefined)
              : (netConnect as (...all: ReadonlyArray<unknown>) => unknown)(options, ...given),
        })
        try {
          return await work()
        } finally {
          Object.assign(Agent.prototype, { createConnection })
          Object.assign(net, { connect: netConnect })
        }
      }),
  }
}

interface EndParts {
  readonly time: VirtualTime
  readonly piecesOf: (bytes: Buffer) => ReadonlyArray<Buffer>
  readonly delayMs: () => number
}

interface MadeEnd {
  readonly end: End
  readonly joinTo: (other: MadeEnd) => void
  /** Takes what has arrived: bytes, the end of them, or word that the other is gone. */
  readonly arrive: (what: Buffer | "end" | "reset") => void
  /** Runs something once little of what has arrived is unread. */
  readonly whenRoom: (run: () => void) => void
}

const makeEnd = ({ delayMs, piecesOf, time }: EndParts): MadeEnd => {
  let other: MadeEnd | undefined
  let lastAtMs = 0
  /** Arrived, and not handed on: this end reads nothing at the moment. */
  const inbox: Array<Buffer | null> = []
  let wants = false
  let hasSentEnd = false
  let isReset = false
  let waiting: Array<() => void> = []
  let idleMs = 0
  let idle: (() => void) | undefined

  /** What is on its way, in order: of sleepers that wake at one moment, any may be the first. */
  const onItsWay: Array<() => void> = []
  const behind = (lateMs: number, run: () => void): void => {
    onItsWay.push(run)
    lastAtMs = Math.max(lastAtMs, time.nowMs() + lateMs)
    time.after(lastAtMs - time.nowMs(), () => {
      onItsWay.shift()?.()
      time.stir()
    })
  }

  /** Lets something arrive at the other end, behind what was sent before. */
  const send = (what: Buffer | "end" | "reset", lateMs: number): void =>
    behind(lateMs, () => other?.arrive(what))

  const unreadBytes = (): number =>
    inbox.reduce((sum, each) => sum + (each?.length ?? 0), end.readableLength)

  const letGoOn = (): void => {
    const free = waiting
    waiting = []
    for (const run of free) run()
  }

  const handOn = (): void => {
    while (wants && inbox.length > 0) wants = end.push(inbox.shift())
    if (unreadBytes() <= windowBytes) letGoOn()
  }

  const setIdle = (): void => {
    idle?.()
    if (idleMs > 0 && !end.destroyed) idle = time.after(idleMs, () => void end.emit("timeout"))
  }

  const end = Object.assign(
    new Duplex({
      read: () => {
        wants = true
        time.stir()
        handOn()
      },
      write: (chunk: Buffer, _encoding, done) => {
        setIdle()
        for (const piece of piecesOf(chunk)) send(piece, delayMs())
        behind(0, () =>
          other?.whenRoom(() => {
            time.stir()
            done()
          }),
        )
      },
      final: (done) => {
        hasSentEnd = true
        send("end", 0)
        done()
      },
      destroy: (error, done) => {
        idle?.()
        time.stir()
        letGoOn()
        if (isReset) send("reset", 0)
        else if (!hasSentEnd) send("end", 0)
        done(error)
      },
    }),
    {
      connecting: false,
      remoteAddress: "127.0.0.1",
      remotePort: 40_000,
      unreadBytes: () => unreadBytes(),
      reset: () => {
        isReset = true
        end.destroy()
      },
      setNoDelay: () => end,
      setKeepAlive: () => end,
      ref: () => end,
      unref: () => end,
      destroySoon: () => {
        if (end.writableFinished) end.destroy()
        else end.end(() => end.destroy())
      },
      setTimeout: (ms: number, run?: () => void) => {
        idleMs = ms
        if (run !== undefined && ms > 0) end.once("timeout", run)
        setIdle()
        return end
      },
    },
  ) as unknown as End

  // A stream asks for more before it has handed on what it has: only then is there room again.
  const read = end.read.bind(end)
  end.read = (size?: number): unknown => {
    const taken: unknown = read(size)
    if (taken !== null) handOn()
    return taken
  }

  return {
    end,
    joinTo: (joined) => {
      other = joined
    },
    arrive: (what) => {
      // Who sends to one that is gone is told so.
      if (end.destroyed && what instanceof Buffer) send("reset", 0)
      if (end.destroyed) return
      setIdle()
      if (what === "reset") end.destroy(failureOf("ECONNRESET"))
      else {
        inbox.push(what === "end" ? null : what)
        handOn()
      }
    },
    whenRoom: (run) => {
      if (end.destroyed || unreadBytes() <= windowBytes) run()
      else waiting.push(run)
    },
  }
}
