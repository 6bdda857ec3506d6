import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ratesRefreshMinutes, ratesUrl } from "../../../../http/config/outside.ts"

const settings = Effect.gen(function* () {
  const url = yield* ratesUrl
  return { url: Option.getOrNull(url)?.href ?? null, minutes: yield* ratesRefreshMinutes }
})

const readFrom = (environment: Record<string, string>) =>
  Effect.provide(settings, ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment)))

describe("the settings of rates", () => {
  it.effect("name no source by default, and ask one every hour", () =>
    Effect.gen(function* () {
      expect(yield* readFrom({})).toEqual({ url: null, minutes: 60 })
    }),
  )

  it.effect.each([[1], [60], [1_440]])("take an address, and every %s minutes", ([minutes]) =>
    Effect.gen(function* () {
      const url = "https://rates.test/daily.xml?token=t"
      const environment = { RATES_URL: url, RATES_REFRESH_MINUTES: String(minutes) }
      expect(yield* readFrom(environment)).toEqual({ url, minutes })
    }),
  )

  it.effect.each<readonly [string, string]>([
    ["RATES_URL", "rates.test"],
    ["RATES_URL", "ftp://rates.test"],
    ["RATES_URL", "http://name:word@rates.test"],
    ["RATES_REFRESH_MINUTES", "0"],
    ["RATES_REFRESH_MINUTES", "1441"],
    ["RATES_REFRESH_MINUTES", "1.5"],
    ["RATES_REFRESH_MINUTES", "hourly"],
  ])("refuse %s %s without showing it", ([name, value]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(readFrom({ [name]: value }))
      expect(message).toContain(name)
      expect(message).not.toContain("word@")
    }),
  )
})
