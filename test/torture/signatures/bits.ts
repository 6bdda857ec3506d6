import type { Wire } from "./wire.ts"

/** Bytes with one bit turned; `position` wraps around. */
export const flipBit = (bytes: Uint8Array, position: number): Uint8Array => {
  const bit = position % (bytes.length * 8)
  return bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
}

/** A text of one byte a character with one bit turned. */
export const flipText = (text: string, position: number): string =>
  Buffer.from(flipBit(Buffer.from(text, "latin1"), position)).toString("latin1")

/** A call with another value of one of its headers. */
export const onHeader = (wire: Wire, index: number, change: (value: string) => string): Wire => ({
  ...wire,
  headers: wire.headers.map(([name, value], at) => [name, at === index ? change(value) : value]),
})

const flipHex = (signature: string, position: number): string =>
  `v2=${Buffer.from(flipBit(Buffer.from(signature.slice(3), "hex"), position)).toString("hex")}`

/** Each turns one bit of a call; `at` picks which. */
export const bitTampers: Readonly<Record<string, (wire: Wire, at: number) => Wire>> = {
  "a bit of the signature": (wire, at) => onHeader(wire, 2, (value) => flipHex(value, at)),
  "a bit of the signature's text": (wire, at) => onHeader(wire, 2, (value) => flipText(value, at)),
  "a bit of the key id": (wire, at) => onHeader(wire, 0, (value) => flipText(value, at)),
  "a bit of the timestamp": (wire, at) => onHeader(wire, 1, (value) => flipText(value, at)),
  "a bit of the method": (wire, at) => ({ ...wire, method: flipText(wire.method, at) }),
  "a bit of the path": (wire, at) => ({ ...wire, path: flipText(wire.path, at) }),
  "a bit of the body": (wire, at) => ({
    ...wire,
    body: wire.body.length === 0 ? Uint8Array.of(at & 255) : flipBit(wire.body, at),
  }),
  "a bit of a header's name": (wire, at) => ({
    ...wire,
    headers: wire.headers.map(([name, value], index) => [
      index === at % 3 ? flipText(name, at >> 2) : name,
      value,
    ]),
  }),
}
