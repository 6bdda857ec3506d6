import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Operators } from "../../http/ports/operators.ts"
import { People } from "../../http/ports/people.ts"
import { someBrowser } from "../support/console-session.ts"
import { browserCall } from "./browser.ts"
import { simulatedBaseUrl } from "./cluster.ts"
import type { Browsed } from "./history.ts"
import type { Step } from "./plan.ts"
import type { SimulatedProcess } from "./process.ts"
import type { VirtualTime } from "./virtual-time.ts"

/** How long a browser waits, in milliseconds. */
const patienceMs = 30_000

/** What owners need of a run. */
interface OwnersParts {
  readonly time: VirtualTime
  readonly trace: (line: string) => void
  readonly processAt: (place: number) => SimulatedProcess | undefined
  readonly nextOrder: () => number
  /** Takes what they looked at and sent. */
  readonly browsed: Array<Browsed>
}

/** Has owners of accounts look at pages of the console and send forms, each in a session of their own. */
export const makeOwners = ({ browsed, nextOrder, processAt, time, trace }: OwnersParts) => {
  const signedIn = new Map<string, Promise<string | undefined>>()

  /** The session of an owner of an account, who signs in when it is first asked for. */
  const ownerOf = (code: string, process: SimulatedProcess): Promise<string | undefined> => {
    const email = `owner@${code}.example`
    const signIn = Effect.gen(function* () {
      const operators = yield* Operators
      yield* operators.enrol(code, email)
      const { token } = yield* operators.link({ email, language: "en", nextPath: "/console" })
      const session = yield* (yield* People).redeem(Redacted.value(token), undefined, someBrowser)
      return Redacted.value(session.token)
    })
    const known =
      signedIn.get(code) ??
      process.run(signIn).then(
        (session) => session,
        () => undefined,
      )
    signedIn.set(code, known)
    return known
  }

  const browse = async (step: Extract<Step, { readonly act: "visit" | "form" }>): Promise<void> => {
    const signingIn = processAt(step.process)
    const session = signingIn === undefined ? undefined : await ownerOf(step.partner, signingIn)
    const process = processAt(step.process)
    if (session === undefined || process === undefined) return
    const isForm = step.act === "form"
    const name = `${isForm ? `form (${step.arrival})` : "visit"} of ${step.partner} #${nextOrder()}`
    const call = browserCall({
      time,
      baseUrl: simulatedBaseUrl,
      session,
      path: isForm ? "/console/links/create" : "/console/links",
      form: isForm ? { text: `csrf=${"x".repeat(80)}&code=`, arrival: step.arrival } : undefined,
    })
    const beganMs = time.nowMs()
    trace(`${name} asks ${process.lane.name}`)
    const got = await process.call(call, patienceMs)
    trace(`${name} gets ${got._tag === "Answer" ? got.status : `nothing: ${got._tag}`}`)
    browsed.push({
      name,
      arrival: isForm ? step.arrival : undefined,
      beganMs,
      endedMs: time.nowMs(),
      got,
    })
  }

  return browse
}
