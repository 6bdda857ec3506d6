import type { ColumnGrouping, ColumnRegular, HyperFunc, VNode } from "@revolist/revogrid"
import { type ColumnGroup, withFold } from "../../../../../rules/changes/grid/column-look.ts"
import { expectationText } from "../../kit/expectations.ts"
import { inWords, numberText } from "../../kit/language.ts"
import { rowHref } from "../../kit/route.ts"
import { cellText } from "./cell-text.ts"
import type { ColumnState } from "./column-state.ts"
import { hueOf, initialsOf, peopleHere } from "../../kit/presence.ts"
import { columnTitle } from "./column-title.ts"
import { columnWords } from "./column-words.ts"
import type { CommentFolds } from "./comment-folds.ts"
import type { CommentedRows } from "./commented-rows.ts"
import type { GridRemedies } from "./grid-edits.ts"
import type { GridState } from "./grid-state.ts"
import { filterWords } from "./filter-words.ts"
import { rowSentence } from "./row-sentence.ts"
import { gridWords } from "./grid-words.ts"
import { verdictMark } from "./table-cases.tsx"
import type { ShownRow } from "./shown-rows.ts"
import type { WorkbenchFinding } from "../../../protocol/check.ts"
import type { PresentPage } from "../../../protocol/presence.ts"
import type { GridColumn, RefusedCell } from "../../../../../rules/changes/grid/grid-view.ts"

type RowShown = Extract<ShownRow, { readonly kind: "row" }>

/** A column with its place in the file; what spans a row is drawn in the one that leads. */
export interface DrawnPlace {
  readonly column: GridColumn
  readonly at: number
  readonly isLead: boolean
  readonly isPinned: boolean
  /** Whether those that scroll begin behind it. */
  readonly isEdge: boolean
}

