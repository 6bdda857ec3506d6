import { foldTable } from "./controls.ts"
import {
  type InBoth,
  printedLocales,
  type WrittenLanguage,
} from "../../../core/vocabulary/written-language.ts"
import { type Bps, minorToDecimal } from "../../../core/money/minor.ts"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { formatMoney, formatRate } from "./format.ts"
import { type ConsoleContent, csrfField } from "./frame.ts"
import {
  asPage,
  byOwner,
  type ConsoleParts,
  forPartner,
  type PartnerRequest,
  prepareConsoleRoute,
  wasDone,
} from "./requests.ts"
import { consoleAddress, type ConsoleView, inFrench, mayChange } from "./view.ts"
import { linkButton, submitButton, inputField } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { Partner } from "../../ports/partners.ts"
import { readTypedPercent } from "../../../rules/messages/typed-numbers.ts"
import { commissionUplift } from "../../../rules/accounts/commission-uplift.ts"
import type { ExampleSale } from "../../../rules/pricing/commission-example.ts"

/**
 * A rate as a field holds it: percent, with a point.
 *
 * ```ts
 * import { rateText } from "../http/pages/console/commission.ts"
 *
 * rateText(1250) // => "12.5"
 * ```
 */
export const rateText = (bps: Bps): string => String(bps / 100)

const path = "/console/commission"

/** The routes of the commission: the page that shows rates, and the form that sets one. */
export const commissionRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  const figuresOf = prepareFigures(parts)

  const show = ({ partnerCode, query, show, view }: PartnerRequest, fault?: string) =>
    Effect.map(parts.partners.get(partnerCode), (partner) => {
      const asked = readTypedPercent(query("rate"), printedLocales[view.language])
      const facts = factsOf(parts, figuresOf, partner, asked)
      const isRefused = query("rate") !== "" && asked !== facts.asked.bps
      return show(commissionPage(view, facts, fault ?? (isRefused ? "rate" : undefined)))
    })

  const set = byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const bps = readTypedPercent(fields.text("rate"), printedLocales[request.view.language])
      if (bps === undefined) return yield* show(asPage(parts, request, path), "rate")
      yield* parts.partners.setCommission(request.partnerCode, bps)
      return wasDone(request.view, path, "commission")
    }).pipe(Effect.catchTag("CommissionRefused", () => show(asPage(parts, request, path), "rate"))),
  )

  return [
    route(
      path,
      ["GET", "POST"],
      () => (request) =>
        request.call.method === "POST" ? set(request) : forPartner((asked) => show(asked))(request),
    ),
  ]
}

/** What the example trip comes to at a rate. */
interface RateFigures {
  readonly bps: Bps
  readonly sales: ReadonlyArray<ExampleSale>
}

/** Basis points between two places of the slider. */
const stepBps = 100

/** Prepares what rates come to; the figures of a rate are reckoned once. */
const prepareFigures = ({ example, standardFeeBps }: ConsoleParts) => {
  const known = new Map<string, RateFigures>()
  return (baseRateBps: Bps, bps: Bps): RateFigures => {
    const key = `${baseRateBps} ${bps}`
    const held = known.get(key)
    if (held !== undefined) return held
    const terms = { standardFeeBps, baseRateBps, upliftBps: bps - baseRateBps }
    const figures = { bps, sales: example(terms) }
    // There are few base rates, and 41 steps of each; odd rates that people type are not kept.
    if ((bps - baseRateBps) % stepBps === 0) known.set(key, figures)
    return figures
  }
}

/** What the page of the commission is made of; rates in basis points of the premium. */
interface CommissionFacts {
  readonly baseRateBps: Bps
  readonly maximumBps: Bps
  /** What holds now. */
  readonly now: RateFigures
  /** What is looked at. */
  readonly asked: RateFigures
  /** What the slider can show, by its steps. */
  readonly steps: ReadonlyArray<RateFigures>
}

const factsOf = (
  parts: ConsoleParts,
  figuresOf: ReturnType<typeof prepareFigures>,
  { baseRateBps, commissionBps }: Partner,
  askedBps: Bps | undefined,
): CommissionFacts => {
  const maximumBps = parts.policy.commissionMaximumBps
  const isAllowed =
    askedBps !== undefined &&
    Result.isSuccess(commissionUplift({ askedBps, baseRateBps, maximumBps }))
  const at = (bps: Bps): RateFigures => figuresOf(baseRateBps, bps)
  return {
    baseRateBps,
    maximumBps,
    now: at(commissionBps),
    asked: at(isAllowed ? askedBps : commissionBps),
    steps: stepsBetween(baseRateBps, maximumBps).map(at),
  }
}

