import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

const testFiles: ReadonlyArray<readonly [file: string, text: string]> = readdirSync(`${root}test`, {
  recursive: true,
  encoding: "utf8",
})
  .filter((file) => file.endsWith(".ts") && !file.startsWith("house/"))
  .map((file) => [`test/${file}`, readFileSync(`${root}test/${file}`, "utf8")])

/** From the opening bracket at a place to the one that closes it. */
const bracketed = (text: string, from: number): string => {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1
    if (text[at] === ")") depth -= 1
    if (depth === 0) return text.slice(from, at + 1)
  }
  return text.slice(from)
}

/** What stands in the brackets of each call of one of these names, with the line on which it begins. */
const callsOf = (text: string, call: RegExp) =>
  [...text.matchAll(call)].map(({ 0: found, index }) => ({
    line: text.slice(0, index).split("\n").length,
    inside: bracketed(text, index + found.length - 1),
  }))

/** What a transaction waits for that no statement of its own does. */
const waitsOutside =
  /\bDeferred\.await\b|\bEffect\.(?:never|promise|sleep|updateContext)\b|\bFiber\.(?:await|join)\b/

/** Transactions that wait for others while they are idle, which the database ends after three seconds. */
const endedWhileTheyWait = (text: string): ReadonlyArray<number> =>
  callsOf(text, /\bwithTransaction\(/g)
    .filter(({ inside }) => waitsOutside.test(inside))
    .filter(({ inside }) => !inside.includes("idle_in_transaction_session_timeout"))
    .map(({ line }) => line)

/** Questions about locks and sessions that hear of those of other tests, too, which share the cluster. */
const askedOfTheCluster = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/`[^`]*\bpg_(?:locks|stat_activity)\b[^`]*`/g)]
    .filter(([query]) => !query.includes("current_database()"))
    .map(({ index }) => text.slice(0, index).split("\n").length)

/**
 * Reports that come together while the clock of a test stands still: one that waits for a lock of another would try
 * again a moment later, which never comes.
 */
const neverTriedAgain = (text: string): ReadonlyArray<number> => {
  const live = callsOf(text, /\bTestClock\.withLive\(/g).map(({ inside }) => inside)
  return callsOf(text, /\bEffect\.(?:all|forEach)\(/g)
    .filter(({ inside }) => /\breportSale\(/.test(inside) && /\bconcurrency:/.test(inside))
    .filter(({ inside }) => !live.some((part) => part.includes(inside)))
    .map(({ line }) => line)
}

/** What a key has used of a minute; a single call comes to the same in whatever minute it falls. */
const usedOfMinute = /\bburst_used\b(?!: [01]\b)|\bburst-remaining\b|\bburst\.(?:remaining|used)\b/

/** Tests that count calls of a minute on a server's own clock, and do not wait for one that is long enough. */
const countedAcrossMinutes = (text: string): ReadonlyArray<number> =>
  /\buse(?:Own)?Service\(/.test(text)
    ? callsOf(text, /\bit(?:\.each\([^()]*\))?\(/g)
        .filter(({ inside }) => usedOfMinute.test(inside))
        .filter(({ inside }) => !inside.includes("withinOneMinute("))
        .map(({ line }) => line)
    : []

const found = (law: (text: string) => ReadonlyArray<number>): ReadonlyArray<string> =>
  testFiles.flatMap(([file, text]) => law(text).map((line) => `${file}:${line}`))

describe("a test on the database", () => {
  it("lets no transaction wait for others longer than the database allows", () => {
    const transactions = testFiles.flatMap(([, text]) => callsOf(text, /\bwithTransaction\(/g))
    assert.isAbove(transactions.length, 20)
    assert.deepStrictEqual(found(endedWhileTheyWait), [])
    const planted = "sql.withTransaction(Effect.andThen(sql`select 1`, Deferred.await(release)))"
    assert.deepStrictEqual(endedWhileTheyWait(`\n${planted}`), [2])
  })

  it("asks for the locks and sessions of its own database", () => {
    assert.deepStrictEqual(found(askedOfTheCluster), [])
    assert.deepStrictEqual(askedOfTheCluster("sql`select from pg_locks where not granted`"), [1])
  })

  it("has reports that come together try again in real time", () => {
    assert.deepStrictEqual(found(neverTriedAgain), [])
    const planted = "Effect.forEach(orders, () => reportSale(one), { concurrency: 8 })"
    assert.deepStrictEqual(neverTriedAgain(planted), [1])
    assert.deepStrictEqual(neverTriedAgain(`TestClock.withLive(${planted})`), [])
  })

  it("counts the calls of a minute within one minute", () => {
    assert.deepStrictEqual(found(countedAcrossMinutes), [])
    const counted = "expect((await service().quotaOf(key)).burst_used).toBe(8)"
    const planted = `const service = useService()\nit("counts", async () => { ${counted} })`
    assert.deepStrictEqual(countedAcrossMinutes(planted), [2])
    assert.deepStrictEqual(
      countedAcrossMinutes(planted.replace("expect", "await withinOneMinute()\nexpect")),
      [],
    )
  })
})
