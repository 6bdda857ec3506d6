import type { Answer } from "../../support/http-call.ts"

/** An answer as it came, and how many bytes it took. */
interface Framed {
  readonly answer: Answer
  readonly bytes: number
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const headersOf = (lines: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(":")
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return headers
}

const statusLine = /^HTTP\/1\.1 (\d{3}) /

/** Reads the first answer of some bytes; undefined while it is not whole. */
const readOne = (received: Buffer, method: string): Framed | undefined => {
  const end = received.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const [first = "", ...lines] = received.toString("latin1", 0, end).split("\r\n")
  const status = Number(statusLine.exec(first)?.[1] ?? Number.NaN)
  if (Number.isNaN(status)) throw new Error(`no status line: ${first.slice(0, 100)}`)
  const headers = headersOf(lines)
  const length = method === "HEAD" || status < 200 ? 0 : Number(headers["content-length"])
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${first}`)
  const bytes = end + 4 + length
  if (received.length < bytes) return undefined
  const text = received.toString("utf8", end + 4, bytes)
  return { answer: { status, headers, text, body: parsed(text) }, bytes }
}

/** Reads answers from a stream of bytes. */
export interface AnswerReader {
  /** Takes bytes in, and gives the answers that are whole with them. */
  readonly take: (received: Buffer, methodOf: (index: number) => string) => ReadonlyArray<Answer>
  /** Bytes that belong to no whole answer. */
  readonly rest: () => Buffer
}

/** Reads the answers of one connection; signs that a client may go on are passed over. */
export const makeAnswerReader = (): AnswerReader => {
  let kept: Buffer = Buffer.alloc(0)
  let count = 0
  return {
    take: (received, methodOf) => {
      kept = kept.length === 0 ? received : Buffer.concat([kept, received])
      const answers: Array<Answer> = []
      for (;;) {
        const framed = readOne(kept, methodOf(count))
        if (framed === undefined) return answers
        kept = kept.subarray(framed.bytes)
        if (framed.answer.status < 200) continue
        count += 1
        answers.push(framed.answer)
      }
    },
    rest: () => kept,
  }
}
