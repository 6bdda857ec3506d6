import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import { isStrict } from "../../../http/bulk/answer-requests.ts"
import { runCommand, runHere } from "../cli/run.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-strict-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const viatica = runHere({})
const card = { network: "vsia", tier: "premier" }
const misspelt = { residence: "FR", destinations: ["US"], card, trip: { riskyActvity: true } }
const trip = {
  ...sampleTripIn(2027),
  travellers: [{ age: 34, agee: 35 }],
}
const details = [
  'card.network: "vsia" is not known; did you mean "visa"?',
  "trip.riskyActvity is not a field of a request; did you mean trip.riskyActivity?",
]

interface Shown {
  readonly warnings?: ReadonlyArray<{ readonly detail: string }>
}

const detailsIn = (stdout: string) =>
  (JSON.parse(stdout) as Shown).warnings?.map(({ detail }) => detail)

describe("a request with a typo", () => {
  it("is answered with warnings where nothing is said of strictness", async () => {
    const { status, stderr, stdout } = await viatica(["bilan", JSON.stringify(misspelt)])
    assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
    assert.deepStrictEqual(detailsIn(stdout), details)
    const quoted = await viatica(["quote", "--json", JSON.stringify({ trip, crad: 1 })])
    assert.deepStrictEqual(detailsIn(quoted.stdout), [
      "trip.travellers[0].agee is not a field of a request; did you mean trip.travellers[0].age?",
      "crad is not a field of a request",
    ])
  })

  it("gets no answer under --strict, and each mistake has a line", async () => {
    for (const more of [[], ["--json"], ["--render"], ["--explain"]]) {
      const request = JSON.stringify(misspelt)
      const { status, stderr, stdout } = await viatica(["bilan", "--strict", ...more, request])
      assert.deepStrictEqual(
        stderr.split("\n").slice(0, -2),
        details.map((each) => `viatica: ${each}`),
      )
      assert.match(stderr, /no bilan for a request that is not read in full; --no-strict/)
      assert.deepStrictEqual({ status, stdout }, { status: 1, stdout: "" })
    }
  })

  it("is warned of on standard error where the answer is a text", async () => {
    for (const more of ["--render", "--explain"]) {
      const ended = await viatica(["bilan", "--no-strict", more, JSON.stringify(misspelt)])
      assert.strictEqual(ended.stderr, details.map((each) => `viatica: ${each}\n`).join(""))
      assert.strictEqual(ended.status, 0)
    }
    const json = await viatica([
      "bilan",
      "--render",
      "--explain",
      "--json",
      JSON.stringify(misspelt),
    ])
    assert.deepStrictEqual(detailsIn(json.stdout), details)
    assert.strictEqual(json.stderr, "")
  })

  it("is told with the refusal that it leads to", async () => {
    const { stderr } = await viatica([
      "quote",
      JSON.stringify({ trip: { ...trip, intent: "anual" } }),
    ])
    assert.include(stderr, 'trip.intent: "anual" is not known; did you mean "annual"?')
    const lost = await viatica(["bilan", '{"residense":"FR","destinations":["US"]}'])
    assert.include(lost.stderr, "did you mean residence?")
    assert.strictEqual(lost.status, 1)
  })

  it("is none where the request has an id, which the command line reads", async () => {
    const { stdout } = await viatica(["bilan", '{"id":7,"residence":"FR","destinations":["US"]}'])
    assert.isUndefined(detailsIn(stdout))
  })

  it("is warned of in its line, counted at the end, and fails all under --strict", async () => {
    const lines = [misspelt, { ...misspelt, trip: {}, card: { none: true } }, misspelt]
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("")
    const counts =
      "viatica: 2 of 3 bilans left something of the request unread: card.network (2), trip.riskyActvity (2)\n"
    for (const [flags, status] of [
      [[], 0],
      [["--strict"], 1],
    ] as const) {
      const ended = await runCommand({})(["bilan", "-", ...flags], input)
      assert.deepStrictEqual(ended.stdout.trim().split("\n").map(detailsIn), [
        details,
        undefined,
        details,
      ])
      assert.strictEqual(ended.stderr, counts)
      assert.strictEqual(ended.status, status)
    }
  })
})

describe("strictness", () => {
  it("is what is asked for, else on where a request is written on a terminal", () => {
    const [none, written, piped] = [Option.none<string>(), Option.some("{}"), Option.some("-")]
    const open = Option.none<boolean>()
    assert.deepStrictEqual(
      [written, piped, none].map((request) => isStrict(open, request, true)),
      [true, false, false],
    )
    assert.isFalse(isStrict(open, written, false))
    assert.isFalse(isStrict(Option.some(false), written, true))
    assert.isTrue(isStrict(Option.some(true), piped, false))
  })
})

describe("a byte order mark before an argument's file", () => {
  it("is no mistake where facts are read", async () => {
    const file = join(folder, "facts.json")
    const args = (given: string) => ["tables", "explain", "countries", given]
    const plain = await viatica(args('{"code":"FR"}'))
    writeFileSync(file, '\uFEFF{"code":"FR"}\n')
    assert.deepStrictEqual(await viatica(args(`@${file}`)), plain)
    assert.deepStrictEqual(await viatica(args('\uFEFF{"code":"FR"}')), plain)
    assert.strictEqual(plain.status, 0)
  })
})
