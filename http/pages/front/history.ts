import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { type CheckedDay, historyDays, slotMinutes } from "../../ports/status-history.ts"
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
 * The last 90 days, the oldest first, today among them.
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
  checked: ReadonlyArray<CheckedDay>,
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

/** The last 90 days of signed calls: a strip to look at, and the same in words. */
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
  const days = historyOf(checked, nowMs)
  const disturbed = days.filter(({ state }) => state === "disturbed").toReversed()
  const countOf = (state: DayState): number => days.filter((day) => day.state === state).length
  return html`<section>
    <h2>${words.title}</h2>
    <p class="second">${words.how}</p>
    <div class="days" aria-hidden="true">
      ${days.map(({ state }) => html`<i class=${state}></i>`)}
    </div>
    <ul class="day-counts">
      ${(["sound", "disturbed", "unknown"] as const).map(
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
    }
  </section>` as PageNode
}

interface HistoryWords {
  readonly title: string
  readonly how: string
  readonly unread: string
  readonly counts: Readonly<Record<DayState, (days: number) => string>>
  readonly disturbed: (day: string, minutes: number) => string
}

const english: HistoryWords = {
  title: "The last 90 days",
  how: "The service checks every minute whether a signed call would succeed. Days are those of UTC.",
  unread: "The history cannot be read right now.",
  counts: {
    sound: (days) => `${days} ${days === 1 ? "day" : "days"} without a failed check`,
    disturbed: (days) => `${days} ${days === 1 ? "day" : "days"} with failed checks`,
    unknown: (days) => `${days} ${days === 1 ? "day" : "days"} unknown: nothing was checked`,
  },
  disturbed: (day, minutes) => `${day}: checks failed within about ${minutes} minutes.`,
}

const french: HistoryWords = {
  title: "Les 90 derniers jours",
  how: "Le service vérifie chaque minute si un appel signé réussirait. Les jours sont ceux de l’UTC.",
  unread: "L’historique ne peut pas être lu en ce moment.",
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
