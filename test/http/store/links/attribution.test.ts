import { describe, expect, it } from "@effect/vitest"
import { outcomeOf } from "../../../support/http-call.ts"
import { useService } from "../../../support/service.ts"
import { linkBody, makeLinking } from "./linking.ts"

const service = useService()
const linking = makeLinking(service)
const { advance, archiveLink, call, createLink, link, listLinks, outcome, session, subscription } =
  linking

const liveKey = (partnerCode?: string) =>
  service().createKey({ mode: "live", ...(partnerCode === undefined ? {} : { partnerCode }) })

/** A code that no other test has. */
const freshCode = () => `T${crypto.randomUUID().replaceAll("-", "")}`.slice(0, 20)

describe("the attribution of a session", () => {
  it("is the named link of its first call, and stays that whatever later calls name", async () => {
    const key = await liveKey()
    const [summer, winter] = [freshCode(), freshCode()]
    await createLink(key.partnerCode, summer)
    await createLink(key.partnerCode, winter)
    const sessionId = await session(key)
    const first = await link(201, key, sessionId, {}, { linkCode: summer })
    expect(first.ref).toBe(`${key.partnerCode}-${summer}`)
    expect(new URL(first.url).pathname).toBe(`/r/${summer}`)
    for (const linkCode of [winter, null]) {
      const later = await link(200, key, sessionId, {}, { linkCode })
      expect(later).toMatchObject({ ref: first.ref, url: first.url, updated: false })
    }
    await advance(first.subscriptionId, "subscribed")
    const rolled = await link(201, key, sessionId, {}, { linkCode: winter })
    expect(rolled.ref).toBe(first.ref)
    expect((await subscription(rolled.subscriptionId)).ref).toBe(first.ref)
  })

  it("outlives its link: an archived one is still credited by its sessions", async () => {
    const key = await liveKey()
    const code = freshCode()
    await createLink(key.partnerCode, code)
    const sessionId = await session(key)
    const first = await link(201, key, sessionId, {}, { linkCode: code })
    await archiveLink(key.partnerCode, code)
    expect(await link(200, key, sessionId)).toMatchObject({ ref: first.ref, url: first.url })
    await advance(first.subscriptionId, "paid")
    expect(await link(201, key, sessionId)).toMatchObject({ ref: first.ref })
  })

  it("falls to the oldest link in use", async () => {
    const key = await liveKey()
    const code = freshCode()
    const [oldest] = await listLinks(key.partnerCode)
    await createLink(key.partnerCode, code)
    const before = await link(201, key, await session(key))
    expect(before.ref).toBe(oldest?.ref)
    await archiveLink(key.partnerCode, oldest?.code ?? "")
    const after = await link(201, key, await session(key))
    expect(after.ref).toBe(`${key.partnerCode}-${code}`)
  })
})

describe("a link code", () => {
  it.each(["live", "sandbox"] as const)(
    "that is unknown, archived, foreign or in other case is not found, on replays neither: %s",
    async (mode) => {
      const key = await service().createKey({ mode })
      const other = await service().createKey()
      const [archived, foreign, used] = [freshCode(), freshCode(), freshCode()]
      await createLink(key.partnerCode, archived)
      await createLink(key.partnerCode, used)
      await createLink(other.partnerCode, foreign)
      await archiveLink(key.partnerCode, archived)
      const fresh = await session(key, mode)
      const held = await session(key, mode)
      await link(201, key, held)
      const answers: Array<string> = []
      for (const linkCode of [archived, foreign, used.toLowerCase(), freshCode()]) {
        for (const sessionId of [fresh, held]) {
          const answer = await call(linkBody(sessionId, {}, { linkCode }), key)
          expect(outcomeOf(answer)).toBe("404 LINK_NOT_FOUND")
          answers.push(answer.text.replace(linkCode, "…"))
        }
      }
      expect(new Set(answers).size).toBe(1)
      await link(200, key, held, {}, { linkCode: used })
      await link(201, key, fresh, {}, { linkCode: used })
    },
  )

  it("credits nobody in the sandbox", async () => {
    const { key } = service()
    const code = freshCode()
    await createLink(key.partnerCode, code)
    const made = await link(201, key, await session(key, "sandbox"), {}, { linkCode: code })
    expect(made.ref).toBeNull()
    expect(made.url).not.toContain(code)
  })
})

describe("a live key with nobody to credit", () => {
  it("is refused from the moment its last link is archived until it has one again", async () => {
    const key = await liveKey()
    const [only] = await listLinks(key.partnerCode)
    const sessionId = await session(key)
    await link(201, key, sessionId)
    await archiveLink(key.partnerCode, only?.code ?? "")
    expect(await outcome(linkBody(sessionId), key)).toBe("403 NO_ATTRIBUTION_CONFIGURED")
    expect(await outcome(linkBody(await session(key)), key)).toBe("403 NO_ATTRIBUTION_CONFIGURED")
    expect(await outcome("{", key)).toBe("403 NO_ATTRIBUTION_CONFIGURED")
    const code = freshCode()
    await createLink(key.partnerCode, code)
    expect(await link(200, key, sessionId)).toMatchObject({ ref: only?.ref })
    expect(await link(201, key, await session(key))).toMatchObject({
      ref: `${key.partnerCode}-${code}`,
    })
  })

  it("lacks the scope first, and a sandbox key of the same account is not concerned", async () => {
    const { partnerCode } = await service().createKey()
    const scopeless = await service().createKey({ mode: "live", partnerCode, scopes: ["quotes"] })
    const sandbox = await service().createKey({ partnerCode })
    const [only] = await listLinks(partnerCode)
    await archiveLink(partnerCode, only?.code ?? "")
    expect(await outcome("{", scopeless)).toBe("403 SCOPE_FORBIDDEN")
    await link(201, sandbox, await session(sandbox, "sandbox"))
  })
})
