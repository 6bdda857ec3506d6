import { describe, expect, it } from "@effect/vitest"
import { type Answer, outcomeOf } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { useServerProcesses } from "../../support/server-process.ts"
import { type ClaimedKey, type TestKey, useOwnService } from "../../support/service.ts"
import { keyIdText } from "../../../rules/accounts/key-text.ts"

/** Far fewer places for keys than there are strangers. */
const service = useOwnService({ CALLS_WAITING_MAX: "4", UNKNOWN_KEYS_PER_SECOND: "200" })
const { portOf } = useServerProcesses(service, 2)

const drawKey = (): TestKey => ({
  keyId: keyIdText("live", crypto.randomUUID().replaceAll("-", "")),
  secret: "guessed",
  partnerCode: "nobody",
})

const meta = (key: ClaimedKey, port?: number) =>
  service().call("GET", paths.meta, undefined, { key, ...(port === undefined ? {} : { port }) })

const outcomes = (answers: ReadonlyArray<Answer>) => new Set(answers.map(outcomeOf))

describe("a crowd of strangers", () => {
  it("is refused, and takes no place from keys, known and new", async () => {
    const known = await service().createKey()
    await meta(known)
    const strangers = Promise.all(Array.from({ length: 60 }, () => meta(drawKey())))
    const fresh = await service().createKey()
    for (const key of [known, fresh, known, fresh]) expect(outcomeOf(await meta(key))).toBe("200")
    expect(outcomes(await strangers)).toEqual(new Set(["401 UNAUTHORIZED"]))
  })

  it("of one who calls with the same key again and again is refused each time", async () => {
    const stranger = drawKey()
    const answers = await Promise.all(Array.from({ length: 30 }, () => meta(stranger)))
    expect(outcomes(answers)).toEqual(new Set(["401 UNAUTHORIZED"]))
  })

  it("waits in no line where its key ids are none", async () => {
    const answers = await Promise.all(
      ["ak_live_x", "ak_test_7F", "nobody"].map((keyId) => meta({ ...drawKey(), keyId })),
    )
    expect(outcomes(answers)).toEqual(new Set(["401 UNAUTHORIZED"]))
  })
})

describe("a new key", () => {
  it("works on every process with its first call", async () => {
    for (const mode of ["sandbox", "live"] as const) {
      const key = await service().createKey({ mode })
      const answers = [await meta(key), await meta(key, portOf(0)), await meta(key, portOf(1))]
      expect(outcomes(answers)).toEqual(new Set(["200"]))
    }
  })
})
