import { createHmac } from "node:crypto"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { makeLink } from "../../store/sales/sellers.ts"
import { send } from "../../../support/http-call.ts"
import { useService } from "../../../support/service.ts"

const service = useService()

interface Item {
  readonly name: string
  readonly id: string
  readonly request: {
    readonly method: string
    readonly url: { readonly raw: string }
    readonly body?: { readonly raw: string }
  }
}

interface Collection {
  readonly variable: ReadonlyArray<{ readonly key: string; readonly value: string }>
  readonly event: ReadonlyArray<{
    readonly listen: string
    readonly script: { readonly exec: ReadonlyArray<string> }
  }>
  readonly item: ReadonlyArray<Item>
}

const readCollection = async (): Promise<Collection> => {
  const path = "/docs/files/viatica.postman_collection.json"
  const { status, text } = await send({ port: service().port, method: "GET", path, headers: {} })
  assert.strictEqual(status, 200, text)
  return JSON.parse(text) as Collection
}

/** What Postman gives scripts, as far as ours ask for it, over variables of a collection. */
const makePostman = ({ event }: Collection, variables: Map<string, string>) => {
  const filledIn = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => variables.get(name) ?? whole)
  const run = (listen: string, pm: object): void => {
    const script = event.find((each) => each.listen === listen)?.script.exec.join("\n") ?? ""
    // What crypto-js does with two texts: HMAC over their UTF-8, told in hexadecimal digits.
    const HmacSHA256 = (text: string, key: string) =>
      createHmac("sha256", key).update(text).digest("hex")
    runInNewContext(`(() => {${script}})()`, { pm, require: () => ({ HmacSHA256 }), Date, JSON })
  }
  return async ({ request: { body, method, url } }: Item) => {
    let sent = body?.raw ?? ""
    const headers: Record<string, string> = {}
    const shared = {
      variables: { replaceIn: filledIn, get: (name: string) => variables.get(name) },
    }
    run("prerequest", {
      ...shared,
      request: {
        method,
        url: { toString: () => url.raw },
        ...(body === undefined
          ? {}
          : { body: { ...body, update: (now: { raw: string }) => (sent = now.raw) } }),
        headers: {
          upsert: (one: { key: string; value: string }) => (headers[one.key] = one.value),
        },
      },
    })
    const { pathname, search } = new URL(filledIn(url.raw))
    const answer = await send({
      port: service().port,
      method,
      path: pathname + search,
      headers: { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: sent }),
    })
    run("test", {
      ...shared,
      response: { json: () => JSON.parse(answer.text) as unknown },
      collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
    })
    return answer
  }
}

describe("the collection for Postman, Bruno and Insomnia", () => {
  it("signs every call so that it is answered, each with what those before it were answered", async () => {
    const collection = await readCollection()
    const key = await service().createKey({
      mode: "sandbox",
      scopes: ["quotes", "quotes.link", "coach", "events"],
    })
    const ref = await makeLink(service(), key.partnerCode, "COLLECTED")
    const variables = new Map(collection.variable.map((one) => [one.key, one.value]))
    variables.set("keyId", ` ${key.keyId}\n`).set("secret", `${key.secret} `).set("ref", ref)
    const call = makePostman(collection, variables)
    const named = (id: string): Item => {
      const found = collection.item.find((each) => each.id === id)
      assert.isDefined(found, id)
      return found
    }
    // An endpoint is to be there before its calls, and go after them.
    const first = ["quotes", "links", "conversion", "eventEndpointCreate", "eventPing", "events"]
    const last = ["eventEndpointRemove"]
    const others = collection.item
      .map(({ id }) => id)
      .filter((id) => ![...first, ...last].includes(id))
    for (const id of [...first, ...others, ...last]) {
      const { status, text } = await call(named(id))
      // The only event that there is so far is a ping.
      if (id === "eventResend") assert.include(text, "A ping or an example is sent once")
      else assert.oneOf(status, [200, 201], `${id}: ${text}`)
    }
    for (const name of ["sessionId", "ref", "endpointId", "eventId"]) {
      assert.notInclude(variables.get(name) ?? "", "{{", name)
      assert.isNotEmpty(variables.get(name), name)
    }
  })

  it("asks for a secret rather than to sign without one", async () => {
    const collection = await readCollection()
    const variables = new Map(collection.variable.map((one) => [one.key, one.value]))
    const [item] = collection.item
    assert.isDefined(item)
    const failed = await makePostman(collection, variables)(item).catch(String)
    assert.include(String(failed), "Write the secret of a sandbox key under Variables")
  })
})
