import type { ComponentChildren, JSX } from "preact"
import type { ImpactView } from "../../../protocol/impact.ts"
import { impactView } from "../../kit/impact.ts"
import { inWords } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { ChangeFigure } from "../../panels/change-figure.tsx"
import { FirstPlaces } from "../../panels/first-places.tsx"
import { ImpactStatus, useImpact } from "../../panels/impact-status.tsx"
import { impactWords, secondsText, timeText } from "../../panels/impact-words.ts"
import { Arguments } from "./arguments.tsx"
import { FirstPlaceMoves } from "./first-place-moves.tsx"
import { impactScreenWords } from "./impact-screen-words.ts"
import { Offers } from "./offers.tsx"
import { Texts } from "./texts.tsx"
import { Travellers } from "./travellers.tsx"

const chartHeight = 240

const standingsMax = 8

const Section = ({
  about,
  children,
  flush = false,
  title,
}: {
  readonly title: string
  readonly about?: string
  readonly flush?: boolean
  readonly children: ComponentChildren
}): JSX.Element => (
  <section class={flush ? "card flush" : "card"}>
    <h2 class={flush ? "in" : undefined}>{title}</h2>
    {about === undefined ? null : <p class={flush ? "label third in" : "label third"}>{about}</p>}
    {children}
  </section>
)

const OwnCases = ({ cases, changedCases }: ImpactView): JSX.Element => {
  const words = inWords(impactScreenWords)
  const shared = inWords(impactWords)
  return (
    <Section title={words.ownCases}>
      <p>
        {changedCases === 0 ? (
          shared.noOwnCase
        ) : (
          <a href={hrefOf("cases")}>{shared.ownCases(changedCases)}</a>
        )}{" "}
        <span class="third">{words.ofCases(cases)}</span>
      </p>
    </Section>
  )
}

const Told = (view: ImpactView): JSX.Element => {
  const words = inWords(impactScreenWords)
  return (
    <>
      <div class="impact-pair">
        <Section title={words.howPrices}>
          {view.bars.length === 0 ? (
            <p class="empty">{words.noPrices}</p>
          ) : (
            <ChangeFigure {...view} height={chartHeight} />
          )}
        </Section>
        <div class="stack">
          <Section title={words.firstPlaces}>
            {view.standings.length === 0 ? (
              <p class="empty">{words.noFirstPlaces}</p>
            ) : (
              <>
                <FirstPlaces standings={view.standings} max={standingsMax} />
                <FirstPlaceMoves moves={view.firstPlaces} />
              </>
            )}
          </Section>
          <OwnCases {...view} />
        </div>
      </div>
      <Section title={words.travellers} about={words.travellersAbout} flush>
        <Travellers travellers={view.travellers} />
      </Section>
      <Section title={words.offers} flush>
        <Offers offers={view.offers} />
      </Section>
      <Section title={words.arguments} flush>
        <Arguments some={view.arguments} />
      </Section>
      <Section title={words.texts} flush>
        <Texts texts={view.texts} />
      </Section>
    </>
  )
}

/** What the change does to the situations of the corpus, as it is edited. */
export const ImpactScreen = (): JSX.Element => {
  useImpact()
  const view = impactView.value
  const shared = inWords(impactWords)
  const words = inWords(impactScreenWords)
  return (
    <div class="impact-screen">
      <header>
        <h1 class="display impact-title">
          {view === null ? shared.headline : inWords(view.headline)}
        </h1>
        {view === null ? (
          <p class="second">{shared.waiting}</p>
        ) : (
          <>
            {view.firstPlaceLine === null ? null : <p>{inWords(view.firstPlaceLine)}</p>}
            <p class="second">
              {words.share(view.changed, view.situations)},{" "}
              {words.told(timeText(view.finishedAtMs), secondsText(view.tookMs))}
              {view.isLastSound ? `. ${shared.lastSound}` : ""}
            </p>
          </>
        )}
        <ImpactStatus />
        <p class="unseen" role="status">
          {view?.isWhole === true ? inWords(view.headline) : ""}
        </p>
      </header>
      {view === null ? null : <Told {...view} />}
    </div>
  )
}
