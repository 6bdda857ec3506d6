// Loaded before a command line: writes the addresses of all modules that it loaded into the file that
// LOADED_FILE names.
import { writeFileSync } from "node:fs"
import { registerHooks } from "node:module"

const loaded = new Set()

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    loaded.add(found.url)
    return found
  },
})

process.on("exit", () => writeFileSync(process.env.LOADED_FILE, JSON.stringify([...loaded])))
