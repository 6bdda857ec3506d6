import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import type { ImpactTraveller } from "../../../../../rules/changes/impact-view.ts"
import { inWords, moneyText, numberText, signedPercentText } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { figuresWords } from "./figures-words.ts"
import { LateCard } from "./late-card.tsx"
import { TableHead } from "../../kit/table-head.tsx"
import { followImpact, impactView } from "../../kit/impact.ts"

/** As many travellers are named. */
const shownMax = 8

type Shown = NonNullable<NonNullable<ImpactTraveller["price"]>["after"]>

const money = (price: Shown | null): string =>
  price === null ? "—" : moneyText(price.amountMinor, price.currency, price.minorUnits)

const withoutInsurer = (title: string): string => title.replace(/ \(.+\)$/, "")

/** How far the price moves, in words; where the first offer is another, that is said instead. */
const Change = ({ price }: Pick<ImpactTraveller, "price">): JSX.Element => {
  const words = inWords(figuresWords).cases
  const [before, after] = [price?.before ?? null, price?.after ?? null]
  if (before === null || after === null) return <span class="second">{words.other}</span>
  if (before.title !== after.title || before.currency !== after.currency) {
    return <span class="second">{words.otherFirst}</span>
  }
  const permille = Math.round(
    ((after.amountMinor - before.amountMinor) * 1_000) / before.amountMinor,
  )
  return <b class={permille < 0 ? "cheaper" : "dearer"}>{signedPercentText(permille)}</b>
}

const hrefOfTraveller = ({ caseName, situation }: ImpactTraveller): string =>
  hrefOf("traveller", "", caseName === null ? { situation } : { case: caseName })

const CaseRow = (traveller: ImpactTraveller): JSX.Element => {
  const words = inWords(figuresWords).cases
  const { caseName, price, title } = traveller
  const [before, after] = [price?.before ?? null, price?.after ?? null]
  const [was, is] = [before, after].map((side) => withoutInsurer(side?.title ?? ""))
  return (
    <tr>
      <th scope="row">
        <a href={hrefOfTraveller(traveller)}>{inWords(title)}</a>
        {caseName === null ? (
          <span class="third label remark">{words.drawn}</span>
        ) : (
          <span class="badge info">{words.own}</span>
        )}
      </th>
      <td>
        {was === is || was === "" || is === "" ? (
          is || was || "—"
        ) : (
          <>
            <s>{was}</s> {is}
          </>
        )}
      </td>
      <td class="number second">{money(before)}</td>
      <td class="number">
        <b>{money(after)}</b>
      </td>
      <td class="number">
        <Change price={price} />
      </td>
    </tr>
  )
}

/** The analysts' own cases that change, and the travellers that change most. */
export const OwnCasesCard = (): JSX.Element | null => {
  const words = inWords(figuresWords).cases
  useEffect(followImpact, [])
  const view = impactView.value
  if (view === null) return <LateCard title={words.title} says={words.waiting} />
  if (view.travellers.length === 0) return null
  const { cases, changed, changedCases } = view
  return (
    <section class="card flush review-card own-cases" aria-labelledby="own-cases">
      <div class="panel-head">
        <h2 id="own-cases">{words.title}</h2>
        <span class="third label">{words.of(numberText(changedCases), numberText(cases))}</span>
      </div>
      <div class="scroll" tabIndex={0} role="group" aria-label={words.title}>
        <table>
          <caption class="unseen">{words.title}</caption>
          <TableHead
            heads={[
              words.traveller,
              words.offer,
              { figures: words.before },
              { figures: words.after },
              { figures: words.change },
            ]}
          />
          <tbody>
            {view.travellers.slice(0, shownMax).map((traveller) => (
              <CaseRow key={traveller.situation} {...traveller} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="card-foot-link">
        <a href={hrefOf("impact")}>
          {view.isWhole ? words.all(numberText(changed)) : words.allSoFar}
        </a>
      </p>
    </section>
  )
}
