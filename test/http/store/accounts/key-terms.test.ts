import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { Keys, type KeySummary } from "../../../../http/ports/keys.ts"
import { KeyUses } from "../../../../http/ports/key-uses.ts"
import { layerKeyUses } from "../../../../http/store/accounts/key-cache.ts"
import type { KeyTerms } from "../../../../rules/accounts/key-terms.ts"
import { isKeyIdText } from "../../../../rules/accounts/key-text.ts"
import { type Scope, scopes as allScopes } from "../../../../rules/accounts/scopes.ts"
import { signIn } from "../../../support/console-session.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { times } from "../../../support/long.ts"
import { repeatedIds } from "../../../support/repeated-ids.ts"
import { bilanBody, paths, quoteBody } from "../../../support/sample-trips.ts"
import { type TestKey, useOwnService } from "../../../support/service.ts"

const service = useOwnService({ PROXIES_IN_FRONT: "1" })

const office = ["198.51.100.0/24", "2001:db8:7::/48"]
const free: KeyTerms = { name: "", expiresAt: null, networks: [], readsSales: true }

const from = (address: string) => ({ "x-forwarded-for": address })

/** How a quote of a key from an address ends. */
const quote = async (key: TestKey, address: string) =>
  service().call("POST", paths.quotes, quoteBody(), { key, headers: from(address) })

const outcome = async (key: TestKey, address: string) => outcomeOf(await quote(key, address))

const changeTo = (key: TestKey, terms: Partial<KeyTerms>) =>
  service().run(
    Effect.flatMap(Keys, (keys) =>
      isKeyIdText(key.keyId)
        ? keys.change(key.partnerCode, key.keyId, { ...free, ...terms })
        : Effect.die("no key id"),
    ),
  )

const summaryOf = async (
  key: Pick<TestKey, "partnerCode"> & { readonly keyId: string },
): Promise<KeySummary> => {
  const list = await service().run(Effect.flatMap(Keys, (keys) => keys.list(key.partnerCode)))
  const found = list.find(({ keyId }) => keyId === key.keyId)
  assert.isDefined(found)
  return found as KeySummary
}

