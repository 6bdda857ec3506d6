// Starts the command line, or says which Node it needs: an older one cannot run TypeScript sources.
const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `viatica: Node ${process.versions.node} is too old; run \`npm ci\`, which brings Node 24 along, or use Node 22.19 or newer.\n`,
  )
  process.exitCode = 1
} else {
  await import("../http/cli/main.ts")
}
