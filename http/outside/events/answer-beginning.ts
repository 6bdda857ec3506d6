/** Characters that are kept of an answer. */
const answerCharactersMax = 200

/** The most of a text that may be unreadable, in parts of all its characters. */
const unreadableShareMax = 0.1

const charsetIn = /;\s*charset\s*=\s*"?([\w:.+-]+)"?/i

/** The decoder of a charset by its name; that of UTF-8 for names that nobody knows. */
const decoderOf = (contentType: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(charsetIn.exec(contentType)?.[1] ?? "utf-8")
  } catch {
    return new TextDecoder()
  }
}

const isText = (text: string): boolean => {
  const unreadable = text.match(/[\0\ufffd]/g)?.length ?? 0
  return unreadable <= text.length * unreadableShareMax
}

/** The media type alone, where it is one, and the coding around it. */
const kindOf = ({
  "content-encoding": coding = "identity",
  "content-type": type = "",
}: Readonly<Record<string, string | undefined>>): string => {
  const [name = ""] = /^[\w.+-]{1,40}\/[\w.+-]{1,60}/.exec(type.trim()) ?? []
  const around = /^[\w-]{1,20}$/.test(coding) && coding !== "identity" ? coding : ""
  return [name, around].filter((part) => part !== "").join(", ")
}

/**
 * What is kept of an answer: its first 200 characters on one line, by the charset that it names. Of an
 * answer that is no text, such as a picture or what came compressed, its kind is kept instead. The
 * bytes may end anywhere, in the middle of a character too.
 *
 * ```ts
 * import { answerBeginning } from "../http/outside/events/answer-beginning.ts"
 *
 * const bytes = new TextEncoder().encode("out of order\n  line 7")
 * answerBeginning(bytes, { "content-type": "text/plain" }) // => "out of order line 7"
 * answerBeginning(new Uint8Array([0, 255, 0, 254, 1, 2]), { "content-type": "image/png" }) // => "(no text: image/png)"
 * answerBeginning(new Uint8Array(), {}) // => ""
 * ```
 */
export const answerBeginning = (
  bytes: Uint8Array,
  headers: Readonly<Record<string, string | undefined>>,
): string => {
  if (bytes.length === 0) return ""
  // A character whose rest has not been read is left out.
  const text = decoderOf(headers["content-type"] ?? "").decode(bytes, { stream: true })
  const isCoded = (headers["content-encoding"] ?? "identity") !== "identity"
  if (isCoded || !isText(text)) {
    const kind = kindOf(headers)
    return kind === "" ? "(no text)" : `(no text: ${kind})`
  }
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim()
  return [...line].slice(0, answerCharactersMax).join("").trimEnd()
}
