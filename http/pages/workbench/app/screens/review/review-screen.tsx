import type { JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { releases, review, useReview } from "../../panels/review-state.ts"
import { ChecksCard } from "./checks-card.tsx"
import { CommentsCard } from "./comments-card.tsx"
import { figuresWords } from "./figures-words.ts"
import { LateCard } from "./late-card.tsx"
import { MovesCard } from "./moves-card.tsx"
import { OffersCard } from "./offers-card.tsx"
import { OwnCasesCard } from "./own-cases-card.tsx"
import { PrepareCard } from "./prepare-card.tsx"
import { ReleaseCard } from "./release-card.tsx"
import { releaseWords } from "./release-words.ts"
import { headlineOf, ledeOf } from "./report-headline.ts"
import { check, report, useReport } from "./report-state.ts"
import { SendCard } from "./send-card.tsx"
import { TablesCard } from "./tables-card.tsx"
import { TimelineCard } from "./timeline-card.tsx"
import { ArgumentsCard, TextsCard } from "./words-cards.tsx"
import { WorkLine } from "./work-line.tsx"

/** Leads to those whom the change touches. */
const Leads = (): JSX.Element => {
  const words = inWords(figuresWords).lede
  const { changed = 0, changedCases = 0 } = report.value ?? {}
  return (
    <p class="review-leads">
      {changed === 0 ? null : <a href={hrefOf("impact")}>{words.impact}</a>}
      {changedCases === 0 ? null : <a href={hrefOf("cases")}>{words.cases(changedCases)}</a>}
    </p>
  )
}

/** The cards of figures while those are made. */
const Late = (): JSX.Element => {
  const { late, moves, offers, tables } = inWords(figuresWords)
  return (
    <>
      <LateCard title={moves.title} says={late.moves} />
      <LateCard title={offers.title} says={late.offers} />
      <LateCard title={tables.title} says={late.tables} isLow />
    </>
  )
}

const Head = (): JSX.Element => {
  const now = report.value
  return (
    <header class="review-head">
      <p class="second">{review.value?.reason ?? inWords(releaseWords).page}</p>
      <h1 class="display headline">
        {now === null ? inWords(figuresWords).headline.waiting : headlineOf(now)}
      </h1>
      <p class="review-lede">{now === null ? "" : ledeOf(now)}</p>
      <Leads />
      <WorkLine />
    </header>
  )
}

/** The screen `review`: what the change does on one page, and the steps to its release beside it. */
export const ReviewScreen = (): JSX.Element => {
  useReview()
  useReport()
  const [view, all, figures] = [review.value, releases.value, report.value]
  return (
    <div class="review">
      <Head />
      <div class="review-layout">
        <div class="review-main">
          {figures === null ? (
            <Late />
          ) : (
            <>
              <MovesCard report={figures} />
              <OffersCard report={figures} />
              {figures.changed === 0 ? null : <OwnCasesCard />}
              <ArgumentsCard report={figures} />
              <TextsCard report={figures} />
              <TablesCard report={figures} />
            </>
          )}
          {view === null ? null : <CommentsCard view={view} />}
          {all === null ? null : <TimelineCard all={all} />}
        </div>
        <aside class="review-aside" aria-label={inWords(releaseWords).release.title}>
          {view === null ? (
            <LateCard
              title={inWords(releaseWords).release.title}
              says={inWords(figuresWords).late.release}
            />
          ) : (
            <ReleaseCard view={view} />
          )}
          <ChecksCard check={check.value} />
          {view === null || all === null ? null : <PrepareCard all={all} view={view} />}
          <SendCard />
        </aside>
      </div>
    </div>
  )
}
