import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { prepareLacks, prepareNotCovered } from "../../../rules/comparison/not-covered.ts"
import { once } from "../../../core/memory.ts"
import { minorToNumber } from "../../../core/money/minor.ts"
import { type Answer, responseBytes, textAnswer } from "../../api/answer.ts"
import { endpoints } from "../../api/api.ts"
import type { IncomingCall } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { tellOutage } from "../../observability/outage-log.ts"
import { travellerLinks } from "../documents.ts"
import {
  type ChosenOffer,
  type EndedBy,
  type FunnelParts,
  isCredited,
  type OpenedQuote,
  pageAddress,
  type Paged,
  type RatedQuote,
} from "./frame.ts"
import { areSound, namesPage, readNames } from "./names-page.ts"
import { offersPage } from "./offers-page.ts"
import { makeQuoteFormRoute } from "./quote-form.ts"
import { presubscribedPage, subscribedPage } from "./receipt-page.ts"
import { reviewPage } from "./review-page.ts"
import { otherOfferPage, paymentPage, troublePage } from "./stage-pages.ts"
import { changeSince } from "./told-price.ts"
import { makeWithdrawal, withdrawalPath } from "./withdrawal.ts"
import { type FormFields, readForm } from "../kit/form.ts"
import type { PageRouteParts } from "../page-route-parts.ts"
import { type LinkPages, linkHeaders } from "../redirect-pages.ts"
import { type FunnelPartner, type FunnelQuote, FunnelQuotes } from "../../ports/funnel-quotes.ts"
import { Demo } from "../../ports/house.ts"
import { type DemoSale, DemoSaleRefused, type ReportDemoSale } from "../../ports/sales.ts"
import { Keys } from "../../ports/keys.ts"
import { Mail } from "../../ports/mail.ts"
import { Insurers, prepareLiveQuotes } from "../../ports/live-quotes.ts"
import { type SendOwnCall, keyInUse } from "../../ports/own-calls.ts"
import { Rates } from "../../ports/rates.ts"
import { SealedAddresses } from "../../ports/sealed-addresses.ts"
import { prepareSearchReading } from "../../../rules/comparison/search-reading.ts"
import { plainSearch, searchOf } from "../../../rules/comparison/trip-search.ts"
import { earliestDay, latestDay, utcDay } from "../../platform/utc-day.ts"
import { prepareComparisonAddresses } from "../compare/comparison-address.ts"
import { prepareDisclosures } from "../../../rules/documents/disclosures.ts"
import { prepareWithdrawal } from "../../../rules/documents/withdrawal.ts"
import { feeWithin, handlingFeeBps } from "../../../rules/fees/handling-fee.ts"
import { readRedirectQuery } from "../../../rules/links/funnel-address.ts"
import { isBehind, isFrozen } from "../../../rules/links/link-step.ts"
import { travellerLanguage } from "../../../rules/messages/travellers/languages.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import { readToldPrice } from "../../../rules/pricing/told-price.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"

/** What an address of the funnel asks for; null where it says nothing that could be meant. */
interface FunnelQuery {
  readonly quoteRef: string | null
  readonly language: string | null
  /** The offer by its id; `forged` for what no address of ours says. */
  readonly offer: number | "forged" | null
}

/**
 * `/funnel/offers` and `/funnel/presubscribe`, and the form that leads there: the reference of the
 * traveller's funnel, which stands there as long as no other funnel is configured. `nowhere` are the
 * pages of links that lead nowhere.
 */
