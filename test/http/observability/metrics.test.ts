import { expect, it } from "@effect/vitest"
import { eventually } from "../../support/eventually.ts"
import { freePort, send } from "../../support/http-call.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { startService, type TestService } from "../../support/service.ts"

/** The samples of an exposition, by name and labels as they are written. */
const samples = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const end = line.lastIndexOf(" ")
        return [line.slice(0, end), Number(line.slice(end + 1))]
      }),
  )

const metered = async (use: (service: TestService, port: number) => Promise<void>) => {
  const port = await freePort()
  const service = await startService({ METRICS_PORT: String(port) })
  try {
    await use(service, port)
  } finally {
    await service.stop()
  }
}

const read = async (port: number) =>
  samples((await send({ port, method: "GET", path: "/metrics" })).text)

it("counts calls by route, status and mode, their quota, insurers, and what the process is at", () =>
  metered(async (service, port) => {
    const live = await service.createKey({ mode: "live" })
    const spent = await service.createKey({ limits: { reads: 0 } })
    await service.call("GET", paths.meta)
    await service.call("GET", paths.meta)
    await service.call("POST", paths.quotes, "{")
    await service.call("POST", paths.quotes, quoteBody({}), { key: spent })
    await service.call("POST", paths.quotes, quoteBody({}), { key: live })
    await send({ port: service.port, method: "GET", path: "/healthz" })
    await send({ port: service.port, method: "GET", path: `/nowhere/${service.key.keyId}` })
    const seen = await read(port)
    const call = (route: string, status: number, mode: string) =>
      seen.get(`viatica_http_calls_total{route="${route}",status="${status}",mode="${mode}"}`)
    expect(call("meta", 200, "sandbox")).toBe(2)
    expect(call("quotes", 400, "sandbox")).toBe(1)
    expect(call("quotes", 429, "sandbox")).toBe(1)
    expect(call("/healthz", 200, "none")).toBe(1)
    expect(call("-", 404, "none")).toBe(1)
    expect(seen.get('viatica_http_call_seconds_count{route="meta"}')).toBe(2)
    expect(seen.get('viatica_http_call_seconds_bucket{route="meta",le="+Inf"}')).toBe(2)
    expect(seen.get('viatica_quota_charges_total{outcome="Granted"}')).toBe(4)
    expect(seen.get('viatica_quota_charges_total{outcome="DaySpent"}')).toBe(1)
    expect(seen.get("viatica_quota_batch_calls_sum")).toBe(5)
    expect(seen.get('viatica_quota_batch_seconds_count{settled="true"}')).toBeGreaterThan(0)
    expect(
      [...seen].filter(([name]) => name.startsWith("viatica_insurer_answers_total")).length,
    ).toBeGreaterThan(0)
    expect(seen.get("viatica_database_up")).toBe(1)
    // The figures are asked for side by side: in one moment every session may be at one of them.
    const idleSessions = async () =>
      (await read(port)).get('viatica_database_sessions{state="idle"}') ?? 0
    expect(await eventually(async () => (await idleSessions()) > 0, 10_000)).toBe(true)
    expect(seen.get("viatica_clicks_waiting")).toBe(0)
    expect(seen.get('viatica_sales_validation_rounds_total{outcome="done"}')).toBe(1)
    expect(seen.get("viatica_tables_refused")).toBe(0)
    expect([...seen.keys()].filter((name) => name.startsWith("viatica_tables_info"))).toEqual([
      expect.stringMatching(/^viatica_tables_info\{standing="in_force",hash="[0-9a-f]{12}"\}$/),
    ])
    expect(seen.get('viatica_process_memory_bytes{kind="rss"}')).toBeGreaterThan(1_000_000)
    expect(seen.get('viatica_event_loop_delay_seconds{at="p99"}')).toBeGreaterThanOrEqual(0)
  }))

it("says nothing of keys, and nothing of who asked for what", () =>
  metered(async (service, port) => {
    await service.call("GET", paths.meta)
    await send({ port: service.port, method: "GET", path: `/r/${service.key.keyId}` })
    const { headers, text } = await send({ port, method: "GET", path: "/metrics" })
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8")
    expect(text).not.toContain(service.key.keyId)
    expect(text).not.toContain(service.key.secret)
    expect(text).not.toContain(service.key.partnerCode)
    for (const line of text.trimEnd().split("\n")) {
      expect(line).toMatch(
        /^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? -?(\d+(\.\d+)?(e[-+]?\d+)?|\+Inf))$/,
      )
    }
  }))

it("answers nothing else on that port, and nothing there on the other", () =>
  metered(async (service, port) => {
    const statusOf = async (on: number, method: string, path: string) =>
      (await send({ port: on, method, path })).status
    expect(await statusOf(port, "GET", "/")).toBe(404)
    expect(await statusOf(port, "GET", paths.meta)).toBe(404)
    expect(await statusOf(port, "POST", "/metrics")).toBe(405)
    expect(await statusOf(port, "HEAD", "/metrics")).toBe(200)
    expect(await statusOf(port, "GET", "/metrics?name=x")).toBe(200)
    expect(await statusOf(service.port, "GET", "/metrics")).toBe(404)
  }))

it("says which setting to change where the port is in use", async () => {
  const port = await freePort()
  const service = await startService({ METRICS_PORT: String(port) })
  try {
    await expect(startService({ METRICS_PORT: String(port) })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already in use; set METRICS_PORT to another one.`,
    )
  } finally {
    await service.stop()
  }
})