/** Prepares how a grid draws its cells. */
export const makeGridCells = (
  { toggleFold }: CommentFolds,
  { columns, filters, hits, openFilter, sort }: GridState,
  { arrange, look, openMenu }: ColumnState,
  { repair }: GridRemedies,
  { commentMark }: CommentedRows,
) => {
  /** A run of comments: how many, how they begin, and a button that unfolds them. */
  const foldCell = (h: HyperFunc<VNode>, fold: Extract<ShownRow, { kind: "fold" }>): VNode =>
    h(
      "button",
      {
        type: "button",
        class: "across fold",
        "aria-expanded": String(fold.isOpen),
        tabindex: "-1",
        onClick: () => toggleFold(fold.key),
      },
      [
        drawing(h, fold.isOpen ? chevronDown : chevronRight),
        h("span", {}, inWords(gridWords).folded(fold.count, fold.isOpen ? "" : fold.text)),
      ],
    )

  const cellOf = (
    h: HyperFunc<VNode>,
    { at, column, isLead }: DrawnPlace,
    shown: ShownRow,
  ): ReadonlyArray<VNode | string> | string => {
    switch (shown.kind) {
      case "row":
        return valueCell(h, column, shown, at)
      case "comment":
        return isLead ? [h("span", { class: "across" }, shown.text)] : ""
      case "fold":
        return isLead ? [foldCell(h, shown)] : ""
      case "gone":
        return [h("s", {}, cellText(column, shown.texts[at] ?? ""))]
      case "ghost": {
        const cell = shown.finding.ghost?.cells[column.name] ?? ""
        if (column.role === "condition") return cellText(column, cell)
        return cell === "" ? inWords(gridWords).ghostUnknown : cellText(column, cell)
      }
      case "remedies":
        return isLead ? [remediesCell(h, shown.finding)] : ""
    }
  }

  /** Which way a column is sorted by, and as the how manieth where there are several. */
  const orderOf = (
    name: string,
  ): { readonly isDown: boolean; readonly text: string } | undefined => {
    const at = sort.value.findIndex(({ column }) => column === name)
    const order = sort.value[at]
    if (order === undefined) return undefined
    const place = sort.value.length > 1 ? `\u202f${at + 1}` : ""
    return { isDown: order.isDown, text: ` ${order.isDown ? "↓" : "↑"}${place}` }
  }

  /** The button in the head of a column that opens its filter. */
  const funnel = (h: HyperFunc<VNode>, { name }: GridColumn): VNode => {
    const isUsed = filters.value.columns.some(({ column }) => column === name)
    const words = inWords(filterWords)
    const label = isUsed ? words.filterInUse(columnTitle(name)) : words.filterBy(columnTitle(name))
    const open = (event: Event): void => {
      event.stopPropagation()
      openFilter.value = openFilter.value === name ? null : name
    }
    return h(
      "button",
      {
        type: "button",
        class: isUsed ? "funnel used" : "funnel",
        "aria-label": label,
        "aria-haspopup": "dialog",
        title: label,
        tabindex: "-1",
        "data-filter": name,
        onClick: open,
        ...notTheCell,
      },
      [drawing(h, "M1.500 2.500h13L9.500 8.500v5l-3-1.500v-3.500z")],
    )
  }

  /** The button in the head of a column that opens what can be done to it. */
  const menuButton = (h: HyperFunc<VNode>, { name }: GridColumn): VNode => {
    const label = inWords(columnWords).menuOf(columnTitle(name))
    return h(
      "button",
      {
        type: "button",
        class: "funnel column-menu-button",
        "aria-label": label,
        "aria-haspopup": "menu",
        title: label,
        tabindex: "-1",
        onClick: (event: Event) => {
          event.stopPropagation()
          openMenu.value = openMenu.value === name ? null : name
        },
        ...notTheCell,
      },
      [drawing(h, chevronDown)],
    )
  }

  /** The head over the columns of a group, which folds and unfolds them. */
  const drawnGroup = (
    group: ColumnGroup,
    children: ReadonlyArray<ColumnRegular>,
  ): ColumnGrouping & { readonly columnTemplate: (h: HyperFunc<VNode>) => VNode } => ({
    name: group.title,
    children: [...children],
    columnTemplate: (h) =>
      h(
        "button",
        {
          type: "button",
          class: "group-head",
          tabindex: "-1",
          "aria-expanded": String(!group.isFolded),
          title: inWords(columnWords).foldGroup(group.title, group.columns.length, group.isFolded),
          onClick: () => arrange(withFold(look.peek(), group.title)),
          ...notTheCell,
        },
        [drawing(h, group.isFolded ? chevronRight : chevronDown), h("span", {}, group.title)],
      ),
  })

  const headOf = (h: HyperFunc<VNode>, column: GridColumn): VNode => {
    const { about, name, unit } = column
    return h("div", { class: isFigure(column) ? "head figure" : "head", title: about }, [
      h("span", { class: "name" }, `${columnTitle(name)}${orderOf(name)?.text ?? ""}`),
      h("small", {}, unit ?? ""),
      funnel(h, column),
      menuButton(h, column),
    ])
  }

  const ariaSort = (name: string): string | undefined => {
    const order = orderOf(name)
    return order === undefined ? undefined : order.isDown ? "descending" : "ascending"
  }

  /** A column as the grid draws it. */
  const drawnColumn = (place: DrawnPlace, size: number): ColumnRegular => {
    const { at, column, isEdge, isPinned } = place
    return {
      prop: column.name,
      name: columnTitle(column.name),
      size,
      readonly: true,
      ...(isPinned ? { pin: "colPinStart" as const } : {}),
      columnTemplate: (h) => headOf(h, column),
      columnProperties: () => ({
        class: { "pinned-edge": isEdge },
        "aria-sort": ariaSort(column.name),
        "aria-description": column.about,
        onContextMenu: (event: Event) => {
          event.preventDefault()
          openMenu.value = column.name
        },
      }),
      cellTemplate: (h, { model }) => cellOf(h, place, model as ShownRow),
      cellProperties: ({ model }) => ({
        class: classesOf(place, model as ShownRow),
        ...titleOf(column, model as ShownRow, at),
      }),
    }
  }

  const headMark = (h: HyperFunc<VNode>, shown: ShownRow): ReadonlyArray<VNode | string> => {
    const words = inWords(gridWords)
    switch (shown.kind) {
      case "row": {
        const [worst] = shown.marks?.findings ?? []
        const isMarked = worst !== undefined && !shown.marks?.hasRail
        const symbol = worst?.severity === "error" ? octagon : triangle
        const name = worst?.severity === "error" ? "error" : "warning"
        return [
          ...(isMarked ? [mark(h, name, symbol, inWords(worst.title))] : []),
          ...commentMark(h, shown.line),
          ...hitMark(h, shown.line),
          ...verdictMark(h, shown.line),
          String(shown.line),
        ]
      }
      case "comment":
        return [shown.line === null ? "" : String(shown.line)]
      case "fold":
        return [`${shown.line}–${shown.lastLine}`]
      case "gone":
        return [words.gone]
      case "ghost":
        return [mark(h, "gap", dashed, inWords(shown.finding.title))]
      case "remedies":
        return [
          shown.finding.lines.length > 1
            ? mark(h, "overlap", overlap, inWords(shown.finding.title))
            : "",
        ]
    }
  }

  /** How often a row counts, before its line: one that never does says so in a word. */
  const hitMark = (h: HyperFunc<VNode>, line: number): ReadonlyArray<VNode> => {
    const counts = hits.value
    if (counts === null) return []
    const words = inWords(gridWords).hits
    const { cases, corpus } = counts.get(line) ?? { cases: 0, corpus: 0 }
    const isNever = cases + corpus === 0
    return [
      h(
        "span",
        { class: isNever ? "hits never" : "hits", title: words.counted(cases, corpus) },
        isNever ? words.none : numberText(cases + corpus),
      ),
    ]
  }

  /** The heads of rows: the lines of the file. */
  const rowHeads = (size: number): ColumnRegular => ({
    prop: "line",
    name: "",
    size,
    columnTemplate: (h) => h("span", { class: "unseen" }, inWords(gridWords).rowHead),
    columnProperties: () => ({ role: "columnheader" }),
    cellTemplate: (h, { model }) => headMark(h, model as ShownRow),
    cellProperties: ({ model }) => {
      const shown = model as ShownRow
      const isRow = shown.kind === "row"
      return {
        role: "rowheader",
        ...(isRow ? { title: rowSentence(columns.value, shown.row) } : {}),
      }
    },
  })

  /** What stands below a row that something was found in: a sentence, and what one can do. */
  const remediesCell = (h: HyperFunc<VNode>, finding: WorkbenchFinding): VNode => {
    const { detail, file, ghost, remedies, takenBy } = finding
    const words = inWords(gridWords)
    const button = (label: string, isFirst: boolean, press: () => void): VNode =>
      h("button", { type: "button", class: "button tiny", onClick: press, ...notTheCell }, [
        h("span", {}, label),
        ...(isFirst && ghost !== null ? [h("kbd", {}, "Enter")] : []),
      ])
    const buttons = remedies.map((remedy, index) =>
      button(inWords(remedy.label), index === 0, () => repair(finding, remedy)),
    )
    const links = takenBy.map((line) =>
      h("a", { class: "code", href: rowHref(file, line) }, words.goToRow(line)),
    )
    // Buttons come first, so that a long sentence does not push them out of sight.
    return h("span", { class: "across remedy" }, [
      ...buttons,
      ...links,
      h("span", {}, inWords(detail)),
    ])
  }

  return { drawnColumn, drawnGroup, rowHeads }
}

