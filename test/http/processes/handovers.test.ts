import { ChildProcess } from "node:child_process"
import { describe, expect, it } from "@effect/vitest"
import { trackHandovers } from "../../../http/processes/start-process.ts"

/** A process that is sent messages and never runs. */
class NeverRun extends ChildProcess {
  readonly sent: Array<unknown> = []
  override send(message: unknown): boolean {
    this.sent.push(message)
    return true
  }
}

const handover = (seq: number) => ({ cmd: "NODE_CLUSTER", act: "newconn", key: "a", seq })

const open = () => {
  const child = new NeverRun()
  const handovers = trackHandovers(child)
  const answers: Array<unknown> = []
  child.on("internalMessage", (message: unknown) => answers.push(message))
  let closed = 0
  const connection = { close: () => void (closed += 1) }
  const handOver = (seq: number): void => {
    const send = child.send as (message: unknown, handle: unknown) => boolean
    send(handover(seq), connection)
  }
  return { child, handovers, answers, handOver, closed: () => closed }
}

describe("connections that a process was handed and had not taken when it died", () => {
  it("are answered for as not taken, so that others get them", () => {
    const { answers, child, closed, handOver, handovers } = open()
    handOver(7)
    handOver(8)
    child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack: 7, accepted: true })
    answers.length = 0
    handovers.giveBack(true)
    expect(answers).toEqual([{ cmd: "NODE_CLUSTER", ack: 8, accepted: false }])
    handovers.giveBack(true)
    expect(answers).toHaveLength(1)
    expect(child.sent).toEqual([handover(7), handover(8)])
    expect(closed()).toBe(0)
  })

  it("are closed where there are no others", () => {
    const { answers, closed, handOver, handovers } = open()
    handOver(7)
    handovers.giveBack(false)
    expect(closed()).toBe(1)
    expect(answers).toEqual([])
  })
})