const stepsBetween = (fromBps: Bps, toBps: Bps): ReadonlyArray<number> => {
  const count = Math.max(0, Math.floor((toBps - fromBps) / stepBps))
  const steps = Array.from({ length: count + 1 }, (_, index) => fromBps + index * stepBps)
  return steps.at(-1) === toBps ? steps : [...steps, toBps]
}

/** The page of the commission: a slider, and what it means for a traveller and for a sale. */
const commissionPage = (
  view: ConsoleView,
  facts: CommissionFacts,
  fault?: string,
): ConsoleContent => {
  const words = commissionWords[view.language]
  return {
    title: words.title,
    fault,
    body: html`<section
      class="card stack commission"
      data-steps=${shownSteps(facts, view.language)}
    >
      <h2 class="display" id="headline" aria-live="polite">
        ${headlineOf(facts.asked, view.language)}
      </h2>
      ${chooser(facts, view, words)} ${exampleTable(facts, view.language)}
      <p class="second" id="change">${changeTold(facts, view.language)}</p>
      ${setting(facts, view, words)}
    </section>`,
  }
}

/** What the script needs to show other rates: texts that are written here, none that it makes. */
const shownSteps = (facts: CommissionFacts, language: WrittenLanguage): string =>
  JSON.stringify(
    facts.steps.map((figures) => ({
      rate: rateText(figures.bps),
      headline: headlineOf(figures, language),
      set: commissionWords[language].set(formatRate(language, figures.bps)),
      change: changeTold({ ...facts, asked: figures }, language),
      figures: figures.sales.map((sale) => [
        plain(sale.paidMinor, language),
        plain(sale.commissionMinor, language),
      ]),
    })),
  )

const headlineOf = (figures: RateFigures, language: WrittenLanguage): string => {
  const words = commissionWords[language]
  const sale = middle(figures.sales)
  const rate = formatRate(language, figures.bps)
  return sale === undefined
    ? words.headlineBare(rate)
    : words.headline(rate, euro(language, sale.paidMinor), euro(language, sale.commissionMinor))
}

/** The offer that the headline speaks of: the one in the middle. */
const middle = <Item>(items: ReadonlyArray<Item>): Item | undefined =>
  items[Math.floor(items.length / 2)]

const euro = (language: WrittenLanguage, minor: number): string =>
  formatMoney(language, { minor, currency: "EUR", minorUnits: 2 })

const changeTold = (facts: CommissionFacts, language: WrittenLanguage): string => {
  const words = commissionWords[language]
  const change = changeBps(facts)
  if (facts.asked.bps === facts.now.bps) return words.same
  const share = formatRate(language, Math.abs(change))
  return change >= 0 ? words.rises(share) : words.falls(share)
}

/** How much every price changes, in basis points of what it is now. */
const changeBps = ({ asked, now }: CommissionFacts): number => {
  const [before, after] = [middle(now.sales), middle(asked.sales)]
  return before === undefined || after === undefined
    ? 0
    : Math.round(((after.paidMinor - before.paidMinor) / before.paidMinor) * 1000) * 10
}

const plain = (minor: number, language: WrittenLanguage): string =>
  new Intl.NumberFormat(printedLocales[language], {
    minimumFractionDigits: 2,
  }).format(minorToDecimal(minor, 2) as `${number}`)

const chooser = (facts: CommissionFacts, view: ConsoleView, words: CommissionWords): PageNode => {
  const { language } = view
  const nearest = facts.steps.reduce(
    (best, { bps }, index) =>
      Math.abs(bps - facts.asked.bps) <
      Math.abs((facts.steps[best]?.bps ?? Number.MAX_SAFE_INTEGER) - facts.asked.bps)
        ? index
        : best,
    0,
  )
  return html`<form method="get" action=${view.path} class="stack">
    <input type="hidden" name="mode" value=${view.mode} />
    <input type="hidden" name="lang" value=${language} />
    <div class="scripted slider">
      <input
        type="range"
        id="slider"
        aria-label=${words.rate}
        min="0"
        max=${facts.steps.length - 1}
        step="1"
        value=${nearest}
        aria-valuetext=${formatRate(language, facts.asked.bps)}
      />
    </div>
    <div class="choice">
      ${inputField({
        id: "rate",
        label: words.rate,
        help: words.range(
          formatRate(language, facts.baseRateBps),
          formatRate(language, facts.maximumBps),
        ),
        input: { inputmode: "decimal", autocomplete: "off", value: rateText(facts.asked.bps) },
      })}
      ${submitButton({ label: words.show, look: "plain" })}
    </div>
  </form>`
}

