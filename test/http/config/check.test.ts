import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { checkSettings } from "../../../http/config/check.ts"
import { settings, settingsTable } from "../../../http/config/settings.ts"

const checkIn = (environment: Readonly<Record<string, string>>) =>
  Effect.provide(checkSettings, ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment)))

/** What is said of an environment that is wrong. */
const mistakesIn = (environment: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(checkIn(environment)), ({ mistakes }) => mistakes)

/** A value that no setting takes which does not take any text. */
const nonsense = "\u2603 nonsense"

const takingAny = settings.filter(({ expected }) => expected === "some text")

describe("the settings of a server", () => {
  it("are those of docs/settings.md (vitest -u writes it)", async () => {
    const text = [
      "# Settings",
      "",
      "What a server reads from its environment. An empty value counts as none, save for `MASTER_KEY`,\nwhere it is a mistake.",
      "",
      settingsTable(),
      "",
    ].join("\n")
    await expect(text).toMatchFileSnapshot("../../../docs/settings.md")
  })

  it.effect("may all be unset", () =>
    Effect.gen(function* () {
      expect(yield* checkIn({})).toEqual([])
    }),
  )

  it.effect("are told all at once where all are wrong, without their secrets", () =>
    Effect.gen(function* () {
      const names = settings.map(({ variable }) => variable)
      const mistakes = yield* mistakesIn(Object.fromEntries(names.map((name) => [name, nonsense])))
      const wrong = settings.filter((each) => !takingAny.includes(each))
      expect(mistakes.length).toBe(wrong.length)
      for (const [index, { expected, isSecret, variable }] of wrong.entries()) {
        const got = isSecret === true ? "" : `, got ${JSON.stringify(nonsense)}`
        expect(mistakes[index]).toBe(`The setting ${variable} is wrong: expected ${expected}${got}`)
      }
    }),
  )

  it.effect.each(
    settings.flatMap(({ expected, variable }) => {
      const [, from, to] = /^a (?:whole )?number from (\d+) to (\d+)/.exec(expected) ?? []
      return from === undefined || to === undefined
        ? []
        : [[variable, Number(from), Number(to)] as const]
    }),
  )("%s is taken from %s to %s, and no further", ([name, from, to]) =>
    Effect.gen(function* () {
      for (const right of [from, to])
        yield* checkIn({ [name]: String(right), RATES_URL: "http://a" })
      for (const wrong of [from - 1, to + 1]) {
        expect((yield* mistakesIn({ [name]: String(wrong) })).length).toBe(1)
      }
    }),
  )
})

describe("the addresses that others are given", () => {
  it.effect.each(["BASE_URL", "FUNNEL_URL"])("%s takes a path", (name) =>
    Effect.gen(function* () {
      expect(yield* checkIn({ [name]: "https://trips.example:8443/go/" })).toEqual([])
    }),
  )

  it.effect.each(
    ["BASE_URL", "FUNNEL_URL"].flatMap((name) =>
      [
        ["ftp://trips.example", "ftp://trips.example"],
        ["trips.example", "trips.example"],
        ["https://trips.example/?a=b", "https://trips.example/?a=b"],
        ["https://trips.example?", "https://trips.example?"],
        ["https://trips.example/#top", "https://trips.example/#top"],
        ["https://name:word@trips.example", "https://***@trips.example"],
        ["https://trips.example:99999", "https://trips.example:99999"],
        ["javascript:alert(1)", "javascript:alert(1)"],
      ].map(([given = "", shown = ""]) => [name, given, shown] as const),
    ),
  )("%s refuses %s", ([name, given, shown]) =>
    Effect.gen(function* () {
      const [mistake] = yield* mistakesIn({ [name]: given })
      expect(mistake).toContain(`The setting ${name} is wrong: expected an address that begins`)
      expect(mistake?.endsWith(`, got ${JSON.stringify(shown)}`)).toBe(true)
    }),
  )
})

describe("a port for figures that is the service's own", () => {
  it.effect.each<readonly [string, string]>([
    ["127.0.0.1", "127.0.0.1"],
    ["0.0.0.0", "127.0.0.1"],
    ["10.0.0.1", "::"],
    ["localhost", "127.0.0.1"],
  ])("is blamed, not PORT (on %s and %s)", ([HOST, METRICS_HOST]) =>
    Effect.gen(function* () {
      const environment = { PORT: "8080", METRICS_PORT: "8080", HOST, METRICS_HOST }
      expect(yield* mistakesIn(environment)).toEqual([
        'The setting METRICS_PORT is wrong: expected another port than PORT has, got "8080"',
      ])
    }),
  )

  it.effect("is taken on another host", () =>
    Effect.gen(function* () {
      const environment = { PORT: "8080", METRICS_PORT: "8080", HOST: "10.0.0.1" }
      expect(yield* checkIn(environment)).toEqual([])
    }),
  )
})

describe("settings that do nothing without another one", () => {
  const idle = settings.flatMap(({ needs, variable }) =>
    needs === undefined ? [] : [[variable, needs]],
  )
  const values: Readonly<Record<string, string>> = {
    FORMALITIES_URL: "http://a.test",
    FORMALITIES_TIMEOUT_MS: "10",
    INSURER_URLS: "kestrelgate=http://a.test",
    INSURER_TIMEOUT_MS: "100",
    INSURER_ALLOW_PRIVATE: "true",
    RATES_URL: "http://a.test",
    RATES_REFRESH_MINUTES: "5",
    SMTP_URL: "smtp://mail.test",
    MAIL_FROM: "console@a.test",
    METRICS_PORT: "9464",
    METRICS_HOST: "127.0.0.1",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://a.test",
    OTEL_EXPORTER_OTLP_HEADERS: "a=b",
    OTEL_TRACES_SAMPLER_ARG: "0.5",
  }

  it.effect.each(idle)("%s is told where %s is unset, and not where it is set", ([name, needs]) =>
    Effect.gen(function* () {
      const environment = { [name ?? ""]: values[name ?? ""] ?? "" }
      expect(yield* checkIn(environment)).toEqual([`${name} does nothing without ${needs}`])
      expect(yield* checkIn({ ...environment, [needs ?? ""]: values[needs ?? ""] ?? "" })).toEqual(
        [],
      )
    }),
  )
})

describe("words among the settings", () => {
  it.effect.each([
    ["LOG_LEVEL", "info"],
    ["LOG_LEVEL", "WARN"],
    ["LOG_LEVEL", "None"],
    ["LOG_FORMAT", "JSON"],
    ["LOG_FORMAT", "Text"],
  ])("%s is taken as %s", ([name = "", value = ""]) =>
    Effect.gen(function* () {
      expect(yield* checkIn({ [name]: value })).toEqual([])
    }),
  )
})
