import type { IncomingMessage } from "node:http"
import * as Result from "effect/Result"
import { BodyBroken, BodyTooLarge, type UnreadBody } from "../api/incoming.ts"

/**
 * Reads a body straight from Node's stream, without a layer of streams in between, and tells once
 * what came of it. Node gives an error for a connection that ends before the body does.
 */
export const readNodeBody = (
  source: IncomingMessage,
  maximumBytes: number,
  tell: (read: Result.Result<Uint8Array, UnreadBody>) => void,
): void => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  let isTold = false
  const tellOnce = (read: Result.Result<Uint8Array, UnreadBody>): void => {
    if (isTold) return
    isTold = true
    tell(read)
  }
  source.on("data", (chunk: Buffer) => {
    if (isTold) return
    bytes += chunk.byteLength
    chunks.push(chunk)
    if (bytes <= maximumBytes) return
    source.pause()
    tellOnce(Result.fail(new BodyTooLarge({ maximumBytes })))
  })
  source.on("end", () => {
    const [only] = chunks
    const body = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks)
    tellOnce(Result.succeed(body))
  })
  source.on("error", (cause) => tellOnce(Result.fail(new BodyBroken({ cause }))))
}
