import type { Answer } from "../../api/answer.ts"
import { endpoints } from "../../api/api.ts"
import type { PricedQuote } from "../../../rules/pricing/offer.ts"
import { callCost } from "../endpoint-cost.ts"
import { linkButton } from "../kit/controls.ts"
import { html, type PageNode } from "../kit/html.ts"
import { markdownAnswer } from "../kit/markdown.ts"
import type { MakePage } from "../kit/page.ts"
import type { PageReading } from "../kit/reading.ts"
import { offerLine, type OfferLine, sampleTrip, sampleWidgetTag } from "../samples.ts"
import type { ServiceStanding } from "../standing.ts"
import { type FrontFigures, type FrontWords, frontWords } from "./front-words.ts"
import { signInPath, siteBar, siteFoot, siteWords } from "./site.ts"
import { answeringLine, factList, ratesLine, statusWords, tablesLine } from "./standing-facts.ts"

/** What the front door shows. */
export interface FrontParts {
  readonly reading: PageReading
  readonly baseUrl: string
  readonly figures: FrontFigures
  readonly quote: PricedQuote
  readonly standing: ServiceStanding
}

/** So many offers stand on the front door. */
const shownMax = 3

const tripText = [
  `{ "trip": { "intent": "${sampleTrip.intent}",`,
  `    "startDate": "${sampleTrip.startDate}", "endDate": "${sampleTrip.endDate}",`,
  `    "countryResidence": "${sampleTrip.countryResidence}", "arrivalCountries": ${JSON.stringify(sampleTrip.arrivalCountries)},`,
  `    "travellers": ${JSON.stringify(sampleTrip.travellers)} } }`,
].join("\n")

const offerRow = ({ iconUrl, insurer, medical, name, plan, price }: OfferLine, words: FrontWords) =>
  html`<tr>
    <th scope="row">
      ${iconUrl === null ? null : html`<img src=${iconUrl} alt="" width="34" height="34" loading="lazy" />`}
      <span><b>${name}</b> ${plan}<small>${insurer}</small></span>
    </th>
    <td class="number"><small>${words.medical}</small>${medical ?? "—"}</td>
    <td class="number price">${price}</td>
  </tr>`

const sampleCall = ({ quote, reading }: FrontParts, words: FrontWords): PageNode => {
  const { offers, unpricedCount } = quote
  const shown = offers.slice(0, shownMax).map((offer) => offerLine(offer, reading.language))
  return html`<figure class="card flush call" aria-labelledby="sample-title">
    <figcaption class="call-head">
      <b id="sample-title">${words.sample}</b><span class="third">${words.sampleDates}</span>
    </figcaption>
    <pre
      tabindex="0"
      role="group"
      aria-label=${words.callLabel}
    ><b>POST</b>${` ${endpoints.quotes.path}\n${tripText}`}</pre>
    ${
      shown.length === 0
        ? html`<p class="empty">${words.noOffers}</p>`
        : html`<table class="offers">
            <caption class="unseen">
              ${words.offersCaption(shown.length, offers.length)}
            </caption>
            <tbody>
              ${shown.map((line) => offerRow(line, words))}
            </tbody>
          </table>`
    }
    <div class="call-foot">
      <span class="third">${words.shown(shown.length, offers.length, unpricedCount)}</span>
      <a href=${reading.href("/compare")}>${words.seeAll(offers.length)}</a>
    </div>
  </figure>`
}

const hero = (parts: FrontParts, words: FrontWords): PageNode => {
  const { figures, reading } = parts
  const { href, language } = reading
  return html`<div class="wide hero">
    <div>
      <h1 class="display">${words.headline}</h1>
      <p class="lede second">${words.lede}</p>
      <p class="actions">
        ${linkButton({ href: href(signInPath), label: siteWords[language].getKey, look: "main" })}
        ${linkButton({ href: href("/docs"), label: words.quickstart })}
      </p>
      <p class="third small-text">${words.atOnce(figures)} ${words.demo}</p>
    </div>
    ${sampleCall(parts, words)}
  </div>`
}

const shownParts = ["quotes", "bilan", "links", "conversion"] as const

