import { type ClientFrame, clientFrames, WorkerFailed } from "./protocol.ts"

/** A frame as it has been read; the payload has memory of its own. */
export interface ReadFrame {
  readonly letter: ClientFrame
  readonly payload: Uint8Array<ArrayBuffer>
}

/** A frame begins with the length of its payload, big-endian, and its letter. */
const lengthBytes = 4
const headerBytes = lengthBytes + 1

const letters: ReadonlyArray<string> = Object.values(clientFrames)

const isClientFrame = (letter: string): letter is ClientFrame => letters.includes(letter)

/**
 * The bytes that a frame begins with.
 *
 * ```ts
 * import { frameHeader } from "../http/bulk/worker/frames.ts"
 *
 * [...frameHeader("P", 258)] // => [0, 0, 1, 2, 80]
 * ```
 */
export const frameHeader = (letter: string, payloadBytes: number): Uint8Array<ArrayBuffer> => {
  const header = new Uint8Array(headerBytes)
  new DataView(header.buffer).setUint32(0, payloadBytes)
  header[lengthBytes] = letter.charCodeAt(0)
  return header
}

/** What a header says; a failure where nothing behind it could be trusted. */
const readHeader = (header: Uint8Array, payloadBytesMax: number) => {
  const payloadBytes = new DataView(header.buffer, header.byteOffset).getUint32(0)
  const letter = String.fromCharCode(header[lengthBytes] ?? 0)
  if (!isClientFrame(letter)) {
    const detail = `a frame has one of the letters ${letters.join(", ")}, not ${JSON.stringify(letter)}`
    return new WorkerFailed({ error: "FRAME_UNKNOWN", detail })
  }
  if (payloadBytes > payloadBytesMax) {
    const detail = `a frame has at most ${payloadBytesMax} bytes, not ${payloadBytes}`
    return new WorkerFailed({ error: "FRAME_TOO_LARGE", detail })
  }
  return { letter, payloadBytes }
}

/** Fills bytes from chunks, as far as these go. */
const makeFiller = (chunks: AsyncIterable<Uint8Array>) => {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  return async (bytes: Uint8Array): Promise<number> => {
    let filled = 0
    while (filled < bytes.length) {
      if (rest.length === 0) {
        const next = await source.next()
        if (next.done === true) break
        rest = next.value
      }
      const part = rest.subarray(0, bytes.length - filled)
      bytes.set(part, filled)
      filled += part.length
      rest = rest.subarray(part.length)
    }
    return filled
  }
}

const cut = new WorkerFailed({ error: "FRAME_CUT", detail: "the input ends within a frame" })

/**
 * Reads frames out of chunks, however these lie. Nothing is read before it is asked for, and only one
 * frame is held. An end between two frames is the end; anywhere else it is a failure, and so is what
 * is no frame.
 *
 * @yields frames in their order
 */
export async function* readFrames(
  chunks: AsyncIterable<Uint8Array>,
  payloadBytesMax: number,
): AsyncGenerator<ReadFrame> {
  const fill = makeFiller(chunks)
  for (;;) {
    const header = new Uint8Array(headerBytes)
    const read = await fill(header)
    if (read === 0) return
    if (read < headerBytes) throw cut
    const found = readHeader(header, payloadBytesMax)
    if (found instanceof WorkerFailed) throw found
    const payload = new Uint8Array(found.payloadBytes)
    if ((await fill(payload)) < payload.length) throw cut
    yield { letter: found.letter, payload }
  }
}
