import { describe, expect, it } from "vitest"
import { useOwnService } from "../../support/service.ts"
import { send } from "../../support/http-call.ts"
import { commandLine } from "./run.ts"

const service = useOwnService()

const { json, viatica } = commandLine(() => ({ DATABASE_URL: service().databaseUrl }))

const status = async (path: string): Promise<string> =>
  (await send({ port: service().port, method: "GET", path, headers: {} })).text

describe("viatica incident", () => {
  it("tells everybody of a disturbance, from the first word to the last", async () => {
    const opened = await json(
      "incident",
      "open",
      "--title",
      " Links come late ",
      "--title-fr",
      "Liens en retard",
      "--text",
      "We look into it.",
      "--began",
      "2026-01-02T03:04Z",
    )
    const { number } = opened as { readonly number: number }
    await viatica("incident", "note", String(number), "--state", "identified", "--text", "A disk.")
    const [listed] = (await json("incident", "list")) as ReadonlyArray<{
      readonly state: string
      readonly beganAt: string
      readonly title: unknown
      readonly notes: ReadonlyArray<unknown>
    }>
    expect(listed).toMatchObject({
      state: "identified",
      beganAt: "2026-01-02T03:04:00.000Z",
      title: { en: "Links come late", fr: "Liens en retard" },
      notes: [
        { state: "investigating", text: { en: "We look into it.", fr: null } },
        { state: "identified", text: { en: "A disk.", fr: null } },
      ],
    })
    expect(await status("/status.atom?lang=fr")).toContain("Cause trouvée\u00a0: Liens en retard")
    const audited = (await json("audit", "list", "--action", "incident.open")) as {
      readonly entries: ReadonlyArray<{ readonly subject: string }>
    }
    expect(JSON.stringify(audited)).toContain("Links come late")
  })

  it.each([
    [["note", "999", "--state", "resolved", "--text", "x"], "There is no incident 999."],
    [["open", "--title", " ", "--text", "x"], "--title takes 1 to 120 characters."],
    [
      ["open", "--title", "x", "--text", "x", "--began", "2999-01-01T00:00Z"],
      "2999-01-01T00:00Z is no moment that has passed",
    ],
    [
      ["open", "--title", "x", "--text", "x", "--began", "30/11/2026"],
      "30/11/2026 is no moment that has passed",
    ],
  ])("refuses %j", async (args, says) => {
    const { status: ended, stderr } = await viatica("incident", ...args)
    expect(ended).not.toBe(0)
    expect(stderr).toContain(says)
  })
})
