import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import {
  insurerAllowPrivate,
  insurerTimeoutMs,
  insurerUrls,
} from "../../../../http/config/outside.ts"

const settings = Effect.gen(function* () {
  const urls = yield* insurerUrls
  return {
    urls: [...urls].map(([key, { href }]) => [key, href]),
    timeoutMs: yield* insurerTimeoutMs,
    allowPrivate: yield* insurerAllowPrivate,
  }
})

const readFrom = (environment: Record<string, string>) =>
  Effect.provide(settings, ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment)))

describe("the settings of insurers", () => {
  it.effect("name none by default, give four seconds, and allow public addresses only", () =>
    Effect.gen(function* () {
      expect(yield* readFrom({})).toEqual({ urls: [], timeoutMs: 4_000, allowPrivate: false })
      expect((yield* readFrom({ INSURER_URLS: "" })).urls).toEqual([])
    }),
  )

  it.effect("take several addresses", () =>
    Effect.gen(function* () {
      const read = yield* readFrom({
        INSURER_URLS:
          "alpenrose=https://rates.example/v1?token=a%2Cb, borealis=http://127.0.0.1:9101",
        INSURER_TIMEOUT_MS: "50",
        INSURER_ALLOW_PRIVATE: "true",
      })
      expect(read).toEqual({
        urls: [
          ["alpenrose", "https://rates.example/v1?token=a%2Cb"],
          ["borealis", "http://127.0.0.1:9101/"],
        ],
        timeoutMs: 50,
        allowPrivate: true,
      })
      expect((yield* readFrom({ INSURER_TIMEOUT_MS: "30000" })).timeoutMs).toBe(30_000)
    }),
  )

  it.effect.each<readonly [string, string]>([
    ["INSURER_URLS", "https://rates.example"],
    ["INSURER_URLS", "alpenrose"],
    ["INSURER_URLS", "alpenrose="],
    ["INSURER_URLS", "alpenrose=rates.example"],
    ["INSURER_URLS", "alpenrose=ftp://rates.example"],
    ["INSURER_URLS", "alpenrose=http://name:word@rates.example"],
    ["INSURER_URLS", "alpenrose=http://rates.example:99999"],
    ["INSURER_URLS", "alpenrose=http://"],
    ["INSURER_URLS", "Alpen Rose=http://rates.example"],
    ["INSURER_URLS", "a=http://rates.example,a=http://rates.example"],
    ["INSURER_URLS", "a=http://rates.example,"],
    ["INSURER_URLS", "a=http://rates.example/x,y"],
    ["INSURER_TIMEOUT_MS", "49"],
    ["INSURER_TIMEOUT_MS", "30001"],
    ["INSURER_TIMEOUT_MS", "99.5"],
    ["INSURER_TIMEOUT_MS", "soon"],
    ["INSURER_ALLOW_PRIVATE", "perhaps"],
  ])("refuse %s %s without showing it", ([name, value]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(readFrom({ [name]: value }))
      expect(message).toContain(name)
      expect(message).not.toContain("word@")
    }),
  )
})