const exampleTable = (facts: CommissionFacts, language: WrittenLanguage): PageContent => {
  const words = commissionWords[language]
  if (facts.asked.sales.length === 0) return html`<p class="empty">${words.none}</p>`
  const cell = (index: number, name: "paidMinor" | "commissionMinor"): PageNode => {
    const label = name === "paidMinor" ? "paid" : "earned"
    const before = facts.now.sales[index]?.[name]
    const after = facts.asked.sales[index]?.[name] ?? 0
    return html`<td role="cell" class="number changed" data-label=${words[label]}>
      <div>
        ${before === undefined || before === after ? null : html`<s class="third"><span class="unseen">${words.now} </span>${plain(before, language)}</s>`}
        <b data-figure=${`${index} ${name}`}>${plain(after, language)}</b>
      </div>
    </td>`
  }
  return foldTable({
    kind: "example",
    caption: words.example,
    captionClass: "small-text second",
    columns: [words.offer, { number: words.paid }, { number: words.earned }],
    rows: facts.asked.sales.map(
      ({ offer }, index) =>
        html`<tr role="row">
          <th role="rowheader" scope="row">${offer}</th>
          ${cell(index, "paidMinor")} ${cell(index, "commissionMinor")}
        </tr>`,
    ),
  })
}

const setting = (facts: CommissionFacts, view: ConsoleView, words: CommissionWords): PageContent =>
  mayChange(view)
    ? html`<form method="post" action=${consoleAddress(view, "/console/commission")} class="stack">
        ${csrfField(view)}
        <input type="hidden" name="rate" id="rate-set" value=${rateText(facts.asked.bps)} />
        <div class="actions">
          <button class="button main" id="set">
            ${words.set(formatRate(view.language, facts.asked.bps))}
          </button>
          ${linkButton({ href: consoleAddress(view, view.path), label: words.back(formatRate(view.language, facts.now.bps)) })}
        </div>
        <p class="help">${words.keeps}</p>
      </form>`
    : null

const english = {
  title: "Commission",
  headline: (rate: string, paid: string, earned: string) =>
    `At ${rate}, a sale of ${paid} pays you ${earned}`,
  headlineBare: (rate: string) => `A sale pays you ${rate} of the insurer's premium`,
  rate: "Your commission, in percent of the premium",
  range: (from: string, to: string) =>
    `From ${from}, the base of your account, to ${to}, the limit.`,
  show: "Show",
  example: "Couple, France to the United States, two weeks",
  offer: "Offer",
  paid: "Traveller pays, EUR",
  earned: "A sale pays, EUR",
  now: "now",
  rises: (share: string) =>
    `Every price rises by ${share} against now. Offers keep their order among yours; elsewhere a traveller may find them for less.`,
  falls: (share: string) => `Every price falls by ${share} against now.`,
  same: "This is the current rate.",
  set: (rate: string) => `Set ${rate} from now on`,
  back: (rate: string) => `Back to ${rate}`,
  keeps: "Sales already reported keep their rate.",
  none: "The example trip has no price at the moment.",
}

/** What the page of the commission says. */
type CommissionWords = typeof english

const french: CommissionWords = {
  title: "Commission",
  headline: (rate, paid, earned) => `À ${rate}, une vente de ${paid} vous paie ${earned}`,
  headlineBare: (rate) => `Une vente vous paie ${rate} de la prime de l'assureur`,
  rate: "Votre commission, en pourcentage de la prime",
  range: (from, to) => `De ${from}, la base de votre compte, à ${to}, la limite.`,
  show: "Voir",
  example: "Couple, de France aux États-Unis, deux semaines",
  offer: "Offre",
  paid: "Le voyageur paie, EUR",
  earned: "Une vente paie, EUR",
  now: "actuel",
  rises: (share) =>
    `Chaque prix monte de ${share} par rapport à maintenant. Vos offres gardent leur ordre ; ailleurs, un voyageur peut les trouver moins cher.`,
  falls: (share) => `Chaque prix baisse de ${share} par rapport à maintenant.`,
  same: "C'est ce qui vaut maintenant.",
  set: (rate) => `Appliquer ${rate} dès maintenant`,
  back: (rate) => `Revenir à ${rate}`,
  keeps: "Les ventes déjà déclarées gardent leur taux.",
  none: "Le voyage d'exemple n'a pas de prix en ce moment.",
}

/** What the page of the commission says in each language. */
const commissionWords: InBoth<CommissionWords> = { en: english, fr: inFrench(french) }
