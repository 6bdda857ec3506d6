import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { CallReply } from "../../../../../http/workbench/protocol/call.ts"
import { Operators } from "../../../../../http/ports/operators.ts"
import { eventually } from "../../../../support/eventually.ts"
import { openTeam, type TeamPerson, type TestTeam } from "../../../../support/team-workbench.ts"
import { answered, workbenchEvents } from "../../../../support/workbench.ts"

const file = "fees.csv"

const codeOf = (reply: CallReply<unknown>): string =>
  reply._tag === "Refused" ? reply.refusal.code : "none"

describe("a workbench for a team", () => {
  let opened: TestTeam | undefined
  const team = (): TestTeam => opened ?? assert.fail("no team")
  let lea: TeamPerson
  let paul: TeamPerson
  let reader: TeamPerson

  beforeAll(async () => {
    opened = await openTeam()
    lea = await team().person({ email: "lea@viatica.example", tableRoles: ["analyst"] })
    const tableRoles = ["analyst", "approver"] as const
    paul = await team().person({ email: "paul@viatica.example", tableRoles })
    reader = await team().person({ email: "ops@viatica.example", isOperator: true })
  })
  afterAll(() => opened?.end())

  const edit = async (who: TeamPerson, branch: string, text: string, place = 0, known?: number) => {
    const { rows } = answered(await who.call(branch, "table", { file }))
    const revision = known ?? answered(await who.call(branch, "session", {})).revision
    const cells = [{ line: rows[place]?.line ?? 0, column: "value", text }]
    const operations = [{ _tag: "Set", cells }] as const
    return who.call(branch, "edit", { file, revision, action: "cells", operations })
  }
  const textAt = (branch: string): string =>
    readFileSync(join(team().folder, "..", "..", "tables-desks", branch, "data", file), "utf8")

  describe("the door", () => {
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(new URL(path, team().url), { headers, redirect: "manual" })

    it("leads who is not signed in to the sign-in, and back to the desk", async () => {
      const page = await get("change/")
      assert.strictEqual(page.status, 303)
      assert.strictEqual(
        page.headers.get("location"),
        "/console/sign-in?next=%2Fworkbench%2Fchange%2F",
      )
      const signIn = await get("/console/sign-in?next=%2Fworkbench%2Fchange%2F")
      assert.strictEqual(signIn.status, 200)
    })

    it("answers nothing else without a session: files, streams, calls, pictures", async () => {
      for (const path of ["change/events", "change/index.html", "change/review/change.patch"]) {
        assert.strictEqual((await get(path)).status, 401, path)
      }
      const { cookie: _, ...nobody } = { ...lea.headers, cookie: "" }
      const post = (path: string, headers: Readonly<Record<string, string>>) =>
        fetch(new URL(path, team().url), { method: "POST", headers, body: "{}" })
      const origin = new URL(team().url).origin
      assert.strictEqual((await post("change/call/undo", { ...nobody, origin })).status, 401)
      assert.strictEqual((await post("change/shown/x", { origin })).status, 401)
      const stale = { cookie: `${lea.cookie.name}=${"x".repeat(43)}`, origin }
      assert.strictEqual((await post("change/call/undo", stale)).status, 401)
    })

    it("takes what changes anything from its own pages alone", async () => {
      const post = (headers: Readonly<Record<string, string>>) =>
        fetch(new URL("call/undo", team().deskUrl("change")), {
          method: "POST",
          headers: { ...lea.headers, ...headers },
          body: "{}",
        })
      const { origin } = new URL(team().url)
      assert.strictEqual((await post({})).status, 403)
      assert.strictEqual((await post({ origin: "https://evil.example" })).status, 403)
      assert.strictEqual((await post({ origin, "sec-fetch-site": "cross-site" })).status, 403)
      assert.strictEqual((await post({ origin })).status, 200)
      const events = await get("change/events", { ...lea.headers, "sec-fetch-site": "cross-site" })
      assert.strictEqual(events.status, 403)
      const bare = await lea.post("/workbench/", { csrf: "no", name: "mine" })
      assert.strictEqual(bare.status, 403)
    })

    it("shows who has no role that there is nothing here", async () => {
      const stranger = await team().person({ email: "owner@acme.example", partnerCode: "acme" })
      assert.strictEqual((await stranger.get("/workbench/")).status, 403)
      assert.strictEqual(codeOf(await stranger.call("change", "undo", {})), "RoleMissing")
    })

    it("keeps the headers of a workbench, and lists the desks under those of the console", async () => {
      const page = await get("change/", lea.headers)
      assert.include(page.headers.get("content-security-policy") ?? "", "script-src 'self';")
      const list = await lea.get("/workbench/")
      assert.include(list.text, 'href="/workbench/change/"')
      assert.include(list.headers["content-security-policy"] ?? "", "frame-ancestors 'none'")
    })

    it("has a way back to the desks on every page, and says there what somebody is", async () => {
      for (const [who, roles] of [
        [lea, "lea@viatica.example, analyst"],
        [paul, "paul@viatica.example, analyst, approver"],
        [reader, "ops@viatica.example, operator"],
      ] as const) {
        const { text } = await who.get("/console/security")
        assert.include(text, roles)
        const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, to = ""]) =>
          to.replace(/\?.*/, ""),
        )
        assert.include(links, "/workbench/")
        // This server has no other page of the console.
        const others = links.filter((to) => to.startsWith("/console") && to !== "/console/security")
        assert.deepStrictEqual(others, [])
      }
    })
  })

  it("lets analysts edit, approvers approve, and all others read", async () => {
    assert.strictEqual(codeOf(await edit(reader, "change", "70")), "RoleMissing")
    assert.strictEqual(answered(await reader.call("change", "session", {})).branch, "change")
    assert.strictEqual(
      codeOf(await lea.call("change", "reviewApprove", { from: "2030-01-01", you: null })),
      "RoleMissing",
    )
    const you = { name: "Somebody Else", mail: "else@viatica.example" }
    assert.strictEqual(
      codeOf(await reader.call("change", "reviewComment", { text: "?", place: null, you })),
      "RoleMissing",
    )
    answered(await lea.call("change", "reviewComment", { text: "Why?", place: null, you }))
    const [comment] = answered(await paul.call("change", "review", {})).comments
    assert.strictEqual(comment?.by.mail, "lea@viatica.example")
  })

  it("shows what changes are merged into, and has nobody edit it", async () => {
    assert.strictEqual(answered(await lea.call("main", "session", {})).branch, "main")
    assert.strictEqual(codeOf(await edit(lea, "main", "70")), "TrunkKept")
    assert.strictEqual((await lea.get("/workbench/nowhere/")).status, 404)
    assert.strictEqual((await lea.get("/workbench/--all/")).status, 404)
  })

  it("makes a branch with a worktree beside the repository, and gives each its own desk", async () => {
    const made = await lea.post("/workbench/", {
      csrf: await lea.fieldOf("/workbench/", "csrf"),
      name: "Fees of 2030",
    })
    assert.strictEqual(made.headers["location"], "/workbench/fees-of-2030/")
    const refused = await lea.post("/workbench/", {
      csrf: await lea.fieldOf("/workbench/", "csrf"),
      name: "…",
    })
    assert.strictEqual(refused.status, 400)
    answered(await edit(lea, "fees-of-2030", "71"))
    assert.include(textAt("fees-of-2030"), ",71,")
    assert.notInclude(readFileSync(join(team().folder, file), "utf8"), ",71,")
    answered(await lea.call("fees-of-2030", "undo", {}))
  })

  it("takes back for each what is theirs, and names who wrote what another's edit meets", async () => {
    const branch = "fees-of-2030"
    const before = textAt(branch)
    const known = answered(await lea.call(branch, "session", {})).revision
    answered(await edit(lea, branch, "72", 0))
    answered(await edit(paul, branch, "73", 1))
    assert.strictEqual(answered(await lea.call(branch, "session", {})).undo?.action, "cells")
    assert.strictEqual(answered(await reader.call(branch, "session", {})).undo, null)
    const met = await edit(paul, branch, "74", 0, known)
    assert.strictEqual(codeOf(met), "EditConflict")
    const id = met._tag === "Refused" ? String(met.refusal.facts["conflict"]) : ""
    assert.strictEqual(answered(await paul.call(branch, "conflict", { id })).by, lea.email)
    answered(await lea.call(branch, "undo", {}))
    assert.notInclude(textAt(branch), ",72,")
    assert.include(textAt(branch), ",73,")
    answered(await paul.call(branch, "undo", {}))
    assert.strictEqual(textAt(branch), before)
  })

  it("names all who edited in the commit, none of whom approves it", async () => {
    const branch = "fees-of-2030"
    answered(await edit(lea, branch, "30", 0))
    answered(await edit(paul, branch, "31", 1))
    const check = answered(await lea.call(branch, "reviewCheck", {}))
    const view = answered(
      await lea.call(branch, "reviewCommit", {
        name: branch,
        reason: "Fees as agreed",
        warnings: check.warnings.map(({ id }) => ({ id, reason: "agreed" })),
        you: { name: "Somebody Else", mail: "else@viatica.example" },
      }),
    )
    assert.deepStrictEqual(
      view.authors.map(({ mail }) => mail),
      [lea.email, paul.email],
    )
    assert.include(team().git("log", "-1", "--format=%an <%ae>", branch), `<${lea.email}>`)
    const own = await paul.call(branch, "reviewApprove", { from: "2030-01-01", you: null })
    assert.strictEqual(codeOf(own), "OwnApproval")
    const ines = await team().person({ email: "ines@viatica.example", tableRoles: ["approver"] })
    const approved = answered(
      await ines.call(branch, "reviewApprove", { from: "2030-01-01", you: null }),
    )
    assert.strictEqual(approved.approval.state, "approved")
    assert.strictEqual(codeOf(await edit(ines, branch, "32")), "RoleMissing")
  })

  it("ends what somebody may do with their role, at once", async () => {
    const gone = await team().person({ email: "gone@viatica.example", tableRoles: ["analyst"] })
    answered(await gone.call("change", "reviewComment", { text: "Bye", place: null, you: null }))
    await team().run(Effect.flatMap(Operators, ({ dismiss }) => Effect.orDie(dismiss(gone.email))))
    assert.strictEqual(
      codeOf(await gone.call("change", "reviewComment", { text: "Bye", place: null, you: null })),
      "SignedOut",
    )
  })

  it("opens no more desks than may be, and closes those where nobody is for others", async () => {
    const stop = new AbortController()
    team().git("branch", "one-more", "main")
    const streams = ["change", "fees-of-2030", "main"].map((branch) =>
      workbenchEvents(team().deskUrl(branch), stop.signal, lea.headers).next(),
    )
    await Promise.all(streams)
    const list = await lea.get("/workbench/")
    assert.include(list.text, "open in 1 window")
    const full = await lea.get("/workbench/one-more/")
    assert.strictEqual(full.status, 503)
    stop.abort()
    assert.isTrue(existsSync(join(team().folder, "..", "..", "tables-desks", "fees-of-2030")))
    const isOpened = async () => (await lea.get("/workbench/one-more/")).status === 200
    assert.isTrue(await eventually(isOpened, 60_000))
  }, 90_000)
})
