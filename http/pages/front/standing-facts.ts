import {
  printedLocales,
  writtenDay,
  writtenLanguage,
} from "../../../core/vocabulary/written-language.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/symbols.ts"
import type { ServiceStanding } from "../standing.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { describeHindrance, type Hindrance } from "../../ports/hindrance.ts"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { standingOn } from "../../../rules/tables/bundle.ts"
import type { ReleaseState } from "../../../rules/tables/release.ts"
import { isStaleAt } from "../../ports/rates.ts"

/** A day of UTC as people write it. */
export const dayText = (day: string, language: string): string => {
  const atMs = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(atMs) ? day : printedIn(language, { dateStyle: "long" }, atMs)
}

/** A moment as people write it, in UTC. */
export const momentText = (atMs: number, language: string): string =>
  `${printedIn(language, { dateStyle: "long", timeStyle: "short" }, atMs)} UTC`

const printedIn = (asked: string, options: Intl.DateTimeFormatOptions, atMs: number): string => {
  const language = writtenLanguage(asked)
  const format = new Intl.DateTimeFormat(printedLocales[language], { ...options, timeZone: "UTC" })
  return writtenDay(language, format.format(atMs))
}

/** A line of what is so right now: a badge, and the facts beside it. */
export interface FactLine {
  readonly badge: PageNode
  readonly facts: PageContent
}

/** Whether calls are taken, and why not. */
export const answeringLine = ({ hindrance }: ServiceStanding, words: StatusWords): FactLine =>
  hindrance === undefined
    ? { badge: stateBadge("held", words.answering), facts: words.allAnswers }
    : { badge: stateBadge("error", words.notNow), facts: words.why(hindrance) }

/** Which tables are in force, since when. */
export const tablesLine = (
  { nowMs, tables: { inForce } }: ServiceStanding,
  words: StatusWords,
  language: string,
): FactLine => {
  const { hash, manifest, tables } = inForce
  const { effectiveFrom, effectiveUntil } = manifest
  const isPast = standingOn(manifest, utcDay(nowMs)) === "past"
  const state: BadgeState = isPast ? "warning" : "info"
  const facts = words.tablesFacts({
    hash,
    since: dayText(effectiveFrom, language),
    until: effectiveUntil === null ? undefined : dayText(effectiveUntil, language),
    count: Object.keys(tables).length,
  })
  return { badge: stateBadge(state, isPast ? words.past : words.inForce), facts }
}

/** Which exchange rates are in force, and whether they are old. */
export const ratesLine = (
  { nowMs, rates }: ServiceStanding,
  words: StatusWords,
  language: string,
): FactLine => {
  const { days, lastRefusal, staleDays } = rates
  if (days.newest === "") return { badge: stateBadge("warning", words.noRates), facts: "" }
  const isStale = isStaleAt(rates, nowMs)
  const facts = [
    isStale ? words.ratesStale(staleDays) : words.ratesFresh,
    ...(lastRefusal === undefined ? [] : [words.ratesRefused]),
  ]
  const badge = stateBadge(
    isStale ? "warning" : "info",
    words.rates(dayText(days.newest, language)),
  )
  return { badge, facts: facts.join(" ") }
}

/** Lines of facts as a list. */
export const factList = (lines: ReadonlyArray<FactLine>): PageNode =>
  html`<ul class="facts">
    ${lines.map(({ badge, facts }) => html`<li>${badge}${" "}<span>${facts}</span></li>`)}
  </ul>`

const databaseReasons = {
  unreachable: "la base de données ne répond pas à temps",
  "not migrated": "les tables de la base de données manquent ou sont plus anciennes que ce code",
  "takes no writes": "la base de données n’accepte pas d’écriture",
  "disk full": "le disque de la base de données est plein",
} as const

const reason = (hindrance: Hindrance): string => {
  if ("process" in hindrance) return "l’arrêt a été demandé"
  if ("masterKey" in hindrance) return "la base de données est scellée sous une autre clé maîtresse"
  if ("database" in hindrance) return databaseReasons[hindrance.database]
  const { aheadSeconds } = hindrance.clock
  const side = aheadSeconds > 0 ? "en avance" : "en retard"
  return `l’horloge de cette machine est ${side} de ${Math.abs(aheadSeconds)} secondes sur celle de la base de données`
}

/** How the service stands, in English. */
const english: StatusWords = {
  title: "Status",
  ready: "Everything answers",
  readyMeans: "A signed read and a signed write made now would succeed.",
  hindered: "Signed calls are not taken right now",
  why: (hindrance) =>
    `The reason: ${describeHindrance(hindrance)}. Nothing was lost; send the same call again later.`,
  allAnswers: "Prices, links, sales and card readings.",
  notNow: "Calls are not taken",
  answering: "Answering",
  waits: "Not now",
  whatAnswers: "What answers",
  heads: { what: "Part", state: "State", facts: "Facts" },
  process: "Pages and documents",
  processFacts: (apiVersion) => `Version ${apiVersion} of the interface.`,
  signedCalls: "Signed calls",
  signedFacts:
    "Prices, links, sales and card readings: the database answers and takes what is written.",
  tables: "Tables",
  inForce: "Tables in force",
  past: "Tables past their last day",
  tablesFacts: ({ count, hash, since, until }) =>
    `${hash}, since ${since}${until === undefined ? "" : `, until ${until}`}: ${count} tables, no mistakes.`,
  loaded: (at) => `Read on ${at}.`,
  waiting: (hash, from) => `${hash} waits for ${from}.`,
  refused: (count, at) =>
    `What the folder held on ${at} was refused for ${count} ${count === 1 ? "mistake" : "mistakes"}; the earlier tables stay in force.`,
  rates: (day) => `Rates of ${day}`,
  noRates: "No exchange rates",
  ratesSource: (source) =>
    source === "tables"
      ? "Exchange rates come with the tables."
      : `Exchange rates come from ${source}.`,
  ratesFresh: "Each quote converts with one snapshot, exactly.",
  ratesStale: (days) => `Older than ${days} days. Each quote converts with one snapshot, exactly.`,
  ratesRefused: "The source’s last answer was not accepted; the earlier rates stay in use.",
  releases: "Releases",
  noReleases: "A named release of tables appears here from the day it is put beside them.",
  release: { name: "Release", from: "First day", state: "State" },
  releaseStates: {
    inForce: "in force",
    waiting: "waits for its day",
    refused: "refused",
    withdrawn: "withdrawn",
  },
  noDay: "—",
  asOf: (at) => `As of ${at}.`,
  forMachines: "The same facts for machines",
  allPages: "All pages",
}

