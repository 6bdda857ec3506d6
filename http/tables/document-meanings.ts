import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import { type Meaning, type SettingCell, sumText } from "../../core/table/meaning.ts"

const code = (name: string): string => `\`${name}\``

const settingText = ({ where }: SettingCell): string => code(where.is)

/** What a table says of its values, as a sentence. */
const meaningText = (meaning: Meaning): string => {
  switch (meaning._tag) {
    case "Monotone": {
      const { from, never, order, over, sum } = meaning
      const words = order === undefined ? "" : ` (${order.join(", ")})`
      const bound = from === undefined ? "" : ` from ${from} on`
      return `${code(sumText(sum))} never ${never} as ${code(over)} rises${words}${bound} and all else stays.`
    }
    case "Neighbours": {
      const { column, per, times } = meaning
      const group = per.length === 0 ? "all rows" : `rows with the same ${per.map(code).join(", ")}`
      return `${code(column)} is at most ${times} times the median of its neighbours, ${group}, and at least 1/${times} of it.`
    }
    case "Steady": {
      const { column, day, mostBps, mostDays } = meaning
      return `From one version to the next ${code(column)} moves by at most ${settingText(mostBps)} basis points for each day between the two of ${code(day)}, of which ${settingText(mostDays)} count.`
    }
    case "Fresh": {
      const { column, except, mostDays } = meaning
      const others =
        except === undefined
          ? ""
          : `, but where ${code(except.column)} is ${except.words.join(" or ")}`
      return `${code(column)} lies at most ${settingText(mostDays)} days back${others}.`
    }
  }
}

const filesText = (definition: AnyDefinition): ReadonlyArray<string> =>
  Object.entries(columnsOf(definition)).flatMap(([name, column]) =>
    "filesIn" in column && column.filesIn !== undefined
      ? [`${code(name)} names a file that lies in ${code(`${column.filesIn}/`)}.`]
      : [],
  )

/** What the values of a table mean, an item of a list each; nothing where it declares nothing. */
export const meaningsText = (definition: AnyDefinition): ReadonlyArray<string> =>
  [...(definition.means ?? []).map(meaningText), ...filesText(definition)].map(
    (sentence) => `- ${sentence}`,
  )
