import { createHash } from "node:crypto"
import { connect, type Socket } from "node:net"
import { Duplex } from "node:stream"
import type { Choices } from "../support/random.ts"
import {
  errorMessage,
  type Message,
  messagesOf,
  openedUnder,
  readBatch,
  refusal,
  simpleQuery,
  withoutOids,
} from "./pg-wire.ts"
import type { Lane, VirtualTime } from "./virtual-time.ts"

/** What the gate asks of the cluster itself, beside all sessions. */
export interface Monitor {
  readonly port: number
  /** Of some backends that wait for locks, those that they wait for. */
  readonly blockers: (pid: number) => Promise<ReadonlyArray<number>>
  readonly cancel: (pid: number) => Promise<void>
  /** Ends a backend and waits until it is gone. */
  readonly end: (pid: number) => Promise<void>
}

/** What befalls a batch instead of being run and answered: nobody draws these where a run has no faults. */
export type WireFault = "cut before" | "answer lost" | "slow" | "brief" | "halting" | "refused"

/** The wire between processes and Postgres: one batch of one session runs at a time, as the choices have it. */
export interface Gate {
  /** A stream to Postgres for the pool of a process. */
  readonly connect: (lane: Lane) => Duplex
  /** Runs one of the things that could run now; false where there is none. */
  readonly step: () => Promise<boolean>
  /** Ends the sessions of a process that has died; what is on its way may still be run. */
  readonly kill: (lane: Lane) => Promise<void>
  /** Sessions that are open, of living processes. */
  readonly openSessions: () => number
  /** Things that have happened at the wire. */
  readonly steps: () => number
  /** How often something rare was reached. */
  readonly reached: Readonly<Record<string, number>>
  /** Notes that something rare was reached, also by others. */
  readonly reach: (what: string) => void
  /** Ends everything. */
  readonly close: () => Promise<void>
}

/** What the gate needs of a run. */
export interface GateParts {
  readonly monitor: Monitor
  readonly time: VirtualTime
  readonly choices: Choices
  /** Draws what befalls a batch of a process, of which so many have run in its transaction; undefined lets it be. */
  readonly fault: (lane: Lane, before: number) => WireFault | undefined
  /**
   * How likely the session that has just run goes on, where it can: what needs one to run through while another
   * stands still is hardly drawn otherwise. "another" has one of the others go on, where there is one.
   */
  readonly staying: () => number | "another"
  /** The lane that goes on before all others wherever it can; undefined leaves it to chance. */
  readonly ahead?: () => string | undefined
  /** Whether a lane stands still: nothing of it runs, whatever else can. */
  readonly stands?: (lane: string) => boolean
  /** Hears of each batch before it runs: the whole texts of its statements. */
  readonly heard?: (lane: Lane, statements: string) => void
  readonly trace: (line: string) => void
}

/** Messages up to a Sync, which Postgres runs together. */
interface Batch {
  readonly bytes: Buffer
  /** The statements in it, for people and for what is to be known of them. */
  readonly text: string
  /** Their whole texts. */
  readonly statements: string
  /** How long it waits for locks, where it says so itself, in milliseconds. */
  readonly lockWaitMs: number | undefined
}

interface Session {
  readonly name: string
  readonly lane: Lane
  readonly socket: Socket
  readonly duplex: Duplex
  pid: number
  state: "new" | "opening" | "open" | "over"
  /** What its client has sent and nothing has run yet. */
  readonly queue: Array<Batch>
  startup: Buffer | undefined
  unread: Buffer
  unanswered: Buffer
  readonly statements: Map<string, string>
  inFlight: Batch | undefined
  answer: Array<Buffer>
  isAnswered: boolean
  /** How many ready signs will answer statements of the gate itself: the client sees none of them. */
  ownReady: number
  isBlocked: boolean
  /** Whether its answer is on its way, slowly. */
  isTelling: boolean
  /** Whether the client has left. */
  isLeft: boolean
  transaction: "I" | "T" | "E"
  /** How many batches have run in its transaction. */
  before: number
  toldMs: number
  limits: { readonly lockMs: number; readonly statementMs: number; readonly idleMs: number }
  lockMs: number
  /** Why the gate is to end what runs: the code that its client is told. */
  cancelAs: string | undefined
  timers: Array<() => void>
  wake: () => void
}

/** Sessions that the pool of a process may keep. */
export const sessionsMax = 10

