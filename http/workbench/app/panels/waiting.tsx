import type { JSX } from "preact"
import type { ReviewComment } from "../../../../rules/changes/reviewed-change.ts"
import { follow, useFollowing } from "../kit/follow.ts"
import { type InLanguages, inWords, numberText } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { tableTitle } from "../kit/table-names.ts"
import { releasesWords } from "./releases-words.ts"
import { review, useReview } from "./review-state.ts"

const en = {
  cases: {
    wait: (count: number) => (count === 1 ? "1 own case changes" : `${count} own cases change`),
    about: (name: string | null) =>
      `${name === null ? "" : `${name} first. `}Accept each with a reason, or repair`,
    decide: "Decide",
  },
  sources: {
    older: (count: number, text: string) =>
      count === 1 ? "1 source older than a year" : `${text} sources older than a year`,
    about: (table: string) => `In ${table}; look whether they still say so`,
    look: "Look",
  },
}

const words: InLanguages<typeof en> = {
  en,
  fr: {
    cases: {
      wait: (count) => (count < 2 ? `${count} de vos cas change` : `${count} de vos cas changent`),
      about: (name) =>
        `${name === null ? "" : `${name} d’abord. `}Acceptez chacun avec une raison, ou réparez`,
      decide: "Décider",
    },
    sources: {
      older: (count, text) =>
        count < 2 ? `${text} source de plus d’un an` : `${text} sources de plus d’un an`,
      about: (table) => `Dans ${table}\u202f; regardez si elles le disent encore`,
      look: "Regarder",
    },
  },
}

const failing = follow("casesWaiting")

/** Own cases that come to something else than was accepted, and the way to decide. */
export const WaitingCases = (): JSX.Element | null => {
  useFollowing(failing, {})
  const found = failing.state.value.output
  if (found === null || found.failing === 0) return null
  const { about, decide, wait } = inWords(words).cases
  return (
    <WaitingLine
      title={wait(found.failing)}
      about={about(found.first)}
      href={hrefOf("cases", "", { show: "failing" })}
      verb={decide}
    />
  )
}

/** Comments of colleagues that wait for an answer from the person who works here. */
export const WaitingComments = (): JSX.Element | null => {
  useReview()
  const waiting = review.value?.comments.filter(({ waitsForYou }) => waitsForYou) ?? []
  return waiting.length === 0 ? null : (
    <>
      {waiting.map((comment) => (
        <WaitingComment {...comment} />
      ))}
    </>
  )
}

const yearMonths = 12

/** The covers of cards: other tables have limits of their own, or no date. */
const coversFile = "coach/benefits.csv"

const old = follow("sources")

/** Covers that rest on an older page; how many there are is enough. */
const oldCovers = {
  market: null,
  slug: null,
  problem: "old",
  file: coversFile,
  oldMonths: yearMonths,
  order: "urgency",
  isDescending: false,
  limit: 0,
} as const

/** How many covers rest on a page of more than a year ago; nothing where none does. */
export const WaitingSources = (): JSX.Element | null => {
  const { about, look, older } = inWords(words).sources
  useFollowing(old, oldCovers)
  const count = old.state.value.output?.found ?? 0
  return count === 0 ? null : (
    <WaitingLine
      title={older(count, numberText(count))}
      about={about(tableTitle(coversFile))}
      href={hrefOf("sources", "", { state: "old", table: coversFile })}
      verb={look}
    />
  )
}

/** Who asks: the first name does among colleagues. */
const firstName = (name: string): string => name.split(" ")[0] ?? name

const WaitingComment = ({ answers, by, id, place, text }: ReviewComment): JSX.Element => {
  const { answer, asks, onChange, onRow } = inWords(releasesWords).comments
  const last = answers.at(-1) ?? { by, text }
  return (
    <WaitingLine
      title={asks(firstName(last.by.name), last.text)}
      about={place === null ? onChange : onRow(tableTitle(place.file), place.line)}
      href={hrefOf("review", "", { comment: id })}
      verb={answer}
    />
  )
}

/** Something that waits for the analyst: what, some words more, and the way there. */
interface WaitingLineShown {
  readonly title: string
  readonly about: string
  readonly href: string
  /** What the link says, such as `Answer`. */
  readonly verb: string
}

/** A line of what waits on the first screen. */
const WaitingLine = ({ about, href, title, verb }: WaitingLineShown): JSX.Element => (
  <div class="waiting-line">
    <div>
      <p class="waiting-title">{title}</p>
      <p class="second">{about}</p>
    </div>
    <a href={href} aria-label={`${verb}: ${title}`}>
      {verb}
    </a>
  </div>
)
