import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { inWords } from "../../kit/language.ts"
import { peopleHere, presenceWords, tellPlace } from "../../kit/presence.ts"
import { columnTitle } from "./column-title.ts"
import { useGrid } from "./grid.ts"

/** Says which cell of the grid this page is in, and in words who else is in which. */
export const GridPeople = (): JSX.Element => {
  const { openFile, selectedColumns, selectedLines } = useGrid()
  const words = inWords(presenceWords)
  const [file, line, column] = [openFile.value, selectedLines()[0], selectedColumns()[0]?.name]
  useEffect(() => {
    const isIn = line !== undefined && column !== undefined
    return tellPlace(isIn ? { file, line, column } : null)
  }, [file, line, column])
  useEffect(() => () => void tellPlace(null), [])
  return (
    <>
      {peopleHere.value.map(({ mail, page, place }) =>
        place === null ? null : (
          <span key={page}>{words.in(mail, place.line, columnTitle(place.column))}</span>
        ),
      )}
    </>
  )
}
