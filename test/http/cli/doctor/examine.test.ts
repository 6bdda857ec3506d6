import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { assert, describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { judgeClock } from "../../../../http/cli/doctor/findings.ts"
import { examine, type Patient } from "../../../../http/cli/doctor/examine.ts"
import { makeMovedClock } from "../../../../http/emulator/moved-clock.ts"
import { freePort } from "../../../support/http-call.ts"
import { type TestKey, useOwnService } from "../../../support/service.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { shippedTables } from "../../../support/tables.ts"
import { runHere } from "../run.ts"

const service = useOwnService()

const patient = (key: TestKey, changes: Partial<Patient> = {}): Patient => ({
  origin: new URL(service().baseUrl),
  keyId: key.keyId,
  secret: key.secret,
  headerPrefix: "svc",
  isPriced: true,
  ...changes,
})

const findingsOf = (examined: Patient, aheadMs: number) =>
  Effect.clockWith((real) =>
    Effect.provideService(examine(examined), Clock.Clock, makeMovedClock(real, aheadMs).clock),
  ).pipe(Effect.runPromise)

const statesOf = async (examined: Patient, aheadMs = 0) =>
  (await findingsOf(examined, aheadMs)).map(({ check, state }) => `${check} ${state}`)

const wellBegun = ["address ok", "tls ok", "clock ok"]

describe("the examination of a connection", () => {
  it("goes as far as a first price where all is well", async () => {
    expect(await statesOf(patient(service().key))).toEqual([
      ...wellBegun,
      "signature ok",
      "scopes ok",
      "quota ok",
      "price ok",
    ])
  })

  it("finds a clock that is wrong, and what else is behind it", async () => {
    expect(await statesOf(patient(service().key), 600_000)).toEqual([
      "address ok",
      "tls ok",
      "clock wrong",
      "signature ok",
      "scopes ok",
      "quota ok",
      "price ok",
    ])
    assert.include(await statesOf(patient(service().key), -90_000), "clock doubtful")
  })

  it("tells how long a price takes, whatever the clock says", async () => {
    for (const aheadMs of [600_000, -600_000]) {
      const findings = await findingsOf(patient(service().key), aheadMs)
      assert.match(findings.at(-1)?.found ?? "", / offers from [\d.]+ EUR, in \d{1,5} ms$/)
    }
  })

  it("finds a wrong secret, an unknown key, and those of two modes", async () => {
    const { keyId, secret } = service().key
    const other = `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`
    expect(await statesOf(patient(service().key, { secret: other }))).toEqual([
      ...wellBegun,
      "signature wrong",
    ])
    expect(await statesOf(patient(service().key, { keyId: "ak_test_00" }))).toEqual([
      ...wellBegun,
      "signature wrong",
    ])
    const live = secret.replace("vsk_test_", "vsk_live_")
    expect(await statesOf(patient({ keyId, secret: live, partnerCode: "" }))).toEqual([
      ...wellBegun,
      "key wrong",
      "signature wrong",
    ])
  })

  it("tells of scopes that are missing and of a day that is spent", async () => {
    const key = await service().createKey({ scopes: ["coach"], limits: { reads: 0 } })
    expect(await statesOf(patient(key))).toEqual([
      ...wellBegun,
      "signature ok",
      "scopes doubtful",
      "quota wrong",
    ])
  })

  it("tells a call that may not be made from one that is signed wrongly", async () => {
    const key = await service().createKey({ limits: { burst: 0 } })
    const findings = await findingsOf(patient(key), 0)
    expect(findings.at(-1)).toMatchObject({
      check: "call",
      found: expect.stringMatching(/^429 RATE_LIMITED: .* \(Retry-After: \d+ s\) \(request /),
    })
  })

  it("finds out that nothing answers, or something else does", async () => {
    const nowhere = new URL(`http://127.0.0.1:${await freePort()}`)
    expect(await statesOf(patient(service().key, { origin: nowhere }))).toEqual(["address wrong"])
    const other = createServer((_, response) => response.end("<html>")).listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as AddressInfo
    const origin = new URL(`http://127.0.0.1:${port}`)
    const [tls] = await findingsOf(
      patient(service().key, { origin: new URL(`https://127.0.0.1:${port}`) }),
      0,
    )
    expect(tls).toMatchObject({ check: "tls", found: expect.stringContaining("speaks http") })
    assert.include(await statesOf(patient(service().key, { origin })), "signature wrong")
    other.close()
  })

  it("ends with 0 where all is well, and with 1 and what to do where something is wrong", async () => {
    const { baseUrl, key } = service()
    const doctor = (secret: string, ...flags: ReadonlyArray<string>) =>
      runHere({})([
        "doctor",
        "--key",
        key.keyId,
        "--secret",
        secret,
        "--base-url",
        baseUrl,
        ...flags,
      ])
    const well = await doctor(key.secret)
    expect([well.status, well.stderr]).toEqual([0, ""])
    assert.match(well.stdout, /^ok +price +\d+ offers from [\d.]+ EUR, in \d+ ms$/m)
    const unpriced = await doctor(key.secret, "--no-price", "--json")
    const findings = JSON.parse(unpriced.stdout) as ReadonlyArray<{ check: string }>
    assert.notInclude(
      findings.map(({ check }) => check),
      "price",
    )
    const ill = await doctor("vsk_test_00")
    expect([ill.status, ill.stderr]).toEqual([1, "viatica: This does not work yet: signature\n"])
    assert.match(ill.stdout, /^wrong +signature +401 INVALID_SIGNATURE: .*\n +-> /m)
    assert.notInclude(ill.stdout, key.secret)
  })
})

it("judges a clock by the window that services allow", () => {
  const seconds = limitOf(shippedTables, "timestamp_window_s")
  expect(judgeClock(seconds).state).toBe("doubtful")
  expect(judgeClock(-seconds - 1).state).toBe("wrong")
})
