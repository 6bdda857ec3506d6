import { signRequest } from "../../../http/platform/sign-request.ts"
import type { StageKey } from "../stage.ts"

/** A request of well-formed HTTP, whatever its body and its target are. */
export interface InputCase {
  /** What is wrong with it, or unusual. */
  readonly kind: string
  readonly method: string
  /** The raw target, query included. */
  readonly target: string
  readonly body: Buffer | undefined
  /** The key that signs it; null sends it unsigned. */
  readonly key: StageKey | null
  /** Header lines beside the host, the signature and the framing. */
  readonly lines: ReadonlyArray<string>
  readonly isChunked: boolean
}

/** The header lines that sign a call. */
export const signingLines = (
  key: StageKey,
  method: string,
  target: string,
  body: Buffer | undefined,
  nowSeconds: number,
): ReadonlyArray<string> =>
  Object.entries(
    signRequest({
      keyId: key.keyId,
      secret: key.secret,
      method,
      path: target,
      ...(body === undefined ? {} : { body }),
      nowSeconds,
    }),
  ).map(([name, value]) => `${name}: ${value}`)

/** The head of a request with its header lines. */
export const headText = (method: string, target: string, lines: ReadonlyArray<string>): string =>
  [`${method} ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n")

const chunkBytesMax = 1_000

const inChunks = (body: Buffer): Buffer => {
  const parts: Array<Buffer> = []
  for (let at = 0; at < body.length; at += chunkBytesMax) {
    const chunk = body.subarray(at, at + chunkBytesMax)
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"))
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")])
}

const framingOf = ({ body, isChunked }: InputCase): ReadonlyArray<string> => {
  if (body === undefined) return []
  return [isChunked ? "transfer-encoding: chunked" : `content-length: ${body.length}`]
}

/** The bytes of a case, signed at a moment. */
export const caseBytes = (asked: InputCase, nowSeconds: number): Buffer => {
  const { body, isChunked, key, lines, method, target } = asked
  const head = headText(method, target, [
    "host: 127.0.0.1",
    ...(key === null ? [] : signingLines(key, method, target, body, nowSeconds)),
    ...lines,
    ...framingOf(asked),
  ])
  const sent = body === undefined ? Buffer.alloc(0) : isChunked ? inChunks(body) : body
  return Buffer.concat([Buffer.from(head, "latin1"), sent])
}
