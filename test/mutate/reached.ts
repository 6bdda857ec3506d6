// Writes down which of the probed mutants the tests of a file come to.
import { appendFileSync } from "node:fs"
import { afterAll, expect } from "vitest"

// Threads that the test starts write down for themselves what they come to, under its name.
const { testPath: own } = expect.getState()
if (own !== undefined) process.env["MUTANT_TEST"] = own

const reached = new Set<number>()
Object.assign(globalThis, { mutantReached: (number: number) => reached.add(number) })

afterAll(() => {
  const { testPath } = expect.getState()
  const folder = process.env["MUTANTS_REACHED"]
  if (folder === undefined || reached.size === 0) return
  appendFileSync(folder, `${JSON.stringify({ testPath, reached: [...reached] })}\n`)
})
