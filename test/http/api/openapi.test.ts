import { describe, expect, it } from "@effect/vitest"
import { endpoints, openEndpoints } from "../../../http/api/api.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { type JsonSchema, schemaProblems } from "../../support/json-schema.ts"
import { useService } from "../../support/service.ts"

type Node = Readonly<Record<string, unknown>>

const service = useService()

const at = (node: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce((inner: unknown, name) => (inner as Node | undefined)?.[name], node)

const document = async (): Promise<Node> =>
  (await service().call("GET", "/openapi.json", undefined, { key: null })).body as Node

const schemasIn = (node: unknown): ReadonlyArray<string> => {
  if (Array.isArray(node)) return node.flatMap(schemasIn)
  if (typeof node !== "object" || node === null) return []
  return Object.entries(node).flatMap(([name, inner]) =>
    name === "$ref" ? [String(inner)] : schemasIn(inner),
  )
}

describe("/openapi.json", () => {
  it("describes exactly the endpoints that are served, at the address that serves them", async () => {
    const served = await document()
    expect(served["openapi"]).toMatch(/^3\.1\./)
    expect(at(served, "info", "version")).toBe("2.3.2")
    expect(at(served, "servers")).toEqual([{ url: service().baseUrl }])
    const described = Object.entries(served["paths"] as Node).flatMap(([path, methods]) =>
      Object.keys(methods as Node).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const defined = Object.values({ ...endpoints, ...openEndpoints }).map(
      ({ method, path }) => `${method} ${path}`,
    )
    expect(described.toSorted()).toEqual(defined.toSorted())
  })

  it("asks for the three signing headers on every operation that is not open, and closes no schema", async () => {
    const served = await document()
    const schemes = Object.values(at(served, "components", "securitySchemes") as Node)
    expect(schemes.map((scheme) => at(scheme, "name"))).toEqual([
      "x-svc-key-id",
      "x-svc-timestamp",
      "x-svc-signature",
    ])
    const open = new Set<string>(Object.values(openEndpoints).map(({ path }) => path))
    const operations = Object.entries(served["paths"] as Node).flatMap(([path, methods]) =>
      open.has(path) ? [] : Object.values(methods as Node),
    )
    for (const path of open) expect(at(served, "paths", path, "get", "security")).toEqual([])
    expect(operations.length).toBe(Object.keys(endpoints).length)
    for (const operation of operations) {
      expect(at(operation, "security")).toEqual([{ keyId: [], timestamp: [], signature: [] }])
    }
    expect(JSON.stringify(served)).not.toContain('"additionalProperties":false')
    expect(JSON.stringify(served)).toContain('"pattern":"^[A-Z]{2}$"')
  })

  it("has every schema that it refers to", async () => {
    const served = await document()
    const known = Object.keys(at(served, "components", "schemas") as Node)
    const used = schemasIn(served).map((reference) => reference.split("/").at(-1))
    expect(used.filter((name) => !known.includes(name ?? ""))).toEqual([])
  })

  it("names under every error status the codes that the body may hold", async () => {
    const served = await document()
    for (const [path, methods] of Object.entries(served["paths"] as Node)) {
      for (const operation of Object.values(methods as Node)) {
        for (const [status, answer] of Object.entries(at(operation, "responses") as Node)) {
          if (Number(status) < 400) continue
          const codes = at(answer, "x-error-codes")
          const named = String(at(answer, "description")).match(/[A-Z][A-Z0-9_]{3,}/g) ?? []
          expect([path, status, named.length > 0]).toEqual([path, status, true])
          expect([path, status, codes]).toEqual([path, status, [...new Set(named)]])
        }
      }
    }
  })

  it("tells the forms of dates and residences", async () => {
    const schemas = at(await document(), "components", "schemas")
    const pattern = (schema: string, field: string) =>
      JSON.stringify(at(schemas, schema, "properties", field))
    expect(pattern("TripRequest", "startDate")).toContain("\\\\d{4}-")
    expect(pattern("BilanRequest", "residence")).toContain("[A-Za-z]{2}")
  })

  it("takes what the service takes", async () => {
    const served = await document()
    const schemas = at(served, "components", "schemas") as Readonly<Record<string, JsonSchema>>
    const bodies = [
      [paths.quotes, quoteBody()],
      [paths.quotes, quoteBody({ tripPrice: 12.5, currency: "USD" }, { language: "fr" })],
      [paths.bilan, bilanBody()],
      [paths.bilan, bilanBody({ card: { bin: "497010" }, market: "us", trip: { friends: true } })],
    ] as const
    for (const [path, body] of bodies) {
      const content = at(served, "paths", path, "post", "requestBody", "content")
      const schema = at(content, "application/json", "schema") as JsonSchema
      expect(schemaProblems(schema, body, schemas)).toEqual([])
      expect((await service().call("POST", path, body)).status).toBe(200)
    }
  })
})
