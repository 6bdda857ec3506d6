import * as Effect from "effect/Effect"
import { writtenLanguage } from "../../../core/vocabulary/written-language.ts"
import type { Answer } from "../../api/answer.ts"
import { resultBody, resultTitle, type ShownCard } from "./result.ts"
import { faultText, prepareChoices, searchForm } from "./search-form.ts"
import { carriedFields, type ShownOffers } from "./search.ts"
import type { CompareSpeech, CompareWord, SpeechValues } from "./speech.ts"
import { errorSummary, hiddenFields, notice } from "../kit/controls.ts"
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
  shownPart,
} from "../../../rules/comparison/offer-comparison.ts"
import {
  type TravellerCard,
  prepareBanks,
  prepareReadCard,
} from "../../../rules/comparison/traveller-card.ts"
import {
  isTwofoldAge,
  plainSearch,
  type SearchFaults,
  type SearchField,
  type SearchReading,
  type TripSearch,
} from "../../../rules/comparison/trip-search.ts"
import type { RenderBilan } from "../../../rules/messages/render.ts"
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
  readonly render: RenderBilan
  readonly languages: ReadonlyArray<SpokenLanguage>
  readonly leadsTo: ReadonlyArray<string>
}

/** A sentence over the form: what went wrong, with its code and its status. */
export interface CompareTrouble {
  readonly word: CompareWord
  readonly code: string
  readonly status: number
  readonly values?: SpeechValues
  readonly retryAfterSeconds?: number
}

/** Where the fault of a field is mended. */
const anchors: Readonly<Record<SearchField, string>> = {
  residence: "residence",
  state: "state",
  destinations: "destination-1",
  start: "start",
  end: "end",
  ages: "age-1",
  intent: "intent",
  price: "price",
  currency: "currency",
  cancellation: "cancellation",
  card: "network",
}

/** Prepares the pages of the comparator over the tables. */
export const prepareAnswers = (parts: AnswerParts) => {
  const { coach, leadsTo, languages, live, makePage, tables } = parts
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
    card === undefined
      ? undefined
      : { ...card, rendered: parts.render(card.answer, { lang: writtenLanguage(say.language) }) }

  /** What the texts of faults show. */
  const faultValues = ({ reading, say, search }: Asking, faults: SearchFaults) => {
    const { ageMaxYears, destinationsMax, insuredCeiling, travellersMax } = reading.vocabulary
    const { currency, end, start } = plainSearch(search, reading)
    const ceiling = insuredCeiling(currency)?.amountMax
    const [meant] = faults.start?.answers ?? []
    const year = meant?.says._tag === "Days" ? meant.says.start.slice(0, 4) : ""
    return {
      destinations: { max: destinationsMax },
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
    more: "ages" | "destinations" | undefined = undefined,
  ) => {
    const { reading, say, search } = asking
    const { end, start } = plainSearch(search, reading)
    return searchForm({
      say,
      choices: choicesOf(say),
      banks: banksOf(search.residence),
      search: { ...search, start, end },
      usualCurrency: reading.currencyOf(search.residence),
      today: reading.today,
      faults,
      faultValues: faultValues(asking, faults),
      more,
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
        id: anchors[field],
        told: faultText(say, fault, values[field]),
        code: fault.code,
      })),
    )
  }

  const frame = (
    { isFramed, say, search }: Asking,
    page: {
      readonly title: string
      readonly content: PageContent
      readonly method: "get" | "post"
      readonly more?: ReadonlyArray<readonly [name: string, value: string]>
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
    },
  ): Answer =>
    comparePage({
      makePage,
      say,
      languages,
      isFramed,
      leadsTo,
      carried: [...carriedFields(search), ...(page.more ?? [])],
      status: 200,
      ...page,
    })

  /** The form alone: to begin with, to correct, or because there are no prices now. */
  const formPage = (
    asking: Asking,
    page: {
      readonly method: "get" | "post"
      readonly faults?: SearchFaults
      readonly more?: "ages" | "destinations" | undefined
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
      ...(trouble?.retryAfterSeconds === undefined
        ? {}
        : { headers: { "retry-after": String(trouble.retryAfterSeconds) } }),
      content: html`<div class="trip">
          <div>
            <h1 class="display headline">${title}</h1>
            <p class="second">${say("lead")}</p>
          </div>
        </div>
        ${
          trouble === undefined
            ? null
            : notice(
                "error",
                html`<p data-code=${trouble.code}>${say(trouble.word, trouble.values)}</p>`,
              )
        }
        ${summary(asking, faults)}
        <div class="card">${form(asking, faults, more)}</div>
        <p class="small-print label third">${say("fictional")} ${say("caveat")}</p>`,
    })
  }

  /** The offers of a trip, with the reading of the card that the search names. */
  const resultPage = Effect.fnUntraced(function* (
    asking: Asking,
    trip: Trip,
    prices: ComparisonPrices,
  ) {
    const { say, search, shown } = asking
    const coached = yield* readCard(trip, search, bilanAt(asking))
    // Facts alone compare offers neither with a card nor with our benchmark.
    const comparison = compare(
      prices,
      asking.factsOnly ? { benchmark: undefined, card: undefined } : coached,
    )
    return frame(asking, {
      title: resultTitle(say, trip, comparison.offers.length),
      method: "post",
      more: [["shown", `${shown.filter} ${shown.offset}`]],
      content: resultBody({
        say,
        trip,
        search,
        prices,
        comparison,
        part: shownPart(comparison, shown),
        card: shownCard(coached.card, say),
        nameOf: say.shortGuarantee,
        nearMisses: nearMissesOf(live.pieces, prices.plan),
        form: form(asking),
        isFramed: asking.isFramed,
      }),
    })
  })

  return { formPage, resultPage }
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
  readonly carried: ReadonlyArray<readonly [name: string, value: string]>
  /** Whether the page stands in a frame of another page, which has a head of its own. */
  readonly isFramed: boolean
  /** Origins beside ours that a choice may lead to. */
  readonly leadsTo: ReadonlyArray<string>
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A page of the comparator: on its own under the service's bar, or bare in a frame of a partner. */
const comparePage = (parts: FrameParts) => {
  const { content, headers, isFramed, leadsTo, makePage, say, status, title } = parts
  const bar = isFramed
    ? null
    : topBar({ homeHref: "/", skipLabel: say("skip"), end: languageForm(parts) })
  return makePage({
    language: say.language,
    title,
    description: say("lead"),
    styles: ["compare.css"],
    scripts: ["compare.js"],
    framing: "anywhere",
    leadsTo,
    status,
    headers: {
      vary: "Accept-Language, Sec-Fetch-Dest",
      "x-robots-tag": "noindex",
      ...headers,
    },
    body: html`${bar}
      <main id="main" class=${isFramed ? "compare framed" : "compare wide"}>
        ${content}${isFramed ? languageForm(parts) : null}
      </main>`,
  })
}

const languageForm = ({ carried, languages, method, say }: FrameParts): PageNode =>
  html`<form class="languages" method=${method} action="/compare">
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
