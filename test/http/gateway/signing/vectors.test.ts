import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { prepareAuthenticate } from "../../../../http/gateway/authenticate.ts"
import type { SigningVector } from "../../../vectors/signing-draft.ts"
import { signingFile, signingFileText } from "../../../vectors/signing-file.ts"
import { requestOf, sourceOf } from "./vector-call.ts"

const text = readFileSync(signingFile, "utf8")
const { vectors } = JSON.parse(text) as { vectors: ReadonlyArray<SigningVector> }

const outcome = async (vector: SigningVector): Promise<SigningVector["expected"] | string> => {
  const settings = { prefix: vector.prefix, windowSeconds: 300 }
  const authenticate = prepareAuthenticate(sourceOf(vector.keys, vector.now), settings)
  const call = authenticate(requestOf(vector), vector.now)
  const result = await Effect.runPromise(Effect.result(call))
  if (Result.isSuccess(result)) return { ok: true, keyId: result.success.keyId }
  const refusal = result.failure
  return "code" in refusal ? { ok: false, error: refusal.code, status: 401 } : refusal._tag
}

describe("the published signing vectors", () => {
  it("are what their cases give", () => {
    expect(text).toBe(signingFileText())
  })

  it("number at least 60, with different names, both accepted and refused", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(60)
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
    expect(vectors.filter(({ expected }) => expected.ok).length).toBeGreaterThanOrEqual(30)
  })

  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s", async (_, vector) => {
    expect(await outcome(vector)).toEqual(vector.expected)
  })
})
