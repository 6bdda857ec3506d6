import { release } from "./release.ts"

/**
 * Memory for the answers of batches, used again once they have left. Given back to the system, it
 * would come page by page each time, which takes longer than what is written into it.
 */
export interface Rooms {
  /** Room that was given back before; undefined where there is none. */
  readonly take: () => ArrayBuffer | undefined
  /** Gives the memory of bytes back; nothing else may use them any more, or share them. */
  readonly giveBack: (bytes: Uint8Array<ArrayBuffer>) => void
}

/** Keeps up to so many rooms, and hands out the last one first: it may still be in the processor's cache. */
export const makeRooms = (roomsMax: number): Rooms => {
  const rooms: Array<ArrayBuffer> = []
  return {
    take: () => rooms.pop(),
    giveBack: (bytes) => {
      if (rooms.length < roomsMax) rooms.push(bytes.buffer)
      else release(bytes)
    },
  }
}
