import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { once } from "../../../core/memory.ts"
import { type Answer, textAnswer } from "../../api/answer.ts"
import type { IncomingCall, UnreadBody } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { earliestDay } from "../../platform/utc-day.ts"
import { tellOutage } from "../../observability/outage-log.ts"
import { type Asking, type CompareTrouble, prepareAnswers } from "./answers.ts"
import { type ChargeHouse, HouseSpent, makeChargeHouse, type NoHouseCall } from "./budget.ts"
import { readSearch, readShown } from "./search.ts"
import { speechOf } from "./speech.ts"
import { offerLinks } from "../documents.ts"
import { type FormFields, formFields, readForm, seeOther } from "../kit/form.ts"
import type { PageRouteParts } from "../page-route-parts.ts"
import { preferredLanguage } from "../preferences.ts"
import { DestinationFacts } from "../../ports/destination-facts.ts"
import { House } from "../../ports/house.ts"
import { Insurers } from "../../ports/live-quotes.ts"
import { SubscriptionRefused } from "../../ports/link-errors.ts"
import { Quotas } from "../../ports/quotas.ts"
import { Rates } from "../../ports/rates.ts"
import { SessionLinks, Sessions } from "../../ports/session-links.ts"
import {
  type ComparisonPrices,
  unpricedOffers,
} from "../../../rules/comparison/offer-comparison.ts"
import { prepareSearchReading } from "../../../rules/comparison/search-reading.ts"
import { plainSearch, readSearchedTrip } from "../../../rules/comparison/trip-search.ts"
import type { ExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { type FeeTerms, handlingFeeBps } from "../../../rules/fees/handling-fee.ts"
import { trackedAddress } from "../../../rules/links/funnel-address.ts"
import {
  type TravellerLanguage,
  travellerLanguages,
} from "../../../rules/messages/travellers/languages.ts"
import type { TravellerTexts } from "../../../rules/messages/travellers/traveller-text.ts"
import type { LivePricing } from "../../../rules/pricing/live.ts"
import type { OfferLinks, PricingUnavailable } from "../../../rules/pricing/offer.ts"
import { parseSessionToken } from "../../../rules/session/token.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import type { Trip } from "../../../rules/trip/trip.ts"

/** What choices are kept with. */
interface ChoiceParts {
  readonly sessions: Sessions["Service"]
  readonly sessionLinks: SessionLinks["Service"]
  readonly charge: ChargeHouse
}

/** What prices are made with. */
interface HousePricesParts {
  readonly tables: Tables
  readonly live: LivePricing
  readonly insurers: Insurers["Service"]
  readonly links: OfferLinks
  readonly currentRates: () => ExchangeRates
}

/** Forms say in which frame they are read by the header that browsers send. */
const frames: ReadonlySet<string> = new Set(["iframe", "frame", "embed", "object"])

const unavailable: CompareTrouble = {
  word: "unavailable",
  code: "SERVICE_UNAVAILABLE",
  status: 503,
  retryAfterSeconds: 5,
}

/** The comparator: `/compare`, and `/compare/choose`, which takes a choice. */
export const compareRoutes = Effect.fnUntraced(function* (parts: PageRouteParts) {
  const { coach, engineVersion, limit, live, loadRenderBilan, makePage, networkOf } = parts
  const { settings, tables } = parts
  const { choices, searches } = parts.paces
  const facts = yield* DestinationFacts
  const insurers = yield* Insurers
  const currentRates = (yield* Rates).over(tables.currencies)
  const sessions = yield* Sessions
  const charge = makeChargeHouse(yield* House, yield* Quotas)
  const choose = prepareChoose({ charge, sessions, sessionLinks: yield* SessionLinks })

  const reading = once(() => prepareSearchReading(tables))
  // The page and what it shows are of one origin, under whatever address that is reached.
  const links = offerLinks("", parts.icons)
  const price = once(() => preparePrices({ tables, live: live(), insurers, links, currentRates }))

  /** All that pages are made with, when the first one is asked for. */
  const pages = yield* Effect.cached(
    Effect.gen(function* () {
      const texts = yield* parts.texts
      const answers = prepareAnswers({
        tables,
        makePage,
        engineVersion,
        live: live(),
        coach: coach(),
        rulesFor: facts.over(coach().tableRules),
        render: yield* Effect.promise(loadRenderBilan),
        languages: travellerLanguages.map((language) => ({
          language,
          name: texts(language).languageName,
        })),
        leadsTo: otherOrigins(settings),
      })
      return { texts, answers }
    }).pipe(Effect.uninterruptible),
  )

  const languageOf = (call: IncomingCall, fields: FormFields): TravellerLanguage =>
    preferredLanguage(
      travellerLanguages,
      `lang=${encodeURIComponent(fields.text("lang"))}`,
      call.headerValues("accept-language")[0] ?? "",
    )

  const askingOf = (
    call: IncomingCall,
    texts: TravellerTexts,
    fields: FormFields,
    from: "address" | "form",
  ): Effect.Effect<Asking> =>
    Effect.map(Clock.currentTimeMillis, (nowMs) => {
      const language = languageOf(call, fields)
      return {
        say: speechOf(texts(language)),
        search: readSearch(fields, from),
        reading: reading()(language, earliestDay(nowMs)),
        shown: readShown(fields),
        isFramed: frames.has(call.headerValues("sec-fetch-dest")[0] ?? ""),
        nowMs,
        factsOnly: false,
      }
    })

  const blank = Effect.fnUntraced(function* (call: IncomingCall) {
    const { answers, texts } = yield* pages
    const asking = yield* askingOf(call, texts, formFields(call.query), "address")
    return answers.formPage(asking, { method: "get" })
  })

  const searched = Effect.fnUntraced(function* (call: IncomingCall, fields: FormFields) {
    const { answers, texts } = yield* pages
    const asking = yield* askingOf(call, texts, fields, "form")
    const { search } = asking
    const refused = (trouble: CompareTrouble): Answer =>
      answers.formPage(asking, { method: "post", trouble })
    const more = (["ages", "destinations"] as const).find((list) => list === fields.text("more"))
    if (more !== undefined) return answers.formPage(asking, { method: "post", more })
    const read = readSearchedTrip(search, asking.reading)
    if (Result.isFailure(read)) {
      return answers.formPage(asking, { method: "post", faults: read.failure })
    }
    const wait = yield* searches(networkOf(call), limit("compare_prices_per_minute"))
    if (wait !== undefined) return refused(tooMany(wait))
    const charged = yield* Effect.result(charge(search.ref, "price"))
    if (Result.isFailure(charged)) return refused(yield* chargeTrouble(charged.failure))
    const { key } = charged.success
    const terms = {
      standardFeeBps: tables.fees.get("standard_handling_fee_bps")?.value ?? 0,
      upliftBps: key.partner.upliftBps,
      baseRateBps: key.partner.baseRateBps,
    }
    const priced = yield* Effect.result(price()(read.success, terms))
    if (Result.isFailure(priced)) {
      const isLate = priced.failure.reason === "timed_out"
      return refused({
        word: isLate ? "prices_late" : "prices_refused",
        code: isLate ? "PRICING_TIMED_OUT" : "PRICING_REFUSED",
        status: isLate ? 504 : 502,
      })
    }
    const owner = { accountId: key.partner.id, mode: "live" as const }
    const session = sessions.resume(owner, search.session)
    return yield* answers.resultPage(
      {
        ...asking,
        search: { ...plainSearch(search, asking.reading), session },
        factsOnly: key.partner.factsOnly,
      },
      read.success,
      priced.success,
    )
  })

  const chosen = Effect.fnUntraced(function* (call: IncomingCall, fields: FormFields) {
    const { answers, texts } = yield* pages
    const asking = yield* askingOf(call, texts, fields, "form")
    const { say, search } = asking
    const refused = (trouble: CompareTrouble): Answer =>
      answers.formPage(asking, { method: "post", trouble })
    const read = readSearchedTrip(search, asking.reading)
    if (Result.isFailure(read)) {
      return answers.formPage(asking, { method: "post", faults: read.failure })
    }
    const offerId = Number(fields.text("offer"))
    if (tables.catalogueOffers.get(offerId) === undefined) {
      return refused({ word: "offer_gone", code: "BAD_OFFER_ID", status: 404 })
    }
    const wait = yield* choices(networkOf(call), limit("compare_choices_per_minute"))
    if (wait !== undefined) return refused(tooMany(wait))
    const { ref, session } = search
    const choice = { trip: read.success, language: say.language, offerId, ref, session }
    return yield* Effect.matchEffect(choose(choice), {
      onSuccess: (path) => Effect.succeed(seeOtherAnswer(path)),
      onFailure: (failed) => {
        switch (failed._tag) {
          case "HouseSpent":
          case "HouseClosed":
          case "KeyStoreUnavailable":
          case "QuotaStoreUnavailable":
            return Effect.map(chargeTrouble(failed), refused)
          case "WritesSpent":
            return Effect.map(
              chargeTrouble(
                new HouseSpent({
                  bucket: "day",
                  retryAfterSeconds: failed.state.window.dayEndsInSeconds,
                }),
              ),
              refused,
            )
          default:
            return Effect.as(
              tellOutage("travellers' choices are refused", failed),
              refused({ ...unavailable, word: "not_opened", code: "QUOTE_CREATE_FAILED" }),
            )
        }
      },
    })
  })

  const unread = Effect.fnUntraced(function* (call: IncomingCall, cause: UnreadBody) {
    const { answers, texts } = yield* pages
    const asking = yield* askingOf(call, texts, formFields(""), "form")
    return answers.formPage(asking, { method: "post", trouble: unreadTrouble(cause) })
  })

  const posted = (
    call: IncomingCall,
    answer: (call: IncomingCall, fields: FormFields) => Effect.Effect<Answer>,
  ): Effect.Effect<Answer> =>
    Effect.matchEffect(readForm(call), {
      onFailure: (cause) => unread(call, cause),
      onSuccess: (fields) => answer(call, fields),
    })

  const routes: ReadonlyArray<OpenRoute> = [
    {
      pattern: "/compare",
      methods: ["GET", "POST"],
      answer: (call) => (call.method === "POST" ? posted(call, searched) : blank(call)),
    },
    {
      pattern: "/compare/choose",
      methods: ["GET", "POST"],
      // Opening the address of a choice begins anew.
      answer: (call) =>
        call.method === "POST" ? posted(call, chosen) : Effect.succeed(seeOtherAnswer("/compare")),
    },
  ]
  return routes
})

/** The offer that a traveller has chosen for a trip. */
interface OfferChoice {
  readonly trip: Trip
  readonly language: string
  readonly offerId: number
  readonly ref: string
  /** The session of the traveller's search, so that another choice changes the same subscription. */
  readonly session: string
}

/**
 * Opens the subscription of a choice, as `/links` does for a partner, under the link that the ref
 * credits; the answer is the path of that link, which leads to the funnel.
 */
const prepareChoose = ({ charge, sessionLinks, sessions }: ChoiceParts) =>
  Effect.fn("Choose")(function* ({ language, offerId, ref, session, trip }: OfferChoice) {
    const { key, state } = yield* charge(ref, "call")
    const owner = { accountId: key.partner.id, mode: "live" as const }
    const token = sessions.resume(owner, session)
    const { tracked } = yield* sessionLinks.mint({
      key,
      sessionNonce: parseSessionToken(token)?.nonce ?? "",
      trip,
      language,
      offerId,
      linkCode: null,
      rehearsal: undefined,
      state,
    })
    return tracked === null
      ? yield* new SubscriptionRefused({ cause: "The account has no tracked link in use." })
      : trackedAddress("", { ...tracked, offerId })
  })

/** Prices a trip from the live catalogue in this process, insurers asked as for any live quote. */
type PriceForHouse = (
  trip: Trip,
  terms: FeeTerms,
) => Effect.Effect<ComparisonPrices, PricingUnavailable>

/** Prepares prices for our own pages. */
const preparePrices = ({
  currentRates,
  insurers,
  links,
  live,
  tables,
}: HousePricesParts): PriceForHouse => {
  const { plan, rateByTariff, readPrinted, settle } = live
  const ask = insurers.over({
    rateByTariff,
    readPrinted,
    isGuarantee: (slug) => tables.guarantees.get(slug) !== undefined,
  })
  return Effect.fn("HousePrices.price")(function* (trip: Trip, terms: FeeTerms) {
    const rates = currentRates()
    const planned = plan(trip, rates)
    const answered = yield* ask(planned.requests)
    const answers = answered.map(({ answer }) => answer)
    const priced = yield* Effect.fromResult(settle(planned, answers, handlingFeeBps(terms), links))
    return {
      ...priced,
      plan: planned,
      rates,
      unpriced: unpricedOffers(planned, answered, priced),
    }
  })
}

const otherOrigins = ({
  baseUrl,
  funnelUrl,
}: Pick<PageRouteParts["settings"], "baseUrl" | "funnelUrl">): ReadonlyArray<string> =>
  [...new Set([new URL(funnelUrl).origin])].filter((origin) => origin !== new URL(baseUrl).origin)

const tooMany = (seconds: number): CompareTrouble => ({
  word: "too_many",
  code: "RATE_LIMITED",
  status: 429,
  values: { count: seconds },
  retryAfterSeconds: seconds,
})

/** Why nothing could be charged to the house, as travellers read it; operators read it in the log. */
const chargeTrouble = (failed: NoHouseCall): Effect.Effect<CompareTrouble> => {
  switch (failed._tag) {
    case "HouseSpent":
      return Effect.succeed(
        failed.bucket === "minute"
          ? tooMany(failed.retryAfterSeconds)
          : {
              word: "spent",
              code: "QUOTA_EXCEEDED",
              status: 429,
              retryAfterSeconds: failed.retryAfterSeconds,
            },
      )
    case "HouseClosed":
      return Effect.succeed(unavailable)
    case "KeyStoreUnavailable":
    case "QuotaStoreUnavailable":
      return Effect.as(tellOutage("travellers' searches are refused", failed), unavailable)
  }
}

const seeOtherAnswer = (path: string): Answer => {
  const { headers, status } = seeOther(path, { "referrer-policy": "no-referrer" })
  return textAnswer(status, "text/plain", "", headers)
}

const unreadTroubles = {
  BodyTooLarge: { code: "PAYLOAD_TOO_LARGE", status: 413 },
  BodyLate: { code: "REQUEST_TIMEOUT", status: 408 },
  BodyBroken: { code: "BAD_REQUEST", status: 400 },
} as const satisfies Record<UnreadBody["_tag"], Pick<CompareTrouble, "code" | "status">>

const unreadTrouble = ({ _tag }: UnreadBody): CompareTrouble => ({
  word: "too_long",
  ...unreadTroubles[_tag],
})
