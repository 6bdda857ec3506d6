import * as Result from "effect/Result"
import { readCsv } from "../../../../core/table/csv.ts"
import type { InLanguages } from "./language.ts"
import rows from "./shipped-views.csv?raw"

/** A view of a wide table that comes with the page: what belongs together, and what stays beside it. */
export interface ShippedView {
  readonly file: string
  /** What addresses call it. */
  readonly name: string
  readonly title: InLanguages<string>
  readonly pinned: ReadonlyArray<string>
  readonly columns: ReadonlyArray<string>
}

/** The views of `shipped-views.csv`, in its order. */
export const shippedViews: ReadonlyArray<ShippedView> = Result.getOrElse(readCsv(rows), () => [])
  .slice(1)
  .map(({ texts: [file = "", name = "", en = "", fr = "", pinned = "", columns = ""] }) => ({
    file,
    name,
    title: { en, fr },
    pinned: pinned.split("|"),
    columns: columns.split("|"),
  }))
