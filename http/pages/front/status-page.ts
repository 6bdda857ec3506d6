import { apiVersion } from "../../config/version.ts"
import type { Answer } from "../../api/answer.ts"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { html, type PageNode } from "../kit/html.ts"
import { markdownAnswer } from "../kit/markdown.ts"
import type { MakePage } from "../kit/page.ts"
import type { PageReading } from "../kit/reading.ts"
import { stateBadge } from "../kit/symbols.ts"
import type { ServiceStanding } from "../standing.ts"
import type { Incident } from "../../ports/incidents.ts"
import type { CheckedDay } from "../../ports/status-history.ts"
import { historySection } from "./history.ts"
import { incidentSection, isOpen, openIncidentText } from "./incidents.ts"
import { siteBar, siteFoot } from "./site.ts"
import {
  dayText,
  type FactLine,
  factList,
  momentText,
  ratesLine,
  statusWords,
  type StatusWords,
  tablesLine,
} from "./standing-facts.ts"

/** How the service stands, and how it stood before. */
type ShownStanding = ServiceStanding & {
  readonly history: ReadonlyArray<CheckedDay> | undefined
  readonly incidents: ReadonlyArray<Incident> | undefined
}

const callLines = ({ hindrance }: ServiceStanding, words: StatusWords): ReadonlyArray<FactLine> => [
  {
    badge: stateBadge("held", words.answering),
    facts: html`<b>${words.process}</b> ${words.processFacts(apiVersion)}`,
  },
  hindrance === undefined
    ? {
        badge: stateBadge("held", words.answering),
        facts: html`<b>${words.signedCalls}</b> ${words.signedFacts}`,
      }
    : {
        badge: stateBadge("error", words.waits),
        facts: html`<b>${words.signedCalls}</b> ${words.why(hindrance)}`,
      },
]

const tableNotes = (
  { tables: { loadedAtMs, refused, waiting } }: ServiceStanding,
  words: StatusWords,
  language: string,
): PageNode =>
  html`<p class="second">${words.loaded(momentText(loadedAtMs, language))}</p>
    ${
      waiting === undefined
        ? null
        : html`<p class="second">
            ${words.waiting(waiting.hash, dayText(waiting.manifest.effectiveFrom, language))}
          </p>`
    }
    ${
      refused === undefined
        ? null
        : html`<p>${words.refused(refused.count, momentText(refused.atMs, language))}</p>
            <ul class="mistakes" lang="en">
              ${refused.mistakes.map((mistake) => html`<li>${mistake}</li>`)}
            </ul>`
    }` as PageNode

const releases = (
  { tables: { inForce } }: ServiceStanding,
  words: StatusWords,
  language: string,
): PageNode =>
  inForce.releases.length === 0
    ? html`<p class="second">${words.noReleases}</p>`
    : html`<div class="card flush scroll">
        <table>
          <caption class="unseen">
            ${words.releases}
          </caption>
          <thead>
            <tr>
              <th scope="col">${words.release.name}</th>
              <th scope="col">${words.release.from}</th>
              <th scope="col">${words.release.state}</th>
            </tr>
          </thead>
          <tbody>
            ${inForce.releases.map(
              ({ effectiveFrom, name, state }) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  <td>
                    ${effectiveFrom === null ? words.noDay : dayText(effectiveFrom, language)}
                  </td>
                  <td>${words.releaseStates[state]}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`

const headlineOf = (
  { hindrance, incidents }: ShownStanding,
  language: DocumentLanguage,
): string => {
  const words = statusWords[language]
  if (hindrance !== undefined) return words.hindered
  return incidents?.some(isOpen) === true ? openIncidentText(language) : words.ready
}

const statusContent = (standing: ShownStanding, { language }: PageReading): PageNode => {
  const words = statusWords[language]
  const { hindrance, history, incidents, nowMs, rates } = standing
  const isDisturbed = incidents?.some(isOpen) === true
  const told = incidentSection(incidents, language)
  const ready = hindrance === undefined
  return html`<main id="main" class="wide status">
    <h1 class="display headline">${headlineOf(standing, language)}</h1>
    <p class="second">${ready ? words.readyMeans : words.why(hindrance)}</p>
    ${isDisturbed ? told : null}
    <section>
      <h2>${words.whatAnswers}</h2>
      ${factList(callLines(standing, words))}
    </section>
    ${historySection(history, nowMs, language)} ${isDisturbed ? null : told}
    <section>
      <h2>${words.tables}</h2>
      ${factList([tablesLine(standing, words, language), ratesLine(standing, words, language)])}
      ${tableNotes(standing, words, language)}
      <p class="second">${words.ratesSource(rates.source)}</p>
    </section>
    <section>
      <h2>${words.releases}</h2>
      ${releases(standing, words, language)}
    </section>
    <p class="third small-text">
      ${words.asOf(momentText(nowMs, language))} <a href="/readyz">${words.forMachines}</a>
    </p>
  </main>` as PageNode
}

/** `/status` for programs that read. */
export const statusMarkdown = (
  baseUrl: string,
  reading: PageReading,
  standing: ShownStanding,
): Answer => {
  const { language } = reading
  const place = { baseUrl, language, contents: statusWords[language].allPages }
  return markdownAnswer(statusContent(standing, reading), place, {})
}

/** `/status`: what answers, which tables and rates are in force, which releases there are. */
export const statusPage = (
  makePage: MakePage,
  reading: PageReading,
  standing: ShownStanding,
): Answer => {
  const { language } = reading
  const words = statusWords[language]
  const body = html`${siteBar({ reading, here: "status", path: "/status" })}
  ${statusContent(standing, reading)} ${siteFoot(reading)}` as PageNode
  return makePage({
    language,
    title: words.title,
    body,
    styles: ["front.css"],
    headers: { vary: "Accept, Accept-Language" },
  })
}
