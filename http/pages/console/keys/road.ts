import { html, type PageNode } from "../../kit/html.ts"
import { symbol } from "../../kit/symbols.ts"
import { formatCount, formatDay } from "../format.ts"
import type { ConsoleLanguage } from "../view.ts"
import { type KeysFacts, lackingCalls } from "./facts.ts"
import { type KeysWords, keysWords } from "../keys-words.ts"

interface Step {
  readonly isDone: boolean
  readonly name: string
  readonly told: string | undefined
}

const reviewTold = (
  { partner, review }: KeysFacts,
  words: KeysWords,
  language: ConsoleLanguage,
): string | undefined => {
  if (partner.approvedAt !== null) return words.approved(formatDay(language, partner.approvedAt))
  if (review === undefined) return undefined
  return review.outcome === "declined"
    ? words.declined
    : words.asked(formatDay(language, review.askedAt))
}

const stepsOf = (facts: KeysFacts, language: ConsoleLanguage): ReadonlyArray<Step> => {
  const words = keysWords[language]
  const { goLive, modes, partner } = facts
  const lacking = lackingCalls(goLive)
  const count = (figure: number): string => formatCount(language, figure)
  const keyStep = (mode: "sandbox" | "live", name: string): Step => {
    const madeAt = modes[mode]?.firstMadeAt
    return {
      isDone: madeAt !== undefined,
      name,
      told: madeAt === undefined ? undefined : formatDay(language, madeAt),
    }
  }
  return [
    keyStep("sandbox", words.sandboxKey),
    {
      isDone: lacking.prices === 0,
      name: words.prices(
        count(Math.min(goLive.prices, goLive.pricesRequired)),
        count(goLive.pricesRequired),
      ),
      told: undefined,
    },
    {
      isDone: lacking.links === 0,
      name: words.links(
        count(Math.min(goLive.links, goLive.linksRequired)),
        count(goLive.linksRequired),
      ),
      told: undefined,
    },
    {
      isDone: partner.approvedAt !== null,
      name: words.review,
      told: reviewTold(facts, words, language),
    },
    keyStep("live", words.liveKey),
  ]
}

/** The road to the live key: what is done, and what comes next. */
export const goLiveRoad = (facts: KeysFacts, language: ConsoleLanguage): PageNode => {
  const words = keysWords[language]
  const steps = stepsOf(facts, language)
  const next = steps.findIndex(({ isDone }) => !isDone)
  return html`<ol class="card road" aria-label=${words.road}>
    ${steps.map(({ isDone, name, told }, index) => {
      const state = isDone ? "done" : index === next ? "next" : "later"
      return html`<li class=${state} aria-current=${index === next ? "step" : undefined}>
        ${
          isDone
            ? symbol("held")
            : html`<svg
                class="symbol"
                width="16"
                height="16"
                viewBox="0 0 16 16"
                aria-hidden="true"
              >
                <circle cx="8" cy="8" r="6.2" />
                ${index === next ? html`<circle class="full" cx="8" cy="8" r="3" />` : null}
              </svg>`
        }
        <span
          ><b>${name}</b> <span class="third">${told ?? (isDone ? null : words.todo)}</span></span
        >
      </li>`
    })}
  </ol>` as PageNode
}
