import { bytesText, type Utf8Body } from "../../api/text-body.ts"
import type { Coding } from "./accepted.ts"

/** Bodies that were compressed before, the latest used last. */
export interface KeptBodies {
  /** The compressed form of a body: the one that is kept, else the one that is made now and kept. */
  readonly of: (
    body: Utf8Body,
    coding: Coding,
    make: () => Promise<Uint8Array>,
  ) => Promise<Uint8Array>
}

/** One body in one coding; its bytes count both forms. */
interface Kept {
  readonly compressed: Promise<Uint8Array>
  bytes: number
}

/** Longer bodies are told apart by being the same object: comparing them would take too long. */
const comparedBytesMax = 262_144

/** What a body is known by: what it says, as far as that can be compared soon enough. */
const nameOf = (body: Utf8Body): Utf8Body =>
  typeof body === "string" || body.byteLength > comparedBytesMax ? body : bytesText(body)

/**
 * Keeps compressed bodies within a bound on their bytes and those of what they were made from; the
 * longest unused go first.
 */
export const makeKeptBodies = (bytesMax: number): KeptBodies => {
  const kept = new Map<Coding, Map<Utf8Body, Kept>>()
  let bytes = 0

  const drop = (bodies: Map<Utf8Body, Kept>, body: Utf8Body): void => {
    bytes -= bodies.get(body)?.bytes ?? 0
    bodies.delete(body)
  }

  const makeRoom = (): void => {
    for (const bodies of kept.values()) {
      for (const body of bodies.keys()) {
        if (bytes <= bytesMax) return
        drop(bodies, body)
      }
    }
  }

  const keep = (
    bodies: Map<Utf8Body, Kept>,
    body: Utf8Body,
    compressed: Promise<Uint8Array>,
  ): void => {
    const entry: Kept = { compressed, bytes: body.length }
    bodies.set(body, entry)
    bytes += entry.bytes
    compressed.then(
      ({ byteLength }) => {
        if (bodies.get(body) !== entry) return
        entry.bytes += byteLength
        bytes += byteLength
        makeRoom()
      },
      () => {
        if (bodies.get(body) === entry) drop(bodies, body)
      },
    )
  }

  return {
    of: (given, coding, make) => {
      const body = nameOf(given)
      const bodies = kept.get(coding) ?? new Map<Utf8Body, Kept>()
      kept.set(coding, bodies)
      const known = bodies.get(body)
      if (known !== undefined) {
        bodies.delete(body)
        bodies.set(body, known)
        return known.compressed
      }
      const compressed = make()
      keep(bodies, body, compressed)
      return compressed
    },
  }
}
