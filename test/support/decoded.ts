import type { ByteText } from "../../core/json/byte-text.ts"

/** The text that a text in UTF-8 stands for. */
export const decoded = (text: ByteText): string => Buffer.from(text, "latin1").toString()