/** How long an answer is waited for until it is asked whether its session waits for a lock, in real milliseconds. */
const lookAfterMs = 2

const realTimeout = globalThis.setTimeout

/** What codes of cancelled work say. */
const cancelWords: Readonly<Record<string, string>> = {
  "55P03": "canceling statement due to lock timeout",
  "57014": "canceling statement due to user request",
  "40P01": "deadlock detected",
  "25P03": "terminating connection due to idle-in-transaction timeout",
}

/** Signals a backend, which may be gone by now. */
const signal = (pid: number, name: "SIGSTOP" | "SIGCONT"): void => {
  try {
    process.kill(pid, name)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ESRCH") throw cause
  }
}

const digest = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex").slice(0, 8)

/** Statement names are drawn by the driver for each session, from the machine's random bytes. */
const plainNames = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replaceAll(/effect_[0-9a-f]{16}_/g, "effect_"), "latin1")

/** Makes the gate of a run. */
export const makeGate = ({
  ahead,
  choices,
  fault,
  heard,
  monitor,
  stands,
  staying,
  time,
  trace,
}: GateParts): Gate => {
  const sessions: Array<Session> = []
  const numbers = new Map<Lane, number>()
  const reached: Record<string, number> = {}
  const reach = (what: string): void => {
    reached[what] = (reached[what] ?? 0) + 1
  }

  const waitMoment = (session: Session): Promise<void> =>
    new Promise((resolve) => {
      const timer = realTimeout(resolve, lookAfterMs)
      session.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const isBlocked = async ({ pid }: Session): Promise<boolean> =>
    (await monitor.blockers(pid)).length > 0

  /** Waits until what a session runs is answered, or waits for a lock. */
  const outcome = async (session: Session): Promise<void> => {
    while (!session.isAnswered && session.state !== "over") {
      await waitMoment(session)
      if (session.isAnswered) return
      if ((await isBlocked(session)) && !session.isAnswered && (await isBlocked(session))) {
        if (session.isAnswered) return
        session.isBlocked = true
        return
      }
    }
  }

  const clearTimers = (session: Session): void => {
    for (const cancel of session.timers.splice(0)) cancel()
  }

  /** Hands an answer to its client. */
  const deliver = (session: Session, bytes: Buffer): void => {
    if (session.isLeft || !session.lane.isAlive) return
    time.stir()
    session.duplex.push(bytes)
  }

  /** Takes the answer of a session that has one. */
  const takeAnswer = (session: Session): Buffer => {
    const bytes =
      session.cancelAs === undefined
        ? Buffer.concat(session.answer)
        : Buffer.concat(
            session.answer.map((message) =>
              message[0] === 0x45 && message.includes("C57014\0")
                ? errorMessage(session.cancelAs ?? "", cancelWords[session.cancelAs ?? ""] ?? "")
                : message,
            ),
          )
    session.answer = []
    session.isAnswered = false
    session.isBlocked = false
    session.inFlight = undefined
    session.cancelAs = undefined
    clearTimers(session)
    if (session.transaction === "I") session.lockMs = session.limits.lockMs
    else if (session.limits.idleMs > 0) {
      session.timers.push(
        time.after(session.limits.idleMs, () => {
          session.cancelAs = "25P03"
        }),
      )
    }
    return bytes
  }

  /** What it tells at the end of its batch; `fault` may keep it back, or have it never arrive. */
  const tell = async (session: Session, befalls: WireFault | undefined): Promise<void> => {
    const bytes = takeAnswer(session)
    const delayMs =
      befalls === "slow"
        ? choices.pick([20, 400, 2_500, 6_000])
        : befalls === "brief"
          ? choices.pick([20, 150, 400])
          : befalls === "halting"
            ? 1_500
            : 0
    const how = befalls === undefined ? "" : ` (${befalls}${delayMs === 0 ? "" : ` ${delayMs} ms`})`
    trace(
      `${session.name} <- ${bytes.length} bytes ${digest(withoutOids(bytes))} ${session.transaction}${how}`,
    )
    if (befalls === "answer lost") {
      reach("answer lost")
      await drop(session)
    } else if (delayMs > 0) {
      reach("slow answer")
      session.isTelling = true
      time.after(delayMs, () => {
        session.isTelling = false
        deliver(session, bytes)
      })
    } else deliver(session, bytes)
  }

  /** Ends a session on both sides, as a network does that loses it. */
  const drop = async (session: Session): Promise<void> => {
    if (session.state === "over") return
    clearTimers(session)
    const wasOpen = session.pid !== 0
    session.state = "over"
    session.queue.length = 0
    await lettingOthersGoOn(async () => {
      if (wasOpen) await monitor.end(session.pid)
    }, session)
    session.socket.destroy()
    session.inFlight = undefined
    if (!session.isLeft) {
      session.isLeft = true
      time.stir()
      session.duplex.destroy(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }))
    }
  }

  /**
   * Runs what may release locks, while those that wait for locks are stopped: Postgres wakes all of them at once,
   * and they would race. They go on one by one afterwards, in an order of the choices.
   */
  const lettingOthersGoOn = async (work: () => Promise<void>, self: Session): Promise<void> => {
    const waiting = sessions.filter(
      (each) => each !== self && each.isBlocked && each.state === "open",
    )
    for (const { pid } of waiting) signal(pid, "SIGSTOP")
    try {
      await work()
    } catch (cause) {
      // One that stays stopped would keep Postgres from ever ending.
      for (const { pid } of waiting) signal(pid, "SIGCONT")
      throw cause
    }
    const mayRelease = self.state === "over" || self.transaction !== "T"
    while (waiting.length > 0) {
      const [next] = waiting.splice(choices.integer(0, waiting.length - 1), 1)
      if (next === undefined) break
      signal(next.pid, "SIGCONT")
      if (!mayRelease) continue
      next.isBlocked = false
      await outcome(next)
      if (next.isAnswered) {
        trace(`${next.name} has its lock`)
        await tell(next, undefined)
        await time.settle()
      }
    }
  }

  const open = async (session: Session): Promise<void> => {
    trace(`${session.name} opens`)
    session.state = "opening"
    session.socket.write(session.startup ?? Buffer.alloc(0))
    // What it opens with is an exchange of the driver's own, which takes no time.
    while (session.state === "opening") await waitMoment(session)
  }

  /** Whether its waiting closes a circle, as Postgres would find after a while. */
  const isDeadlocked = async (session: Session): Promise<boolean> => {
    const seen = new Set<number>()
    const look = async (pid: number): Promise<boolean> => {
      for (const blocker of await monitor.blockers(pid)) {
        if (blocker === session.pid) return true
        if (seen.has(blocker)) continue
        seen.add(blocker)
        if (await look(blocker)) return true
      }
      return false
    }
    return look(session.pid)
  }

  const cancel = async (session: Session): Promise<void> => {
    const code = session.cancelAs ?? "57014"
    trace(`${session.name} is cancelled: ${code}`)
    reach(`cancelled ${code}`)
    if (code === "25P03") {
      deliver(session, errorMessage(code, cancelWords[code] ?? "", "FATAL"))
      await time.settle()
      await drop(session)
      return
    }
    await lettingOthersGoOn(async () => {
      await monitor.cancel(session.pid)
      session.isBlocked = false
      // What is cancelled says so; it takes Postgres a moment.
      while (!session.isAnswered && session.state !== "over") await waitMoment(session)
    }, session)
    if (session.isAnswered) await tell(session, undefined)
  }

  const run = async (session: Session, batch: Batch): Promise<void> => {
    heard?.(session.lane, batch.statements)
    session.before = session.transaction === "T" ? session.before + 1 : 0
    const befalls = fault(session.lane, session.before)
    trace(`${session.name} -> ${batch.text} ${digest(plainNames(batch.bytes))}`)
    clearTimers(session)
    if (befalls === "cut before") {
      trace(`${session.name} is cut off before it runs`)
      reach("cut before")
      await drop(session)
      return
    }
    if (befalls === "refused") {
      trace(`${session.name} is refused: the disk is full`)
      reach("refused")
      deliver(session, refusal(session.transaction === "I" ? "I" : "E"))
      await time.settle()
      return
    }
    const telling =
      session.transaction === "I" && session.toldMs !== time.nowMs()
        ? simpleQuery(`set sim.now = '${new Date(time.nowMs()).toISOString()}'`)
        : undefined
    session.toldMs = time.nowMs()
    session.lockMs = batch.lockWaitMs ?? session.lockMs
    session.inFlight = batch
    if (ofLane(session.lane).filter(isTaken).length === sessionsMax) reach("full pool")
    session.ownReady = telling === undefined ? 0 : 1
    await lettingOthersGoOn(async () => {
      session.socket.write(
        telling === undefined ? batch.bytes : Buffer.concat([telling, batch.bytes]),
      )
      await outcome(session)
      // What it has to tell is told before others go on.
      if (session.isAnswered) {
        await tell(session, befalls)
        await time.settle()
      }
    }, session)
    if (!session.isBlocked) return
    trace(`${session.name} waits for a lock`)
    reach("lock wait")
    const { lockMs, limits } = session
    if (await isDeadlocked(session)) {
      session.cancelAs = "40P01"
      return
    }
    const waitMs = Math.min(...[lockMs, limits.statementMs].filter((each) => each > 0))
    if (Number.isFinite(waitMs)) {
      session.timers.push(
        time.after(waitMs, () => {
          session.cancelAs = waitMs === lockMs ? "55P03" : "57014"
        }),
      )
    }
  }

  const readClient = (session: Session, chunk: Buffer): void => {
    time.stir()
    if (session.state === "opening") {
      session.socket.write(chunk)
      return
    }
    if (session.state === "new") {
      const cancelled = cancelRequestOf(chunk)
      if (cancelled !== undefined) {
        const target = sessions.find(({ pid, state }) => pid === cancelled && state === "open")
        if (target?.isBlocked === true) target.cancelAs ??= "57014"
        session.state = "over"
        session.socket.destroy()
        process.nextTick(() => session.duplex.destroy())
        return
      }
      const opened = openedUnder(chunk)
      session.startup = opened.bytes
      session.limits = opened.limits
      session.lockMs = opened.limits.lockMs
      return
    }
    session.unread = Buffer.concat([session.unread, chunk])
    const { messages, rest } = messagesOf(session.unread)
    session.unread = rest
    const gathered: Array<Message> = batches.get(session) ?? []
    for (const message of messages) {
      if (message.type === "X") {
        session.isLeft = true
        continue
      }
      gathered.push(message)
      if (message.type === "S" || message.type === "Q") {
        session.queue.push(readBatch(gathered.splice(0), session.statements))
      }
    }
    batches.set(session, gathered)
  }

  const batches = new Map<Session, Array<Message>>()

  const readServer = (session: Session, chunk: Buffer): void => {
    session.unanswered = Buffer.concat([session.unanswered, chunk])
    const { messages, rest } = messagesOf(session.unanswered)
    session.unanswered = rest
    for (const { bytes, type } of messages) {
      if (session.state === "opening") {
        if (type === "K") session.pid = bytes.readInt32BE(5)
        if (type === "Z" || type === "E") session.state = type === "Z" ? "open" : "over"
        session.duplex.push(bytes)
      } else if (session.ownReady > 0) {
        if (type === "Z") session.ownReady -= 1
      } else {
        session.answer.push(bytes)
        if (type === "Z") {
          session.transaction = String.fromCharCode(bytes[5] ?? 0x49) as Session["transaction"]
          session.isAnswered = true
        }
      }
    }
    session.wake()
  }

  const connectLane = (lane: Lane): Duplex => {
    const number = (numbers.get(lane) ?? 0) + 1
    numbers.set(lane, number)
    const socket = connect({ host: "127.0.0.1", port: monitor.port, noDelay: true })
    const duplex = new Duplex({
      read: () => {},
      write: (chunk: Buffer, _encoding, done) => {
        readClient(session, chunk)
        done()
      },
      final: (done) => {
        session.isLeft = true
        time.stir()
        done()
      },
      destroy: (error, done) => {
        session.isLeft = true
        time.stir()
        done(error)
      },
    })
    const noLimits = { lockMs: 0, statementMs: 0, idleMs: 0 }
    const session: Session = {
      name: `${lane.name}.${number}`,
      lane,
      socket,
      duplex,
      pid: 0,
      state: "new",
      queue: [],
      startup: undefined,
      unread: Buffer.alloc(0),
      unanswered: Buffer.alloc(0),
      statements: new Map(),
      inFlight: undefined,
      answer: [],
      isAnswered: false,
      ownReady: 0,
      isBlocked: false,
      isLeft: false,
      transaction: "I",
      before: 0,
      toldMs: Number.NaN,
      limits: noLimits,
      lockMs: 0,
      cancelAs: undefined,
      timers: [],
      isTelling: false,
      wake: () => {},
    }
    sessions.push(session)
    socket.on("data", (chunk: Buffer) => readServer(session, chunk))
    socket.on("error", () => session.wake())
    socket.on("close", () => {
      if (session.state === "opening") session.state = "over"
      session.wake()
    })
    process.nextTick(() => duplex.emit("connect"))
    return duplex
  }

  /** What could happen to a session now. */
  const possibleFor = (session: Session): ReadonlyArray<() => Promise<void>> => {
    if (session.state === "over") return []
    if (session.cancelAs !== undefined && (session.isBlocked || session.cancelAs === "25P03")) {
      return [() => cancel(session)]
    }
    if (session.isLeft && session.queue.length === 0 && !session.isBlocked) {
      return [
        async () => {
          trace(`${session.name} closes`)
          await drop(session)
        },
      ]
    }
    if (session.state === "new") {
      return session.startup === undefined ? [] : [() => open(session)]
    }
    if (session.inFlight !== undefined || session.queue.length === 0) return []
    return [
      async () => {
        const batch = session.queue.shift()
        if (batch !== undefined) await run(session, batch)
      },
    ]
  }

  let lastRun: Session | undefined
  let steps = 0

  /** Whether its client holds it: it has asked for something and has no answer, or is amidst a transaction. */
  const isTaken = ({ inFlight, isTelling, queue, state, transaction }: Session): boolean =>
    state === "open" &&
    (inFlight !== undefined || isTelling || queue.length > 0 || transaction !== "I")

  const ofLane = (lane: Lane) => sessions.filter((session) => session.lane === lane)

  return {
    connect: connectLane,
    steps: () => steps,
    reached,
    reach,
    step: async () => {
      const possible = sessions.flatMap((session) =>
        stands?.(session.lane.name) === true
          ? []
          : possibleFor(session).map((go) => ({ session, go })),
      )
      if (possible.length === 0) return false
      const lane = ahead?.()
      const first = possible.filter(({ session }) => session.lane.name === lane)
      const able = first.length === 0 ? possible : first
      const likely = staying()
      const same = able.find(({ session }) => session === lastRun)
      const others = able.filter((each) => likely !== "another" || each !== same)
      const among = others.length === 0 ? able : others
      const next =
        same !== undefined && likely !== "another" && choices.chance(likely)
          ? same
          : among[choices.integer(0, among.length - 1)]
      lastRun = next?.session
      steps += 1
      await next?.go()
      time.stir()
      return true
    },
    kill: async (lane) => {
      for (const session of ofLane(lane)) {
        session.isLeft = true
        const batch = session.queue.shift()
        session.queue.length = 0
        // What it had sent may have reached Postgres before it died.
        if (batch !== undefined && session.state === "open" && choices.chance(0.5)) {
          reach("ran after its process died")
          await run(session, batch)
        }
        await drop(session)
      }
    },
    openSessions: () =>
      sessions.filter(({ lane, state }) => lane.isAlive && state === "open").length,
    close: async () => {
      for (const { pid, state } of sessions) if (state === "open") signal(pid, "SIGCONT")
      for (const session of sessions) {
        session.isLeft = true
        if (session.state !== "over" && session.pid !== 0) {
          session.state = "over"
          await monitor.end(session.pid)
        }
        session.socket.destroy()
        session.duplex.destroy()
      }
    },
  }
}

/** Actions of the wire and moments of time after which a run is taken for one that never ends. */
const turnsMax = 200_000

/**
 * Lets everything go on until `isOver`: at each turn one thing happens at the wire, or time goes on. False where
 * nothing can happen any more. `first` may do something before, and says whether it has.
 */
export const goOn = async (
  { gate, time }: { readonly gate: Gate; readonly time: VirtualTime },
  isOver: () => boolean,
  first: () => Promise<boolean> = async () => false,
): Promise<boolean> => {
  for (let turns = 0; turns < turnsMax; turns += 1) {
    await time.settle()
    if (isOver()) return true
    if ((await first()) || (await gate.step())) continue
    if (!time.advance()) return false
  }
  return false
}

/** The backend that a request to cancel names; undefined where it is none. */
const cancelRequestOf = (chunk: Buffer): number | undefined =>
  chunk.length >= 12 && chunk.readInt32BE(4) === 80_877_102 ? chunk.readInt32BE(8) : undefined
