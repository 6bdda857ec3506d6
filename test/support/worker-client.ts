import { spawn } from "node:child_process"
import { once } from "node:events"
import { frameHeader } from "../../http/bulk/worker/frames.ts"
import { launch } from "../http/cli/run.ts"
import { plainEnvironment } from "./run-process.ts"

/** A frame that a worker sent. */
export interface SentFrame {
  readonly letter: string
  readonly text: string
  readonly bytes: Uint8Array
}

/** Bytes of a frame. */
export const bytesFrame = (letter: string, payload: Uint8Array | null): Buffer => {
  const bytes = payload ?? new Uint8Array()
  return Buffer.concat([frameHeader(letter, bytes.length), bytes])
}

/** Bytes of a frame that holds a text. */
export const frameOf = (letter: string, payload: string): Buffer =>
  bytesFrame(letter, Buffer.from(payload))

/** Reads the frames that a worker sent, whole ones alone. */
export const framesIn = (bytes: Buffer): ReadonlyArray<SentFrame> => {
  const frames: Array<SentFrame> = []
  for (let at = 0; at + 5 <= bytes.length;) {
    const end = at + 5 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    const letter = String.fromCharCode(bytes[at + 4] ?? 0)
    const payload = bytes.subarray(at + 5, end)
    frames.push({ letter, text: payload.toString(), bytes: payload })
    at = end
  }
  return frames
}

/** Starts `viatica worker` as a client does, and keeps what it sends once it is read. */
export const startWorker = (...flags: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [launch, "worker", ...flags], { env: plainEnvironment() })
  child.stdin.on("error", () => {})
  const sent: Array<Buffer> = []
  let told = ""
  child.stderr.on("data", (chunk: Buffer) => {
    told += chunk.toString()
  })
  const ended = once(child, "close").then(([status, signal]: ReadonlyArray<unknown>) => ({
    status,
    signal,
    stderr: told,
    frames: framesIn(Buffer.concat(sent)),
  }))
  const read = (): void => void child.stdout.on("data", (chunk: Buffer) => sent.push(chunk))
  return { child, ended, read }
}
