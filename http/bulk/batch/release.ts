/** Node 20 lacks it, and gives memory back in its own time. */
const { transfer } = ArrayBuffer.prototype as {
  readonly transfer?: (this: ArrayBuffer, lengthBytes: number) => ArrayBuffer
}

/**
 * Gives the memory of bytes back at once; nothing else may use them any more, or share them. It lies
 * outside of the heap of objects, which would otherwise be searched through again and again for bytes
 * that nobody holds.
 */
export const release = (bytes: Uint8Array<ArrayBuffer>): void => {
  transfer?.call(bytes.buffer, 0)
}

/** Whether bytes lie in memory of their own: those that share some are only a part of it. */
const isAlone = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength

/** Gives the memory of bytes that were handed over back, where it is theirs alone. */
export const releaseOwn = (bytes: Uint8Array): void => {
  if (isAlone(bytes)) release(bytes)
}
