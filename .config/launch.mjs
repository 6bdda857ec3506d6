// Starts the command line, or says which Node it needs: an older one cannot run TypeScript sources.
import module from "node:module"
import { fileURLToPath } from "node:url"

const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `viatica: Node ${process.versions.node} is too old; run \`npm ci\`, which brings Node 24 along, or use Node 22.19 or newer.\n`,
  )
  process.exitCode = 1
} else {
  // Compiled code is kept beside the packages, where only those can write who can change the sources.
  module.enableCompileCache(
    fileURLToPath(new URL("../node_modules/.cache/viatica", import.meta.url)),
  )
  await import("../http/cli/main.ts")
}
