import { assert, describe, it } from "@effect/vitest"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { endpoints, openEndpoints } from "../../../../http/api/api.ts"
import { refusals } from "../../../../http/api/api-refusal.ts"
import { ChargedAs } from "../../../../http/api/annotations.ts"
import { calls } from "../../../../http/clients/typescript/calls.ts"
import { makeSigner } from "../../../../http/clients/typescript/sign.ts"
import { serviceAddress } from "../../../../http/clients/typescript/options.ts"
import { isRefusalCode } from "../../../../http/clients/typescript/failure.ts"
import * as Context from "effect/Context"

const all = { ...endpoints, ...openEndpoints }

const requiredFields = (schema: Schema.Top): ReadonlyArray<string> =>
  AST.isObjects(schema.ast)
    ? schema.ast.propertySignatures
        .filter(({ type }) => type.context?.isOptional !== true)
        .map(({ name }) => String(name))
    : []

describe("the address that a client is made with", () => {
  it("is one of a service, or is named in what is thrown", () => {
    assert.throws(() => serviceAddress(""), '"" is no address of a service')
    assert.deepStrictEqual(serviceAddress("http://a.example:8080"), {
      origin: "http://a.example:8080",
      basePath: "",
    })
  })
})

describe("the key that calls are signed with", () => {
  it("has an id and a secret, or neither is sent", () => {
    for (const key of [
      { keyId: "", secret: "vsk_test_1" },
      { keyId: "ak_test_1", secret: "" },
    ]) {
      assert.throws(() => makeSigner(key), "keyId and secret are needed")
    }
  })
})

describe("the client's calls", () => {
  it("are those of the API, at their addresses", () => {
    assert.deepStrictEqual(
      Object.entries(calls)
        .map(([name, { method, path }]) => [name, method, path])
        .sort(),
      Object.entries(all)
        .map(([name, { method, path }]) => [name, method, path])
        .sort(),
    )
  })

  it("need only what every answer has, and wait for reads where the API takes one", () => {
    for (const [name, kind] of Object.entries(calls)) {
      const endpoint = all[name as keyof typeof all]
      for (const schema of endpoint.success) {
        assert.includeMembers([...requiredFields(schema)], [...kind.needs], name)
      }
      assert.isAbove(kind.needs.length, 0)
      const charged = Context.get(endpoint.annotations, ChargedAs)
      assert.strictEqual(kind.isRead === true, charged !== "call", name)
      assert.strictEqual(kind.isOpen === true, name in openEndpoints, name)
    }
  })

  it("know every code of the service, and no other", () => {
    for (const { code } of Object.values(refusals)) assert.isTrue(isRefusalCode(code), code)
    for (const code of ["", "toString", "BAD_MOON", "transport"])
      assert.isFalse(isRefusalCode(code))
  })
})
