import { describe, expect, it } from "vitest"
import { makeDraws } from "../../core/random/draws.ts"
import { isKept } from "./part.ts"
import { changesOf } from "./tenants/belongings.ts"
import { type Attempt, violationsOf } from "./tenants/judge.ts"
import { type Names, nonsenseLike } from "./tenants/names.ts"
import { tenants } from "./tenants/part.ts"
import { type Probe, probes } from "./tenants/probes.ts"
import type { Answer } from "../support/http-call.ts"
import { testSeed } from "../support/random.ts"

const namesOf = (code: string, seed: number): Names =>
  nonsenseLike(makeDraws(seed), {
    partnerCode: code,
    partnerId: "p".repeat(20),
    keyId: `ak_test_${"1".repeat(32)}`,
    session: "",
    subscriptionId: "sub_sandbox_1234567890",
    quote: `${"q".repeat(22)}.${"m".repeat(22)}`,
    linkCode: "l".repeat(12),
    archivedCode: "a".repeat(12),
    ref: "",
    order: "order 1234567890",
  })

const [wanted, nonsense, own] = [namesOf("a", 1), namesOf("b", 2), namesOf("c", 3)]

const answer = (status: number, body: unknown): Answer => ({
  status,
  headers: {},
  text: JSON.stringify(body),
  body,
})

const probeThat = (tries: string): Probe => {
  const probe = probes.find((known) => known.tries === tries)
  if (probe === undefined) throw new Error(`no probe tries ${tries}`)
  return probe
}

const attemptOf = (
  tries: string,
  answered: Attempt["answered"],
  standing: Attempt["standing"] = { _tag: "Good" },
): Attempt => ({
  intruder: "another account's key",
  standing,
  probe: probeThat(tries),
  wanted,
  nonsense,
  own,
  sent: JSON.stringify(probeThat(tries).body?.(wanted, own)),
  answered,
})

const unknownCode = (names: Names) =>
  answer(404, { error: "LINK_NOT_FOUND", detail: `No link has the code ${names.linkCode}.` })

describe("tries for what belongs to others", () => {
  it("reach nothing", async () => {
    const seed = testSeed("tenants") >>> 1
    const outcomes = await tenants.run({ seed, isShort: true, say: () => {} })
    expect(outcomes.flatMap(({ violations }) => violations)).toEqual([])
    expect(outcomes.every(isKept)).toBe(true)
  })
})

describe("the judge of tries", () => {
  const [byLink, byQuote, byOrder] = [
    "a link code by a link",
    "a session by a quote",
    "an order by a sale of its own",
  ] as const

  it("finds nothing where an object is answered as nonsense is", () => {
    const attempt = attemptOf(byLink, {
      wanted: unknownCode(wanted),
      nonsense: unknownCode(nonsense),
      own: answer(200, { ok: true }),
    })
    expect(violationsOf(attempt)).toEqual([])
  })

  it("sees an object that is reached", () => {
    const attempt = attemptOf(byLink, {
      wanted: answer(201, { ok: true, subscriptionId: own.subscriptionId }),
      nonsense: unknownCode(nonsense),
      own: answer(200, { ok: true }),
    })
    expect(violationsOf(attempt)[0]).toContain("201 in place of 404 LINK_NOT_FOUND")
  })

  it("sees an answer that differs from that to nonsense by one word", () => {
    const sale = (names: Names, status: string) =>
      answer(200, { externalOrderId: names.order, status })
    const attempt = attemptOf(byOrder, {
      wanted: sale(wanted, "validated"),
      nonsense: sale(nonsense, "pending"),
      own: sale(own, "pending"),
    })
    expect(violationsOf(attempt)).toHaveLength(1)
  })

  it("sees a session of another that is taken up, and a name that comes back unasked", () => {
    const fresh = answer(200, { sessionId: own.session })
    const taken = answer(200, { sessionId: wanted.session, ref: wanted.ref })
    const violations = violationsOf(
      attemptOf(byQuote, { wanted: taken, nonsense: fresh, own: fresh }),
    )
    const names = violations.flatMap((text) => /the other's (\w+)$/.exec(text)?.[1] ?? [])
    expect(names.toSorted()).toEqual(["linkCode", "partnerCode", "ref", "session"])
  })

  it("sees a suspended account's key that is served", () => {
    const served = answer(200, { ok: true })
    const attempt = attemptOf(
      byOrder,
      { wanted: served, nonsense: served, own: served },
      { _tag: "Suspended" },
    )
    expect(violationsOf(attempt)).toHaveLength(2)
  })

  it("sees a way to an object that would not even lead to an own one", () => {
    const refused = unknownCode(own)
    const attempt = attemptOf(byLink, {
      wanted: unknownCode(wanted),
      nonsense: unknownCode(nonsense),
      own: refused,
    })
    expect(violationsOf(attempt)).toEqual([expect.stringContaining("its own is answered 404")])
  })
})

describe("the look at what an account has", () => {
  it("tells of rows that changed, came or went", () => {
    expect(changesOf({ sales: ["a", "b"] }, { sales: ["a", "c"] })).toEqual([
      "sales no longer has b",
      "sales now has c",
    ])
    expect(changesOf({ sales: ["a"] }, { sales: ["a"] })).toEqual([])
  })
})
