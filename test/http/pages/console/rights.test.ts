import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { OpenRoute } from "../../../../http/api/open-route.ts"
import { areaOf, isOperatorPath } from "../../../../http/pages/console/areas.ts"
import { consoleRoutes } from "../../../../http/pages/console/routes.ts"
import type { PageRouteParts } from "../../../../http/pages/page-route-parts.ts"
import { personRoles } from "../../../../rules/accounts/person.ts"
import { mayAlter, maySee } from "../../../../rules/accounts/role-rights.ts"
import { type ConsoleSession, signIn } from "../../../support/console-session.ts"
import { useOwnService } from "../../../support/service.ts"
import { shippedTables } from "../../../support/tables.ts"

const service = useOwnService()

/** Every route of the console as the service makes them; nothing of it is called here. */
const routesOf = (): Promise<ReadonlyArray<OpenRoute>> =>
  service().run(
    consoleRoutes({
      baseUrl: "http://localhost",
      tables: shippedTables,
      limit: () => 1,
      makePage: () => assert.fail("no page is made"),
      networkOf: () => "",
      live: () => assert.fail("nothing is priced"),
      settings: { operator: {} },
    } as unknown as PageRouteParts),
  )

/** An address of a pattern that leads nowhere in particular. */
const addressOf = ({ pattern }: OpenRoute): string => pattern.replace(/\*$/u, "nothing")

describe.each(personRoles)("somebody in the role %s", (role) => {
  let visitor: ConsoleSession
  let routes: ReadonlyArray<OpenRoute>
  const code = `right-${role}`

  beforeAll(async () => {
    routes = (await routesOf()).filter(({ pattern }) => pattern !== "/console/*")
    await signIn(service(), { email: `first@${code}.example`, partnerCode: code })
    visitor = await signIn(service(), { email: `${role}@${code}.example`, partnerCode: code, role })
  })

  it("is answered by every page that the table of roles gives them, and by no other", async () => {
    let pages = 0
    for (const route of routes.filter(({ methods }) => methods?.includes("GET") !== false)) {
      const path = addressOf(route)
      const { status } = await visitor.get(`${path}?lang=en`)
      if (isOperatorPath(path)) {
        assert.strictEqual(status, 404, path)
        continue
      }
      const area = areaOf(path)
      assert.isDefined(area, `${path} belongs to no part of an account`)
      const isSeen = maySee(role, area ?? "people")
      assert.strictEqual(status !== 403, isSeen, `${path} is answered ${status}`)
      assert.notStrictEqual(status, 500, path)
      pages += 1
    }
    assert.isAbove(pages, 12)
  })

  it("changes what the table gives them, and nothing else", async () => {
    let forms = 0
    for (const route of routes.filter(({ methods }) => methods?.includes("POST"))) {
      const path = addressOf(route)
      const { status } = await visitor.post(path)
      if (isOperatorPath(path)) {
        assert.strictEqual(status, 404, path)
        continue
      }
      const area = areaOf(path)
      assert.isDefined(area, `${path} belongs to no part of an account`)
      assert.strictEqual(status !== 403, mayAlter(role, area ?? "people"), `${path}: ${status}`)
      assert.notStrictEqual(status, 500, path)
      forms += 1
    }
    assert.isAbove(forms, 25)
  })

  it("is shown no link and no form that is refused", async () => {
    for (const language of ["en", "fr"]) {
      for (const route of routes.filter(({ methods }) => methods?.includes("GET") !== false)) {
        const { headers, status, text } = await visitor.get(`${addressOf(route)}?lang=${language}`)
        if (status !== 200 || !(headers["content-type"] ?? "").includes("html")) continue
        const own = (pattern: RegExp) =>
          [...text.matchAll(pattern)]
            .map(([, to]) => (to ?? "").split("?")[0] ?? "")
            .filter((to) => /^\/console(?:$|\/(?!sign-|second-factor))/u.test(to))
        for (const to of own(/<a [^>]*href="([^"]*)"/gu)) {
          const area = areaOf(to)
          assert.isTrue(area !== undefined && maySee(role, area), `${route.pattern} links ${to}`)
        }
        for (const to of own(/<form method="get" action="([^"]*)"/gu)) {
          const area = areaOf(to)
          assert.isTrue(area !== undefined && maySee(role, area), `${route.pattern} asks ${to}`)
        }
        for (const to of own(/<form\s+method="post"\s+action="([^"]*)"/gu)) {
          const area = areaOf(to)
          assert.isTrue(area !== undefined && mayAlter(role, area), `${route.pattern} sends ${to}`)
        }
      }
    }
  })

  it("sees amounts where the table says so", async () => {
    const { text } = await visitor.get("/console/sales?lang=en")
    assert.strictEqual(text.includes("Exports"), maySee(role, "amounts"))
  })
})

describe("a role", () => {
  it("that changes is felt at once, and a person who is removed is signed out", async () => {
    const code = "turning"
    const owner = await signIn(service(), { email: `o@${code}.example`, partnerCode: code })
    const email = `d@${code}.example`
    const other = await signIn(service(), { email, partnerCode: code, role: "developer" })
    assert.strictEqual((await other.get("/console/keys")).status, 200)
    const { text } = await owner.get("/console/people?lang=en")
    const person = new RegExp(`name="person" value="([^"]*)"(?=[^§]{0,200}Role of ${email})`).exec(
      text,
    )?.[1]
    const send = (path: string, role: string) =>
      owner.post(`/console/people/${path}`, { person: person ?? "", role })
    assert.include((await send("role", "finance")).headers["location"], "done=role")
    assert.strictEqual((await other.get("/console/keys")).status, 403)
    assert.strictEqual((await other.post("/console/keys/create", { mode: "sandbox" })).status, 403)
    assert.strictEqual((await other.get("/console/statements")).status, 200)
    await send("remove", "")
    assert.include((await other.get("/console")).headers["location"], "/console/sign-in")
  })

  it("of the last owner neither ends nor changes", async () => {
    const code = "lasting"
    const owner = await signIn(service(), { email: `o@${code}.example`, partnerCode: code })
    await signIn(service(), { email: `f@${code}.example`, partnerCode: code, role: "finance" })
    const { text } = await owner.get("/console/people?lang=en")
    const person = /name="person" value="([^"]*)"/u.exec(text)?.[1] ?? ""
    for (const role of ["developer", "finance", "reader", "nonsense"]) {
      assert.strictEqual((await owner.post("/console/people/role", { person, role })).status, 422)
    }
    assert.strictEqual((await owner.post("/console/people/remove", { person })).status, 422)
    assert.strictEqual((await owner.get("/console/keys")).status, 200)
  })

  it("is kept by an invitation", async () => {
    const code = "inviting"
    const owner = await signIn(service(), { email: `o@${code}.example`, partnerCode: code })
    await owner.post("/console/people/invite", { email: "new@inviting.example", role: "finance" })
    assert.match(
      (await owner.get("/console/people?lang=en")).text,
      /new@inviting\.example[^§]{0,200}Finance/u,
    )
  })
})
