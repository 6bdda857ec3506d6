import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createFreshDatabase, migratedDatabaseUrl } from "../../support/postgres.ts"
import { commandLine, expectLine } from "./run.ts"

let drop = async (): Promise<void> => {}
let databaseUrl = ""

beforeAll(async () => {
  const database = await createFreshDatabase(migratedDatabaseUrl)
  drop = database.drop
  databaseUrl = database.url
})
afterAll(() => drop())

const { json, viatica } = commandLine(() => ({
  DATABASE_URL: databaseUrl,
  BASE_URL: "https://viatica.example",
}))

describe("viatica operator", () => {
  it("appoints, lists and dismisses operators, in the name of whoever does it", async () => {
    const added = await json("operator", "add", "Ops@Viatica.example")
    expect(added).toMatchObject({ email: "ops@viatica.example", lastSignInAt: null })
    expect(await json("operator", "list")).toEqual([added])
    await json("operator", "remove", "ops@viatica.example")
    expect(await json("operator", "list")).toEqual([])
    const entries = await json("audit", "list", "--action", "person.operator")
    expect(entries.map(({ actor, details }: Record<string, unknown>) => [actor, details])).toEqual([
      [expect.stringMatching(/^command line: /), { isOperator: false, tableRoles: [] }],
      [expect.stringMatching(/^command line: /), { isOperator: true, tableRoles: [] }],
    ])
  })

  it("gives analysts and approvers their roles, one after the other, and takes all of them", async () => {
    const email = "lea@viatica.example"
    await json("operator", "add", email, "--role", "analyst")
    const both = await json("operator", "add", email, "--role", "approver")
    expect(both).toMatchObject({ email, roles: ["analyst", "approver"] })
    expect(await json("operator", "list")).toEqual([both])
    expectLine(await viatica("operator", "add", email, "--role", "owner"), 2, /role/)
    await json("operator", "remove", email)
    expect(await json("operator", "list")).toEqual([])
  })

  it("makes links under the address that browsers use, without a master key", async () => {
    const link = await json("operator", "link", "claire@acme.example")
    expect(link.url).toMatch(/^https:\/\/viatica\.example\/console\/sign-in\/[\w-]{43}$/)
  })

  it("refuses what is no address, who is no operator, and accounts that are none", async () => {
    expectLine(await viatica("operator", "add", "ops"), 1, /is no email address/)
    expectLine(await viatica("operator", "remove", "a@acme.example"), 1, /Nobody is known as/)
    expectLine(
      await viatica("operator", "invite", "a@acme.example", "--partner", "nowhere"),
      1,
      /No partner has the code "nowhere"/,
    )
  })
})
