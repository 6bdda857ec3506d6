import type { JSX } from "preact"
import type {
  ImpactTraveller,
  ResponsibleRow,
  ShownPrice,
  TravellerPrice,
} from "../../../../../rules/changes/impact-view.ts"
import { inWords, moneyText } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { changeText, impactWords } from "../../panels/impact-words.ts"
import { impactScreenWords } from "./impact-screen-words.ts"
import { TableHead } from "../../kit/table-head.tsx"

type Side = "after" | "before"

/** How far the price of the same offer moves; nothing where the offer is another. */
const changeOf = (side: Side, { after, before }: TravellerPrice): string => {
  if (side === "before" || before === null || after === null) return ""
  if (before.title !== after.title || before.currency !== after.currency) return ""
  return changeText(((after.amountMinor - before.amountMinor) * 1_000) / before.amountMinor)
}

const Price = ({
  change,
  price,
}: {
  readonly price: ShownPrice | null
  readonly change: string
}): JSX.Element => {
  const words = inWords(impactScreenWords)
  if (price === null) return <p class="second">{words.notOffered}</p>
  const { amountMinor, currency, minorUnits, place, title } = price
  return (
    <p>
      <b>{moneyText(amountMinor, currency, minorUnits)}</b> {change}
      <br />
      <span class="second">
        {title}, {words.placed(place)}
      </span>
    </p>
  )
}

const Told = ({
  side,
  traveller,
}: {
  readonly side: Side
  readonly traveller: ImpactTraveller
}): JSX.Element => {
  const words = inWords(impactScreenWords)
  const { argumentsGained, argumentsLost, argumentsMoved, otherFields, price } = traveller
  const isAfter = side === "after"
  const some = isAfter ? argumentsGained : argumentsLost
  return (
    <div class="told">
      {price === null ? null : (
        <>
          <Price price={price[side]} change={changeOf(side, price)} />
          {price.catalogue === "sandbox" ? (
            <p class="label third">{inWords(impactWords).sandbox}</p>
          ) : null}
        </>
      )}
      {some.map((name) => (
        <p>
          {isAfter ? inWords(name) : <s>{inWords(name)}</s>}{" "}
          <span class="label third">{isAfter ? words.gainedArgument : words.lostArgument}</span>
        </p>
      ))}
      {isAfter && argumentsMoved > 0 ? (
        <p class="second">{words.movedArguments(argumentsMoved)}</p>
      ) : null}
      {isAfter && otherFields > 0 ? <p class="second">{words.others(otherFields)}</p> : null}
    </div>
  )
}

const baseName = (file: string): string => file.slice(file.lastIndexOf("/") + 1, -".csv".length)

const Responsible = ({
  rows,
}: {
  readonly rows: ReadonlyArray<ResponsibleRow> | null
}): JSX.Element => {
  const words = inWords(impactScreenWords)
  if (rows === null) return <span class="third">{words.looking}</span>
  if (rows.length === 0) return <span class="third">{words.noRows}</span>
  return (
    <ul>
      {rows.map(({ file, line, version }) => (
        <li>
          {version === "after" ? (
            <RowLink file={file} line={line} />
          ) : (
            <span class="code second">{words.wasLine(baseName(file), line)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

const hrefOfTraveller = ({ caseName, situation }: ImpactTraveller): string =>
  hrefOf("traveller", "", caseName === null ? { situation } : { case: caseName })

/** The travellers most changed, with what they were answered before and after, and the rows responsible. */
export const Travellers = ({
  travellers,
}: {
  readonly travellers: ReadonlyArray<ImpactTraveller>
}): JSX.Element => {
  const words = inWords(impactScreenWords)
  if (travellers.length === 0) return <p class="empty in">{words.noTravellers}</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.travellers}>
      <table class="travellers">
        <caption class="unseen">{words.travellers}</caption>
        <TableHead heads={[words.traveller, words.before, words.after, words.rows]} />
        <tbody>
          {travellers.map((traveller) => (
            <tr>
              <th scope="row">
                <a href={hrefOfTraveller(traveller)}>{inWords(traveller.title)}</a>
                {traveller.caseName === null ? null : (
                  <>
                    {" "}
                    <span class="badge info">{words.ownCase}</span>
                  </>
                )}
              </th>
              <td>
                <Told side="before" traveller={traveller} />
              </td>
              <td>
                <Told side="after" traveller={traveller} />
              </td>
              <td>
                <Responsible rows={traveller.rows} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
