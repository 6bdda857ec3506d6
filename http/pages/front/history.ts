import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { utcDay } from "../../platform/utc-day.ts"
import {
  type CheckedDay,
  type CheckedPart,
  checkedParts,
  historyDays,
  slotMinutes,
} from "../../ports/status-history.ts"
import { html, type PageNode } from "../kit/html.ts"
import { dayText } from "./standing-facts.ts"

/** How a day went: nobody knows that of a day without checks. */
export type DayState = "disturbed" | "sound" | "unknown"

/** A day of the strip. */
export interface HistoryDay {
  readonly day: string
  readonly state: DayState
  /** How long it was disturbed, about; 0 where it was not. */
  readonly disturbedMinutes: number
}

const dayMs = 86_400_000

/**
 * The last 90 days of a part, the oldest first, today among them.
 *
 * ```ts
 * import { historyOf } from "../http/pages/front/history.ts"
 *
 * const days = historyOf([{ day: "2027-05-02", checked: 288, failed: 3 }], Date.parse("2027-05-03"))
 * days.length // => 90
 * days.slice(-2) // => [{ day: "2027-05-02", state: "disturbed", disturbedMinutes: 15 }, { day: "2027-05-03", state: "unknown", disturbedMinutes: 0 }]
 * ```
 */
export const historyOf = (
  checked: ReadonlyArray<Omit<CheckedDay, "part">>,
  nowMs: number,
): ReadonlyArray<HistoryDay> => {
  const byDay = new Map(checked.map((one) => [one.day, one]))
  return Array.from({ length: historyDays }, (_, place): HistoryDay => {
    const day = utcDay(nowMs - (historyDays - 1 - place) * dayMs)
    const { checked: looks = 0, failed = 0 } = byDay.get(day) ?? {}
    if (looks === 0) return { day, state: "unknown", disturbedMinutes: 0 }
    const state = failed > 0 ? "disturbed" : "sound"
    return { day, state, disturbedMinutes: failed * slotMinutes }
  })
}

/** The last 90 days: of each part a strip to look at, and the same in words. */
export const historySection = (
  checked: ReadonlyArray<CheckedDay> | undefined,
  nowMs: number,
  language: DocumentLanguage,
): PageNode => {
  const words = historyWords[language]
  if (checked === undefined) {
    return html`<section>
      <h2>${words.title}</h2>
      <p>${words.unread}</p>
    </section>` as PageNode
  }
  return html`<section>
    <h2>${words.title}</h2>
    <p class="second">${words.how}</p>
    ${checkedParts.map((part) => {
      const days = historyOf(
        checked.filter((day) => day.part === part),
        nowMs,
      )
      return partHistory(days, words.parts[part], language)
    })}
  </section>` as PageNode
}

const partHistory = (
  days: ReadonlyArray<HistoryDay>,
  part: PartWords,
  language: DocumentLanguage,
): PageNode => {
  const words = historyWords[language]
  const disturbed = days.filter(({ state }) => state === "disturbed").toReversed()
  const countOf = (state: DayState): number => days.filter((day) => day.state === state).length
  const shown = (["sound", "disturbed", "unknown"] as const).filter(
    (state) => state !== "unknown" || countOf(state) > 0,
  )
  return html`<h3>${part.title}</h3>
    <p class="third small-text">${part.how}</p>
    <div class="days" aria-hidden="true">
      ${days.map(({ state }) => html`<i class=${state}></i>`)}
    </div>
    <ul class="day-counts">
      ${shown.map(
        (state) =>
          html`<li>
            <i class=${state} aria-hidden="true"></i>${words.counts[state](countOf(state))}
          </li>`,
      )}
    </ul>
    ${
      disturbed.length === 0
        ? null
        : html`<ul class="mistakes">
            ${disturbed.map(
              ({ day, disturbedMinutes }) =>
                html`<li>${words.disturbed(dayText(day, language), disturbedMinutes)}</li>`,
            )}
          </ul>`
    }` as PageNode
}

/** What a part is called, and when a check of it fails. */
interface PartWords {
  readonly title: string
  readonly how: string
}

interface HistoryWords {
  readonly title: string
  readonly how: string
  readonly unread: string
  readonly parts: Readonly<Record<CheckedPart, PartWords>>
  readonly counts: Readonly<Record<DayState, (days: number) => string>>
  readonly disturbed: (day: string, minutes: number) => string
}

const english: HistoryWords = {
  title: "The last 90 days",
  how: "The service checks itself every minute. What is not checked is unknown. Days are those of UTC.",
  unread: "The history cannot be read right now.",
  parts: {
    calls: {
      title: "Signed calls",
      how: "Fails where a signed read or write would not succeed.",
    },
    links: {
      title: "Tracked links",
      how: "Fails where a link that was not followed lately would not lead on.",
    },
    events: {
      title: "Events",
      how: "Fails where an event is due for five minutes and nobody sends it. An endpoint that takes none is not counted.",
    },
    mail: {
      title: "Emails",
      how: "Fails where the mail server did not answer. Checked by the emails that are sent.",
    },
  },
  counts: {
    sound: (days) => `${days} ${days === 1 ? "day" : "days"} without a failed check`,
    disturbed: (days) => `${days} ${days === 1 ? "day" : "days"} with failed checks`,
    unknown: (days) => `${days} ${days === 1 ? "day" : "days"} unknown: nothing was checked`,
  },
  disturbed: (day, minutes) => `${day}: checks failed within about ${minutes} minutes.`,
}

const french: HistoryWords = {
  title: "Les 90 derniers jours",
  how: "Le service se contrôle chaque minute. Ce qui n’est pas contrôlé est inconnu. Les jours sont ceux de l’UTC.",
  unread: "L’historique ne peut pas être lu en ce moment.",
  parts: {
    calls: {
      title: "Appels signés",
      how: "Échoue quand une lecture ou une écriture signée ne réussirait pas.",
    },
    links: {
      title: "Liens suivis",
      how: "Échoue quand un lien qui n’a pas servi récemment ne mènerait pas plus loin.",
    },
    events: {
      title: "Événements",
      how: "Échoue quand un événement attend depuis cinq minutes sans que personne ne l’envoie. Une adresse de réception qui n’en prend aucun ne compte pas.",
    },
    mail: {
      title: "E-mails",
      how: "Échoue quand le serveur de messagerie n’a pas répondu. Contrôlé par les e-mails qui partent.",
    },
  },
  counts: {
    sound: (days) => `${days} ${days < 2 ? "jour" : "jours"} sans contrôle manqué`,
    disturbed: (days) => `${days} ${days < 2 ? "jour" : "jours"} avec des contrôles manqués`,
    unknown: (days) =>
      `${days} ${days < 2 ? "jour inconnu" : "jours inconnus"}\u00a0: rien n’a été vérifié`,
  },
  disturbed: (day, minutes) =>
    `${day}\u00a0: des contrôles ont échoué pendant environ ${minutes} minutes.`,
}

const historyWords: Readonly<Record<DocumentLanguage, HistoryWords>> = { en: english, fr: french }
