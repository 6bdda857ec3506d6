import { afterAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { RequestSample } from "../../../../http/ports/request-sample.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { bilanBody, paths, quoteBody } from "../../../support/sample-trips.ts"
import { type CallOptions, type TestService, useOwnService } from "../../../support/service.ts"
import { runHere } from "../../cli/run.ts"

const folder = await mkdtemp(join(tmpdir(), "viatica-kept-"))
const keeping = useOwnService({ REQUEST_SAMPLE: "1", DATA_DIR: join(folder, "on") })
const other = useOwnService({ DATA_DIR: join(folder, "off") })

afterAll(() => rm(folder, { recursive: true }))

const pathOf = (mode: string): string => join(folder, "on", "requests", `${mode}.ndjson`)

const answered = async (path: string, body: unknown, options: CallOptions = {}) => {
  const answer = await keeping().call("POST", path, body, options)
  expect(outcomeOf(answer)).toBe("200")
  return answer.body as { readonly sessionId?: string }
}

const flush = (service: TestService): Promise<void> =>
  service.run(Effect.flatMap(RequestSample, (sample) => sample.flush))

describe("a server that keeps requests", () => {
  it("keeps those of quotes and of bilans, by mode, and tells nobody's own", async () => {
    const live = await keeping().createKey({ mode: "live" })
    const { sessionId = "" } = await answered(
      paths.quotes,
      quoteBody(
        { startDate: "2027-07-09", endDate: "2027-07-20", name: "Jane Doe" },
        { sessionId: "none", email: "jane@example.org" },
      ),
    )
    await answered(paths.quotes, quoteBody({ intent: "cruise" }), { key: live })
    const refused = await keeping().call("POST", paths.quotes, quoteBody({ travellers: [] }))
    expect(refused.status).toBe(400)
    await answered(paths.bilan, bilanBody({ card: { bin: "49701034" }, ref: "acme-SPRING27" }))
    await flush(keeping())
    const kept = await readFile(pathOf("sandbox"), "utf8")
    const lines = kept.trimEnd().split("\n")
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      trip: {
        intent: "forTourism",
        startDate: "2027-07-01",
        endDate: "2027-07-13",
        countryResidence: "FR",
        arrivalCountries: ["ES"],
        travellers: [{ age: 9 }, { age: 33 }],
        currency: "EUR",
      },
    })
    expect(lines.length).toBe(2)
    expect(lines[1]).toMatch(/^\{"residence":"FR","destinations":\["US"\],"card":\{/u)
    const { keyId, partnerCode } = keeping().key
    for (const own of [sessionId, keyId, partnerCode, "Jane", "jane@", "49701034", "acme"]) {
      expect(own).not.toBe("")
      expect(kept).not.toContain(own)
    }
    const ofLive = await readFile(pathOf("live"), "utf8")
    expect(ofLive).toMatch(/^\{"trip":\{"intent":"cruise",[^\n]*\n$/u)
  })

  it("writes what coverage counts", async () => {
    const { status, stderr, stdout } = await runHere({})([
      "tables",
      "coverage",
      "--requests",
      pathOf("sandbox"),
    ])
    expect([status, stderr]).toEqual([0, ""])
    expect(stdout).toContain("1 of quotes and 1 of bilans")
    expect(stdout).not.toContain("could not be read")
  })
})

describe("a server that was not asked to", () => {
  it("keeps nothing", async () => {
    const { call } = other()
    expect((await call("POST", paths.quotes, quoteBody())).status).toBe(200)
    expect((await call("POST", paths.bilan, bilanBody())).status).toBe(200)
    await flush(other())
    expect(existsSync(join(folder, "off"))).toBe(false)
    expect(await readdir(folder)).toEqual(["on"])
  })
})
