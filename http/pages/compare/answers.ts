import * as Effect from "effect/Effect"
import type { Answer } from "../../api/answer.ts"
import {
  type ComparisonAddresses,
  comparisonsPath,
  type KeptComparison,
  seenPrices,
} from "./comparison-address.ts"
import { aboutAddress, aboutBody, aboutPath, aboutTitle } from "./about-page.ts"
import type { ComparatorIndexing } from "./indexing.ts"
import { mailForm } from "./keeping.ts"
import { coverText } from "./offers.ts"
import { pinnedBody, type PinnedComparison, pinnedComparison, pinnedTitle } from "./pinned.ts"
import type { ShownCard } from "./card-panel.ts"
import { resultBody, type ResultParts, resultTitle } from "./result.ts"
import { faultText, prepareChoices, searchForm } from "./search-form.ts"
import { carriedFields, formAddress, type SearchList } from "./search.ts"
import type { CompareSpeech, CompareWord, SpeechValues } from "./speech.ts"
import { errorSummary, hiddenFields, notice } from "../kit/controls.ts"
import { type DisclosureFacts, disclosureFoot, toldDisclosures } from "../kit/disclosures.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type MakePage } from "../kit/page.ts"
import { topBar } from "../kit/shell.ts"
import { utcDay } from "../../platform/utc-day.ts"
import type { Coach } from "../../../rules/coach/engine.ts"
import type { BilanRequest } from "../../../rules/coach/request.ts"
import {
  type ComparisonPrices,
  nearMissesOf,
  prepareComparison,
} from "../../../rules/comparison/offer-comparison.ts"
import {
  offerRanks,
  orderedOffers,
  type ShownOffers,
  shownPart,
  writeShownOffers,
} from "../../../rules/comparison/shown-offers.ts"
import {
  type CoachPart,
  type TravellerCard,
  prepareBanks,
  prepareReadCard,
} from "../../../rules/comparison/traveller-card.ts"
import {
  plainSearch,
  type SearchFault,
  type SearchFaults,
  type SearchField,
  type SearchReading,
  type TripSearch,
} from "../../../rules/comparison/trip-search.ts"
import type { DisclosurePlace } from "../../../rules/documents/document-tables.ts"
import type { DisclosuresAt } from "../../../rules/documents/disclosures.ts"
import { isTwofoldAge } from "../../../rules/comparison/typed-ages.ts"
import type { TellTraveller } from "../../../rules/messages/travellers/coach-speech.ts"
import type { LivePricing } from "../../../rules/pricing/live.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import type { RulesFor } from "../../ports/destination-facts.ts"

/** How a page was asked for. */
export interface Asking {
  readonly say: CompareSpeech
  readonly search: TripSearch
  readonly reading: SearchReading
  readonly shown: ShownOffers
  readonly isFramed: boolean
  readonly nowMs: number
  /** Whether the account that the ref credits shows facts alone. */
  readonly factsOnly: boolean
  /** Origins beside the page's own that a choice may lead to. */
  readonly leadsTo: ReadonlyArray<string>
  /** The comparison whose address was opened; undefined where a form was sent, or none is kept. */
  readonly kept?: KeptComparison
}

/** A language that the page can be read in, by its own name. */
interface SpokenLanguage {
  readonly language: string
  readonly name: string
}

/** What pages are made with. */
export interface AnswerParts {
  readonly tables: Tables
  readonly makePage: MakePage
  readonly live: LivePricing
  readonly coach: Coach
  readonly rulesFor: RulesFor
  readonly engineVersion: string
  /** What tells a traveller what the Coach reads of a card. */
  readonly tell: TellTraveller
  readonly languages: ReadonlyArray<SpokenLanguage>
  readonly addresses: ComparisonAddresses
  readonly canMail: boolean
  readonly disclosuresAt: DisclosuresAt
  readonly disclosed: DisclosureFacts
  /** What tells search engines where the first page lies; undefined where they may not list it. */
  readonly indexed: ComparatorIndexing["headOf"]
}

