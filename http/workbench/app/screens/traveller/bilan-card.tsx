import type { ComponentChildren, JSX } from "preact"
import type { Sentence } from "../../../../../core/sentence.ts"
import { inWords, moneyText } from "../../kit/language.ts"
import { Symbol, type SymbolName } from "../../kit/symbols.tsx"
import { RowToKeep } from "./keep-table-case.tsx"
import { isReadingChanged, said, saysSame } from "./traveller-facts.ts"
import { travellerWords } from "./traveller-words.ts"
import type {
  AmountView,
  ArgumentView,
  BilanView,
  GapView,
  MedicalView,
  RowCited,
  TravellerView,
} from "../../../../../rules/changes/traveller/traveller-view.ts"

/** Something of before and after under one name; null where a version lacks it. */
interface Pair<Item> {
  readonly name: string
  readonly before: Item | null
  readonly after: Item | null
}

/** Items of both versions paired by name: those of after in their order, then those that are gone. */
const paired = <Item,>(
  before: ReadonlyArray<Item>,
  after: ReadonlyArray<Item>,
  nameOf: (item: Item) => string,
): ReadonlyArray<Pair<Item>> => {
  const older = new Map(before.map((item) => [nameOf(item), item]))
  const names = new Set(after.map(nameOf))
  return [
    ...after.map((item) => {
      const name = nameOf(item)
      return { name, before: older.get(name) ?? null, after: item }
    }),
    ...before.flatMap((item) => {
      const name = nameOf(item)
      return names.has(name) ? [] : { name, before: item, after: null }
    }),
  ]
}

const Mark = <Item,>({ pair }: { readonly pair: Pair<Item> }): JSX.Element | null => {
  const words = inWords(travellerWords)
  if (pair.before === null) return <span class="mark">{words.isNew}</span>
  if (pair.after === null) return <span class="mark">{words.isGone}</span>
  return saysSame(pair.before, pair.after) ? null : <span class="mark">{words.changed}</span>
}

const Headline = ({
  after,
  before,
}: {
  readonly before: BilanView | null
  readonly after: BilanView
}): JSX.Element => (
  <div class="part">
    {after.headline === null ? null : (
      <BothLanguages sentence={after.headline} before={before?.headline ?? null} />
    )}
    <CitedRows rows={after.headlineBecause} />
  </div>
)

const Medical = ({
  after,
  before,
}: {
  readonly before: BilanView | null
  readonly after: BilanView
}): JSX.Element => {
  const words = inWords(travellerWords)
  const { medical } = after
  const older = before?.medical
  return (
    <div class="part">
      <h3>
        {words.medical} <StateBadge state={medical.badge} />
      </h3>
      {older !== undefined && !saysSame(older, medical) ? (
        <div class="was">
          <p class="third">{words.before}</p>
          <StateBadge state={older.badge} />
          <MedicalBar medical={older} />
        </div>
      ) : null}
      <MedicalBar medical={medical} />
      {medical.sentence === null ? null : (
        <BothLanguages sentence={medical.sentence} before={older?.sentence ?? null} />
      )}
      <CitedRows rows={medical.because} />
    </div>
  )
}

const Folded = ({
  children,
  summary,
}: {
  readonly summary: ComponentChildren
  readonly children: ComponentChildren
}): JSX.Element => (
  <li>
    <details>
      <summary>{summary}</summary>
      <div class="inside">{children}</div>
    </details>
  </li>
)

const Gap = ({ pair }: { readonly pair: Pair<GapView> }): JSX.Element | null => {
  const gap = pair.after ?? pair.before
  if (gap === null) return null
  const isGone = pair.after === null
  return (
    <Folded
      summary={
        <>
          {isGone ? <s>{said(gap.label)}</s> : <b>{said(gap.label)}</b>}{" "}
          <StateBadge state={gap.badge} /> <Mark pair={pair} />
        </>
      }
    >
      <BothLanguages
        sentence={gap.sentence}
        before={isGone ? null : (pair.before?.sentence ?? null)}
      />
      <CitedRows rows={gap.because} />
    </Folded>
  )
}

const Argument = ({
  pair,
  place,
}: {
  readonly pair: Pair<ArgumentView>
  readonly place: number
}): JSX.Element | null => {
  const words = inWords(travellerWords)
  const argument = pair.after ?? pair.before
  if (argument === null) return null
  const older = pair.after === null ? null : pair.before
  return (
    <Folded
      summary={
        <>
          {pair.after === null ? (
            <s>{said(argument.hook)}</s>
          ) : (
            <b>{`${place}. ${said(argument.hook)}`}</b>
          )}{" "}
          <span class="third">{words.strengths[argument.strength] ?? argument.strength}</span>{" "}
          <Mark pair={pair} />
        </>
      }
    >
      <BothLanguages sentence={argument.hook} before={older?.hook ?? null} />
      <BothLanguages sentence={argument.fact} before={older?.fact ?? null} />
      <BothLanguages sentence={argument.pitch} before={older?.pitch ?? null} />
      <CitedRows rows={argument.because} />
    </Folded>
  )
}

