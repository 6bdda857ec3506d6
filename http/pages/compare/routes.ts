import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { once } from "../../../core/memory.ts"
import { type Answer, textAnswer } from "../../api/answer.ts"
import type { IncomingCall, UnreadBody } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { earliestDay } from "../../platform/utc-day.ts"
import { tellOutage } from "../../observability/outage-log.ts"
import { aboutPath } from "./about-page.ts"
import { type Asking, type CompareTrouble, prepareAnswers } from "./answers.ts"
import { type ChargeHouse, HouseSpent, makeChargeHouse, type NoHouseCall } from "./budget.ts"
import {
  comparisonsPath,
  type KeptComparison,
  type NoComparison,
  prepareComparisonAddresses,
  seenPrices,
} from "./comparison-address.ts"
import { confirmationsPath, type NotMailed, prepareComparisonMail } from "./comparison-mail.ts"
import { prepareIndexing } from "./indexing.ts"
import { makePriceMemory, type PricedSearch } from "./price-memory.ts"
import { carriedFields, readSearch, removeName, searchLists, withoutRow } from "./search.ts"
import { speechOf } from "./speech.ts"
import { comparedFacts } from "../kit/disclosures.ts"
import { travellerLinks } from "../documents.ts"
import { submitButton } from "../kit/controls.ts"
import { html } from "../kit/html.ts"
import { type FormFields, formFields, readForm, seeOther } from "../kit/form.ts"
import type { PageRouteParts } from "../page-route-parts.ts"
import { preferredLanguage } from "../preferences.ts"
import { DestinationFacts } from "../../ports/destination-facts.ts"
import { House } from "../../ports/house.ts"
import { Insurers } from "../../ports/live-quotes.ts"
import { SubscriptionRefused } from "../../ports/link-errors.ts"
import { Mail } from "../../ports/mail.ts"
import { Quotas } from "../../ports/quotas.ts"
import { Rates } from "../../ports/rates.ts"
import { SealedAddresses } from "../../ports/sealed-addresses.ts"
import { SessionLinks, Sessions } from "../../ports/session-links.ts"
import {
  type ComparisonPrices,
  unpricedOffers,
} from "../../../rules/comparison/offer-comparison.ts"
import { changedSearch } from "../../../rules/comparison/search-change.ts"
import { prepareSearchReading } from "../../../rules/comparison/search-reading.ts"
import { readShownOffers, writeShownOffers } from "../../../rules/comparison/shown-offers.ts"
import {
  plainSearch,
  readSearchedTrip,
  type TripSearch,
} from "../../../rules/comparison/trip-search.ts"
import type { ExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { prepareDisclosures } from "../../../rules/documents/disclosures.ts"
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

/**
 * The comparator: `/compare` with its form, `/compare/choose`, which takes a choice, and the addresses of
 * comparisons, to which the form leads.
 */
export const compareRoutes = Effect.fnUntraced(function* (parts: PageRouteParts) {
  const { coach, engineVersion, limit, live, makePage, networkOf } = parts
  const { settings, tables } = parts
  const { choices, searches } = parts.paces
  const facts = yield* DestinationFacts
  const insurers = yield* Insurers
  const currentRates = (yield* Rates).over(tables.currencies)
  const sessions = yield* Sessions
  const charge = makeChargeHouse(yield* House, yield* Quotas)
  const sealed = yield* SealedAddresses
  const addresses = prepareComparisonAddresses(sealed, {
    baseUrl: parts.baseUrl,
    daysMax: limit("comparison_days"),
  })
  const recent = makePriceMemory()
  const mail = yield* Mail
  const mails = prepareComparisonMail({ ...parts, addresses: sealed, mail })
  const choose = prepareChoose({ charge, sessions, sessionLinks: yield* SessionLinks })

  const indexing = prepareIndexing({
    baseUrl: parts.baseUrl,
    languages: travellerLanguages,
    mayIndex: settings.mayIndexComparator,
  })

  const reading = once(() => prepareSearchReading(tables))
  // The page and what it shows are of one origin, under whatever address that is reached.
  const links = travellerLinks(parts.icons)
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
        tell: yield* parts.tellTraveller,
        languages: travellerLanguages.map((language) => ({
          language,
          name: texts(language).languageName,
        })),
        addresses,
        canMail: mail.isSet,
        disclosuresAt: prepareDisclosures(tables),
        disclosed: { operator: settings.operator, compared: comparedFacts(tables) },
        indexed: indexing.headOf,
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
        shown: readShownOffers(fields.text("shown")),
        isFramed: frames.has(call.headerValues("sec-fetch-dest")[0] ?? ""),
        nowMs,
        factsOnly: false,
        leadsTo: otherOrigins(settings, call),
      }
    })

  /** Counts a search for its network and charges it to the house, then prices it. */
  const priced = Effect.fnUntraced(function* (call: IncomingCall, search: TripSearch, trip: Trip) {
    const wait = yield* searches(networkOf(call), limit("compare_prices_per_minute"))
    if (wait !== undefined) return yield* Effect.fail(tooMany(wait))
    const { key } = yield* Effect.catch(charge(search.ref, "price"), (failed) =>
      Effect.flatMap(chargeTrouble(failed), Effect.fail),
    )
    const terms = {
      standardFeeBps: tables.fees.get("standard_handling_fee_bps")?.value ?? 0,
      upliftBps: key.partner.upliftBps,
      baseRateBps: key.partner.baseRateBps,
    }
    const prices = yield* Effect.mapError(price()(trip, terms), unpricedTrouble)
    const pricedAtMs = yield* Clock.currentTimeMillis
    const { factsOnly, id } = key.partner
    const made = { prices, account: { factsOnly, id }, pricedAtMs }
    recent.keep(searchText(search), made)
    return made
  })

  /** A search in a session of its own: its own where it has one, else a fresh one. */
  const inSession = (search: TripSearch, { account }: PricedSearch): TripSearch => ({
    ...search,
    session: sessions.resume({ accountId: account.id, mode: "live" }, search.session),
  })

  const blank = Effect.fnUntraced(function* (call: IncomingCall) {
    const { answers, texts } = yield* pages
    const asking = yield* askingOf(call, texts, formFields(call.query), "address")
    return answers.formPage(asking, { method: "get" })
  })

  const about = Effect.fnUntraced(function* (call: IncomingCall) {
    const { answers, texts } = yield* pages
    return answers.aboutPage(yield* askingOf(call, texts, formFields(call.query), "address"))
  })

  /** Takes the form: what can be priced gets an address, and the browser is led there. */
  const searched = Effect.fnUntraced(function* (call: IncomingCall, fields: FormFields) {
    const { answers, texts } = yield* pages
    const typed = yield* askingOf(call, texts, withoutRow(fields), "form")
    const change = fields.text("change")
    const search =
      change === "" ? typed.search : changedSearch(plainSearch(typed.search, typed.reading), change)
    const asking = { ...typed, search }
    const more = searchLists.find((list) => list === fields.text("more"))
    if (more !== undefined || fields.text(removeName) !== "") {
      return answers.formPage(asking, { method: "post", more })
    }
    const read = readSearchedTrip(search, asking.reading)
    if (Result.isFailure(read)) {
      return answers.formPage(asking, { method: "post", faults: read.failure })
    }
    // Every language reads it alike from here on.
    const plain = plainSearch(search, asking.reading)
    return yield* Effect.match(priced(call, plain, read.success), {
      onFailure: (trouble) => answers.formPage(asking, { method: "post", trouble }),
      onSuccess: (made) =>
        leadTo(asking, {
          search: inSession(plain, made),
          seen: seenPrices(made.prices),
          sealedAtMs: made.pricedAtMs,
        }),
    })
  })

  const leadTo = ({ say, shown }: Asking, kept: KeptComparison): Answer => {
    const query = new URLSearchParams({ lang: say.language })
    const written = writeShownOffers(shown)
    if (written !== "") query.set("shown", written)
    return seeOtherAnswer(`${addresses.pathOf(kept)}?${query.toString()}`)
  }

  /** Shows the comparison of an address; who comes by one without a session gets one of their own. */
  const kept = Effect.fnUntraced(function* (call: IncomingCall, part: string) {
    const { answers, texts } = yield* pages
    const asked = yield* askingOf(call, texts, formFields(call.query), "address")
    const opened = addresses.open(part, asked.nowMs)
    if (Result.isFailure(opened)) {
      const blankAsking = { ...asked, search: readSearch(formFields(""), "address") }
      return answers.formPage(blankAsking, {
        method: "get",
        trouble: noComparisonTrouble(opened.failure),
      })
    }
    const { search } = opened.success
    const asking = { ...asked, search, kept: opened.success }
    const read = readSearchedTrip(search, asked.reading)
    if (Result.isFailure(read)) {
      return answers.formPage(asking, { method: "get", faults: read.failure })
    }
    const known = recent.find(searchText(search), asked.nowMs)
    const made = yield* Effect.result(
      known === undefined ? priced(call, search, read.success) : Effect.succeed(known),
    )
    if (Result.isFailure(made)) {
      return answers.formPage(asking, { method: "get", trouble: made.failure })
    }
    const own = inSession(search, made.success)
    return own.session === search.session
      ? yield* answers.resultPage(
          { ...asking, factsOnly: made.success.account.factsOnly },
          read.success,
          made.success.prices,
        )
      : leadTo(asking, { ...opened.success, search: own })
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

  /** Writes to the address that was typed, with a link to confirm. */
  const mailAsked = Effect.fnUntraced(function* (call: IncomingCall, fields: FormFields) {
    const { answers, texts } = yield* pages
    const asking = yield* askingOf(call, texts, formFields(`lang=${fields.text("lang")}`), "form")
    const { nowMs, say } = asking
    const part = fields.text("comparison")
    const found = addresses.open(part, nowMs)
    if (Result.isFailure(found)) {
      return answers.formPage(asking, {
        method: "get",
        trouble: noComparisonTrouble(found.failure),
      })
    }
    const typed = { comparison: part, email: fields.text("email") }
    // No other site has us write to somebody: our own form is shown, to be sent from here.
    if (isFromElsewhere(call)) return answers.mailPage(asking, typed)
    const wish = { email: typed.email, part, network: networkOf(call), nowMs }
    return yield* Effect.match(mails.ask(say, wish), {
      onSuccess: (email) =>
        answers.notePage(asking, {
          title: say("mail_sent_title"),
          content: html`<p>${say("mail_sent", { email })}</p>`,
        }),
      onFailure: (why) =>
        answers.mailPage(asking, {
          ...typed,
          ...(why === "bad email" ? { isWrong: true } : { trouble: mailTrouble(why) }),
        }),
    })
  })

  /**
   * The link of an email: opening it shows a button, and the button sends the comparison, as programs
   * that look through mail open every link.
   */
  const mailConfirmed = Effect.fnUntraced(function* (call: IncomingCall, link: string) {
    const { answers, texts } = yield* pages
    const asking = yield* askingOf(call, texts, formFields(call.query), "address")
    const { nowMs, say } = asking
    const over = answers.notePage(asking, {
      title: say("mail_label"),
      status: 410,
      content: html`<p>${say("mail_over")}</p>`,
    })
    const wish = mails.opened(link, nowMs)
    const found = wish === undefined ? undefined : addresses.open(wish.part, nowMs)
    if (wish === undefined || found === undefined || Result.isFailure(found)) return over
    const { email, part } = wish
    if (call.method !== "POST") {
      return answers.notePage(asking, {
        title: say("mail_confirm_title", { email }),
        content: html`<form method="post" action=${`${call.path}?lang=${say.language}`}>
          ${submitButton({ label: say("mail_confirm_button") })}
        </form>`,
      })
    }
    const { search } = found.success
    const read = readSearchedTrip(search, asking.reading)
    if (Result.isFailure(read)) return over
    const known = recent.find(searchText(search), nowMs)
    const failed = (trouble: CompareTrouble) =>
      answers.mailPage(asking, { comparison: part, email, trouble })
    return yield* (
      known === undefined ? priced(call, search, read.success) : Effect.succeed(known)
    ).pipe(
      Effect.flatMap(({ account: { factsOnly }, prices }) =>
        answers.toldComparison({ ...asking, kept: found.success, factsOnly }, read.success, prices),
      ),
      Effect.flatMap((told) =>
        Effect.mapError(mails.send(say, email, told, networkOf(call)), mailTrouble),
      ),
      Effect.match({
        onFailure: failed,
        onSuccess: () =>
          answers.notePage(asking, {
            title: say("mail_sent_title"),
            content: html`<p>${say("mail_done", { email })}</p>`,
          }),
      }),
    )
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
    indexing.robots,
    {
      pattern: "/compare",
      methods: ["GET", "POST"],
      answer: (call) => (call.method === "POST" ? posted(call, searched) : blank(call)),
    },
    { pattern: aboutPath, answer: about },
    {
      pattern: `${comparisonsPath}*`,
      answer: (call, part) => kept(call, part),
    },
    {
      pattern: "/compare/send",
      methods: ["GET", "POST"],
      answer: (call) =>
        call.method === "POST"
          ? posted(call, mailAsked)
          : Effect.succeed(seeOtherAnswer("/compare")),
    },
    {
      pattern: `${confirmationsPath}*`,
      methods: ["GET", "POST"],
      answer: mailConfirmed,
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

/**
 * The origins beside a page's own at which a choice may end: those of the funnel, and of the address that
 * links redirect from, where the page was opened under another name of the same machine. A browser would
 * stop at the first redirect to one that the page's policy does not name.
 */
const otherOrigins = (
  { baseUrl, funnelUrl }: Pick<PageRouteParts["settings"], "baseUrl" | "funnelUrl">,
  { headerValues }: IncomingCall,
): ReadonlyArray<string> => {
  const base = new URL(baseUrl)
  const leadsTo = new Set([base.origin, new URL(funnelUrl).origin])
  if (headerValues("host")[0] === base.host) leadsTo.delete(base.origin)
  return [...leadsTo]
}

/** Whether a browser says that a form comes from another origin. */
const isFromElsewhere = ({ headerValues }: IncomingCall): boolean =>
  headerValues("sec-fetch-site").some((site) => site !== "same-origin" && site !== "none")

/** What was typed, without the session, which changes no price. */
const searchText = (search: TripSearch): string =>
  JSON.stringify(carriedFields({ ...search, session: "" }))

const noComparisonTrouble = (why: NoComparison): CompareTrouble => ({
  ...(why === "over"
    ? { word: "address_over", code: "COMPARISON_OVER", status: 410 }
    : { word: "address_broken", code: "NO_COMPARISON", status: 404 }),
  headers: { "referrer-policy": "no-referrer" },
})

const mailTrouble = (why: NotMailed): CompareTrouble =>
  why === "too many"
    ? { word: "mail_many", code: "RATE_LIMITED", status: 429, retryAfterSeconds: 3_600 }
    : { word: "mail_failed", code: "NO_MAIL", status: 503, retryAfterSeconds: 120 }

const unpricedTrouble = ({ reason }: PricingUnavailable): CompareTrouble =>
  reason === "timed_out"
    ? { word: "prices_late", code: "PRICING_TIMED_OUT", status: 504 }
    : { word: "prices_refused", code: "PRICING_REFUSED", status: 502 }

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
