import { bilanBody, openPaths, paths, quoteBody } from "../support/sample-trips.ts"
import type { Choices } from "../support/random.ts"
import { browserCall } from "./browser.ts"
import { simulatedBaseUrl, type SimulationGround } from "./cluster.ts"
import type { Network } from "./network.ts"
import { insurersOutside, makeOutside } from "./outside.ts"
import { askOverSocket, isProper } from "./peers.ts"
import type { Step } from "./plan.ts"
import type { Got, SimulatedProcess } from "./process.ts"
import type { Asked } from "./history.ts"
import { type AskPage, makeTraveller, type Traveller } from "./travellers.ts"
import type { VirtualTime } from "./virtual-time.ts"

/** What happens on the network of a run: clients at sockets, travellers, people who want a link, insurers, mail. */
export interface Surroundings {
  /** Settings that give processes the addresses of insurers and of the mail server. */
  readonly settings: Readonly<Record<string, string>>
  readonly act: (step: Step) => Promise<void>
  /** Has everything outside do what it should from now on. */
  readonly calm: () => void
  /** What was promised on the network and not kept. */
  readonly judge: () => ReadonlyArray<string>
  readonly travellers: () => ReadonlyArray<Traveller>
}

type Of<Act extends Step["act"]> = Extract<Step, { readonly act: Act }>

/** What surroundings need of a run. */
interface SurroundingsParts {
  readonly ground: SimulationGround
  readonly network: Network
  readonly choices: Choices
  readonly time: VirtualTime
  readonly trace: (line: string) => void
  readonly reach: (what: string) => void
  readonly processAt: (place: number) => SimulatedProcess | undefined
  readonly nextOrder: () => number
  /** Keeps what a client asked for, for the judges of all that was asked. */
  readonly note: (asked: Asked) => void
  /** Makes a link for a session, as a partner's server does. */
  readonly mint: (step: Of<"mint">) => Promise<Got | undefined>
}

/** A link to sign in that somebody asked for. */
interface Letter {
  readonly to: string
  readonly isTaken: boolean
  readonly isUnknown: boolean
  readonly process: SimulatedProcess
  /** Whether the mail server refused people or was unreachable at some time from then on. */
  readonly isRefused: () => boolean
}

/** How long a browser waits, in milliseconds. */
const patienceMs = 30_000

/** Sessions that travellers come from, which no other step names. */
const firstSession = 40

/** Addresses that links are asked for at: those of owners, and of nobody. */
const addressOf = (place: number): string => `guest${place}@mail${place % 2}.example`

