import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import * as Option from "effect/Option"
import { type Fault, readFault } from "../../../../http/emulator/simulator/faults.ts"
import { simulatedPremium } from "../../../../http/emulator/simulator/answer.ts"
import { runHere } from "../../cli/run.ts"
import { type SimulatorProcess, startSimulatorProcess } from "./simulator-process.ts"

const insurer = ["--currency", "CHF", "--currency-of", "AR-3=USD", "--language", "de"]

let simulator: SimulatorProcess

beforeAll(async () => {
  simulator = await startSimulatorProcess(...insurer)
})

afterAll(async () => {
  await simulator.end()
})

beforeEach(async () => {
  await simulator.behave()
})

const call = {
  contract: "1",
  requestId: "r1",
  trip: { travellers: [{ age: 35 }, { age: 8 }] },
  days: 14,
  offers: ["AR-1", "AR-2", "AR-3"],
}

const post = (body: unknown = call, url = simulator.url, timeoutMs = 10_000) =>
  fetch(url, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  })

interface AnswerDocument {
  readonly offers: ReadonlyArray<{
    readonly code: string
    readonly premium: string
    readonly currency: string
    readonly soldBy?: string
    readonly guarantees: ReadonlyArray<{ readonly slug: string; readonly printed: string }>
  }>
}

const answered = async (body?: unknown): Promise<AnswerDocument["offers"]> =>
  ((await (await post(body)).json()) as AnswerDocument).offers

describe("the simulator", () => {
  it("answers for any code, the same each time, in its currency and language", async () => {
    const offers = await answered()
    expect(offers.map(({ code, currency }) => [code, currency])).toEqual([
      ["AR-1", "CHF"],
      ["AR-2", "CHF"],
      ["AR-3", "USD"],
    ])
    expect(offers.map(({ premium }) => premium)).toEqual(
      call.offers.map((code) => simulatedPremium(code, { days: 14, ages: [35, 8] })),
    )
    expect(offers[0]?.guarantees).toContainEqual({
      slug: "hospitalFeesAbroad",
      printed: "150.000",
    })
    expect(await answered()).toEqual(offers)
  })

  it("asks more for more days, more travellers and higher ages, and never too much", () => {
    const premium = (days: number, ...ages: ReadonlyArray<number>): number =>
      Number(simulatedPremium("AR-1", { days, ages }))
    const rising = [
      premium(14, 17),
      premium(14, 18),
      premium(14, 65),
      premium(14, 75),
      premium(15, 75),
      premium(15, 75, 18),
    ]
    expect(rising).toEqual(rising.toSorted((left, right) => left - right))
    expect(new Set(rising).size).toBe(rising.length)
    expect(premium(14, 18)).toBe(premium(14, 64))
    expect(premium(365, 30)).toBe(premium(366, 30))
    expect(premium(365, ...Array.from({ length: 1_000 }, () => 80))).toBe(1_000_000)
  })

  it.each([
    ["", "no JSON"],
    ["[]", "another shape"],
    [JSON.stringify({ ...call, contract: "2" }), "another contract"],
    [JSON.stringify({ ...call, offers: [] }), "no offers"],
    [JSON.stringify({ ...call, days: 0 }), "no days"],
    [JSON.stringify({ ...call, trip: {} }), "no travellers"],
  ])("answers 400 to %s (%s), which is no fault", async (body) => {
    await simulator.behave({ kind: "status", status: 500, times: 1 })
    expect((await post(body)).status).toBe(400)
    expect(await simulator.faults()).toHaveLength(1)
  })

  it("tells how often it was called, and with what", async () => {
    const before = await simulator.calls()
    await answered({ ...call, requestId: "last" })
    const after = await simulator.calls()
    expect(after.posts - before.posts).toBe(1)
    expect(JSON.parse(after.lastBody ?? "")).toEqual({ ...call, requestId: "last" })
    expect(after.open).toBe(0)
  })

  it("does one fault after the other, latency beside them, and is sound after that", async () => {
    await simulator.behave(
      { kind: "latency", ms: 1 },
      { kind: "status", status: 503, times: 2 },
      { kind: "empty", times: 1 },
    )
    expect([(await post()).status, (await post()).status]).toEqual([503, 503])
    expect(await simulator.faults()).toEqual([
      { kind: "latency", ms: 1 },
      { kind: "empty", times: 1 },
    ])
    expect(await answered()).toEqual([])
    expect(await answered()).toHaveLength(3)
    expect(await simulator.faults()).toEqual([{ kind: "latency", ms: 1 }])
  })

  it.each([
    [
      '[{"kind":"nonsense"}]',
      "entry 0, counted from 0, is no fault: the kinds are latency, status, ",
    ],
    ['[{"kind":"toString"}]', "is no fault: the kinds are "],
    ['[{"kind":"status"}]', "is no fault: status needs status from 400 to 599; times, "],
    ['[{"kind":"hang"},{"kind":"status","status":200}]', "entry 1, counted from 0, is no fault: "],
    ['[{"kind":"hang","times":0}]', "hang has no figure; times, if given, are 1 to 1000000"],
    ['[{"kind":"hang","ms":5}]', "hang has no figure; times, "],
    ['[{"kind":"huge_body","mebibytes":0}]', "huge_body may have mebibytes from 1 to 4096; "],
    ["[null]", "entry 0, counted from 0, is no fault: the kinds are "],
    [JSON.stringify(Array.from({ length: 101 }, () => ({ kind: "hang" }))), "more than 100 faults"],
    ['{"kind":"hang"}', "no list of faults"],
    ["[", "no JSON"],
  ])("refuses %s as faults, tells why, and keeps those that it has", async (body, why) => {
    await simulator.behave({ kind: "hang" })
    const refused = await fetch(new URL("/faults", simulator.url), { method: "PUT", body })
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { readonly error: string }).error).toContain(why)
    expect(await simulator.faults()).toEqual([{ kind: "hang" }])
  })

  it("knows nothing else", async () => {
    expect((await fetch(simulator.url)).status).toBe(404)
    expect((await fetch(simulator.url, { method: "DELETE" })).status).toBe(404)
  })
})