export const funnelRoutes = Effect.fnUntraced(function* (
  parts: PageRouteParts,
  nowhere: LinkPages,
): Effect.fn.Return<
  ReadonlyArray<OpenRoute>,
  never,
  FunnelQuotes | Insurers | Keys | Mail | Rates | SealedAddresses
> {
  const { baseUrl, limit, makePage, sendOwnCall, tables, texts } = parts
  const addresses = prepareComparisonAddresses(yield* SealedAddresses, {
    baseUrl,
    daysMax: limit("comparison_days"),
  })
  const quotes = yield* FunnelQuotes
  const reading = once(() => prepareSearchReading(tables))
  const demo = yield* Demo
  const keys = yield* Keys
  const vocabulary = prepareTripVocabulary(tables)
  const notCoveredOf = once(() => {
    const { pieces, readPrinted } = parts.live()
    return prepareNotCovered(pieces, prepareLacks(pieces, readPrinted))
  })
  return [
    makeQuoteFormRoute(vocabulary),
    ...makeFunnelRoutes({
      makePage,
      nowhere,
      texts,
      languages: vocabulary.languages,
      quotes,
      rate: yield* prepareRate(parts),
      comparisonOf: (trip, ref, sealedAtMs) => {
        const search = plainSearch(searchOf(trip, ref), reading()("en", utcDay(sealedAtMs)))
        return addresses.pathOf({ search, seen: undefined, sealedAtMs })
      },
      offerOf: offerOf(tables),
      disclosuresAt: prepareDisclosures(tables),
      disclosed: { operator: parts.settings.operator },
      feeOf: feeOf(tables),
      notCovered: (trip) => notCoveredOf()(trip),
      withdrawalUntil: prepareWithdrawal(tables),
      withdrawal: makeWithdrawal({
        makePage,
        quotes,
        offerOf: offerOf(tables),
        mail: yield* Mail,
        paces: parts.paces,
        limit,
        networkOf: parts.networkOf,
      }),
      reportSale: demo === null ? null : makeReportDemoSale(keys, sendOwnCall),
    }),
  ]
})

/** A quote opens with its trip, which is never read from the address; every page rates it again. */
const makeFunnelRoutes = (parts: FunnelParts): ReadonlyArray<OpenRoute> => {
  const flow = makeFlow(parts)
  const answered = (call: IncomingCall, paged: Paged): Effect.Effect<Answer> =>
    Effect.catch(paged, (end) =>
      typeof end === "string" ? parts.nowhere[end](call) : Effect.succeed(end),
    )
  const queryOf = ({ query }: IncomingCall): FunnelQuery => readFunnelQuery(query, parts.languages)
  const take = (call: IncomingCall): Paged =>
    Effect.matchEffect(readForm(call), {
      onFailure: () => flow.formNotWhole(queryOf(call)),
      onSuccess: (fields) => flow.takeForm(queryOf(call), fields),
    })
  return [
    {
      pattern: "/funnel/offers",
      answer: (call) => answered(call, flow.listOffers(queryOf(call))),
    },
    {
      pattern: withdrawalPath,
      methods: ["GET", "POST"],
      answer: (call) => answered(call, parts.withdrawal(openQuote(parts, queryOf(call)), call)),
    },
    {
      pattern: "/funnel/presubscribe",
      methods: ["GET", "POST"],
      answer: (call) =>
        answered(call, call.method === "POST" ? take(call) : flow.showForm(queryOf(call))),
    },
  ]
}

/**
 * Ends the demo's way: reports the sale, then tells that the subscription is paid and subscribed. A
 * second call reports the same order, which is the same sale, and moves nothing.
 */
const finish = Effect.fn("Funnel.finish")(function* (
  parts: FunnelParts,
  reportSale: ReportDemoSale,
  chosen: ChosenOffer,
): Effect.fn.Return<void, EndedBy> {
  if (isCredited(chosen)) {
    yield* Effect.mapError(report(reportSale, chosen), ({ code }) =>
      refusedPage(parts, chosen, code),
    )
  }
  const { quote } = chosen
  yield* parts.quotes.advance(quote, "paid").pipe(
    Effect.andThen(parts.quotes.advance(quote, "subscribed")),
    // Another call has moved it on already, as this one wants to.
    Effect.catchTag("StageRefused", () => Effect.void),
    Effect.catch((error) =>
      Effect.andThen(
        tellOutage("a subscription cannot be moved on", error),
        Effect.fail<EndedBy>("unavailable"),
      ),
    ),
  )
})

