import type { ComponentChildren, JSX } from "preact"
import { numberText } from "../../kit/format.ts"
import { impactView } from "../../kit/impact.ts"
import { inWords } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { ChangeFigure } from "../../panels/change-figure.tsx"
import { FirstPlaces } from "../../panels/first-places.tsx"
import { ImpactStatus, useImpact } from "../../panels/impact-status.tsx"
import { impactWords, secondsText, timeText } from "../../panels/impact-words.ts"
import { Arguments } from "./arguments.tsx"
import { impactScreenWords } from "./impact-screen-words.ts"
import { Offers } from "./offers.tsx"
import { Travellers } from "./travellers.tsx"
import type {
  FirstPlaceChange,
  ImpactText,
  ImpactView,
} from "../../../../../rules/changes/impact-view.ts"

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

/** From which offer to which the first place went, and how often. */
const FirstPlaceMoves = ({
  moves,
}: {
  readonly moves: ReadonlyArray<FirstPlaceChange>
}): JSX.Element | null => {
  const words = inWords(impactScreenWords)
  if (moves.length === 0) return null
  return (
    <details class="change-table">
      <summary>{words.allMoves}</summary>
      <table>
        <caption class="unseen">{words.allMoves}</caption>
        <thead>
          <tr>
            <th scope="col">{words.from}</th>
            <th scope="col">{words.to}</th>
            <th scope="col" class="number">
              {words.times}
            </th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ from, times, to }) => (
            <tr>
              <td>{from ?? words.noOffer}</td>
              <td>{to ?? words.noOffer}</td>
              <td class="number">{numberText(times, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Languages that columns of texts are in, so that they are read out as such. */
const languageOf: Readonly<Record<string, string>> = { fr: "fr", en: "en", us: "en-US" }

/** Texts that read otherwise, side by side, each with its row. */
const Texts = ({ texts }: { readonly texts: ReadonlyArray<ImpactText> }): JSX.Element => {
  const words = inWords(impactScreenWords)
  if (texts.length === 0) return <p class="empty in">{words.noTexts}</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.texts}>
      <table class="texts">
        <caption class="unseen">{words.texts}</caption>
        <thead>
          <tr>
            <th scope="col">{words.text}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
            <th scope="col">{words.row}</th>
          </tr>
        </thead>
        <tbody>
          {texts.map(({ after, before, column, file, key, line }) => {
            const lang = column === undefined ? undefined : languageOf[column]
            return (
              <tr>
                <th scope="row">
                  <span class="code">{key}</span>
                  <p class="label third">{column}</p>
                </th>
                <td lang={lang}>{before === null ? words.none : <s>{before}</s>}</td>
                <td lang={lang}>{after ?? words.none}</td>
                <td>
                  {after === null ? (
                    <span class="code second">{words.wasLine(file, line)}</span>
                  ) : (
                    <RowLink
                      file={file}
                      line={line}
                      {...(column === undefined ? {} : { column })}
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