const isFigure = ({ role, type }: GridColumn): boolean =>
  role === "value" && (type === "amount" || type === "number")

const octagon = "M5.200 1h5.600L15 5.200v5.600L10.800 15H5.200L1 10.800V5.200z"
const overlap = "M1.500 2h9v8h-9zM5.500 6h9v8h-9z"
const dashed = "M1.500 4h13v8h-13z"
const triangle = "M8 1.800 15 14H1zM8 6.200v4M8 12v.1"

const [chevronDown, chevronRight] = ["M3 5.500l5 5 5-5", "M5.500 3l5 5-5 5"] as const

/** A symbol that stands beside its word. */
const drawing = (h: HyperFunc<VNode>, path: string): VNode =>
  h("svg", { class: "symbol", width: "12", height: "12", viewBox: "0 0 16 16" }, [
    h("path", { d: path }),
  ])

/** A symbol in a cell, with the word that it stands for. */
const mark = (h: HyperFunc<VNode>, name: string, path: string, title: string): VNode =>
  h(
    "svg",
    {
      class: `symbol mark ${name}`,
      width: "14",
      height: "14",
      viewBox: "0 0 16 16",
      role: "img",
      "aria-label": title,
    },
    h("path", { d: path }),
  )

/** What is wrong with a cell, in words: by its own text, or by what was found. */
const faultsAt = (column: GridColumn, { marks, row }: RowShown, at: number): string => {
  const text = row.texts[at] ?? ""
  const refused = Object.hasOwn(column.faults, text) ? column.faults[text] : undefined
  const own = refused === undefined ? [] : [faultText(text, refused)]
  const found = (marks?.findings ?? [])
    .filter((finding) => finding.column === column.name && finding.severity === "error")
    .filter(({ lines, takenBy }) => lines.length < 2 && takenBy.length === 0)
    .map(({ detail, title }) => `${inWords(title)} ${inWords(detail)}`)
  return [...own, ...found].join(" ")
}

