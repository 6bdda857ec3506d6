import type { JSX } from "preact"
import { rowHref } from "./route.ts"
import type { RowPlace } from "../../../../core/table/row-place.ts"

const baseName = (file: string): string => file.slice(file.lastIndexOf("/") + 1, -".csv".length)

/** Leads from a figure to its row: `tariffs:930`. */
export const RowLink = ({ column, file, line }: RowPlace): JSX.Element => (
  <a class="code together" href={rowHref(file, line, column)}>
    {baseName(file)}:{line}
  </a>
)
