import { describe, expect, it } from "vitest"
import { testMasterKey, useService } from "../../support/service.ts"
import { commandLine, expectLine } from "./run.ts"

const service = useService()

const { json, viatica } = commandLine(() => ({
  DATABASE_URL: service().databaseUrl,
  MASTER_KEY: testMasterKey,
}))

const url = "https://nowhere.invalid/hooks"

interface Made {
  readonly endpointId: string
  readonly secret: string
}

const words = (line: string): ReadonlyArray<string> => line.split(" ")

const makeEndpoint = async (partner: string) =>
  (await json(
    ...words(`events endpoint create --partner ${partner} --mode live --url ${url}`),
  )) as Made

describe("viatica events", () => {
  it("makes, lists, renews and removes endpoints", async () => {
    const { partnerCode } = await service().createKey({ mode: "live" })
    const made = await makeEndpoint(partnerCode)
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const rotated = (await json(
      ...words(`events endpoint rotate ${made.endpointId} --partner ${partnerCode}`),
    )) as Made
    expect(rotated.secret).not.toBe(made.secret)
    const listed = await json("events", "endpoint", "list", "--partner", partnerCode)
    expect(listed).toMatchObject([{ endpointId: made.endpointId, url, waiting: 0, failures: 0 }])
    await json("events", "endpoint", "remove", made.endpointId, "--partner", partnerCode)
    expect(await json("events", "endpoint", "list", "--partner", partnerCode)).toEqual([])
    const audited = (await json("audit", "list", "--partner", partnerCode)) as ReadonlyArray<{
      readonly action: string
    }>
    expect(audited.map(({ action }) => action).filter((one) => one.startsWith("endpoint"))).toEqual(
      ["endpoint.remove", "endpoint.rotate", "endpoint.create"],
    )
    expect(JSON.stringify(audited)).not.toContain("whsec_")
  })

  it("pings an endpoint, and tells what came of it", async () => {
    const { partnerCode } = await service().createKey({ mode: "live" })
    const { endpointId } = await makeEndpoint(partnerCode)
    const event = (await json("events", "ping", endpointId, "--partner", partnerCode)) as {
      readonly id: string
    }
    expect(event).toMatchObject({ type: "ping", deliveries: [{ endpointId }] })
    expect(await json("events", "list", "--partner", partnerCode)).toMatchObject([{ id: event.id }])
    const shown = await viatica("events", "show", event.id, "--partner", partnerCode)
    expect(shown.stdout).toContain(`"type":"ping"`)
  })

  it.each<readonly [string, ReadonlyArray<string>, RegExp]>([
    [
      "a private address",
      ["endpoint", "create", "--mode", "live", "--url", "https://10.1.2.3/"],
      /public address/,
    ],
    [
      "an address in clear",
      ["endpoint", "create", "--mode", "live", "--url", "http://partner.example/"],
      /https/,
    ],
    ["an endpoint that is not there", ["ping", "we_none"], /no event endpoint "we_none"/],
    ["an event that is not there", ["resend", "evt_none"], /no event "evt_none"/],
  ])("refuses %s in a line", async (_, args, line) => {
    const { partnerCode } = await service().createKey()
    expectLine(await viatica("events", ...args, "--partner", partnerCode), 1, line)
  })

  it("refuses types that there are not", async () => {
    const { partnerCode } = await service().createKey()
    const words = ["--partner", partnerCode, "--mode", "live", "--url", url, "--types", "sale.lost"]
    const refused = await viatica("events", "endpoint", "create", ...words)
    expect(refused.status).not.toBe(0)
    expect(refused.stderr).toContain("sale.validated")
  })
})
