import { html, type PageNode } from "../../kit/html.ts"

/**
 * A key id short enough to stand in a line: its kind, and both ends of its number.
 *
 * ```ts
 * import { shortKeyText } from "../http/pages/console/parts/key-id.ts"
 *
 * shortKeyText("ak_live_8d41f0c2aa0e43d79b3f6a51b2d8c7e2") // => "ak_live_8d41…c7e2"
 * ```
 */
export const shortKeyText = (keyId: string): string => {
  const numberAt = keyId.lastIndexOf("_") + 1
  return `${keyId.slice(0, numberAt + 4)}…${keyId.slice(-4)}`
}

/** A key id in short; the whole of it is told where one points at it. */
export const shortKey = (keyId: string): PageNode =>
  html`<code class="together" title=${keyId}>${shortKeyText(keyId)}</code>`
