import type { ClientLanguage } from "./client-language.ts"
import { jsonWords, laidOut } from "./laid-out.ts"

const line: ClientLanguage["line"] = ({ body, method, target }) =>
  body === undefined
    ? `const answer = await viatica("${method}", "${target}")`
    : `const answer = await viatica("${method}", "${target}", ${laidOut(body, jsonWords)})`

/** Examples in TypeScript, for Node. */
export const typescriptClient: ClientLanguage = {
  id: "typescript",
  label: "TypeScript",
  file: "viatica.mts",
  run: "node viatica.mts",
  line,
  program: (request, { keyId, signature, timestamp }) => `import { createHmac } from "node:crypto"

const { VIATICA_URL = "", VIATICA_KEY = "", VIATICA_SECRET = "" } = process.env

const viatica = async (method: string, target: string, value?: unknown) => {
  const body = value === undefined ? "" : JSON.stringify(value)
  const now = Math.floor(Date.now() / 1000)
  const [path] = target.split("?")
  const signature = createHmac("sha256", VIATICA_SECRET)
    .update(\`\${now}.\${method}.\${path}.\${body}\`)
    .digest("hex")
  const response = await fetch(VIATICA_URL + target, {
    method,
    headers: {
      "${keyId}": VIATICA_KEY,
      "${timestamp}": String(now),
      "${signature}": "v2=" + signature,
    },
    ...(body === "" ? {} : { body }),
  })
  return response.json()
}

${line(request)}
console.log(JSON.stringify(answer, null, 2))
`,
}