/** The pages of one address, made of the funnel's parts. */
const makeFlow = (parts: FunnelParts) => {
  const { makePage, reportSale } = parts

  const leftOutBy = ({ offer, quote }: ChosenOffer) => parts.notCovered(quote.trip)(offer)

  const offersOf = (rated: RatedQuote, clicked: number | null): Answer =>
    offersPage(makePage, rated, {
      gone: clicked === null ? undefined : parts.offerOf(clicked),
      notCovered: parts.notCovered(rated.quote.trip),
    })

  const stagePage = (opened: OpenedQuote): Paged => {
    const { offerId, stage } = opened.quote
    const offer = offerId === null ? undefined : parts.offerOf(offerId)
    if (stage === "subscribed" || (reportSale === null && stage === "paid")) {
      const isDemo = reportSale !== null
      return Effect.map(heldOffer(opened, offerId), (held) =>
        subscribedPage(makePage, opened, { offer, held, isDemo }),
      )
    }
    if (reportSale === null || offerId === null) {
      return Effect.map(heldOffer(opened, offerId), (held) =>
        presubscribedPage(makePage, opened, { offer, held }),
      )
    }
    return Effect.map(frozenOffer(opened, offerId), (chosen) =>
      paymentPage(makePage, chosen, { change: undefined }),
    )
  }

  /** The offer with its covers, as far as an insurer can be asked now. */
  const heldOffer = (
    opened: OpenedQuote,
    offerId: number | null,
  ): Effect.Effect<ChosenOffer | undefined> =>
    offerId === null
      ? Effect.succeed(undefined)
      : Effect.match(rateQuote(parts, opened, offerId), {
          onFailure: () => undefined,
          onSuccess: (rated) => chosenOffer(rated, offerId),
        })

  /** The presubscribed offer, rated again; where it has no price, no sale can be made of it now. */
  const frozenOffer = (opened: OpenedQuote, offerId: number) => {
    const { say } = opened
    return Effect.flatMap(rateQuote(parts, opened, offerId), (rated) => {
      const chosen = chosenOffer(rated, offerId)
      if (chosen !== undefined) return Effect.succeed(chosen)
      return Effect.fail(
        troublePage(makePage, opened, {
          heading: say("funnel.gone_heading"),
          why: say("funnel.unavailable_why"),
          status: 503,
          offerId,
        }),
      )
    })
  }

  /** A quoting offer, rated again; where it has no price, the list of those that have one. */
  const quotingOffer = (opened: OpenedQuote, offerId: number) =>
    Effect.flatMap(rateQuote(parts, opened, offerId), (rated) => {
      const chosen = chosenOffer(rated, offerId)
      return chosen === undefined ? Effect.fail(offersOf(rated, offerId)) : Effect.succeed(chosen)
    })

  const listOffers = (query: FunnelQuery): Paged =>
    Effect.flatMap(openQuote(parts, query), (opened) =>
      isFrozen(opened.quote.stage)
        ? Effect.succeed(sendOn(opened, opened.quote.offerId))
        : Effect.map(rateQuote(parts, opened, null), (rated) => offersOf(rated, null)),
    )

  /** Presubscribes what the traveller has read, unless it costs or covers something else by now. */
  const presubscribe = (
    chosen: ChosenOffer,
    names: ReadonlyArray<string>,
    fields: FormFields,
  ): Paged => {
    const { offer, quote, say } = chosen
    const told = readToldPrice(fields.text("told"))
    const change = changeSince(chosen, told)
    const isUnread = fields.text("read") !== "yes"
    if (told === undefined || change !== undefined || isUnread) {
      return Effect.succeed(
        reviewPage(makePage, chosen, { names, change, isUnread, notCovered: leftOutBy(chosen) }),
      )
    }
    const { insteadOf } = chosen
    const wished = {
      quoteRef: quote.quoteRef,
      offerId: offer.id,
      language: say.language,
      ...(insteadOf === undefined ? {} : { insteadOf }),
    }
    return parts.quotes.presubscribe(wished).pipe(
      // Another tab may have been faster: its offer is told then, and nobody lands on its payment.
      Effect.map((now) => sendOn({ ...chosen, quote: now }, offer.id)),
      Effect.catch((error) =>
        Effect.andThen(
          tellOutage("a quote cannot be presubscribed", error),
          Effect.fail<EndedBy>("unavailable"),
        ),
      ),
    )
  }

  /** Takes a form of a quoting traveller: names first, then the review, then the presubscription. */
  const takeQuoting = (chosen: ChosenOffer, fields: FormFields): Paged => {
    const written = readNames(fields, chosen.quote.trip.travellers.length)
    const change = changeSince(chosen, readToldPrice(fields.text("told")))
    const step = fields.text("step")
    if (step === "begin") {
      return Effect.succeed(namesPage(makePage, chosen, { written, isAnswer: false }))
    }
    if (step === "names" || !areSound(written)) {
      return Effect.succeed(namesPage(makePage, chosen, { written, change, isAnswer: true }))
    }
    return step === "presubscribe"
      ? presubscribe(chosen, written.names, fields)
      : Effect.succeed(
          reviewPage(makePage, chosen, {
            names: written.names,
            change,
            isUnread: false,
            notCovered: leftOutBy(chosen),
          }),
        )
  }

  /** Takes the demo's last form; any other form of what is past quoting leads to where that stands. */
  const takeFrozen = (opened: OpenedQuote, fields: FormFields): Paged => {
    const { offerId, stage } = opened.quote
    const isLast = fields.text("step") === "finish" && stage !== "subscribed"
    if (!isLast || reportSale === null || offerId === null) {
      return Effect.succeed(sendOn(opened, offerId))
    }
    return Effect.flatMap(frozenOffer(opened, offerId), (chosen) => {
      const told = readToldPrice(fields.text("told"))
      const change = changeSince(chosen, told)
      if (told === undefined || change !== undefined) {
        return Effect.succeed(paymentPage(makePage, chosen, { change }))
      }
      return Effect.as(finish(parts, reportSale, chosen), sendOn(opened, offerId))
    })
  }

  /** The offer that an address names; any that the catalogue does not hold was made up. */
  const offerNamed = ({ offer }: FunnelQuery): Effect.Effect<number, EndedBy> =>
    typeof offer === "number" && parts.offerOf(offer) !== undefined
      ? Effect.succeed(offer)
      : Effect.fail<EndedBy>("unknown")

  /** Where an address is of another offer than the one that is presubscribed: a page that says so. */
  const otherPage = (
    opened: OpenedQuote,
    { offer }: FunnelQuery,
  ): Effect.Effect<Answer> | undefined => {
    const { offerId, stage } = opened.quote
    if (typeof offer !== "number" || offerId === null || offer === offerId) return undefined
    const [held, wanted] = [parts.offerOf(offerId), parts.offerOf(offer)]
    if (held === undefined || wanted === undefined) return undefined
    return Effect.succeed(
      otherOfferPage(makePage, opened, {
        held: { ...held, id: offerId },
        wanted: { ...wanted, id: offer },
        isReplaceable: stage === "presubscribed",
      }),
    )
  }

  /** The presubscribed offer that a form says it takes the place of, while nothing is paid. */
  const replacedBy = ({ quote }: OpenedQuote, fields: FormFields): number | undefined =>
    quote.stage === "presubscribed" && fields.text("instead_of") === String(quote.offerId)
      ? (quote.offerId ?? undefined)
      : undefined

  const showForm = (query: FunnelQuery): Paged =>
    Effect.flatMap(openQuote(parts, query), (opened) => {
      if (isFrozen(opened.quote.stage)) return otherPage(opened, query) ?? stagePage(opened)
      if (query.offer === null) return Effect.succeed(sendOn(opened, null))
      return Effect.map(
        Effect.flatMap(offerNamed(query), (id) => quotingOffer(opened, id)),
        (chosen) => {
          const written = { names: [], faults: [] }
          return namesPage(makePage, chosen, { written, isAnswer: false })
        },
      )
    })

  const takeForm = (query: FunnelQuery, fields: FormFields): Paged =>
    Effect.flatMap(openQuote(parts, query), (opened) => {
      if (isFrozen(opened.quote.stage)) {
        const other = otherPage(opened, query)
        if (other === undefined) return takeFrozen(opened, fields)
        const insteadOf = replacedBy(opened, fields)
        return insteadOf === undefined
          ? other
          : Effect.flatMap(
              Effect.flatMap(offerNamed(query), (id) => quotingOffer(opened, id)),
              (chosen) => takeQuoting({ ...chosen, insteadOf }, fields),
            )
      }
      return Effect.flatMap(
        Effect.flatMap(offerNamed(query), (id) => quotingOffer(opened, id)),
        (chosen) => takeQuoting(chosen, fields),
      )
    })

  const formNotWhole = (query: FunnelQuery): Paged =>
    Effect.map(openQuote(parts, query), (opened) => {
      const { say } = opened
      return troublePage(makePage, opened, {
        heading: say("funnel.too_long_heading"),
        why: say("funnel.too_long_why"),
        status: 413,
        offerId: typeof query.offer === "number" ? query.offer : null,
      })
    })

  return { listOffers, showForm, takeForm, formNotWhole }
}