const whatItDoes = ({ figures, reading }: FrontParts, words: FrontWords): PageNode =>
  html`<section>
    <div class="wide two">
      <div>
        <h2 class="display">${words.whatItDoes}</h2>
        <p class="second small-text">${words.whatItDoesLede}</p>
      </div>
      <table class="parts">
        <caption class="unseen">
          ${words.whatItDoes}
        </caption>
        <thead>
          <tr>
            <th scope="col">${words.heads.part}</th>
            <th scope="col">${words.heads.what}</th>
            <th scope="col">${words.heads.call}</th>
            <th scope="col">${words.heads.costs}</th>
          </tr>
        </thead>
        <tbody>
          ${shownParts.map((part) => {
            const { name, what } = words.parts[part](figures)
            const { method, path } = endpoints[part]
            return html`<tr>
              <th scope="row">${name}</th>
              <td>${what}</td>
              <td>
                <a class="code" href=${reading.href(`/docs/reference/${part}`)}
                  >${method} ${path.replace(/^\/api(\/v1)?/, "")}</a
                >
              </td>
              <td class="together second">${words.costs[callCost(part)]}</td>
            </tr>`
          })}
        </tbody>
      </table>
    </div>
  </section>`

const road = ({ figures }: FrontParts, words: FrontWords): PageNode =>
  html`<section>
    <div class="wide two">
      <div>
        <h2 class="display">${words.road}</h2>
        <p class="second small-text">${words.roadLede}</p>
      </div>
      <ol class="road">
        ${words
          .steps(figures)
          .map(
            ({ name, what }) => html`<li><b>${name}</b><span class="second">${what}</span></li>`,
          )}
      </ol>
    </div>
  </section>`

const widget = ({ baseUrl, reading }: FrontParts, words: FrontWords): PageNode => {
  const tag = sampleWidgetTag(baseUrl, reading.language)
  return html`<section>
    <div class="wide two">
      <div>
        <h2 class="display">${words.widget}</h2>
        <p class="second small-text">
          ${words.widgetLede}${" "}
          <a href=${reading.href("/docs/guides/widget")}>${words.widgetMore}</a>
        </p>
      </div>
      <pre class="card" tabindex="0" role="group" aria-label=${words.widget}>${tag}</pre>
    </div>
  </section>`
}

const rightNow = ({ reading, standing }: FrontParts, words: FrontWords): PageNode => {
  const { language } = reading
  const status = statusWords[language]
  return html`<section>
    <div class="wide two">
      <div>
        <h2 class="display">${words.now}</h2>
        <p class="small-text"><a href=${reading.href("/status")}>${words.nowMore}</a></p>
      </div>
      ${factList([
        answeringLine(standing, status),
        tablesLine(standing, status, language),
        ratesLine(standing, status, language),
      ])}
    </div>
  </section>`
}

const frontContent = (parts: FrontParts, words: FrontWords): PageNode =>
  html`<main id="main" class="front">
    ${hero(parts, words)} ${whatItDoes(parts, words)} ${road(parts, words)} ${widget(parts, words)}
    ${rightNow(parts, words)}
  </main>` as PageNode

/** `/` for programs that read: the same without what only a browser can use. */
export const frontMarkdown = (parts: FrontParts): Answer => {
  const { language } = parts.reading
  const place = { baseUrl: parts.baseUrl, language, contents: statusWords[language].allPages }
  return markdownAnswer(frontContent(parts, frontWords[language]), place, {})
}

/** `/` for people: what this is, a first price, and where to go from here. */
export const frontPage = (makePage: MakePage, parts: FrontParts): Answer => {
  const { figures, reading } = parts
  const { language } = reading
  const words = frontWords[language]
  const body = html`${siteBar({ reading, here: "home", path: "/", offersKey: true })}
  ${frontContent(parts, words)} ${siteFoot(reading, words.data(figures))}` as PageNode
  return makePage({
    language,
    title: words.title,
    description: words.description,
    body,
    styles: ["front.css"],
    headers: { vary: "Accept, Accept-Language" },
  })
}
