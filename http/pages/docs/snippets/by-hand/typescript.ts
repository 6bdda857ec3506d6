import type { ByHandLanguage } from "../client-language.ts"
import type { ExampleRequest } from "../example-request.ts"
import { laidOut, typescriptStyle } from "../laid-out.ts"

const line = ({ body, method, target }: ExampleRequest): string =>
  `const answer = await viatica("${method}", "${target}", ${laidOut(body, typescriptStyle)})`

/** Examples in TypeScript, for Node. */
export const typescriptByHand: ByHandLanguage = {
  id: "typescript",
  label: "TypeScript",
  file: "viatica.mts",
  run: "node viatica.mts",
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