/** The reading of the card: what it says now in both languages, and what it said where that is another. */
export const BilanCard = ({ view }: { readonly view: TravellerView }): JSX.Element | null => {
  const words = inWords(travellerWords)
  const { after, before } = view.bilan
  if (after === null) return null
  const gaps = paired(before?.gaps ?? [], after.gaps, ({ slug }) => slug)
  const told = paired(before?.arguments ?? [], after.arguments, ({ id }) => id)
  return (
    <section class="card reading" aria-labelledby="reading-title">
      <div class="card-head">
        <h2 id="reading-title">{words.reading}</h2>
        <p class="third">{isReadingChanged(view) ? words.changed : words.unchanged}</p>
      </div>
      <Headline before={before} after={after} />
      <Medical before={before} after={after} />
      <div class="part">
        <h3>{words.gaps}</h3>
        {gaps.length === 0 ? <p class="second">{words.noGaps}</p> : null}
        <ul class="folds">
          {gaps.map((pair) => (
            <Gap key={pair.name} pair={pair} />
          ))}
        </ul>
      </div>
      <div class="part">
        <h3>{words.arguments}</h3>
        {told.length === 0 ? <p class="second">{words.noArguments}</p> : null}
        <ul class="folds">
          {told.map((pair, index) => (
            <Argument key={pair.name} pair={pair} place={index + 1} />
          ))}
        </ul>
        {after.social === null ? null : (
          <BothLanguages sentence={after.social} before={before?.social ?? null} />
        )}
        {after.unknown.length === 0 ? null : (
          <p class="second">{words.unknownTexts(after.unknown.join(", "))}</p>
        )}
      </div>
    </section>
  )
}

const symbols: Readonly<Record<string, SymbolName>> = {
  held: "held",
  insufficient: "insufficient",
  conditional: "conditional",
  missing: "missing",
  unverified: "unverified",
}

/** The state of a cover: its shape and its word. */
const StateBadge = ({ state }: { readonly state: string }): JSX.Element => (
  <span class={`badge ${state}`}>
    <Symbol name={symbols[state] ?? "unverified"} size={14} />
    {inWords(travellerWords).badges[state] ?? state}
  </span>
)

/** A sentence in French and English, below each other; where it has changed, the old one struck before. */
const BothLanguages = ({
  before,
  sentence,
}: {
  readonly sentence: Sentence
  readonly before?: Sentence | null
}): JSX.Element => (
  <dl class="languages">
    {(["fr", "en"] as const).map((each) => (
      <div>
        <dt>{each.toUpperCase()}</dt>
        <dd lang={each}>
          {before && before[each] !== sentence[each] ? <s>{before[each]}</s> : null}{" "}
          <span>{sentence[each]}</span>
        </dd>
      </div>
    ))}
  </dl>
)

const Source = ({ row }: { readonly row: RowCited }): JSX.Element | null => {
  const words = inWords(travellerWords)
  const { asOf, source } = row
  if (source === undefined || source === "") return null
  const isPage = /^https?:\/\//.test(source)
  return (
    <span class="third">
      {" "}
      {isPage ? (
        <a href={source} target="_blank" rel="noreferrer" aria-label={`${words.page}: ${source}`}>
          {new URL(source).hostname}
        </a>
      ) : (
        <span lang="en">{source}</span>
      )}
      {asOf === undefined ? null : `, ${asOf}`}
    </span>
  )
}

/** Rows behind a figure: the first few at once, each with its source; the others folded. */
const CitedRows = ({
  lead,
  rows,
  shown = 2,
}: {
  readonly rows: ReadonlyArray<RowCited>
  readonly shown?: number
  readonly lead?: string
}): JSX.Element | null => {
  const words = inWords(travellerWords)
  if (rows.length === 0) return null
  const rest = rows.slice(shown)
  return (
    <div class="cited">
      <p>
        {lead ?? words.row}{" "}
        {rows.slice(0, shown).map((row, index) => (
          <>
            {index === 0 ? null : `, ${words.figureRows} `}
            <RowToKeep {...row} />
            <Source row={row} />
          </>
        ))}
      </p>
      {rest.length === 0 ? null : (
        <details>
          <summary>{words.moreRows(rest.length)}</summary>
          <ul>
            {rest.map((row) => (
              <li>
                <RowToKeep {...row} /> <span lang="en">{row.says}</span>
                <Source row={row} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const width = 300

const wholeText = ({ currency, value }: AmountView): string => moneyText(value, currency, 0)

/** What the card has against the benchmark: solid, what may be missing hatched, the target a tick. */
const MedicalBar = ({ medical }: { readonly medical: MedicalView }): JSX.Element => {
  const words = inWords(travellerWords)
  const { ceiling, target } = medical
  const isKnown = ceiling !== null && medical.badge !== "unverified"
  const most = Math.max(ceiling?.value ?? 0, target.value, 1)
  const at = (value: number): number => Math.round((value / most) * width)
  const isEnough = isKnown && ceiling.value >= target.value
  const own = ceiling === null ? words.unconfirmed : wholeText(ceiling)
  return (
    <div class="medical-bar">
      <p>
        <span>{own}</span>
        <span>{words.benchmark(wholeText(target))}</span>
      </p>
      <svg
        role="img"
        aria-label={words.barName(own, wholeText(target))}
        viewBox={`0 0 ${width} 14`}
        preserveAspectRatio="none"
      >
        <defs>
          <pattern
            id="missing-hatch"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class="hatch-ground" width="6" height="6" />
            <path class="hatch-line" d="M0 0v6" />
          </pattern>
        </defs>
        {isKnown ? (
          <>
            {isEnough ? null : (
              <rect y="2" width={at(target.value)} height="10" rx="3" fill="url(#missing-hatch)" />
            )}
            <rect
              class={isEnough ? "own enough" : "own"}
              y="2"
              width={at(ceiling.value)}
              height="10"
              rx="3"
            />
          </>
        ) : (
          <rect class="open" x="1" y="2" width={width - 2} height="10" rx="3" />
        )}
        <rect class="tick" x={Math.max(0, at(target.value) - 3)} y="0" width="2.500" height="14" />
      </svg>
    </div>
  )
}
