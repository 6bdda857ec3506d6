import { describe, expect, it } from "vitest"
import { makeDraws } from "../../core/random/draws.ts"
import { isKept } from "./part.ts"
import { type DrawingRules, drawTampered } from "./signatures/draw-tampered.ts"
import { tamperInProcess } from "./signatures/in-process.ts"
import { asReceived, relationOf } from "./signatures/meaning.ts"
import { signatureOutcome, signatures } from "./signatures/part.ts"
import { emptyTally, violationOf } from "./signatures/tally.ts"
import { signWire, type Wire } from "./signatures/wire.ts"
import { recordOf } from "../http/gateway/signing/vector-call.ts"
import { testSeed } from "../support/random.ts"

const nowSeconds = 1_767_225_600

const genuine = signWire(
  { keyId: "ak_test_a", secret: "first" },
  {
    method: "POST",
    path: "/api/v1/travel/quotes",
    body: Buffer.from("1.5"),
    atSeconds: nowSeconds,
  },
)

const withHeader = (index: number, value: string): Wire => ({
  ...genuine,
  headers: genuine.headers.map(([name, held], at) => [name, at === index ? value : held]),
})

const signatureOf = (wire: Wire): string => wire.headers[2]?.[1] ?? ""

describe("tampering with signatures", () => {
  it("finds nothing that is accepted", async () => {
    const seed = testSeed("tampered signatures") >>> 1
    const outcomes = await signatures.run({ seed, isShort: true, say: () => {} })
    expect(outcomes.flatMap(({ violations }) => violations)).toEqual([])
    expect(outcomes.every(isKept)).toBe(true)
  })

  it("sees a service that takes a previous secret for good after it has ended", async () => {
    const previous = { secret: "ended", validUntil: nowSeconds + 60 }
    const key = { keyId: "ak_test_a", mode: "sandbox", secret: "first", previous } as const
    const record = recordOf(key, nowSeconds)
    const keyring: DrawingRules["keyring"] = {
      signers: [{ keyId: "ak_test_a", secret: "first" }],
      useless: [{ keyId: "ak_test_a", secret: "ended" }],
    }
    const rules = { keyring, nowSeconds, offSecondsMax: 300, isTrimmed: false }
    const records = new Map([[record.keyId, record]])
    const tally = await tamperInProcess(makeDraws(7), 500, records, rules)
    const outcome = signatureOutcome(tally, emptyTally(), [])
    expect(isKept(outcome)).toBe(false)
    expect(outcome.violations[0]).toContain("a key or a secret that has ended: accepted")
  })

  it("takes no call for another one that a key's other secret signed in the same second", () => {
    const keyring: DrawingRules["keyring"] = {
      signers: [
        { keyId: "ak_test_a", secret: "before" },
        { keyId: "ak_test_a", secret: "after" },
      ],
      useless: [{ keyId: "ak_test_a", secret: "ended" }],
    }
    const rules = { keyring, nowSeconds, offSecondsMax: 0, isTrimmed: false }
    const draws = makeDraws(3)
    let seen = 0
    for (let index = 0; index < 5_000; index += 1) {
      const { kind, original, relation, wire } = drawTampered(draws, index, rules)
      if (kind !== "the signature of another call") continue
      seen += 1
      const signed = { ...original, body: original.body, atSeconds: nowSeconds }
      const rightly = keyring.signers.map((signer) => signatureOf(signWire(signer, signed)))
      expect(rightly).not.toContain(signatureOf(wire))
      expect(relation).toBe("changed")
    }
    expect(seen).toBeGreaterThan(50)
  })

  it("knows what is signed from what is not", () => {
    const changed: ReadonlyArray<Wire> = [
      { ...genuine, body: Buffer.from("1.4") },
      { ...genuine, path: `${genuine.path}/` },
      withHeader(0, "AK_test_a"),
      withHeader(1, ` ${nowSeconds}`),
      withHeader(2, signatureOf(genuine).toUpperCase()),
      { ...genuine, headers: [...genuine.headers, ["X-SVC-Key-Id", "ak_test_a"]] },
    ]
    const same: ReadonlyArray<Wire> = [
      { ...genuine, path: `${genuine.path}?a=b?` },
      withHeader(2, `v2=${signatureOf(genuine).slice(3).toUpperCase()}`),
      asReceived(withHeader(1, ` ${nowSeconds}\t`)),
    ]
    const elsewhere: ReadonlyArray<Wire> = [
      { ...genuine, method: "post" },
      { ...genuine, path: `${genuine.path}.1`, body: Buffer.from("5") },
    ]
    const relations = (wires: ReadonlyArray<Wire>) =>
      new Set(wires.map((wire) => relationOf(genuine, wire)))
    expect([relations(changed), relations(same), relations(elsewhere)]).toEqual([
      new Set(["changed"]),
      new Set(["same"]),
      new Set(["same message"]),
    ])
  })

  it("tells of a call that is let in elsewhere, and of one that is refused for nothing", () => {
    const judged = { kind: "drawn", wire: genuine, answer: "200" }
    const letIn = { ...judged, verified: true, letIn: true }
    const refused = { ...judged, verified: false, letIn: false }
    expect(violationOf({ ...letIn, relation: "same message" })).toContain("let in")
    expect(violationOf({ ...letIn, relation: "same" })).toBeUndefined()
    expect(violationOf({ ...refused, relation: "same" })).toContain("refused")
    expect(violationOf({ ...refused, relation: "changed" })).toBeUndefined()
  })
})
