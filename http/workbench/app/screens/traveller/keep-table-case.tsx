import type { JSX } from "preact"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { go } from "../../kit/route.ts"
import { shownStep } from "../../kit/session.ts"
import { tableEntry, tableTitle } from "../../kit/table-names.ts"
import { situationOfForm, travellerForm } from "./traveller-form-state.ts"
import { travellerWords } from "./traveller-words.ts"
import type { RowPlace } from "../../../../../core/table/row-place.ts"

/** What a case is called that this traveller makes: where from, where to, how old. */
const caseName = (): string => {
  const { trip } = situationOfForm(travellerForm.peek()).quote
  const to = trip.arrivalCountries.join(" ")
  const ages = trip.travellers.map(({ age }) => age).join(" ")
  return `${trip.countryResidence} → ${to}, ${ages}`
}

const keep = async ({ file, line }: RowPlace): Promise<void> => {
  try {
    const situation = situationOfForm(travellerForm.peek())
    const done = await shownStep(call("keepTableCase", { situation, file, line, name: caseName() }))
    tell(inWords(travellerWords).keptInTable(tableTitle(file)))
    go("tables", done.file, { row: done.line })
  } catch (cause) {
    tellRefusal(cause)
  }
}

/** Leads to the row behind something, and keeps what its table answers now as a case of it. */
export const RowToKeep = (row: RowPlace): JSX.Element => {
  const words = inWords(travellerWords)
  const entry = tableEntry(row.file)
  return (
    <span class="together">
      <RowLink {...row} />
      {entry?.kind === "decision" ? (
        <>
          {" "}
          <button
            type="button"
            class="link keep-row"
            aria-label={words.keepInTableLong(tableTitle(row.file))}
            title={words.keepInTableLong(tableTitle(row.file))}
            onClick={() => void keep(row)}
          >
            {words.keepInTable}
          </button>
        </>
      ) : null}
    </span>
  )
}
