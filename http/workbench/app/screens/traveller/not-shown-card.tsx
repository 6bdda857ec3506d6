import type { JSX } from "preact"
import { type InLanguages, inWords } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { cardOptions, cardValue } from "./card-options.ts"
import { RowToKeep } from "./keep-table-case.tsx"
import { choices } from "./traveller-answers.ts"
import { said } from "./traveller-facts.ts"
import { changeForm, type TravellerForm, travellerForm } from "./traveller-form-state.ts"
import { travellerWords } from "./traveller-words.ts"
import type {
  FactWanted,
  NotShown,
  RequestWanted,
} from "../../../../../rules/changes/traveller/traveller-view.ts"

/** A word of a table in the language of the page, where it has one. */
const valueText = (value: string): string => {
  const known = valueWords[value]
  return known === undefined ? value.replaceAll("_", " ") : inWords(known)
}

const factText = (fact: FactWanted["now"]): string => {
  const words = inWords(travellerWords)
  if (fact === null) return words.nobody
  if (typeof fact === "boolean") return fact ? words.yes : words.no
  return typeof fact === "string" ? valueText(fact) : String(fact)
}

const conditionText = ({ fact, now, would }: FactWanted): string => {
  const words = inWords(travellerWords)
  const known = factWords[fact]
  const name = known === undefined ? fact.replaceAll("_", " ") : inWords(known)
  const say =
    typeof now !== "number" || typeof would !== "number"
      ? words.isWanted
      : would > now
        ? words.atLeast
        : words.atMost
  return say(name, factText(would), factText(now))
}

/** Why something is not shown, in a sentence. */
const whyText = ({ changes, why }: NotShown): string => {
  const words = inWords(travellerWords)
  if (why !== "change") return words.whys[why] ?? why
  return words.shownIf(changes.map(conditionText).join(words.and))
}

/** What is kept out for the same reason, said once. */
interface Group {
  readonly why: string
  readonly items: ReadonlyArray<NotShown>
}

const grouped = (items: ReadonlyArray<NotShown>): ReadonlyArray<Group> => {
  const groups = new Map<string, Array<NotShown>>()
  for (const item of items) {
    // Arguments differ in what they say, so that each stands for itself.
    const key = item.kind === "offer" ? whyText(item) : item.id
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups.values()].map((some) => ({
    why: some[0] === undefined ? "" : whyText(some[0]),
    items: some,
  }))
}

/** What needs fewest changes first; what can never be shown last. */
const distance = ({ changes, why }: NotShown): number => {
  if (why === "never") return Number.POSITIVE_INFINITY
  return why === "change" ? changes.length : 0
}

const nearest = (items: ReadonlyArray<NotShown>): ReadonlyArray<NotShown> =>
  items.toSorted((left, right) => distance(left) - distance(right))

const titleOf = ({ items: [first, ...more] }: Group): string => {
  const words = inWords(travellerWords)
  if (first === undefined) return ""
  const name = first.kind === "offer" ? said(first.name) : words.argument(said(first.name))
  return more.length === 0 ? name : words.andMore(name, more.length)
}

const Wanted = ({
  name,
  wanted,
}: {
  readonly wanted: RequestWanted
  readonly name: string
}): JSX.Element => {
  const words = inWords(travellerWords)
  const text = wantedText(wanted)
  return (
    <p class="third">
      {words.request} {text ?? <span lang="en">{wanted.says}</span>}{" "}
      {text === null ? null : (
        <button
          type="button"
          class="link"
          aria-label={words.tryWantedFor(name)}
          onClick={() => tryWanted(wanted)}
        >
          {words.tryWanted}
        </button>
      )}
    </p>
  )
}

const GroupItem = ({ group }: { readonly group: Group }): JSX.Element => {
  const [first, ...more] = group.items
  const request = first?.request
  const [row] = first?.because ?? []
  return (
    <li>
      <Symbol name="cross" size={14} />
      <div>
        <p>
          <b>{titleOf(group)}</b>
        </p>
        <p>{group.why}</p>
        {request ? <Wanted wanted={request} name={titleOf(group)} /> : null}
        {more.length === 0 ? null : (
          <p class="third">{more.map(({ name }) => said(name)).join(", ")}</p>
        )}
      </div>
      {row === undefined ? null : <RowToKeep {...row} />}
    </li>
  )
}

/** So many of each kind show at once. */
const offersShown = 3
const argumentsShown = 2

