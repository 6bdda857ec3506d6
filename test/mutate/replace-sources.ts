// For threads that a test starts, which load sources themselves: the same texts in the place of these.
import { appendFileSync, readFileSync } from "node:fs"
import module from "node:module"
import { fileURLToPath } from "node:url"

/** Names the file of what is replaced, as JSON: pairs of a path and a text. */
const { MUTANT_SOURCES: kept, MUTANT_TEST: testPath, MUTANTS_REACHED: folder } = process.env

if (kept !== undefined) {
  const texts = new Map(JSON.parse(readFileSync(kept, "utf8")) as Array<[string, string]>)
  module.registerHooks({
    load: (url, context, next) => {
      const source = url.startsWith("file:") ? texts.get(fileURLToPath(url)) : undefined
      return source === undefined
        ? next(url, context)
        : { format: "module-typescript", source, shortCircuit: true }
    },
  })
}

// A thread may be ended at any time: each place is written down when it is first come to.
if (folder !== undefined && testPath !== undefined) {
  const reached = new Set<number>()
  Object.assign(globalThis, {
    mutantReached: (number: number) => {
      if (reached.has(number)) return
      reached.add(number)
      appendFileSync(folder, `${JSON.stringify({ testPath, reached: [number] })}\n`)
    },
  })
}
