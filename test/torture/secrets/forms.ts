/** Something that must stand nowhere. */
export interface Needle {
  readonly what: string
  readonly bytes: Buffer
}

/** A needle from a text. */
export const needle = (what: string, text: string): Needle => ({ what, bytes: Buffer.from(text) })

/** A way in which a needle may be written. */
export interface Form {
  readonly what: string
  readonly form: string
  readonly bytes: Buffer
}

/** Fewer bytes than these would be found by chance. */
const bytesMin = 8

/** The digits of base64 that a needle decides, where so many bytes stand before it. */
const base64Within = (bytes: Buffer, before: number): string => {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64")
  const bits = before * 8
  const end = Math.floor((bits + bytes.length * 8) / 6)
  return whole.slice(Math.ceil(bits / 6), end)
}

const percent = (bytes: Buffer): string =>
  [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("")

const texts = ({ bytes }: Needle): ReadonlyArray<readonly [form: string, text: string]> => {
  const text = bytes.toString("utf8")
  return [
    ["hex", bytes.toString("hex")],
    ["hex in capitals", bytes.toString("hex").toUpperCase()],
    ...[0, 1, 2].flatMap((before) => {
      const digits = base64Within(bytes, before)
      const safe = digits.replaceAll("+", "-").replaceAll("/", "_")
      return [
        [`base64 after ${before} bytes`, digits],
        [`base64url after ${before} bytes`, safe],
      ] as const
    }),
    ["URL-encoded", encodeURIComponent(text.toWellFormed())],
    ["percent-encoded", percent(bytes)],
    ["JSON", JSON.stringify(text).slice(1, -1)],
    ["JSON in JSON", JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1)],
  ]
}

/** Every way in which a needle is looked for: as it is, in hex, base64, URLs and JSON. */
export const formsOf = (sought: Needle): ReadonlyArray<Form> => {
  const { bytes, what } = sought
  const forms = new Map<string, Form>([[bytes.toString("latin1"), { what, form: "plain", bytes }]])
  for (const [form, text] of texts(sought)) {
    if (!forms.has(text)) forms.set(text, { what, form, bytes: Buffer.from(text) })
  }
  return [...forms.values()].filter((form) => form.bytes.length >= bytesMin)
}