/** A sentence over the form: what went wrong, with its code and its status. */
export interface CompareTrouble {
  readonly word: CompareWord
  readonly code: string
  readonly status: number
  readonly values?: SpeechValues
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Where the fault of a field is mended. */
const anchors: Readonly<Record<Exclude<SearchField, "destinations">, string>> = {
  residence: "residence",
  state: "state",
  start: "start",
  end: "end",
  ages: "age-1",
  intent: "intent",
  price: "price",
  currency: "currency",
  cancellation: "cancellation",
  card: "network",
}

const anchorOf = (name: SearchField, { at = 0 }: SearchFault): string =>
  name === "destinations" ? `destination-${at + 1}` : anchors[name]

/** Prepares the pages of the comparator over the tables. */
export const prepareAnswers = (parts: AnswerParts) => {
  const { addresses, canMail, coach, disclosed, disclosuresAt, indexed, languages } = parts
  const { live, makePage, tables } = parts
  const choicesOf = prepareChoices(tables)
  const banksOf = prepareBanks(tables)
  const compare = prepareComparison(tables, live)
  const readCard = prepareReadCard(parts)

  /** Makes bilans of a moment, as the credited partner gets them with a live key. */
  const bilanAt =
    ({ factsOnly, nowMs }: Asking) =>
    (request: BilanRequest) => {
      const context = {
        allowedCardModes: coach.cardModes("live"),
        engineVersion: parts.engineVersion,
        refIsOwn: false,
        factsOnly,
        quoteUrl: () => null,
        today: utcDay(nowMs),
      }
      return Effect.match(parts.rulesFor(request), {
        onFailure: () => coach.answer(request, { ...context, destinationRules: null }),
        onSuccess: (destinationRules) => coach.answer(request, { ...context, destinationRules }),
      })
    }

  const shownCard = (card: TravellerCard | undefined, say: CompareSpeech): ShownCard | undefined =>
    card === undefined ? undefined : { ...card, told: parts.tell(card.answer, say.language) }

  /** What the texts of faults show. */
  const faultValues = ({ reading, say, search }: Asking, faults: SearchFaults) => {
    const { ageMaxYears, destinationsMax, insuredCeiling, travellersMax } = reading.vocabulary
    const { currency, end, start } = plainSearch(search, reading)
    const ceiling = insuredCeiling(currency)?.amountMax
    const [meant] = faults.start?.answers ?? []
    const year = meant?.says._tag === "Days" ? meant.says.start.slice(0, 4) : ""
    return {
      card: { bank: search.bank },
      residence: { typed: search.residence },
      destinations: {
        max: destinationsMax,
        typed: search.destinations[faults.destinations?.at ?? 0] ?? "",
      },
      ages: {
        max: faults.ages?.word === "fault_age" ? ageMaxYears : travellersMax,
        typed: search.ages.find(isTwofoldAge) ?? "",
      },
      start: {
        typed: search.start,
        ...(faults.start?.word === "fault_over" ? { days: say.dateRange(start, end), year } : {}),
      },
      end: {
        typed: search.end,
        ...(faults.end?.word === "fault_order" ? { day: say.date(start) } : {}),
      },
      price: {
        typed: search.price,
        currency,
        ...(ceiling === undefined ? {} : { amount: say.ceiling(ceiling, currency) }),
      },
    }
  }

  const form = (
    asking: Asking,
    faults: SearchFaults = {},
    more: SearchList | undefined = undefined,
  ) => {
    const { reading, say, search } = asking
    const { destinations, end, residence, start } = plainSearch(search, reading)
    return searchForm({
      say,
      choices: choicesOf(say),
      banks: banksOf(residence),
      search: { ...search, residence, destinations, start, end },
      usualCurrency: reading.currencyOf(residence),
      today: reading.today,
      faults,
      faultValues: faultValues(asking, faults),
      more,
      isFramed: asking.isFramed,
    })
  }

  const summary = (asking: Asking, faults: SearchFaults): PageContent => {
    const { say } = asking
    const found = Object.entries(faults) as ReadonlyArray<
      [SearchField, NonNullable<SearchFaults[SearchField]>]
    >
    if (found.length === 0) return null
    const values: Readonly<Partial<Record<SearchField, SpeechValues>>> = faultValues(asking, faults)
    return errorSummary(
      say("faults", { count: found.length }),
      found.map(([field, fault]) => ({
        id: anchorOf(field, fault),
        told: faultText(say, fault, values[field]),
        code: fault.code,
      })),
    )
  }

  /** What stands around every page. */
  const around = ({ isFramed, leadsTo, reading, say, search }: Asking) => {
    const { residence } = plainSearch(search, reading)
    const foot = disclosureFoot(say.text, disclosuresAt(residence, "footer"), disclosed, {
      href: aboutAddress(say.language, residence),
      isBeside: isFramed,
    })
    const homeHref = formAddress(say.language, search.ref)
    return { makePage, say, languages, isFramed, leadsTo, homeHref, foot, status: 200 }
  }

  const frame = (
    asking: Asking,
    page: {
      readonly title: string
      readonly content: PageContent
      readonly method: "get" | "post"
      readonly status?: number
      readonly description?: string
      readonly listed?: PageNode | undefined
      readonly headers?: Readonly<Record<string, string>>
    },
  ): Answer => {
    const { kept, search, shown } = asking
    const parts = { ...around(asking), ...page }
    if (kept === undefined) {
      return comparePage({ ...parts, action: "/compare", carried: carriedFields(search) })
    }
    const written = writeShownOffers(shown)
    return comparePage({
      ...parts,
      method: "get",
      action: addresses.pathOf(kept),
      carried: written === "" ? [] : [["shown", written]],
      // Who learns the address can open the comparison.
      headers: { ...page.headers, "referrer-policy": "no-referrer" },
    })
  }

  /** The form alone: to begin with, to correct, or because there are no prices now. */
  const formPage = (
    asking: Asking,
    page: {
      readonly method: "get" | "post"
      readonly faults?: SearchFaults
      readonly more?: SearchList | undefined
      readonly trouble?: CompareTrouble
    },
  ): Answer => {
    const { say } = asking
    const { faults = {}, method, more, trouble } = page
    const isFaulty = Object.keys(faults).length > 0
    const title = say("title")
    const isRefused = isFaulty || trouble !== undefined
    return frame(asking, {
      title: isRefused ? say.text("offers.error_title", { title }) : title,
      method,
      status: trouble?.status ?? (isFaulty ? 422 : 200),
      headers: troubleHeaders(trouble),
      description: say("description"),
      // A page that answers something, or stands in a partner's, is no first page.
      listed: isRefused || method === "post" || asking.isFramed ? undefined : indexed(say.language),
      content: html`<div class="trip">
          <div>
            <h1 class="display headline">${title}</h1>
            ${asking.isFramed ? null : html`<p class="second">${say("lead")}</p>`}
          </div>
        </div>
        ${trouble === undefined ? null : troubleNotice(say, trouble)} ${summary(asking, faults)}
        <div class="card">${form(asking, faults, more)}</div>
        <p class="small-print label third">
          ${say("fictional")} ${asking.isFramed ? null : say("caveat")}
        </p>`,
    })
  }

  /** Facts alone compare offers neither with a card nor with our benchmark. */
  const comparedFor = (
    { factsOnly }: Pick<Asking, "factsOnly">,
    prices: ComparisonPrices,
    coached: CoachPart,
  ) => compare(prices, factsOnly ? { benchmark: undefined, card: undefined } : coached)

  /** What the law of a traveller's residence has told beside offers. */
  const disclosedFor = (say: CompareSpeech, { countryResidence }: Trip) => {
    const toldAt = (place: DisclosurePlace) =>
      toldDisclosures(say.text, disclosuresAt(countryResidence, place), disclosed)
    return {
      beforeList: toldAt("before_list"),
      besidePrice: toldAt("offer"),
      footer: toldAt("footer"),
    }
  }

  /** The offers of a trip, with the reading of the card that the search names. */
  const resultPage = Effect.fnUntraced(function* (
    asking: Asking & { readonly kept: KeptComparison },
    trip: Trip,
    prices: ComparisonPrices,
  ) {
    const { kept, say, search, shown } = asking
    const coached = yield* readCard(trip, search, bilanAt(asking))
    const cheapestFirst = comparedFor(asking, prices, coached)
    const comparison = {
      ...cheapestFirst,
      offers: orderedOffers(cheapestFirst.offers, shown.order),
    }
    const result: ResultParts = {
      say,
      trip,
      search,
      prices,
      comparison,
      part: shownPart(comparison, shown),
      ranks: offerRanks(cheapestFirst.offers),
      card: shownCard(coached.card, say),
      unknownCard: coached.unknown,
      nameOf: say.shortGuarantee,
      nearMisses: nearMissesOf(live.pieces, prices.plan),
      form: form(asking),
      isFramed: asking.isFramed,
      kept: { ...addresses.shareOf(kept, say.language), path: addresses.pathOf(kept), canMail },
      change: priceChange(say, kept, prices),
      disclosed: disclosedFor(say, trip),
    }
    const pinned = shown.isPinned ? pinnedOf(result) : undefined
    return pinned === undefined
      ? frame(asking, {
          title: resultTitle(say, trip, comparison.offers.length),
          method: "get",
          content: resultBody(result),
        })
      : frame(asking, {
          title: pinnedTitle(say, pinned.comparison),
          method: "get",
          content: pinnedBody(pinned),
        })
  })

  /** The offers that are set side by side; undefined where fewer than two of them have a price. */
  const pinnedOf = (
    result: ResultParts,
  ): (ResultParts & { readonly comparison: PinnedComparison }) | undefined => {
    const { part, say, trip } = result
    const comparison = pinnedComparison(result.comparison, part.shown, ({ cells }, slug) =>
      coverText({ say, trip }, cells.get(slug)),
    )
    if (comparison.offers.length < 2) return undefined
    const visible = new Set(comparison.offers.keys())
    return { ...result, comparison, part: { ...part, from: 0, count: visible.size, visible } }
  }

  /** The form of a comparison's email again, with what is wrong. */
  const mailPage = (
    asking: Asking,
    parts: {
      readonly comparison: string
      readonly email: string
      readonly isWrong?: boolean
      readonly trouble?: CompareTrouble
    },
  ): Answer => {
    const { say } = asking
    const { trouble } = parts
    return frame(asking, {
      title: say("mail_label"),
      method: "get",
      status: trouble?.status ?? (parts.isWrong === true ? 422 : 200),
      headers: troubleHeaders(trouble),
      content: html`<h1 class="display headline">${say("keep")}</h1>
        ${trouble === undefined ? null : troubleNotice(say, trouble)}
        <div class="card">${mailForm({ ...parts, say })}</div>
        <p><a href=${`${comparisonsPath}${parts.comparison}`}>${say("all_offers")}</a></p>`,
    })
  }

  /** A page of one sentence about an email, and what one may do. */
  const notePage = (
    asking: Asking,
    note: { readonly title: string; readonly content: PageContent; readonly status?: number },
  ): Answer =>
    frame(asking, {
      title: note.title,
      method: "get",
      ...(note.status === undefined ? {} : { status: note.status }),
      headers: { "referrer-policy": "no-referrer" },
      content: html`<h1 class="display headline">${note.title}</h1>
        <div class="card">${note.content}</div>`,
    })

  /** Who stands behind the comparator, for those who live where the address says. */
  const aboutPage = (asking: Asking): Answer => {
    const { reading, say, search } = asking
    const { residence } = plainSearch(search, reading)
    return comparePage({
      ...around(asking),
      // It is where the foot of all others leads.
      foot: null,
      title: aboutTitle(say.text),
      method: "get",
      action: aboutPath,
      carried: residence === "" ? [] : [["residence", residence]],
      content: aboutBody(say.text, disclosuresAt(residence, "section"), disclosed),
    })
  }

  /** A comparison as an email tells it, cheapest first. */
  const toldComparison = Effect.fnUntraced(function* (
    asking: Asking & { readonly kept: KeptComparison },
    trip: Trip,
    prices: ComparisonPrices,
  ) {
    const { kept, nowMs, say } = asking
    const { search } = kept
    const coached = yield* readCard(trip, search, bilanAt(asking))
    return {
      ...addresses.shareOf(kept, say.language),
      comparison: comparedFor(asking, prices, coached),
      card: shownCard(coached.card, say),
      unknownCard: coached.unknown,
      disclosed: disclosedFor(say, trip),
      prices,
      search,
      trip,
      day: utcDay(nowMs),
    }
  })

  return { aboutPage, formPage, mailPage, notePage, resultPage, toldComparison }
}

const troubleHeaders = (trouble: CompareTrouble | undefined): Readonly<Record<string, string>> => ({
  ...trouble?.headers,
  ...(trouble?.retryAfterSeconds === undefined
    ? {}
    : { "retry-after": String(trouble.retryAfterSeconds) }),
})

const troubleNotice = (say: CompareSpeech, trouble: CompareTrouble): PageNode =>
  notice("error", html`<p data-code=${trouble.code}>${say(trouble.word, trouble.values)}</p>`)

/** What has become of prices since their address was made; null where they are the same. */
const priceChange = (
  say: CompareSpeech,
  { sealedAtMs, seen }: KeptComparison,
  prices: ComparisonPrices,
): PageNode | null => {
  const now = seenPrices(prices)
  if (seen === undefined || now === undefined || seen.mark === now.mark) return null
  const day = say.date(utcDay(sealedAtMs))
  const before = say.money(seen.amount, seen.currency)
  const after = say.money(now.amount, now.currency)
  return notice(
    "info",
    before === after
      ? say("price_change_some", { day, after })
      : say("price_change", { day, before, after }),
  )
}

/** What stands around what the comparator shows. */
interface FrameParts {
  readonly makePage: MakePage
  readonly say: CompareSpeech
  readonly languages: ReadonlyArray<SpokenLanguage>
  readonly title: string
  readonly content: PageContent
  /** What another language is asked for with: by GET from an address, by POST from a form. */
  readonly method: "get" | "post"
  readonly action: string
  readonly carried: ReadonlyArray<readonly [name: string, value: string]>
  /** Whether the page stands in a frame of another page, which has a head of its own. */
  readonly isFramed: boolean
  /** Origins beside ours that a choice may lead to. */
  readonly leadsTo: ReadonlyArray<string>
  readonly status: number
  /** One sentence for search engines; the lead of all pages where there is no other. */
  readonly description?: string
  /** What tells search engines where the page lies; where there is none, they list no such page. */
  readonly listed?: PageNode | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Where a search begins, under the same ref. */
  readonly homeHref: string
  readonly foot: PageNode | null
}

/** A page of the comparator: on its own under the service's bar, or bare in a frame of a partner. */
const comparePage = (parts: FrameParts) => {
  const { content, foot, headers, homeHref, isFramed, leadsTo, listed, makePage } = parts
  const { say, status, title } = parts
  const bar = isFramed
    ? null
    : topBar({ homeHref, skipLabel: say("skip"), end: languageForm(parts) })
  return makePage({
    language: say.language,
    title,
    description: parts.description ?? say("lead"),
    head: listed,
    styles: ["compare.css"],
    scripts: ["compare.js"],
    framing: "anywhere",
    leadsTo,
    status,
    headers: {
      vary: "Accept-Language, Sec-Fetch-Dest",
      ...(listed === undefined ? { "x-robots-tag": "noindex" } : {}),
      ...headers,
    },
    body: html`${bar}
      <main id="main" class=${isFramed ? "compare framed" : "compare wide"}>
        ${content}${isFramed ? languageForm(parts) : null}
      </main>
      ${foot}`,
  })
}

const languageForm = ({ action, carried, languages, method, say }: FrameParts): PageNode =>
  html`<form class="languages" method=${method} action=${action}>
    ${hiddenFields(carried)}
    <label class="unseen" for="lang">${say("language")}</label>
    <select id="lang" name="lang">
      ${languages.map(
        ({ language, name }) =>
          html`<option value=${language} lang=${language} selected=${language === say.language}>
            ${name}
          </option>`,
      )}
    </select>
    <button class="button small">${say("show")}</button>
  </form>`
