import type { ComponentChildren, JSX } from "preact"
import { inWords, numberText } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { ChangeFigure } from "../../panels/change-figure.tsx"
import { FirstPlaces } from "../../panels/finding-item.tsx"
import { ImpactStatus, useImpact } from "../../panels/impact-panel.tsx"
import { changeText, impactWords, secondsText, timeText } from "../../panels/impact-words.ts"
import { impactScreenWords } from "./impact-screen-words.ts"
import { Travellers } from "./travellers.tsx"
import type {
  FirstPlaceChange,
  ImpactArgument,
  ImpactOffer,
  ImpactText,
  ImpactView,
} from "../../../../../rules/changes/impact-view.ts"
import { TableHead } from "../../kit/table-head.tsx"
import { impactView } from "../../kit/impact.ts"

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
        <TableHead heads={[words.from, words.to, { figures: words.times }]} />
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
        <TableHead heads={[words.text, words.before, words.after, words.row]} />
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

/** So many cards are named at once; the others fold. */
const cardsMax = 3

const Cards = ({ cards }: Pick<ImpactArgument, "cards">): JSX.Element => {
  const named = (some: ImpactArgument["cards"]) =>
    some.map(({ name, situations }) => (
      <li>
        {name ?? inWords(impactScreenWords).noCard}{" "}
        <span class="third">{numberText(situations, 0)}</span>
      </li>
    ))
  const rest = cards.slice(cardsMax)
  return (
    <>
      <ul>{named(cards.slice(0, cardsMax))}</ul>
      {rest.length === 0 ? null : (
        <details>
          <summary class="label">{inWords(impactWords).more(rest.length)}</summary>
          <ul>{named(rest)}</ul>
        </details>
      )}
    </>
  )
}

/** Arguments that bilans gain, lose, or tell in another place: by name, how often, and for which cards. */
const Arguments = ({ some }: { readonly some: ReadonlyArray<ImpactArgument> }): JSX.Element => {
  const words = inWords(impactScreenWords)
  if (some.length === 0) return <p class="empty in">{words.noArguments}</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.arguments}>
      <table>
        <caption class="unseen">{words.arguments}</caption>
        <TableHead
          heads={[words.argument, words.change, { figures: words.situations }, words.cards]}
        />
        <tbody>
          {some.map(({ cards, change, id, name, situations }) => (
            <tr>
              <th scope="row">
                {inWords(name)}
                <p class="code third">{id}</p>
              </th>
              <td>
                <span class={`argument-change ${change}`}>{words.changes[change]}</span>
              </td>
              <td class="number">{numberText(situations, 0)}</td>
              <td>
                <Cards cards={cards} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const count = (value: number): string => (value === 0 ? "—" : numberText(value, 0))

const Offer = ({ change, cheaper, come, dearer, gone, prices, title, catalogue }: ImpactOffer) => {
  const words = inWords(impactScreenWords)
  const remarks = [
    ...(catalogue === "sandbox" ? [inWords(impactWords).sandbox] : []),
    ...(gone > 0 ? [words.gone(gone)] : []),
    ...(come > 0 ? [words.come(come)] : []),
  ]
  return (
    <tr>
      <th scope="row">
        {title}
        {remarks.length === 0 ? null : <p class="label third">{remarks.join(", ")}</p>}
      </th>
      <td class="number">{count(prices)}</td>
      <td class="number">{count(dearer)}</td>
      <td class="number">{count(cheaper)}</td>
      <td class="number">{change === null ? "—" : changeText(change.median)}</td>
      <td class="number">{change === null ? "—" : changeText(change.least)}</td>
      <td class="number">{change === null ? "—" : changeText(change.most)}</td>
    </tr>
  )
}

/** Offers of which something changes: how many prices, which way, and how far. */
const Offers = ({ offers }: { readonly offers: ReadonlyArray<ImpactOffer> }): JSX.Element => {
  const words = inWords(impactScreenWords)
  if (offers.length === 0) return <p class="empty in">{words.noOffers}</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.offers}>
      <table>
        <caption class="unseen">{words.offers}</caption>
        <thead>
          <tr>
            <th scope="col">{words.offer}</th>
            {[
              words.pricesOf,
              words.dearer,
              words.cheaper,
              words.median,
              words.least,
              words.most,
            ].map((title) => (
              <th scope="col" class="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{offers.map(Offer)}</tbody>
      </table>
    </div>
  )
}
