import type { Got } from "./process.ts"

/** What a traveller does in a tab: opens an offer, goes on from the page that it shows, goes back, sends a form twice. */
export type TabAct = "open" | "go on" | "back" | "send twice"

/** A page that was asked for, or a form that was sent, and what came of it. */
interface Seen {
  readonly offer: number
  /** A form that presubscribes its offer; undefined for all else. */
  readonly presubscribes: boolean
  readonly began: number
  readonly ended: number
  readonly status: number
  readonly kind: PageKind
  readonly waitedMs: number
}

type PageKind = "names" | "review" | "another's" | "sent" | "else"

/** Offers of the live catalogue that the trip of a simulation may choose: one for each tab. */
const offers = [1001, 1041] as const

/** What a traveller is about: a quote that somebody has made a link for. */
export interface TravellersQuote {
  readonly quoteRef: string
  readonly subscriptionId: string
}

/** How a browser of travellers asks; `form` is undefined for a page. */
export type AskPage = (path: string, form: string | undefined) => Promise<Got>

/** A traveller with two tabs. */
export interface Traveller {
  readonly quote: TravellersQuote
  readonly seen: ReadonlyArray<Seen>
  readonly does: (tab: 0 | 1, act: TabAct, ask: AskPage) => Promise<void>
}

interface Page {
  readonly kind: PageKind
  readonly text: string
}

const kindOf = (text: string): PageKind => {
  const heading = /<h1[^>]*>([^]*?)<\/h1>/.exec(text)?.[1]?.replaceAll(/\s+/g, " ").trim() ?? ""
  if (heading.endsWith(" is pre-subscribed")) return "sent"
  if (heading.startsWith("You have already pre-subscribed")) return "another's"
  if (text.includes('name="read"')) return "review"
  return / name="name"/.test(text) ? "names" : "else"
}

const hidden = (text: string, name: string): string | undefined =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(text)?.[1]

const named = [
  ["name", "Camille Roux"],
  ["name", "Sacha Roux"],
] as const

/** The form that a page invites to send; undefined where it has none. */
const formOf = ({ kind, text }: Page): URLSearchParams | undefined => {
  const carried = ["told", "instead_of"].flatMap((name) => {
    const value = hidden(text, name)
    return value === undefined ? [] : [[name, value]]
  })
  const step = { names: "review", review: "presubscribe", "another's": "begin" }[kind as string]
  if (step === undefined || (step === "begin" && !text.includes('value="begin"'))) return undefined
  const fields = [["step", step], ...carried, ...(kind === "another's" ? [] : named)]
  return new URLSearchParams([...fields, ...(kind === "review" ? [["read", "yes"]] : [])] as Array<
    [string, string]
  >)
}

/** Has a traveller look at a quote in two tabs; `order` counts all that happens in a run. */
export const makeTraveller = (
  quote: TravellersQuote,
  order: () => number,
  nowMs: () => number,
): Traveller => {
  const seen: Array<Seen> = []
  const tabs: ReadonlyArray<Array<Page>> = [[], []]

  const look = async (
    tab: 0 | 1,
    ask: AskPage,
    form: URLSearchParams | undefined,
  ): Promise<void> => {
    const offer = offers[tab]
    const path = `/funnel/presubscribe?quote=${quote.quoteRef}&offer=${offer}&lang=en`
    const began = order()
    const beganMs = nowMs()
    const got = await ask(path, form?.toString())
    const status = got._tag === "Answer" ? got.status : 0
    const text = got._tag === "Answer" ? got.body : ""
    const kind = status === 200 || status === 409 || status === 422 ? kindOf(text) : "else"
    seen.push({
      offer,
      presubscribes: form?.get("step") === "presubscribe",
      began,
      ended: order(),
      status,
      kind,
      waitedMs: nowMs() - beganMs,
    })
    if (status === 303) return look(tab, ask, undefined)
    if (text !== "") tabs[tab]?.push({ kind, text })
  }

  return {
    quote,
    seen,
    does: async (tab, act, ask) => {
      const history = tabs[tab] ?? []
      const page = history.at(-1)
      if (act === "back") return void (history.length > 1 && history.pop())
      const form = page === undefined || act === "open" ? undefined : formOf(page)
      await Promise.all([
        look(tab, ask, form),
        ...(act === "send twice" && form !== undefined ? [look(tab, ask, form)] : []),
      ])
    },
  }
}

/** Where a subscription stands in the end. */
export interface Standing {
  readonly id: string
  readonly stage: string
  readonly offerId: number | null
}

const statuses = [0, 200, 303, 409, 422, 500, 503]

/** Pages promise nothing that did not happen: what they say is presubscribed is, and nothing else. */
export const judgeTraveller = (
  { quote, seen }: Pick<Traveller, "quote" | "seen">,
  standing: Standing | undefined,
  boundMs: number,
): ReadonlyArray<string> => {
  const name = `the traveller of ${quote.subscriptionId}`
  const faults: Array<string> = []
  for (const { kind, status, waitedMs } of seen) {
    if (waitedMs > boundMs) faults.push(`${name} waited for ${waitedMs} ms`)
    if (!statuses.includes(status) || status === 500) {
      faults.push(`${name} was answered ${status} (${kind})`)
    }
  }
  const sent = seen.filter(({ presubscribes }) => presubscribes)
  const isOpen = ({ status }: Seen): boolean => status === 0 || status >= 500
  const told = seen.filter(({ kind }) => kind === "sent")
  const offer = standing?.offerId ?? null
  if (told.length > 0 && standing?.stage !== "presubscribed") {
    faults.push(`${name} was told of a presubscription, and is ${standing?.stage ?? "nowhere"}`)
  }
  if (offer !== null && !sent.some((each) => each.offer === offer)) {
    faults.push(`${name} has offer ${offer}, which nobody chose`)
  }
  const last = told.toSorted((left, right) => left.began - right.began).at(-1)
  const isLast =
    last !== undefined &&
    sent.every(({ ended, ...each }) => ended < last.began && !isOpen({ ...each, ended }))
  if (isLast && last.offer !== offer) {
    faults.push(`${name} was last told of offer ${last.offer}, and has ${offer}`)
  }
  return faults
}
