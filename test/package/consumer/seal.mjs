// Loaded before a consumer: remembers what modules load, and closes files and network on demand.
import fs from "node:fs"
import { registerHooks, syncBuiltinESMExports } from "node:module"
import net from "node:net"

const loaded = []

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    loaded.push(found.url)
    return found
  },
})

const reading = /^(open|read|create|stat|lstat|fstat|access|exists|opendir|realpath|watch)/

const close = (module, names) => {
  for (const name of names) {
    if (typeof module[name] !== "function") continue
    module[name] = () => {
      throw new Error(`sealed: ${name}`)
    }
  }
}

// Called once all modules are there; gives their addresses.
globalThis.seal = () => {
  close(
    fs,
    Object.keys(fs).filter((name) => reading.test(name)),
  )
  close(
    fs.promises,
    Object.keys(fs.promises).filter((name) => reading.test(name)),
  )
  close(net.Socket.prototype, ["connect"])
  close(globalThis, ["fetch"])
  syncBuiltinESMExports()
  return loaded
}
