import * as Effect from "effect/Effect"
import type { KeyMode } from "../../../../rules/accounts/partner.ts"
import { type RecentCall, Usage } from "../../../../http/ports/usage.ts"
import { eventually } from "../../../support/eventually.ts"
import type { TestService } from "../../../support/service.ts"

/** How long usage may take until it is written. */
const writtenWithinMs = 20_000

/** What an account sees of its use of a running service. */
export const seenUsage = ({ run }: Pick<TestService, "run">, code: string, mode: KeyMode) => {
  const asked = <A, E>(
    ask: (
      usage: Usage["Service"],
      owner: Effect.Success<ReturnType<Usage["Service"]["owner"]>>,
    ) => Effect.Effect<A, E>,
  ): Promise<A> =>
    run(
      Effect.gen(function* () {
        const usage = yield* Usage
        return yield* ask(usage, yield* usage.owner(code, mode))
      }),
    )

  const days = () =>
    asked((usage, owner) => usage.days(owner, { from: "1970-01-01", to: "2100-01-01" }))

  const counted = async (): Promise<number> =>
    (await days()).reduce((total, { calls }) => total + calls, 0)

  /** All calls once so many are counted at least, or when that took too long. */
  const countedOnce = async (atLeast: number): Promise<number> => {
    await eventually(async () => (await counted()) >= atLeast, writtenWithinMs)
    return counted()
  }

  /** The calls that are kept, the newest first. */
  const calls = async (limit = 1_000): Promise<ReadonlyArray<RecentCall>> => {
    const query = { limit, before: null, isRefusedOnly: false }
    return (await asked((usage, owner) => usage.recentCalls(owner, query))).calls
  }

  return { asked, days, countedOnce, calls }
}
