import type { GridChange } from "../../../rules/changes/grid/grid-change.ts"
import type { CallRefusal } from "./call.ts"
import type { CasesViews } from "./cases.ts"
import type { CheckViews } from "./check.ts"
import type { ImpactViews } from "./impact.ts"
import type { ReleasesViews } from "./releases.ts"
import type { ReviewViews } from "./review.ts"
import type { SessionViews } from "./session.ts"
import type { ShapeViews } from "./shape.ts"
import type { SourceViews } from "./sources.ts"
import type { TableViews } from "./table.ts"
import type { TravellerViews } from "./traveller.ts"

/** Every view of the tables that a page can show, by its name: it is told each anew whenever it changes. */
export interface Views
  extends
    CasesViews,
    CheckViews,
    ImpactViews,
    ReleasesViews,
    ReviewViews,
    SessionViews,
    ShapeViews,
    SourceViews,
    TableViews,
    TravellerViews {}

/** The name of a view. */
export type ViewName = keyof Views

/** A view that a page shows. */
export interface ShownView {
  /** The place on the page; it stays while what is shown there is asked with something else. */
  readonly slot: number
  /** Counts what is asked in the place: what is told names it, so that nothing late is taken for new. */
  readonly count: number
  readonly name: string
  readonly input: unknown
}

/** What one place of a page shows now. */
export type ViewPart = Pick<ShownView, "slot" | "count"> &
  (
    | { readonly output: unknown }
    /** What becomes of the output that was told before. */
    | { readonly change: GridChange }
    | { readonly refusal: CallRefusal }
  )

/** The places of a page that show something new, as the tables are at a revision. */
export interface ViewEvent {
  readonly type: "view"
  readonly revision: number
  readonly parts: ReadonlyArray<ViewPart>
}

/** The first word on a stream: under which name the page says what it shows. */
export interface StreamOpened {
  readonly type: "opened"
  readonly page: string
}