/** Rates a quote again, or answers that no price can be asked now. */
const rateQuote = (
  parts: FunnelParts,
  opened: OpenedQuote,
  offerId: number | null,
): Effect.Effect<RatedQuote, Answer> => {
  const { quote, say } = opened
  return Effect.mapBoth(parts.rate(quote.trip, quote.partner), {
    onSuccess: (rated) => ({ ...opened, rated }),
    onFailure: () =>
      troublePage(parts.makePage, opened, {
        heading: say("funnel.unavailable_heading"),
        why: say("funnel.unavailable_why"),
        status: 503,
        offerId,
      }),
  })
}

/** One offer of a rated quote; undefined where it has no price. */
const chosenOffer = (rated: RatedQuote, offerId: number): ChosenOffer | undefined => {
  const offer = rated.rated.offers.find(({ id }: Offer) => id === offerId)
  return offer === undefined ? undefined : { ...rated, offer }
}

/** Opens the quote of an address in its language, or answers that there is none, or none now. */
const openQuote = (
  parts: FunnelParts,
  { language, quoteRef }: FunnelQuery,
): Effect.Effect<OpenedQuote, EndedBy> => {
  if (quoteRef === null) return Effect.fail("unknown")
  const found = Effect.mapError(parts.quotes.find(quoteRef), (): EndedBy => "unavailable")
  return Effect.flatMap(found, (quote) =>
    quote === undefined
      ? Effect.fail<EndedBy>("unknown")
      : Effect.zipWith(parts.texts, Clock.currentTimeMillis, (texts, nowMs) => {
          const until = withdrawUntil(parts, quote, nowMs)
          const hasContract = !isBehind(quote.stage, "paid")
          return {
            quote,
            say: texts(travellerLanguage(language ?? quote.language)),
            comparison: parts.comparisonOf(quote.trip, quote.ref, nowMs),
            disclosuresAt: parts.disclosuresAt,
            disclosed: hasContract
              ? { ...parts.disclosed, hasWithdrawal: until !== undefined }
              : parts.disclosed,
            feeOf: parts.feeOf,
            withdrawUntil: until,
          }
        }),
  )
}

