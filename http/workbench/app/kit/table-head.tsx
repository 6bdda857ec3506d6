import type { JSX } from "preact"

/** What stands over a column: words, or what its figures count; `mayGo` where narrow screens leave it out. */
export type ColumnHead = string | { readonly figures: string; readonly mayGo?: true }

/** The head of a table, a cell a column. */
export const TableHead = ({
  heads,
}: {
  readonly heads: ReadonlyArray<ColumnHead>
}): JSX.Element => (
  <thead>
    <tr>
      {heads.map((head) =>
        typeof head === "string" ? (
          <th scope="col">{head}</th>
        ) : (
          <th scope="col" class={head.mayGo ? "number may-go" : "number"}>
            {head.figures}
          </th>
        ),
      )}
    </tr>
  </thead>
)