const beforeAt = ({ row }: RowShown, at: number): string | undefined => {
  if (row.before === undefined || row.before === "none") return undefined
  return row.before[at] === row.texts[at] ? undefined : row.before[at]
}

const valueCell = (
  h: HyperFunc<VNode>,
  column: GridColumn,
  shown: RowShown,
  at: number,
): ReadonlyArray<VNode | string> => {
  const text = cellText(column, shown.row.texts[at] ?? "")
  const before = beforeAt(shown, at)
  const faults = faultsAt(column, shown, at)
  return [
    ...peopleIn(column.name, shown).map((person) =>
      h(
        "span",
        {
          class: `person ${hueOf(person)}`,
          role: "img",
          "aria-label": person.mail,
          title: person.mail,
        },
        initialsOf(person.mail),
      ),
    ),
    ...(faults === "" ? [] : [mark(h, "error", octagon, faults)]),
    ...(before === undefined
      ? [text]
      : [
          h("b", {}, text === "" ? "—" : text),
          h("s", {}, before === "" ? "—" : cellText(column, before)),
        ]),
  ]
}

/** The others who are in a cell of the table that is shown. */
const peopleIn = (name: string, { line }: RowShown): ReadonlyArray<PresentPage> =>
  peopleHere.value.filter(({ place }) => place?.line === line && place.column === name)

/** Whether an overlap is about this cell. */
const isDisputed = (column: GridColumn, { marks }: RowShown): boolean =>
  (marks?.findings ?? []).some(
    ({ column: name, lines, takenBy }) =>
      name === column.name && lines.length > 1 && takenBy.length === 0,
  )

const classesOf = (
  { at, column, isEdge, isLead }: DrawnPlace,
  shown: ShownRow,
): Record<string, boolean> => {
  const isRow = shown.kind === "row"
  const [person] = isRow ? peopleIn(column.name, shown) : []
  return {
    ...(person === undefined ? {} : { "person-here": true, [hueOf(person)]: true }),
    figure: isFigure(column),
    condition: column.role === "condition",
    note: column.isNote,
    changed: isRow && (shown.row.before === "none" || beforeAt(shown, at) !== undefined),
    refused: isRow && faultsAt(column, shown, at) !== "",
    disputed: isRow && isDisputed(column, shown),
    spanning: ["comment", "fold", "remedies"].includes(shown.kind) && isLead,
    "pinned-edge": isEdge,
  }
}

/** What is longer may be cut at the edge of its cell, and is told in full. */
const titleFrom = 8

const titleOf = (column: GridColumn, shown: ShownRow, at: number): { readonly title?: string } => {
  if (shown.kind === "comment") return { title: shown.text }
  if (shown.kind !== "row") return {}
  const faults = faultsAt(column, shown, at)
  if (faults !== "") return { title: faults }
  const text = cellText(column, shown.row.texts[at] ?? "")
  const before = beforeAt(shown, at)
  const was = before === undefined ? [] : [inWords(gridWords).was(cellText(column, before) || "—")]
  const title = [text, ...was].join("\n")
  return title.length > titleFrom ? { title } : {}
}

/** A press on a button is for the button, not for the cell around it: no cell is chosen by that. */
const notTheCell = {
  onPointerDown: (event: Event) => event.stopPropagation(),
  onMouseDown: (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  },
}

const words = {
  en: (wrong: string, expected: string) => `“${wrong}” should be ${expected}.`,
  fr: (wrong: string, expected: string) => `«\u00a0${wrong}\u00a0» devrait être ${expected}.`,
}

/** What should stand in a cell that is refused, in the language of the page. */
export const faultText = (text: string, { expected, part }: RefusedCell): string =>
  inWords(words)(part ?? text, expectationText(expected))
