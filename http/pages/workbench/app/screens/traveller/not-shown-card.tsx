import type { JSX } from "preact"
import type { FactWanted, NotShown, RequestWanted } from "../../../protocol/traveller.ts"
import { inWords } from "../../kit/language.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { Symbol } from "../../kit/symbols.tsx"
import { factWords } from "./fact-words.ts"
import { said } from "./traveller-facts.ts"
import { travellerWords } from "./traveller-words.ts"
import { valueWords } from "./value-words.ts"
import { tryWanted, wantedText } from "./wanted-change.ts"

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
      {row === undefined ? null : <RowLink {...row} />}
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