describe("a fault of the simulator", () => {
  it("changes what its answer says", async () => {
    const first = async (fault: Fault) => {
      await simulator.behave(fault)
      return answered()
    }
    const [sound] = await answered()
    expect(await first({ kind: "wrong_currency" })).toMatchObject([
      { currency: "EUR" },
      { currency: "EUR" },
      { currency: "EUR" },
    ])
    expect((await first({ kind: "negative_premium" }))[0]?.premium).toBe(`-${sound?.premium}`)
    expect((await first({ kind: "partial" })).map(({ code }) => code)).toEqual(["AR-1", "AR-2"])
    expect(await answered({ ...call, offers: ["AR-1"] })).toEqual([])
    expect((await first({ kind: "unknown_codes" }))[0]?.code).toBe("AR-1-UNKNOWN")
    expect(await first({ kind: "empty" })).toEqual([])
    expect((await first({ kind: "sold_by_redirect" }))[0]?.soldBy).toBe("redirect")
    expect((await first({ kind: "unmapped_text" }))[0]?.guarantees[0]?.printed).toBe(
      "see leaflet K-7",
    )
  })

  it("changes how it answers", async () => {
    await simulator.behave({ kind: "malformed" })
    await expect((await post()).json()).rejects.toThrow(SyntaxError)
    await simulator.behave({ kind: "wrong_shape" })
    expect(await (await post()).json()).toEqual([])
    await simulator.behave({ kind: "redirect" })
    const redirect = await post()
    expect([redirect.status, redirect.headers.get("location")]).toEqual([307, "/elsewhere"])
    await simulator.behave({ kind: "huge_body", mebibytes: 3 })
    expect((await (await post()).arrayBuffer()).byteLength).toBe(3 * 1_024 * 1_024)
    await simulator.behave({ kind: "reset" })
    await expect(post()).rejects.toThrow("fetch failed")
    await simulator.behave({ kind: "reset_body" })
    const torn = await post()
    expect(torn.status).toBe(200)
    await expect(torn.text()).rejects.toThrow("terminated")
  })

  it.each([{ kind: "hang" }, { kind: "latency", ms: 600_000 }] as const)(
    "keeps a call waiting: %j",
    async (fault) => {
      await simulator.behave(fault)
      const waiting = post()
      while ((await simulator.calls()).open === 0);
      const outcome = await Promise.race([waiting, simulator.calls()])
      expect(outcome).toMatchObject({ open: 1 })
      await simulator.end("SIGTERM")
      await expect(waiting).rejects.toThrow("fetch failed")
      simulator = await startSimulatorProcess(...insurer)
    },
  )

  it("sends a byte now and then, and another", async () => {
    await simulator.behave({ kind: "trickle" })
    const body = (await post()).body?.getReader()
    const pieces = [await body?.read(), await body?.read()]
    expect(pieces.map((piece) => piece?.value?.byteLength)).toEqual([1, 1])
    await body?.cancel()
  })
})

