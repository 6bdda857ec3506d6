import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { Answer } from "../../api/answer.ts"
import {
  type Incident,
  incidentShownDays,
  type IncidentState,
  incidentState,
  type IncidentText,
} from "../../ports/incidents.ts"
import { atomAnswer } from "../kit/atom.ts"
import { html, type PageNode, writeHtml } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/symbols.ts"
import { momentText } from "./standing-facts.ts"

/** The address of the feed of incidents. */
export const incidentFeedPath = "/status.atom"

/** Whether an incident goes on. */
export const isOpen = (incident: Incident): boolean => incidentState(incident) !== "resolved"

/** That something goes on, as a headline. */
export const openIncidentText = (language: DocumentLanguage): string => incidentWords[language].open

/** What operators say of disturbances: those that go on first, each with its last word on top. */
export const incidentSection = (
  incidents: ReadonlyArray<Incident> | undefined,
  language: DocumentLanguage,
): PageNode => {
  const words = incidentWords[language]
  const feed = html`<p class="second">
    <a href=${`${incidentFeedPath}?lang=${language}`}>${words.feed}</a>
  </p>`
  const shown = incidents?.toSorted((left, right) => Number(isOpen(right)) - Number(isOpen(left)))
  return html`<section>
    <h2>${words.title}</h2>
    ${shown === undefined ? html`<p>${words.unread}</p>` : null}
    ${shown?.length === 0 ? html`<p>${words.none}</p>` : null}
    ${(shown ?? []).map((incident) => incidentCard(incident, language))} ${feed}
  </section>` as PageNode
}

/** `/status.atom`: an entry for each incident, which changes with each word on it. */
export const incidentFeed = (
  incidents: ReadonlyArray<Incident>,
  baseUrl: string,
  language: DocumentLanguage,
): Answer => {
  const words = incidentWords[language]
  const page = `${baseUrl}/status?lang=${language}`
  const entries = incidents.map((incident) => {
    const { beganMs, notes, number, title } = incident
    return {
      // One entry in either language, so that a reader of both has two.
      id: `${page}#${anchorOf(number)}`,
      href: `${page}#${anchorOf(number)}`,
      title: words.entry(words.states[incidentState(incident)], inLanguage(title, language).text),
      published: new Date(beganMs).toISOString(),
      updated: new Date(notes.at(-1)?.atMs ?? beganMs).toISOString(),
      html: writeHtml(html`<div>${noteList(incident, language)}</div>`),
    }
  })
  return atomAnswer(
    {
      self: `${baseUrl}${incidentFeedPath}?lang=${language}`,
      page,
      title: words.feedTitle,
      language,
      entries,
    },
    { "cache-control": "public, max-age=60", vary: "Accept-Language" },
  )
}

const anchorOf = (number: number): string => `incident-${number}`

const incidentCard = (incident: Incident, language: DocumentLanguage): PageNode => {
  const words = incidentWords[language]
  const { beganMs, notes, number, title } = incident
  const state = incidentState(incident)
  const shown = inLanguage(title, language)
  const began = momentText(beganMs, language)
  const last = momentText(notes.at(-1)?.atMs ?? beganMs, language)
  return html`<article class="incident" id=${anchorOf(number)}>
    <h3 lang=${shown.lang}>${shown.text}</h3>
    <p>
      ${stateBadge(badges[state], words.states[state])}
      <span>${state === "resolved" ? words.lasted(began, last) : words.began(began)}</span>
    </p>
    ${noteList(incident, language)}
  </article>` as PageNode
}

const noteList = ({ notes }: Incident, language: DocumentLanguage): PageNode => {
  const words = incidentWords[language]
  return html`<ul class="incident-notes">
    ${notes.toReversed().map(({ atMs, state, text }) => {
      const shown = inLanguage(text, language)
      return html`<li>
        <b>${words.states[state]}</b>, ${momentText(atMs, language)}
        ${shown.text.split(/\n\s*\n/).map((part) => html`<p lang=${shown.lang}>${part}</p>`)}
      </li>`
    })}
  </ul>` as PageNode
}

/** A text as it is shown, and the language that it is in where that is not the page's. */
const inLanguage = (
  text: IncidentText,
  language: DocumentLanguage,
): { readonly text: string; readonly lang: string | null } => {
  const own = text[language]
  return own === null ? { text: text.en, lang: "en" } : { text: own, lang: null }
}

const badges: Readonly<Record<IncidentState, BadgeState>> = {
  investigating: "error",
  identified: "error",
  watching: "warning",
  resolved: "held",
}

interface IncidentWords {
  readonly title: string
  readonly open: string
  readonly none: string
  readonly unread: string
  readonly feed: string
  readonly feedTitle: string
  readonly began: (moment: string) => string
  readonly lasted: (from: string, until: string) => string
  readonly entry: (state: string, title: string) => string
  readonly states: Readonly<Record<IncidentState, string>>
}

const incidentWords: Readonly<Record<DocumentLanguage, IncidentWords>> = {
  en: {
    title: "Incidents",
    open: "An incident is open",
    none: `No incident in the last ${incidentShownDays} days.`,
    unread: "The incidents cannot be read right now.",
    feed: "Incidents as a feed (Atom)",
    feedTitle: "Viatica: incidents",
    began: (moment) => `since ${moment}`,
    lasted: (from, until) => `from ${from} to ${until}`,
    entry: (state, title) => `${state}: ${title}`,
    states: {
      investigating: "Investigating",
      identified: "Identified",
      watching: "Watching",
      resolved: "Resolved",
    },
  },
  fr: {
    title: "Incidents",
    open: "Un incident est en cours",
    none: `Aucun incident au cours des ${incidentShownDays} derniers jours.`,
    unread: "Les incidents ne peuvent pas être lus en ce moment.",
    feed: "Les incidents en fil (Atom)",
    feedTitle: "Viatica\u00a0: incidents",
    began: (moment) => `depuis le ${moment}`,
    lasted: (from, until) => `du ${from} au ${until}`,
    entry: (state, title) => `${state}\u00a0: ${title}`,
    states: {
      investigating: "Analyse en cours",
      identified: "Cause trouvée",
      watching: "Sous surveillance",
      resolved: "Résolu",
    },
  },
}
