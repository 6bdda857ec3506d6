// Runs the tests that are nearest to what differs from the state that has landed, in less than a minute.
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { fileURLToPath } from "node:url"
import { isSource, makeNearTests } from "./support/near-tests.ts"
import { changedSince, landedBase } from "./support/tool-tests.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** How many tests run beside those that have changed themselves: of core and rules, and of all else. */
const most = { pure: 30, other: 5 }

const { values } = parseArgs({ options: { since: { type: "string" } } })

const base = values.since ?? landedBase() ?? "HEAD"
const changed = changedSince(base)
const isTest = (file: string): boolean => file.endsWith(".test.ts")

/** Tables are read, not imported: what every case comes to shows what they do. */
const ofTables = changed.some((file) => file.startsWith("data/"))
  ? ["test/http/tables/case-outcomes.test.ts"]
  : []

const nearTests = makeNearTests()
const ranks = new Map<string, number>()
for (const file of changed.filter(isSource)) {
  for (const { rank, test } of nearTests(file)) {
    ranks.set(test, Math.min(rank, ranks.get(test) ?? Number.POSITIVE_INFINITY))
  }
}
const near = [...ranks].toSorted(([, left], [, right]) => left - right).map(([test]) => test)
const isPure = (test: string): boolean => /^test\/(?:core|rules|house)\//.test(test)
const chosen = new Set([
  ...changed.filter((file) => isTest(file) && isSource(file)),
  ...ofTables,
  ...near.filter(isPure).slice(0, most.pure),
  ...near.filter((test) => !isPure(test)).slice(0, most.other),
])

if (chosen.size === 0) console.log(`No test comes to what differs from ${base.slice(0, 8)}.`)
else {
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--config", ".config/vitest.config.ts", ...chosen],
    { cwd: root, stdio: "inherit" },
  )
  const left = near.filter((test) => !chosen.has(test)).length
  console.log(
    `The ${chosen.size} tests nearest to ${changed.length} files that differ from ${base.slice(0, 8)}; ${left} others come to them, which npm test runs.`,
  )
  process.exitCode = status ?? 1
}