/** Ends a key so many seconds from now by the database's clock; in the past where that is below 0. */
const endIn = (key: TestKey, seconds: number) =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update api_key set expires_at = now() + ${seconds}::int * interval '1 second'
        where key_id = ${key.keyId}`,
    ),
  )

describe("a key with a list of networks", () => {
  it("is refused from elsewhere by a code that says so, and by no word about the list", async () => {
    const key = await service().createKey()
    await changeTo(key, { networks: office })
    assert.strictEqual(await outcome(key, "198.51.100.9"), "200")
    assert.strictEqual(await outcome(key, "::ffff:198.51.100.9"), "200")
    assert.strictEqual(await outcome(key, "[2001:DB8:7::1]:443"), "200")
    const elsewhere = await quote(key, "203.0.113.5")
    assert.strictEqual(outcomeOf(elsewhere), "403 ADDRESS_FORBIDDEN")
    assert.include(elsewhere.text, "203.0.113.5")
    assert.notInclude(elsewhere.text, "198.51")
    assert.strictEqual(await outcome(key, "2001:db8:8::1"), "403 ADDRESS_FORBIDDEN")
    // What stands before the proxy's own word is anybody's.
    assert.strictEqual(await outcome(key, "198.51.100.9, 203.0.113.5"), "403 ADDRESS_FORBIDDEN")
  })

  it("says nothing of it to whoever cannot sign", async () => {
    const key = await service().createKey()
    await changeTo(key, { networks: office })
    const stranger = {
      ...key,
      secret: key.secret.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    }
    assert.strictEqual(await outcome(stranger, "203.0.113.5"), "401 INVALID_SIGNATURE")
  })

  it("takes a changed list from the next call on", async () => {
    const key = await service().createKey()
    assert.strictEqual(await outcome(key, "203.0.113.5"), "200")
    await changeTo(key, { networks: office })
    assert.strictEqual(await outcome(key, "203.0.113.5"), "403 ADDRESS_FORBIDDEN")
    await changeTo(key, {})
    assert.strictEqual(await outcome(key, "203.0.113.5"), "200")
  })
})

describe("a key that may not read sales", () => {
  it("is refused wherever their amounts stand, and goes on elsewhere", async () => {
    const key = await service().createKey()
    const statusOf = async (path: string) =>
      outcomeOf(await service().call("GET", path, undefined, { key }))
    const told = [
      "/api/v1/sales",
      "/api/v1/statements",
      "/api/v1/statements/books?number=NONE-2027-01-EUR",
      "/api/v1/events",
    ]
    for (const path of told) assert.notMatch(await statusOf(path), /^403/, path)
    await changeTo(key, { readsSales: false })
    for (const path of told) assert.strictEqual(await statusOf(path), "403 SCOPE_FORBIDDEN", path)
    assert.strictEqual(await outcome(key, "203.0.113.5"), "200")
    for (const path of ["/api/v1/travel/meta", "/api/v1/calls"]) {
      assert.strictEqual(await statusOf(path), "200", path)
    }
    await changeTo(key, {})
    for (const path of told) assert.notMatch(await statusOf(path), /^403/, path)
  })

  it("has them sent nowhere either", async () => {
    const key = await service().createKey({ scopes: ["events"] })
    const asked = [
      ["/api/v1/events/endpoints/create", { url: "https://hooks.example/sales" }],
      ["/api/v1/events/listen", {}],
    ] as const
    const outcomes = () =>
      Promise.all(
        asked.map(async ([path, body]) =>
          outcomeOf(await service().call("POST", path, body, { key })),
        ),
      )
    await changeTo(key, { readsSales: false })
    assert.deepStrictEqual(await outcomes(), ["403 SCOPE_FORBIDDEN", "403 SCOPE_FORBIDDEN"])
    await changeTo(key, {})
    for (const outcome of await outcomes()) assert.notMatch(outcome, /^403/)
  })

  it("is made by leaving a tick out, and stays so in its copy", async () => {
    const { partnerCode } = await service().createKey()
    const owner = await signIn(service(), { email: "sales@ticks.example", partnerCode })
    const page = "/console/keys?mode=sandbox&lang=en"
    const make = async (fields: Readonly<Record<string, string>>) => {
      const form = await owner.fieldOf(page, "form")
      const made = await owner.post(`/console/keys/create?mode=sandbox&lang=en`, {
        mode: "sandbox",
        form,
        terms: "sandbox",
        scope: "quotes",
        ...fields,
      })
      const keyId = /key=(ak_test_\w+)/.exec(made.headers["location"] ?? "")?.[1] ?? ""
      return summaryOf({ keyId, partnerCode })
    }
    assert.isTrue((await make({})).readsSales)
    assert.isTrue((await make({ "asks-sales": "1", sales: "1" })).readsSales)
    const without = await make({ "asks-sales": "1" })
    assert.isFalse(without.readsSales)
    const copied = await owner.post("/console/keys/copy?mode=sandbox&lang=en", {
      key: without.keyId,
      form: await owner.fieldOf(page, "form"),
    })
    const keyId = /key=(ak_test_\w+)/.exec(copied.headers["location"] ?? "")?.[1] ?? ""
    assert.isFalse((await summaryOf({ keyId, partnerCode })).readsSales)
  })
})

describe("a key with an end", () => {
  it("signs until then and not afterwards", async () => {
    const key = await service().createKey()
    await endIn(key, 3_600)
    assert.strictEqual(await outcome(key, "203.0.113.5"), "200")
    await endIn(key, -1)
    const ended = await quote(key, "203.0.113.5")
    assert.strictEqual(outcomeOf(ended), "401 UNAUTHORIZED")
    assert.include(ended.text, "The key has ended")
    const stranger = {
      ...key,
      secret: key.secret.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    }
    assert.strictEqual(await outcome(stranger, "203.0.113.5"), "401 INVALID_SIGNATURE")
    await changeTo(key, {})
    assert.strictEqual(await outcome(key, "203.0.113.5"), "200")
  })
})

describe("the last use of a key", () => {
  it("is the newest call and its network, whichever process writes first", async () => {
    const key = await service().createKey()
    assert.isNull((await summaryOf(key)).lastUsed)
    const at = Date.parse("2026-11-30T06:00:00.000Z")
    const noteAndWrite = (address: string, nowMs: number) =>
      service().run(
        Effect.scoped(
          Effect.flatMap(Layer.build(Layer.fresh(layerKeyUses)), (context) =>
            Effect.sync(() => {
              const note = Context.get(context, KeyUses)
              if (isKeyIdText(key.keyId)) note(key.keyId, address, nowMs)
            }),
          ),
        ),
      )
    await noteAndWrite("198.51.100.9", at)
    assert.deepStrictEqual((await summaryOf(key)).lastUsed, {
      at: "2026-11-30T06:00:00.000Z",
      network: "198.51.100.0/24",
    })
    await noteAndWrite("203.0.113.5", at - 1)
    assert.strictEqual((await summaryOf(key)).lastUsed?.network, "198.51.100.0/24")
    await noteAndWrite("2001:db8:7:1::1", at + 1)
    assert.match((await summaryOf(key)).lastUsed?.network ?? "", /^2001:db8:7/)
  })
})

describe("the console", () => {
  it("makes a key by its form, copies it and changes it", async () => {
    const owner = await signIn(service(), { email: "o@terms.example", partnerCode: "terms" })
    const once = async () => ({ form: await owner.fieldOf("/console/keys", "form") })
    assert.deepStrictEqual(repeatedIds((await owner.get("/console/keys?lang=en")).text), [])
    const first = await owner.post("/console/keys/create?mode=sandbox&lang=en", {
      ...(await once()),
      terms: "next-sandbox",
      networks: "example.org",
    })
    assert.strictEqual(first.status, 422)
    assert.strictEqual(first.text.split("“example.org” is no address").length, 2)
    const wrong = await owner.post("/console/keys/create?mode=sandbox&lang=en", {
      ...(await once()),
      terms: "new-sandbox",
      name: "Booking engine",
      end: "90",
      networks: "198.51.100.7\nexample.com",
    })
    assert.strictEqual(wrong.status, 422)
    assert.include(wrong.text, "“example.com” is no address and no CIDR")
    assert.include(wrong.text, "198.51.100.7\nexample.com")
    assert.lengthOf(await service().run(Effect.flatMap(Keys, ({ list }) => list("terms"))), 0)

    await owner.post("/console/keys/create?mode=sandbox&lang=en", {
      ...(await once()),
      terms: "new-sandbox",
      name: "Booking engine",
      scope: "quotes",
      end: "90",
      networks: "198.51.100.7",
    })
    const [made] = await service().run(Effect.flatMap(Keys, ({ list }) => list("terms")))
    assert.deepInclude(made, {
      name: "Booking engine",
      scopes: ["quotes"],
      networks: ["198.51.100.7/32"],
    })
    const days = (key: KeySummary | undefined) =>
      Math.round((Date.parse(key?.expiresAt ?? "") - Date.parse(key?.createdAt ?? "")) / 86_400_000)
    assert.strictEqual(days(made), 90)

    await owner.post("/console/keys/copy?mode=sandbox&lang=en", {
      ...(await once()),
      key: made?.keyId ?? "",
    })
    const [, copied] = await service().run(Effect.flatMap(Keys, ({ list }) => list("terms")))
    assert.deepInclude(copied, {
      name: "Booking engine",
      scopes: ["quotes"],
      networks: ["198.51.100.7/32"],
      revokedAt: null,
    })
    assert.deepStrictEqual(copied?.quota, made?.quota)
    assert.strictEqual(days(copied), 90)
    assert.notStrictEqual(copied?.keyId, made?.keyId)

    const changed = await owner.post("/console/keys/change?mode=sandbox&lang=en", {
      key: made?.keyId ?? "",
      terms: made?.keyId ?? "",
      name: "Old engine",
      end: "as-now",
      networks: "",
    })
    assert.strictEqual(changed.status, 303)
    const page = await owner.get("/console/keys?mode=sandbox&lang=en")
    assert.include(page.text, "Old engine")
    const [after] = await service().run(Effect.flatMap(Keys, ({ list }) => list("terms")))
    assert.deepInclude(after, {
      name: "Old engine",
      networks: [],
      expiresAt: made?.expiresAt ?? null,
    })
  })

  it("changes no key of another account", async () => {
    const owner = await signIn(service(), { email: "o@thief.example", partnerCode: "thief" })
    const victim = await service().createKey()
    await changeTo(victim, { networks: office })
    for (const act of ["change", "copy"]) {
      const answer = await owner.post(`/console/keys/${act}?mode=sandbox&lang=en`, {
        form: crypto.randomUUID(),
        key: victim.keyId,
        terms: victim.keyId,
        networks: "",
      })
      assert.strictEqual(answer.status, 422)
    }
    assert.deepStrictEqual((await summaryOf(victim)).networks, office)
    assert.lengthOf(await service().run(Effect.flatMap(Keys, ({ list }) => list("thief"))), 0)
  })
})

describe("a call", () => {
  it("never succeeds beyond the scopes, the end and the networks of its key", async () => {
    const asked: Readonly<Record<string, () => readonly [string, unknown]>> = {
      quotes: () => [paths.quotes, quoteBody()],
      coach: () => [paths.bilan, bilanBody()],
    }
    const terms = fc.record({
      scopes: fc.subarray<Scope>([...allScopes]),
      listed: fc.constantFrom<ReadonlyArray<string>>([], office, ["203.0.113.5/32"]),
      endsIn: fc.constantFrom(null, -5, 3_600),
      address: fc.constantFrom("198.51.100.9", "203.0.113.5", "2001:db8:7::9", "2001:db9::1"),
      wish: fc.constantFrom<Scope>("quotes", "coach"),
    })
    await fc.assert(
      fc.asyncProperty(terms, async ({ address, endsIn, listed, scopes, wish }) => {
        const key = await service().createKey({ scopes })
        await changeTo(key, { networks: listed })
        if (endsIn !== null) await endIn(key, endsIn)
        const [path, body] = asked[wish]?.() ?? ["", null]
        const { status } = await service().call("POST", path, body, { key, headers: from(address) })
        const isListed =
          listed.length === 0 ||
          (listed === office
            ? address.startsWith("198.51.100.") || address.startsWith("2001:db8:7:")
            : address === "203.0.113.5")
        const may = scopes.includes(wish) && isListed && endsIn !== -5
        assert.strictEqual(status, may ? 200 : endsIn === -5 ? 401 : 403)
      }),
      { numRuns: times(25, 400) },
    )
  })
})
