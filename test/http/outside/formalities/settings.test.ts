import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { formalitiesTimeoutMs, formalitiesUrl } from "../../../../http/config/outside.ts"

const settings = Effect.gen(function* () {
  const url = yield* formalitiesUrl
  return { url: Option.getOrNull(url)?.href ?? null, timeoutMs: yield* formalitiesTimeoutMs }
})

const readFrom = (environment: Record<string, string>) =>
  Effect.provide(settings, ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment)))

describe("the settings of formalities", () => {
  it.effect("name no source by default, and give one a second and a half", () =>
    Effect.gen(function* () {
      expect(yield* readFrom({})).toEqual({ url: null, timeoutMs: 1_500 })
    }),
  )

  it.effect.each<readonly [string, string]>([
    ["http://127.0.0.1:8090", "http://127.0.0.1:8090/"],
    ["https://facts.test/v1/visas?token=a@b", "https://facts.test/v1/visas?token=a@b"],
  ])("take the address %s", ([given, href]) =>
    Effect.gen(function* () {
      const read = yield* readFrom({ FORMALITIES_URL: given, FORMALITIES_TIMEOUT_MS: "30000" })
      expect(read).toEqual({ url: href, timeoutMs: 30_000 })
    }),
  )

  it.effect.each<readonly [string, string]>([
    ["FORMALITIES_URL", "facts.test"],
    ["FORMALITIES_URL", "ftp://facts.test"],
    ["FORMALITIES_URL", "http://name:word@facts.test"],
    ["FORMALITIES_URL", "http://"],
    ["FORMALITIES_URL", "http://facts.test:99999"],
    ["FORMALITIES_TIMEOUT_MS", "0"],
    ["FORMALITIES_TIMEOUT_MS", "30001"],
    ["FORMALITIES_TIMEOUT_MS", "1.5"],
    ["FORMALITIES_TIMEOUT_MS", "soon"],
  ])("refuse %s %s without showing it", ([name, value]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(readFrom({ [name]: value }))
      expect(message).toContain(name)
      expect(message).not.toContain("word@")
    }),
  )
})
