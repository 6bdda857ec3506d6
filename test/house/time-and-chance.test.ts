import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The rooms of the service: what stands beside it, such as the workbench, is not simulated. */
const rooms =
  "api,config,endpoints,gateway,messages,metrics,observability,outside,pages,platform,ports,runtime,store,tables"

/**
 * What tells the machine's time, waits by it or draws bytes of the machine. A simulation of the service stands in
 * for `Clock`, `Random` and the services of `http/platform` that give them; what goes around these would be
 * different each time that a seed is run. A turn of the event loop (`setImmediate`) takes no time.
 */
const direct = new RegExp(
  [
    String.raw`\bDate\.now\b`,
    String.raw`\bnew Date\(\s*\)`,
    String.raw`\bperformance\.now\b`,
    String.raw`\bprocess\.(?:hrtime|uptime)\b`,
    String.raw`(?<!\.)\bset(?:Timeout|Interval)\(`,
    String.raw`\bMath\.random\b`,
    String.raw`\brandom(?:UUID|Bytes|Int|Fill(?:Sync)?)\b`,
    String.raw`\bgetRandomValues\b`,
    String.raw`\bEffect\.run(?:Fork|Promise|PromiseExit|Callback)\(`,
  ].join("|"),
  "g",
)

/** Files that stand at what no simulation has yet, and what that is. */
const atTheMachine: Readonly<Record<string, string>> = {
  "http/platform/random-bytes.ts": "where random bytes come from",
  "http/platform/random-ids.ts": "where random ids come from",
  "http/runtime/node-limits.ts": "sockets of Node",
  "http/runtime/draining.ts": "sockets of Node",
  "http/observability/process-gauges.ts": "what figures tell of the process",
  "http/store/database/embedded/cluster.ts": "another process, which is Postgres",
  "http/store/database/make-folder.ts": "a disk",
  "http/tables/diff-page.ts": "a script for browsers",
  "http/pages/docs/collection.ts": "a script for Postman",
  "http/tables/kept-checks.ts": "a disk",
  "http/tables/look-thread.ts": "a thread",
  "http/tables/tables-worker.ts": "a thread",
  "http/pages/docs/docs-routes.ts": "a page that is written once, of tables alone",
}

/** The text with blanks for its comments. */
const codeOf = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, " "),
  )

const directIn = (text: string): ReadonlyArray<string> => {
  const code = codeOf(text)
  return [...code.matchAll(direct)].map(
    ({ 0: found, index }) => `${code.slice(0, index).split("\n").length}: ${found}`,
  )
}

const sources = globSync(`http/{${rooms}}/**/*.ts`, { cwd: root })
  // A program of a partner's, which the documentation shows.
  .filter((path) => path !== "http/pages/docs/snippets/by-hand.ts")
  .map((path) => [path, directIn(readFileSync(`${root}${path}`, "utf8"))] as const)

describe("the service", () => {
  it("asks its platform for the time, for waits and for chance", () => {
    assert.isAbove(sources.length, 300)
    const found = sources
      .filter(([path]) => atTheMachine[path] === undefined)
      .flatMap(([path, uses]) => uses.map((use) => `${path}:${use}`))
    assert.deepStrictEqual(found, [])
  })

  it("goes around it only in files that are named here, each of which still does", () => {
    const around = sources.filter(([, uses]) => uses.length > 0).map(([path]) => path)
    assert.sameMembers(Object.keys(atTheMachine), around)
  })

  it("is seen where it goes around it", () => {
    const planted =
      "// Date.now()\nconst at = new Date()\nconst id = crypto.randomUUID()\nsetTimeout(run, 5)\n"
    assert.deepStrictEqual(directIn(planted), ["2: new Date()", "3: randomUUID", "4: setTimeout("])
    assert.deepStrictEqual(directIn("const at = new Date(nowMs)\nEffect.runForkWith(context)"), [])
  })
})
