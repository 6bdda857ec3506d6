import * as Effect from "effect/Effect"
import type { Coach } from "../../../rules/coach/engine.ts"
import { defaultCurrency } from "../../../rules/trip/defaults.ts"
import type { LivePricing } from "../../../rules/pricing/live.ts"
import type { RenderBilan } from "../../../rules/messages/render.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import type { Answer } from "../../api/answer.ts"
import { notice } from "../kit/controls.ts"
import { html, type PageContent } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { prepareReadCard } from "../../../rules/coach/traveller-card.ts"
import { prepareBanks, prepareChoices } from "./choices.ts"
import { prepareComparison, shownPart } from "../../../rules/pricing/comparison.ts"
import {
  type SearchFaults,
  type SearchField,
  type SearchReading,
} from "../../../rules/trip/trip-search.ts"
import { comparePage, type SpokenLanguage } from "./frame.ts"
import { nearMissesOf } from "./near-misses.ts"
import type { HousePrices } from "./prices.ts"
import { resultBody, resultTitle } from "./result.ts"
import { faultText, searchForm } from "./search-form.ts"
import { carriedFields, type TripSearch, type ShownOffers } from "./search.ts"
import type { CompareWord, CompareSpeech, SpeechValues } from "./speech.ts"
import type { RulesFor } from "../../ports/destination-facts.ts"
import type { Trip } from "../../../rules/trip/trip.ts"

/** How a page was asked for. */
export interface Asking {
  readonly say: CompareSpeech
  readonly search: TripSearch
  readonly shown: ShownOffers
  readonly isFramed: boolean
  readonly nowMs: number
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
  readonly reading: SearchReading
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
  card: "network",
}

/** Prepares the pages of the comparator over the tables. */
export const prepareAnswers = (parts: AnswerParts) => {
  const { leadsTo, languages, live, makePage, reading, tables } = parts
  const choicesOf = prepareChoices(tables)
  const banksOf = prepareBanks(tables)
  const compare = prepareComparison(tables, live)
  const readCard = prepareReadCard(parts)
  const { ageMaxYears, destinationsMax, insuredCeiling, travellersMax } = reading.vocabulary

  const faultValues = ({ say, search }: Asking, faults: SearchFaults) => {
    const currency = search.currency === "" ? defaultCurrency : search.currency
    const ceiling = insuredCeiling(currency)?.amountMax
    return {
      destinations: { max: destinationsMax },
      ages: { max: faults.ages?.word === "fault_age" ? ageMaxYears : travellersMax },
      ...(faults.end?.word === "fault_order" ? { end: { day: say.date(search.start) } } : {}),
      ...(ceiling === undefined ? {} : { price: { amount: say.ceiling(ceiling, currency) } }),
    }
  }

  const form = (
    asking: Asking,
    faults: SearchFaults = {},
    more: "ages" | "destinations" | undefined = undefined,
  ) =>
    searchForm({
      say: asking.say,
      choices: choicesOf(asking.say),
      banks: banksOf(asking.search.residence),
      search: asking.search,
      faults,
      faultValues: faultValues(asking, faults),
      more,
    })

  const summary = (asking: Asking, faults: SearchFaults): PageContent => {
    const { say } = asking
    const found = Object.entries(faults) as ReadonlyArray<
      [SearchField, NonNullable<SearchFaults[SearchField]>]
    >
    if (found.length === 0) return null
    const values: Readonly<Partial<Record<SearchField, SpeechValues>>> = faultValues(asking, faults)
    return notice(
      "error",
      html`<p>${say("faults", { count: found.length })}</p>
        <ul>
          ${found.map(
            ([field, fault]) =>
              html`<li>
                <a href=${`#${anchors[field]}`}>${faultText(say, fault, values[field])}</a>
              </li>`,
          )}
        </ul>`,
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
    return frame(asking, {
      title: say("title"),
      method,
      status: trouble?.status ?? (isFaulty ? 422 : 200),
      ...(trouble?.retryAfterSeconds === undefined
        ? {}
        : { headers: { "retry-after": String(trouble.retryAfterSeconds) } }),
      content: html`<div class="trip">
          <div>
            <h1 class="display headline">${say("title")}</h1>
            <p class="second">${say("lead")}</p>
          </div>
        </div>
        ${
          trouble === undefined
            ? null
            : notice(
                "error",
                html`<p>${say(trouble.word, trouble.values)} <code>${trouble.code}</code></p>`,
              )
        }
        ${summary(asking, faults)}
        <div class="card">${form(asking, faults, more)}</div>
        <p class="small-print label third">${say("fictional")} ${say("caveat")}</p>`,
    })
  }

  /** The offers of a trip, with the reading of the card that the search names. */
  const resultPage = Effect.fnUntraced(function* (asking: Asking, trip: Trip, prices: HousePrices) {
    const { say, search, shown } = asking
    const language = say.language === "fr" ? "fr" : "en"
    const coached = yield* readCard(trip, search, parts.render, language, asking.nowMs)
    const comparison = compare(prices, coached)
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
        card: coached.card,
        nameOf: say.shortGuarantee,
        nearMisses: nearMissesOf(live.pieces, prices.plan),
        form: form(asking),
        isFramed: asking.isFramed,
      }),
    })
  })

  return { formPage, resultPage }
}

/** The pages of the comparator. */
export type CompareAnswers = ReturnType<typeof prepareAnswers>
