import { describe, expect, it } from "@effect/vitest"
import { outcomeOf } from "../../../support/http-call.ts"
import { times } from "../../../support/long.ts"
import { useServerProcesses } from "../../../support/server-process.ts"
import { useOwnService } from "../../../support/service.ts"
import { type LinkAnswer, linkBody, makeLinking } from "./linking.ts"

const service = useOwnService()
const { portOf } = useServerProcesses(service, 2)
const { call, rows, session } = makeLinking(service)

/** Sessions that 50 callers each begin at once. */
const sessions = times(20, 200)
const callers = 50

/** Sessions that are begun side by side. */
const sideBySide = 4

/** What a session may take on a slow machine. */
const sessionMs = 3_000

const inTurn = async (count: number, work: () => Promise<void>): Promise<void> => {
  let left = count
  const worker = async () => {
    for (; left > 0;) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
}

describe("two server processes on one database", () => {
  it(
    "open one subscription for each session that 50 callers begin at once",
    { timeout: 30_000 + sessions * sessionMs },
    async () => {
      process.stdout.write(
        `first calls of sessions: ${sessions} sessions, ${callers} callers each\n`,
      )
      const key = await service().createKey({ mode: "live" })
      const outcomes: Record<string, number> = {}
      const ids: Array<ReadonlySet<string>> = []
      await inTurn(sessions, async () => {
        const sessionId = await session(key)
        const answers = await Promise.all(
          Array.from({ length: callers }, (_, index) =>
            call(linkBody(sessionId), key, { port: portOf(index) }),
          ),
        )
        for (const answer of answers) {
          const outcome = outcomeOf(answer)
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
        ids.push(new Set(answers.map(({ body }) => (body as LinkAnswer).subscriptionId)))
      })
      expect(outcomes).toEqual({ "201": sessions, "200": sessions * (callers - 1) })
      expect(ids.filter(({ size }) => size !== 1)).toEqual([])
      expect(new Set(ids.flatMap((some) => [...some])).size).toBe(sessions)
      expect(
        await rows(`select count(*)::int as subscriptions,
          (select count(*)::int from link_session) as sessions from subscription`),
      ).toEqual([{ subscriptions: sessions, sessions }])
      expect(await service().quotaOf(key)).toMatchObject({
        writes_used: sessions,
        links: sessions,
      })
    },
  )
})
