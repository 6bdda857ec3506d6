import type { JSX } from "preact"
import type { PremiumView } from "../../../../../rules/changes/shape/shape-view.ts"
import { inWords } from "../../kit/language.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { amountText, changeText, zonesShown } from "./shape-text.ts"
import { shapeWords } from "./shape-words.ts"
import { TableHead } from "../../kit/table-head.tsx"

interface PremiumRow {
  readonly name: string
  readonly zone: PremiumView["days"][number]["zone"]
  readonly before: number | null
  readonly after: number | null
  readonly line: number | null
}

const PremiumTable = ({
  caption,
  head,
  rows,
  view,
}: {
  readonly caption: string
  readonly head: string
  readonly rows: ReadonlyArray<PremiumRow>
  readonly view: PremiumView
}): JSX.Element => {
  const words = inWords(shapeWords)
  const { file, minorUnits, offer } = view
  const text = (amount: number | null): string =>
    amount === null ? words.noRow : amountText(amount, minorUnits)
  return (
    <table>
      <caption class="unseen">
        {caption}, {offer.currency}
      </caption>
      <TableHead
        heads={[
          words.zone,
          head,
          { figures: `${words.before} (${offer.currency})` },
          { figures: `${words.after} (${offer.currency})` },
          { figures: words.change },
          words.row,
        ]}
      />
      <tbody>
        {rows.map(({ after, before, line, name, zone }) => (
          <tr>
            <th scope="row">{words.zones[zone]}</th>
            <td>{name}</td>
            <td class="number">{text(before)}</td>
            <td class="number">{text(after)}</td>
            <td class="number">{changeText(before, after)}</td>
            <td>{line === null ? "—" : <RowLink file={file} line={line} column="per_person" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whose premiums a table lists, of one zone or of all. */
interface ShownPremiums {
  readonly view: PremiumView
  readonly zone: string
}

/** Premiums by day, where a row begins or ends: between them they follow the row. */
export const DaysTable = ({ view, zone }: ShownPremiums): JSX.Element => {
  const words = inWords(shapeWords)
  const rows = zonesShown(view.days, zone).flatMap(({ after, before, lines, zone: own }) =>
    after.flatMap((amount, index): ReadonlyArray<PremiumRow> => {
      const line = lines[index] ?? null
      const isEdge =
        index === 0 ||
        index === after.length - 1 ||
        line !== lines[index - 1] ||
        line !== lines[index + 1] ||
        (amount === null) !== ((after[index - 1] ?? null) === null) ||
        (amount === null) !== ((after[index + 1] ?? null) === null)
      return isEdge
        ? [
            {
              name: String(index + 1),
              zone: own,
              before: before[index] ?? null,
              after: amount,
              line,
            },
          ]
        : []
    }),
  )
  return <PremiumTable caption={words.daysTable} head={words.day} rows={rows} view={view} />
}

/** Premiums by bands of ages. */
export const AgesTable = ({ view, zone }: ShownPremiums): JSX.Element => {
  const words = inWords(shapeWords)
  const rows = view.ages.flatMap(({ ageMax, ageMin, premiums }) =>
    zonesShown(premiums, zone).map((each) => ({
      name: words.ageBand(ageMin, ageMax),
      zone: each.zone,
      before: each.before.amountMinor,
      after: each.after.amountMinor,
      line: each.after.line ?? each.before.line,
    })),
  )
  return <PremiumTable caption={words.agesTable} head={words.age} rows={rows} view={view} />
}
