import { describe, expect, it } from "vitest"
import { clockOutcome } from "./clock/moments.ts"
import { signingWindow } from "./clock/signing.ts"
import type { World } from "./clock/world.ts"
import { isKept } from "./part.ts"
import type { Answer } from "../support/http-call.ts"

/** A service that takes signatures that are as far off as this. */
const worldOfWindow = (windowSeconds: number): Pick<World, "callAt" | "stage"> => ({
  stage: {
    createKey: () => Promise.resolve({ keyId: "ak_test_1", secret: "s", partnerCode: "p" }),
  } as unknown as World["stage"],
  callAt: (nowMs, _key, _call, signedAtSeconds = 0): Promise<Answer> => {
    const isStale = Math.abs(signedAtSeconds - Math.floor(nowMs / 1_000)) > windowSeconds
    const body = isStale ? { error: "STALE_TIMESTAMP" } : {}
    return Promise.resolve({ status: isStale ? 401 : 200, headers: {}, text: "", body })
  },
})

describe("clocks that are set", () => {
  it("see a window that is a second too wide or too narrow", async () => {
    const startMs = Date.parse("2027-01-01T12:00:00.000Z")
    const outcomeWith = async (windowSeconds: number) =>
      clockOutcome([await signingWindow(worldOfWindow(windowSeconds), startMs)])
    expect(isKept(await outcomeWith(300))).toBe(true)
    const [wide, narrow] = [await outcomeWith(301), await outcomeWith(299)]
    expect(wide.violations).toContain(
      "a signature's window of 300 s: signed 301 s off, 0 ms into the second: 200 in place of 401 STALE_TIMESTAMP",
    )
    expect([isKept(wide), isKept(narrow)]).toEqual([false, false])
    expect(narrow.figure).toBe("12 of 18 moments as expected")
  })
})