/** How the service stands, in French. */
const french: StatusWords = {
  title: "État du service",
  ready: "Tout répond",
  readyMeans: "Une lecture et une écriture signées, faites maintenant, réussiraient.",
  hindered: "Les appels signés ne sont pas pris en ce moment",
  why: (hindrance) =>
    `La raison : ${reason(hindrance)}. Rien n’est perdu ; renvoyez le même appel plus tard.`,
  allAnswers: "Prix, liens, ventes et lectures de carte.",
  notNow: "Appels non pris",
  answering: "Répond",
  waits: "Pas maintenant",
  whatAnswers: "Ce qui répond",
  heads: { what: "Partie", state: "État", facts: "Faits" },
  process: "Pages et documents",
  processFacts: (apiVersion) => `Version ${apiVersion} de l’interface.`,
  signedCalls: "Appels signés",
  signedFacts:
    "Prix, liens, ventes et lectures de carte : la base de données répond et garde ce qui est écrit.",
  tables: "Tables",
  inForce: "Tables en vigueur",
  past: "Tables au-delà de leur dernier jour",
  tablesFacts: ({ count, hash, since, until }) =>
    `${hash}, depuis le ${since}${until === undefined ? "" : `, jusqu’au ${until}`} : ${count} tables, sans erreur.`,
  loaded: (at) => `Lues le ${at}.`,
  waiting: (hash, from) => `${hash} attend le ${from}.`,
  refused: (count, at) =>
    `Le contenu du dossier au ${at} est refusé pour ${count} ${count === 1 ? "erreur" : "erreurs"} ; les tables précédentes restent en vigueur.`,
  rates: (day) => `Taux du ${day}`,
  noRates: "Aucun taux de change",
  ratesSource: (source) =>
    source === "tables"
      ? "Les taux de change viennent avec les tables."
      : `Les taux de change viennent de ${source}.`,
  ratesFresh: "Chaque devis convertit avec un seul relevé, exactement.",
  ratesStale: (days) =>
    `Vieux de plus de ${days} jours. Chaque devis convertit avec un seul relevé, exactement.`,
  ratesRefused: "La dernière réponse de la source n’a pas été prise ; les taux précédents restent.",
  releases: "Versions nommées",
  noReleases: "Une version nommée des tables apparaît ici dès qu’elle est posée à côté d’elles.",
  release: { name: "Version", from: "Premier jour", state: "État" },
  releaseStates: {
    inForce: "en vigueur",
    waiting: "attend son jour",
    refused: "refusée",
    withdrawn: "retirée",
  },
  noDay: "—",
  asOf: (at) => `Au ${at}.`,
  forMachines: "Les mêmes faits pour les machines",
  allPages: "Toutes les pages",
}

/** How the service stands, in the words of each language. */
export const statusWords: Readonly<Record<DocumentLanguage, StatusWords>> = {
  en: english,
  fr: french,
}

/** The words of how the service stands. */
export interface StatusWords {
  readonly title: string
  readonly ready: string
  readonly readyMeans: string
  readonly hindered: string
  /** Why no call should come, and what goes on. */
  readonly why: (hindrance: Hindrance) => string
  readonly allAnswers: string
  readonly notNow: string
  readonly answering: string
  readonly waits: string
  readonly whatAnswers: string
  readonly heads: { readonly what: string; readonly state: string; readonly facts: string }
  readonly process: string
  readonly processFacts: (apiVersion: string) => string
  readonly signedCalls: string
  readonly signedFacts: string
  readonly tables: string
  readonly inForce: string
  readonly past: string
  readonly tablesFacts: (facts: {
    readonly hash: string
    readonly since: string
    readonly until: string | undefined
    readonly count: number
  }) => string
  readonly loaded: (at: string) => string
  readonly waiting: (hash: string, from: string) => string
  readonly refused: (count: number, at: string) => string
  readonly rates: (day: string) => string
  readonly noRates: string
  readonly ratesSource: (source: string) => string
  readonly ratesFresh: string
  readonly ratesStale: (days: number) => string
  readonly ratesRefused: string
  readonly releases: string
  readonly noReleases: string
  readonly release: { readonly name: string; readonly from: string; readonly state: string }
  readonly releaseStates: Readonly<Record<ReleaseState, string>>
  readonly noDay: string
  readonly asOf: (at: string) => string
  readonly forMachines: string
  /** What a page that is read as Markdown calls the list of all pages. */
  readonly allPages: string
}