describe("viatica simulator", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "ends with status 0 on %s, whatever hangs",
    async (name) => {
      const own = await startSimulatorProcess("--fault", "hang*1", "--fault", "trickle")
      const hanging = post(call, own.url).catch(() => undefined)
      while ((await own.calls()).open === 0);
      const trickling = await post(call, own.url)
      const idle = connect(Number(own.url.port), own.url.hostname)
      await once(idle, "connect")
      idle.on("error", () => {})
      expect(await own.end(name)).toBe(0)
      await Promise.all([hanging, trickling.text().catch(() => undefined)])
      idle.destroy()
    },
  )

  it("takes faults and a latency to begin with", async () => {
    const own = await startSimulatorProcess("--latency-ms", "5", "--fault", "status=418*3")
    expect(await own.faults()).toEqual([
      { kind: "latency", ms: 5 },
      { kind: "status", status: 418, times: 3 },
    ])
    await own.end()
  })

  it.each([
    [["--fault", "nonsense"], 2, "Expected a fault"],
    [["--fault", "status=200"], 2, "status needs status from 400 to 599"],
    [["--currency", "euro"], 2, "ISO 4217"],
    [["--currency-of", "AR-1=euro"], 2, "Expected CODE=CURRENCY"],
    [["--port", "65536"], 2, "Expected a port"],
  ])("refuses %j", async (args, status, text) => {
    const ended = await runHere({})(["simulator", ...args])
    expect(ended.status).toBe(status)
    expect(ended.stderr).toContain(text)
    expect(ended.stdout).toBe("")
  })

  it("lists its faults with the bounds of their figures", async () => {
    const { stdout } = await runHere({})(["simulator", "--help"])
    for (const form of [
      "latency=MS (0 to 600000)",
      "status=CODE (400 to 599)",
      "hang",
      "partial",
    ]) {
      expect(stdout).toContain(form)
    }
    expect(stdout).toContain("huge_body[=MEBIBYTES] (1 to 4096)")
  })

  it("says in one line that its port is taken", async () => {
    const { port } = simulator.url
    const ended = await runHere({})(["simulator", "--port", port])
    expect(ended.status).toBe(1)
    expect(ended.stderr).toBe(
      `viatica: Port ${port} is already in use; give --port another one, or 0 for any.\n`,
    )
  })
})

describe("a fault in words", () => {
  it.each<readonly [string, unknown]>([
    ["hang", { kind: "hang" }],
    ["hang*3", { kind: "hang", times: 3 }],
    ["status=599", { kind: "status", status: 599 }],
    ["latency=0*2", { kind: "latency", ms: 0, times: 2 }],
    ["huge_body", { kind: "huge_body" }],
    ["huge_body=4", { kind: "huge_body", mebibytes: 4 }],
    ["status", null],
    ["status=600", null],
    ["status=399", null],
    ["hang*0", null],
    ["hang=1", null],
    ["latency", null],
    ["toString", null],
    ["constructor", null],
    ["", null],
  ])("%j", (text, fault) => {
    expect(Option.getOrNull(readFault(text))).toEqual(fault)
  })
})