/** Everything that the traveller is not shown, with the smallest change that would bring it. */
export const NotShownCard = ({
  items,
}: {
  readonly items: ReadonlyArray<NotShown> | null
}): JSX.Element => {
  const words = inWords(travellerWords)
  const all = items ?? []
  const offers = grouped(nearest(all.filter(({ kind }) => kind === "offer")))
  const others = grouped(nearest(all.filter(({ kind }) => kind === "argument")))
  const first = [...offers.slice(0, offersShown), ...others.slice(0, argumentsShown)]
  const rest = [...offers.slice(offersShown), ...others.slice(argumentsShown)]
  const count = (kind: NotShown["kind"]): number => all.filter((item) => item.kind === kind).length
  return (
    <section
      class={items === null ? "card not-shown late" : "card not-shown"}
      aria-labelledby="not-shown-title"
    >
      <div class="card-head">
        <h2 id="not-shown-title">{words.notShown}</h2>
        <p class="third">
          {items === null ? null : words.notShownCount(count("offer"), count("argument"))}
        </p>
      </div>
      {items === null ? (
        <div class="busy">
          <p class="second" role="status">
            {words.lookingForReasons}
          </p>
          <progress aria-label={words.notShown} />
        </div>
      ) : null}
      <ul>
        {first.map((group) => (
          <GroupItem key={group.items[0]?.id} group={group} />
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <details>
          <summary>{words.all(all.length)}</summary>
          <ul>
            {rest.map((group) => (
              <GroupItem key={group.items[0]?.id} group={group} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** What the facts of tables are called; a fact that is left out is told by its column. */
const factWords: Readonly<Record<string, InLanguages<string>>> = {
  all_schengen: {
    en: "every destination in Schengen",
    fr: "toutes les destinations dans Schengen",
  },
  annual: { en: "cover for the year", fr: "couverture à l’année" },
  at_home: { en: "a trip at home", fr: "voyage dans son pays" },
  badge: { en: "the state of the cover", fr: "l’état de la garantie" },
  basis: { en: "what is known of the card", fr: "ce que l’on sait de la carte" },
  broken: { en: "the condition is broken", fr: "la condition est rompue" },
  cancellation: { en: "cancellation", fr: "annulation" },
  ceiling: { en: "the card’s ceiling", fr: "le plafond de la carte" },
  condition: { en: "the condition", fr: "la condition" },
  days: { en: "the length in days", fr: "la durée en jours" },
  demand: { en: "what the destination demands", fr: "ce que la destination exige" },
  domestic: { en: "a destination at home", fr: "une destination dans son pays" },
  excluded: { en: "an excluded destination", fr: "une destination exclue" },
  extreme_sports: { en: "extreme sports", fr: "sports extrêmes" },
  found: { en: "the card was found", fr: "la carte est trouvée" },
  friends: { en: "friends along", fr: "des amis du voyage" },
  intent: { en: "the intent", fr: "le type de voyage" },
  long_trip: { en: "a long trip", fr: "un long voyage" },
  medical: { en: "medical cover", fr: "les frais médicaux" },
  medical_ok: { en: "enough medical cover", fr: "assez de frais médicaux" },
  oldest_age: { en: "the oldest age", fr: "l’âge du plus âgé" },
  origin: { en: "how the card was found", fr: "comment la carte est trouvée" },
  plan: { en: "the health plan at home", fr: "l’assurance maladie du pays" },
  reach: { en: "the reach of the trip", fr: "la portée du voyage" },
  residence: { en: "the residence", fr: "la résidence" },
  residence_zone: { en: "the zone of residence", fr: "la zone de résidence" },
  scope: { en: "what it is about", fr: "ce dont il s’agit" },
  shortfall_percent: { en: "the shortfall in per cent", fr: "le manque en pour cent" },
  slug: { en: "the cover", fr: "la garantie" },
  step: { en: "the step of medical costs", fr: "le palier des frais médicaux" },
  strongest: { en: "the strongest argument", fr: "l’argument le plus fort" },
  term: { en: "the term of the cover", fr: "la clause de la garantie" },
  travellers: { en: "the number of travellers", fr: "le nombre de voyageurs" },
  unmatched: { en: "a card without a match", fr: "une carte sans pareille" },
  warning: { en: "the travel warning", fr: "la mise en garde" },
  withdrawn: { en: "the card is withdrawn", fr: "la carte est retirée" },
  youngest_age: { en: "the youngest age", fr: "l’âge du plus jeune" },
  zone: { en: "the zone of the trip", fr: "la zone du voyage" },
}

/** What the words are called that facts of tables are compared with; one that is left out is shown as it is written. */
const valueWords: Readonly<Record<string, InLanguages<string>>> = {
  abroad: { en: "abroad", fr: "à l’étranger" },
  abroad_only: { en: "abroad only", fr: "à l’étranger seulement" },
  age_limit: { en: "a limit of age", fr: "une limite d’âge" },
  bank: { en: "the bank", fr: "la banque" },
  bin: { en: "the first digits", fr: "les premiers chiffres" },
  call_first: { en: "assistance is called first", fr: "appel préalable de l’assistance" },
  card: { en: "the card itself", fr: "la carte elle-même" },
  conditional: { en: "conditional", fr: "sous conditions" },
  country: { en: "cards of the country", fr: "les cartes du pays" },
  day_limit: { en: "a limit of days", fr: "une limite de jours" },
  deductible: { en: "a deductible", fr: "une franchise" },
  delay_hours: { en: "hours of delay", fr: "des heures de retard" },
  distance_from_home: { en: "a distance from home", fr: "une distance du domicile" },
  excluded_causes: { en: "excluded causes", fr: "des motifs exclus" },
  friends: { en: "friends", fr: "des amis" },
  high: { en: "high", fr: "élevé" },
  holder_only: { en: "the holder only", fr: "le titulaire seulement" },
  home: { en: "at home", fr: "dans son pays" },
  in_part: { en: "in some cases", fr: "dans certains cas" },
  insufficient: { en: "insufficient", fr: "insuffisant" },
  listed_causes: { en: "listed causes", fr: "des motifs énumérés" },
  local_policy: { en: "a local policy", fr: "une assurance locale" },
  long_trip: { en: "a long trip", fr: "un long voyage" },
  low: { en: "low", fr: "bas" },
  mandatory: { en: "mandatory", fr: "obligatoire" },
  mid: { en: "medium", fr: "moyen" },
  missing: { en: "not covered", fr: "absent" },
  network: { en: "the network", fr: "le réseau" },
  none: { en: "none", fr: "aucun" },
  not_held: { en: "not held", fr: "absent" },
  own_plan: { en: "a plan of one’s own", fr: "sa propre assurance" },
  own_territory: { en: "in the own territories", fr: "dans les territoires du pays" },
  paid_with_card: { en: "paid with the card", fr: "payé avec la carte" },
  printed: { en: "printed", fr: "écrit" },
  province: { en: "a plan of the province", fr: "l’assurance de la province" },
  public: { en: "public care", fr: "les soins publics" },
  range: { en: "cards of the range", fr: "les cartes de la gamme" },
  risky_activity: { en: "a risky activity", fr: "une activité à risque" },
  schengen_visa: { en: "a Schengen visa", fr: "un visa Schengen" },
  top: { en: "the highest", fr: "le plus élevé" },
  unprinted: { en: "not printed", fr: "non écrit" },
  unverified: { en: "unverified", fr: "non confirmé" },
  visa: { en: "a visa", fr: "un visa" },
  void_if_longer: { en: "void on longer trips", fr: "nul si le voyage est plus long" },
  weak: { en: "a weak source", fr: "une source fragile" },
  zone: { en: "of the zone", fr: "de la zone" },
}

const flagNames: Readonly<Record<string, "friends" | "longTrip" | "riskyActivity">> = {
  "trip.friends": "friends",
  "trip.longTrip": "longTrip",
  "trip.riskyActivity": "riskyActivity",
}

const isCard = (would: RequestWanted["would"]): would is NonNullable<TravellerForm["card"]> =>
  typeof would === "object" && !Array.isArray(would)

const countryName = (code: string): string => {
  const found = choices.value?.countries.find((country) => country.code === code)
  return found === undefined ? code : inWords(found.name)
}

/** The fields of the form that a wanted change sets; null where the form has no such field. */
const fieldsOf = ({ field, would }: RequestWanted): Partial<TravellerForm> | null => {
  const flag = flagNames[field]
  if (flag !== undefined && typeof would === "boolean") return { [flag]: would }
  if (field === "residence" && typeof would === "string") return { residence: would, state: "" }
  if (field === "destinations" && Array.isArray(would)) return { destinations: would }
  if (field === "card" && isCard(would)) return { card: would }
  return null
}

/** A wanted change in the words of the form; null where the form has no such field. */
const wantedText = (wanted: RequestWanted): string | null => {
  const words = inWords(travellerWords)
  const { field, would } = wanted
  const flag = flagNames[field]
  if (flag !== undefined && typeof would === "boolean") {
    return words.wantedFlag(words[flag], would ? words.yes : words.no)
  }
  if (field === "residence" && typeof would === "string") {
    return words.wantedField(words.residence, countryName(would))
  }
  if (field === "destinations" && Array.isArray(would)) {
    return words.wantedField(words.destinations, would.map(countryName).join(", "))
  }
  if (field !== "card" || !isCard(would) || choices.value === null) return null
  const value = cardValue(would)
  const options = cardOptions(choices.value, travellerForm.value.residence, would)
  const option = options.find((each) => each.value === value)
  if (option === undefined) return null
  const hint = "catalogueId" in would && option.hint !== undefined ? ` (${option.hint})` : ""
  return words.wantedField(words.card, `${option.label}${hint}`)
}

/** Where the keyboard goes on: to the field that was filled in, or to the fold that it lies in. */
const fieldShown = (field: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    field in flagNames ? ".traveller .more summary" : `#traveller-${field}`,
  )

/** Fills the wanted change into the form; the browser's way back leads to the traveller as it was. */
const tryWanted = (wanted: RequestWanted): void => {
  const fields = fieldsOf(wanted)
  if (fields === null) return
  history.pushState(null, "", location.href)
  changeForm(fields)
  fieldShown(wanted.field)?.focus()
}
