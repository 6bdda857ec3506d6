import { signingVectors } from "./signing-cases.ts"

/** Where the vectors are published. */
export const signingFile = new URL("signing.json", import.meta.url)

const about = [
  "Test vectors of the request signing scheme v2, for any language.",
  "Headers are x-<prefix>-key-id, x-<prefix>-timestamp and x-<prefix>-signature.",
  "Signature: 'v2=' and the hex HMAC-SHA256, keyed with the UTF-8 bytes of the secret, of",
  "timestamp '.' METHOD '.' path '.' body, where path is the request target before the first '?'.",
  "Check a request at the time `now` against `keys`; times are Unix seconds, the window is 300 s.",
  "A previous secret is good while now < validUntil. Vectors with overHttp: false cannot be sent",
  "over HTTP and are meant for a verifying function alone.",
]

/** The published text of the vectors: the same for the same cases, byte for byte. */
export const signingFileText = (): string => {
  const lines = signingVectors.map((vector) => `    ${JSON.stringify(vector)}`)
  return [
    "{",
    `  "about": ${JSON.stringify(about.join(" "))},`,
    `  "windowSeconds": 300,`,
    `  "count": ${signingVectors.length},`,
    `  "vectors": [`,
    lines.join(",\n"),
    "  ]",
    "}",
    "",
  ].join("\n")
}
