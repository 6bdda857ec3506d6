import { createHash } from "node:crypto"

/** What a page may load or run, beside itself; what is left out, it may not. */
export interface PageSources {
  /** Texts of its style elements. */
  readonly styles?: ReadonlyArray<string>
  /** Texts of its script elements. */
  readonly scripts?: ReadonlyArray<string>
  /** Further directives, each whole. */
  readonly others?: ReadonlyArray<string>
}

const hashed = (directive: string, texts: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  const hashes = texts.map((text) => createHash("sha256").update(text).digest("base64"))
  return texts.length === 0
    ? []
    : [`${directive} ${hashes.map((hash) => `'sha256-${hash}'`).join(" ")}`]
}

/**
 * Headers of a page for people: it runs and loads nothing but what is named here by its content, no
 * other page shows it in a frame, and no address of it is passed on.
 */
export const pageHeaders = ({ others = [], scripts, styles }: PageSources = {}) => ({
  "content-security-policy": [
    "default-src 'none'",
    ...hashed("script-src", scripts),
    ...hashed("style-src", styles),
    ...others,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
})
