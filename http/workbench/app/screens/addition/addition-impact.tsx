import type { JSX } from "preact"
import type { AdditionKind } from "../../../../../rules/additions/kinds.ts"
import type { ArgumentReading, DraftImpact } from "../../../../../rules/additions/draft-impact.ts"
import { call } from "../../kit/call.ts"
import { type InLanguages, inWords, language, numberText } from "../../kit/language.ts"
import { session } from "../../kit/session.ts"
import { usePreview } from "../tables/preview-dialog.tsx"
import type { Drafting } from "./addition-state.ts"

/** What a draft would change, found out once nothing is missing of it, and how an argument reads. */
export const AdditionImpact = ({
  drafting,
  isReady,
  kind,
  readings,
}: {
  readonly kind: AdditionKind
  readonly drafting: Drafting
  /** Whether nothing is missing, and nothing is being added. */
  readonly isReady: boolean
  /** How an argument reads with a mark for each value, until a traveller gives those. */
  readonly readings: ReadonlyArray<ArgumentReading>
}): JSX.Element => {
  const words = inWords(impactWords)
  const { answers, like } = drafting
  const ask = (stop: AbortSignal) => call("draftImpact", { kind, like, answers }, stop)
  const chosen = [kind, isReady, session.value?.revision, JSON.stringify(drafting)]
  const { fault, found } = usePreview(isReady ? [ask] : [], chosen)
  const own = found?.argument?.readings ?? []
  return (
    <>
      {readings.length === 0 ? null : <Readings readings={own.length === 0 ? readings : own} />}
      <section aria-labelledby="addition-impact">
        <h2 id="addition-impact">{words.title}</h2>
        <div role="status">
          {found === null ? (
            <p class="second">{fault === "" ? (isReady ? words.counting : words.later) : fault}</p>
          ) : (
            <Found found={found} />
          )}
        </div>
      </section>
    </>
  )
}

/** An argument as travellers read it. */
const Readings = ({
  readings,
}: {
  readonly readings: ReadonlyArray<ArgumentReading>
}): JSX.Element => {
  const words = inWords(impactWords)
  const [first] = readings
  return (
    <section aria-labelledby="addition-readings">
      <h2 id="addition-readings">{words.readings}</h2>
      {readings.map(({ fact, hook, isAmerican, language: spoken, pitch }) => (
        <blockquote
          key={`${spoken} ${isAmerican}`}
          class="addition-row"
          lang={isAmerican ? "en-US" : spoken}
        >
          <p class="third" lang={language.value}>
            {isAmerican ? words.american : words.languages[spoken]}
          </p>
          <p>
            <b>{hook}</b>
          </p>
          <p>{fact}</p>
          <p>{pitch}</p>
        </blockquote>
      ))}
      <p class="help">{first?.situation === null ? words.marks : words.readBy(first?.situation)}</p>
    </section>
  )
}

const Found = ({ found }: { readonly found: DraftImpact }): JSX.Element => {
  const words = inWords(impactWords)
  const { argument } = found
  return (
    <>
      {argument === null ? null : <p>{words.told(argument, found)}</p>}
      <p>{words.changed(found)}</p>
      {found.changedStanding === 0 ? null : <p>{words.standing(found.changedStanding)}</p>}
      {found.firstChanged.length === 0 ? null : (
        <details>
          <summary>{words.which}</summary>
          <p class="help">{found.firstChanged.join(" · ")}</p>
        </details>
      )}
      <ul class="addition-list">
        {found.arguments.map(({ change, id, name, situations }) => (
          <li key={`${change} ${id}`}>
            {words.argument(change, name[language.value], situations)}
          </li>
        ))}
        {found.offers.map((offer) => (
          <li key={offer.name}>{words.offer(offer)}</li>
        ))}
      </ul>
    </>
  )
}

type Offer = DraftImpact["offers"][number]

const some = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${count === 1 ? one : many}`

const en = {
  title: "What it changes",
  later: "Counted once nothing is missing.",
  counting: "Counting…",
  readings: "As a traveller reads it",
  languages: { en: "English", fr: "French" },
  american: "American English",
  marks: "“…” stands for values that only a trip gives.",
  readBy: (situation = ""): string => `With the values of ${situation}.`,
  told: (argument: NonNullable<DraftImpact["argument"]>, { cases, situations }: DraftImpact) =>
    `Told in ${numberText(argument.situations)} of ${numberText(situations)} situations, ${numberText(argument.cases)} of ${numberText(cases)} own cases among them.`,
  changed: ({ changed, changedCases, situations }: DraftImpact): string =>
    changed === 0
      ? `No answer changes in ${numberText(situations)} situations.`
      : `Answers change in ${numberText(changed)} of ${numberText(situations)} situations, ${some(changedCases, "own case", "own cases")} among them.`,
  standing: (count: number): string =>
    `In ${numberText(count)} of them nothing differs but how the card compares with others.`,
  which: "The first of them",
  argument: (change: "gained" | "lost", name: string, situations: number): string =>
    `${change === "gained" ? "Gained" : "Lost"}: “${name}”, ${numberText(situations)} times`,
  offer: ({ come, gone, moved, name }: Offer): string =>
    `${name}: ${[
      ...(come > 0 ? [`${some(come, "price", "prices")} come`] : []),
      ...(gone > 0 ? [`${numberText(gone)} go`] : []),
      ...(moved > 0 ? [`${numberText(moved)} move`] : []),
    ].join(", ")}`,
}

const impactWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Ce que cela change",
    later: "Compté quand il ne manque plus rien.",
    counting: "Comptage…",
    readings: "Tel qu’un voyageur le lit",
    languages: { en: "Anglais", fr: "Français" },
    american: "Anglais américain",
    marks: "«\u00a0…\u00a0» tient lieu de valeurs que seul un voyage donne.",
    readBy: (situation = "") => `Avec les valeurs de ${situation}.`,
    told: (argument, { cases, situations }) =>
      `Se dit dans ${numberText(argument.situations)} situations sur ${numberText(situations)}, dont ${numberText(argument.cases)} de vos ${numberText(cases)} cas.`,
    changed: ({ changed, changedCases, situations }) =>
      changed === 0
        ? `Aucune réponse ne change dans ${numberText(situations)} situations.`
        : `Les réponses changent dans ${numberText(changed)} situations sur ${numberText(situations)}, dont ${numberText(changedCases)} de vos cas.`,
    standing: (count) =>
      `Dans ${numberText(count)} d’entre elles, seule change la comparaison de la carte avec les autres.`,
    which: "Les premières",
    argument: (change, name, situations) =>
      `${change === "gained" ? "Gagné" : "Perdu"}\u00a0: «\u00a0${name}\u00a0», ${numberText(situations)} fois`,
    offer: ({ come, gone, moved, name }) =>
      `${name}\u00a0: ${[
        ...(come > 0 ? [`${numberText(come)} prix en plus`] : []),
        ...(gone > 0 ? [`${numberText(gone)} en moins`] : []),
        ...(moved > 0 ? [`${numberText(moved)} qui bougent`] : []),
      ].join(", ")}`,
  },
}