/** The last day of a quote's button to withdraw, as long as it has one anywhere on Earth. */
const withdrawUntil = (
  { withdrawalUntil }: FunnelParts,
  { changedAt, stage, trip }: FunnelQuote,
  nowMs: number,
): string | undefined => {
  if (isBehind(stage, "paid")) return undefined
  const until = withdrawalUntil(trip, latestDay(Date.parse(changedAt)))
  return until !== undefined && earliestDay(nowMs) <= until ? until : undefined
}

/** Sends the browser on to a page of the funnel, by GET. */
const sendOn = (opened: OpenedQuote, offerId: number | null): Answer =>
  textAnswer(303, "text/plain", "The quote has its own page.\n", {
    ...linkHeaders,
    location: pageAddress(opened, opened.say.language, offerId),
  })

/**
 * Reads the query of an address under the funnel, as redirects write it: without the signature that
 * addresses of partners carry, and each parameter once.
 */
const readFunnelQuery = (query: string, languages: ReadonlySet<string>): FunnelQuery => {
  const { language, offerId, quote } = readRedirectQuery(query, languages)
  const hasOffer = new URLSearchParams(query).has("offer")
  return {
    quoteRef: quote === null || quote.mac !== null ? null : quote.quoteRef,
    language,
    offer: offerId ?? (hasOffer ? "forged" : null),
  }
}

