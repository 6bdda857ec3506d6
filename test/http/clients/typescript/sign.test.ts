import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { makeSigner } from "../../../../http/clients/typescript/sign.ts"
import { signingFile } from "../../../vectors/signing-file.ts"
import type { SigningVector } from "../../../vectors/signing-draft.ts"

const { vectors } = JSON.parse(readFileSync(signingFile, "utf8")) as {
  readonly vectors: ReadonlyArray<SigningVector>
}

/** Accepted vectors whose body is a text, as those of the client are. */
const accepted = vectors.flatMap(({ expected, keys, name, prefix, request }) => {
  if (!expected.ok || request.bodyBase64 !== undefined) return []
  const headers = new Map(request.headers.map(([header, value]) => [header.toLowerCase(), value]))
  const key = keys.find(({ keyId }) => keyId === expected.keyId)
  return key === undefined ? [] : [{ name, prefix, request, headers, key }]
})

describe("makeSigner()", () => {
  it("signs the accepted vectors of the project as they are signed", async () => {
    for (const { headers, key, name, prefix, request } of accepted) {
      const timestamp = headers.get(`x-${prefix}-timestamp`)
      const call = {
        method: request.method,
        target: request.path,
        body: request.bodyUtf8 ?? "",
        nowMs: Number(timestamp) * 1000 + 999,
      }
      const secrets = [key.secret, ...(key.previous === undefined ? [] : [key.previous.secret])]
      const signed = await Promise.all(
        secrets.map((secret) =>
          makeSigner({ keyId: key.keyId, secret, headerPrefix: prefix })(call),
        ),
      )
      const expected = headers.get(`x-${prefix}-signature`)?.toLowerCase()
      assert.include(
        signed.map((each) => each[`x-${prefix}-signature`]),
        expected,
        name,
      )
      for (const each of signed) {
        assert.strictEqual(each[`x-${prefix}-key-id`], headers.get(`x-${prefix}-key-id`), name)
        assert.strictEqual(each[`x-${prefix}-timestamp`], timestamp, name)
      }
    }
    assert.isAbove(accepted.length, 30)
  })
})