export const makeSurroundings = (parts: SurroundingsParts): Surroundings => {
  const { ground, network, nextOrder, note, processAt, reach, time, trace } = parts
  const outside = makeOutside(parts)
  const letters: Array<Letter> = []
  const faults: Array<string> = []
  const travellers = new Map<number, Promise<Traveller | undefined>>()
  const known: Array<Traveller> = []
  let refusals = 0

  const askAsPeer = async (step: Of<"peer">): Promise<void> => {
    const process = processAt(step.process)
    const partner = ground.partners.find(({ code }) => code === step.partner)
    if (process === undefined || partner === undefined) return
    const isOpen = step.asks === "vocabulary"
    const isQuote = step.asks === "quote"
    const name = `peer of ${step.partner} (${step.asks}, ${step.sends}, reads ${step.reads})`
    const beganMs = time.nowMs()
    const began = nextOrder()
    trace(`${name} connects to ${process.lane.name}`)
    const { answers } = await askOverSocket({ network, time }, process, {
      method: isOpen ? "GET" : "POST",
      path: isOpen ? openPaths.vocabulary : isQuote ? paths.quotes : paths.bilan,
      body: isOpen ? "" : JSON.stringify(isQuote ? quoteBody() : bilanBody()),
      key: isOpen ? undefined : partner.keys[1],
      sends: step.sends,
      reads: step.reads,
    })
    const endedMs = time.nowMs()
    const statuses = answers.map((got) => (got._tag === "Answer" ? got.status : got._tag))
    trace(`${name} has ${statuses.join(", ") || "nothing"} after ${endedMs - beganMs} ms`)
    reach(`peer: ${step.sends}, reads ${step.reads}`)
    if (answers.length === 0 && step.reads === "never") reach("cut off as it reads nothing")
    if (statuses.includes(408)) reach("told that it was slow")
    const isSpoilt = !isProper(step)
    const wanted = step.sends === "twice" ? 2 : 1
    const noted = isOpen ? 0 : wanted
    if (isOpen && !isSpoilt && process.state() === "serving" && answers.length < wanted) {
      faults.push(`${name} was not answered`)
    }
    // A short answer has left the service, whether or not its client reads it.
    if (isOpen && endedMs - beganMs > peerBoundMs)
      faults.push(`${name} was held for ${endedMs - beganMs} ms`)
    for (let place = 0; place < noted; place += 1) {
      note({
        what: { afterMs: 0, act: "read", partner: step.partner, key: 1, process: step.process },
        isSpoilt,
        beganMs,
        endedMs,
        began,
        ended: nextOrder(),
        got: answers[place] ?? { _tag: "Reset" },
      })
      const got = answers[place]
      if (isQuote && got?._tag === "Answer" && got.status === 200)
        judgeQuote(name, got.body, beganMs)
    }
  }

  /** Shows no price of an insurer that has not told one for this quote. */
  const judgeQuote = (name: string, body: string, beganMs: number): void => {
    const shown = insurersShown(body)
    for (const insurer of shown) {
      if (outside.premiums.some((told) => told.insurer === insurer && told.atMs >= beganMs)) {
        reach("price of an insurer outside")
      } else faults.push(`${name} was shown a price of ${insurer}, which has told none`)
    }
  }

  const browse = async (
    process: SimulatedProcess,
    path: string,
    form: string | undefined,
  ): Promise<Got> => {
    const [bare = "", query = ""] = path.split("?")
    const call = browserCall({
      time,
      baseUrl: simulatedBaseUrl,
      session: undefined,
      path: `${bare}${query === "" ? "" : `?${query}`}`,
      form: form === undefined ? undefined : { text: form, arrival: "whole" },
    })
    return process.call(call, patienceMs)
  }

  const askForLink = async (step: Of<"letter">): Promise<void> => {
    const process = processAt(step.process)
    if (process === undefined) return
    const to = addressOf(step.to)
    const before = refusals
    const form = new URLSearchParams({ email: to, next: "/console" }).toString()
    const got = await browse(process, "/console/sign-in", form)
    const status = got._tag === "Answer" ? got.status : 0
    trace(`${to} asks ${process.lane.name} for a link: ${status}`)
    reach(`link asked for: ${status}`)
    if (![0, 200, 303, 429, 503].includes(status)) faults.push(`${to} was answered ${status}`)
    letters.push({
      to,
      isTaken: status === 303,
      isUnknown: status === 0 || status >= 500,
      process,
      isRefused: () => refusals > before || outsideRefuses(),
    })
  }

  const outsideRefuses = (): boolean => outside.mail === "refuses the recipient"

  const travellerOf = (place: number): Promise<Traveller | undefined> => {
    const found = travellers.get(place)
    if (found !== undefined) return found
    const made = (async () => {
      const got = await parts.mint({
        afterMs: 0,
        act: "mint",
        partner: "ann",
        key: 1,
        process: 0,
        session: firstSession + place,
        tries: 1,
      })
      if (got?._tag !== "Answer" || got.status !== 201) return undefined
      const { subscriptionId, url } = JSON.parse(got.body) as {
        readonly subscriptionId: string
        readonly url: string
      }
      const { pathname, search } = new URL(url)
      const process = processAt(0)
      if (process === undefined) return undefined
      const led = await browse(process, pathname + search, undefined)
      const location = led._tag === "Answer" ? (led.headers["location"] ?? "") : ""
      const quoteRef = URL.canParse(location)
        ? new URL(location).searchParams.get("quote")
        : undefined
      if (quoteRef === undefined || quoteRef === null) return undefined
      const traveller = makeTraveller({ quoteRef, subscriptionId }, nextOrder, time.nowMs)
      known.push(traveller)
      return traveller
    })()
    travellers.set(place, made)
    return made
  }

  const travel = async (step: Of<"travel">): Promise<void> => {
    const traveller = await travellerOf(step.traveller)
    const name = `traveller ${step.traveller} in tab ${step.tab}`
    if (traveller === undefined) return trace(`${name} has no link`)
    const ask: AskPage = async (path, form) => {
      const process = processAt(step.process)
      return process === undefined ? { _tag: "Reset" } : browse(process, path, form)
    }
    await traveller.does(step.tab, step.does, ask)
    const last = traveller.seen.at(-1)
    trace(`${name} does ${step.does}: ${last?.status ?? "-"} ${last?.kind ?? ""}`)
    if (last !== undefined) reach(`page of a traveller: ${last.kind}`)
  }

  return {
    settings: outside.settings,
    travellers: () => known,
    calm: () => {
      outside.insurer = "answers"
      outside.mail = "takes"
    },
    act: async (step) => {
      switch (step.act) {
        case "peer": {
          await askAsPeer(step)
          break
        }
        case "letter": {
          await askForLink(step)
          break
        }
        case "travel": {
          await travel(step)
          break
        }
        case "mail": {
          outside.mail = step.does
          if (outsideRefuses()) refusals += 1
          trace(`the mail server ${step.does}`)
          break
        }
        case "insurers": {
          outside.insurer = step.do
          trace(`insurers: each ${step.do}`)
        }
      }
    },
    judge: () => {
      const { emails } = outside
      if (emails.length > new Set(emails.map(({ id }) => id)).size) reach("an email came again")
      return [...faults, ...judgeLetters(letters, emails)]
    },
  }
}

/** How long a peer's connection lasts at most: what a client has to take its answer, and a little. */
const peerBoundMs = 45_000

/** Insurers outside whose prices an answer shows. */
const insurersShown = (body: string): ReadonlyArray<string> =>
  insurersOutside.filter((insurer) => body.includes(`"insurer":"${insurer}"`))

/** Each email that was taken arrives, unless its process ended or the mail server refused it; none that was taken comes again. */
const judgeLetters = (
  letters: ReadonlyArray<Letter>,
  emails: ReadonlyArray<{
    readonly to: string
    readonly id: string
    readonly isKnownTaken: boolean
  }>,
): ReadonlyArray<string> => {
  const faults: Array<string> = []
  for (const to of new Set(letters.map((letter) => letter.to))) {
    const own = letters.filter((letter) => letter.to === to)
    const arrived = new Set(emails.filter((email) => email.to === to).map(({ id }) => id)).size
    const owed = own.filter(
      ({ isRefused, isTaken, process }) => isTaken && !isRefused() && process.state() === "serving",
    ).length
    const most = own.filter(({ isTaken, isUnknown }) => isTaken || isUnknown).length
    if (arrived < owed) faults.push(`${to} was promised ${owed} emails and has ${arrived}`)
    if (arrived > most) faults.push(`${to} asked for ${most} emails and has ${arrived}`)
  }
  const taken = emails.filter(({ isKnownTaken }) => isKnownTaken).map(({ id, to }) => `${to} ${id}`)
  for (const id of new Set(taken)) {
    const times = taken.filter((each) => each === id).length
    if (times > 1) faults.push(`${id} was taken and came ${times} times`)
  }
  return faults
}