const report = (reportSale: ReportDemoSale, { offer, quote }: ChosenOffer) =>
  reportSale({
    ref: quote.ref,
    partnerCode: quote.partner.code,
    externalOrderId: quote.subscriptionId,
    amount: offer.price.amount,
    currency: offer.price.currency,
  })

const noLiveKey = "no_live_key"

/** Tells that the sale was not taken; nothing has changed then. */
const refusedPage = (parts: FunnelParts, chosen: ChosenOffer, code: string): Answer => {
  const { offer, say } = chosen
  const isKeyless = code === noLiveKey
  return troublePage(parts.makePage, chosen, {
    heading: say("funnel.refused_heading"),
    why: say(isKeyless ? "funnel.refused_no_key" : "funnel.refused_why"),
    status: isKeyless ? 409 : 503,
    offerId: offer.id,
    code,
  })
}

const prepareRate = Effect.fnUntraced(function* ({ icons, live, tables }: PageRouteParts) {
  const insurers = yield* Insurers
  const rates = yield* Rates
  const currentRates = rates.over(tables.currencies)
  // Without an address in front: pages show pictures and documents of their own origin.
  const links = travellerLinks(icons)
  const price = once(() => prepareLiveQuotes({ tables, live: live(), insurers, currentRates }))
  const rate: FunnelParts["rate"] = (trip, partner) =>
    price()(trip, feeBpsOf(tables, partner), links)
  return rate
})

const feeOf =
  (tables: Tables): FunnelParts["feeOf"] =>
  ({ amountInCents, currency }, partner) => {
    const minorUnits = tables.currencies.get(currency)?.minorUnits ?? 0
    return minorToNumber(feeWithin(amountInCents, feeBpsOf(tables, partner)), minorUnits)
  }

/** The handling fee of a partner's sales, in basis points. */
const feeBpsOf = ({ fees }: Tables, { baseRateBps, upliftBps }: FunnelPartner): number => {
  const standardFeeBps = fees.get("standard_handling_fee_bps")?.value ?? 0
  return handlingFeeBps({ standardFeeBps, baseRateBps, upliftBps })
}

const offerOf =
  ({ catalogueInsurers, catalogueOffers }: Tables): FunnelParts["offerOf"] =>
  (id) => {
    const row = catalogueOffers.get(id)
    return row === undefined
      ? undefined
      : {
          name: `${row.name} ${row.plan}`,
          insurer: catalogueInsurers.get(row.insurer)?.name ?? row.insurer,
        }
  }

const { method, path } = endpoints.conversion

const bodyOf = ({ amount, currency, externalOrderId, ref }: DemoSale): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      contractVersion: "3.1",
      ref,
      externalOrderId,
      status: "pending",
      amount,
      currency,
    }),
    "utf8",
  )

const refusalCode = (response: HttpServerResponse): string =>
  Result.getOrElse(
    Result.try(() => {
      const { error } = JSON.parse(Buffer.from(responseBytes(response)).toString("utf8")) as {
        error?: unknown
      }
      return typeof error === "string" ? error : String(response.status)
    }),
    () => String(response.status),
  )

/**
 * Reports sales of the demo's funnel through the application itself, where signature, quota and ref
 * are checked as for any other caller.
 */
const makeReportDemoSale = (keys: Keys["Service"], send: SendOwnCall): ReportDemoSale =>
  Effect.fn("DemoSales.report")(function* (sale: DemoSale) {
    const key = yield* keyInUse(keys, sale.partnerCode, "live")
    if (key === undefined) return yield* new DemoSaleRefused({ code: noLiveKey })
    const reply = yield* send(key, { method, path, query: "", body: bodyOf(sale) })
    if (reply.status !== 200) return yield* new DemoSaleRefused({ code: refusalCode(reply) })
  })
