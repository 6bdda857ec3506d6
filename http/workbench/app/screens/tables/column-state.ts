import { batch, computed, effect, signal, untracked } from "@preact/signals"
import {
  allColumns,
  type ColumnLook,
  readLook,
  shownColumns,
  withHidden,
  withShown,
  writeLook,
} from "../../../../../rules/changes/grid/column-look.ts"
import { inWords } from "../../kit/language.ts"
import { queryText, route } from "../../kit/route.ts"
import { type ShippedView, shippedViews } from "../../kit/shipped-views.ts"
import { addressedLook, type GridState, lookQuery, noFilters } from "./grid-state.ts"
import { keepColumns, keptColumns, type KeptView } from "./kept-columns.ts"

/** A view that can be chosen: one that comes with the page, or one that the analyst has kept. */
export interface ColumnView {
  readonly name: string
  readonly title: string
  readonly isOwn: boolean
}

/** Keeps which columns of a grid are shown, and how they stand. */
export const makeColumnState = (state: GridState) => {
  const { columns, filters, openFile, sort } = state

  /** Which columns are shown. */
  const look = signal<ColumnLook>(allColumns)
  /** The name of the view that was chosen; null for all columns. */
  const view = signal<string | null>(null)
  /** How wide somebody has drawn columns, by name. */
  const widthsPx = signal<Readonly<Record<string, number>>>({})
  /** The columns that are shown, from the left; cells are counted among these. */
  const shown = computed(() => shownColumns(columns.value, look.value))
  const columnsShown = computed(() => shown.value.map(({ column }) => column))
  /** Those that are hidden, or folded away. */
  const columnsHidden = computed(() => {
    const seen = new Set(shown.value.map(({ at }) => at))
    return columns.value.filter((_, at) => !seen.has(at))
  })
  /** How many of them stay while one scrolls: where they leave no room, fewer than are pinned. */
  const pinsDrawn = signal(0)
  /** The column whose menu is open. */
  const openMenu = signal<string | null>(null)
  /** Whether the list of columns is open. */
  const isListOpen = signal(false)

  const keep = (): void =>
    keepColumns(openFile.peek(), { look: queryText(writeLook(look.peek())), view: view.peek() })

  /** Shows columns in another way, and keeps that. */
  const arrange = (next: ColumnLook): void => {
    look.value = next
    keep()
  }

  /** Shows columns that are hidden. */
  const showColumns = (names: ReadonlyArray<string>): void => arrange(withShown(look.peek(), names))

  /** Hides columns; the last one stays. */
  const hideColumns = (names: ReadonlyArray<string>): void => {
    const next = withHidden(look.peek(), names)
    if (columns.peek().some(({ name }) => !next.hidden.includes(name))) arrange(next)
  }

  /** Pins the columns that are shown up to one. */
  const pinUpTo = (name: string): void => {
    const names = columnsShown.peek().map((column) => column.name)
    arrange({ ...look.peek(), pinned: names.slice(0, names.indexOf(name) + 1) })
  }

  /** The views of the table. */
  const views = computed((): ReadonlyArray<ColumnView> => {
    const file = openFile.value
    return [
      ...shippedOf(file).map(({ name, title }) => ({ name, title: inWords(title), isOwn: false })),
      ...keptColumns(file).views.map(({ title }) => ({ name: title, title, isOwn: true })),
    ]
  })

  const ownView = (name: string): KeptView | undefined =>
    keptColumns(openFile.peek()).views.find(({ title }) => title === name)

  const shippedLook = ({ columns: names, pinned }: ShippedView): ColumnLook => ({
    // Columns of one's own came later than the view, and are shown with it.
    hidden: columns
      .peek()
      .flatMap(({ name }) => (names.includes(name) || name.startsWith("own_") ? [] : [name])),
    pinned,
    groups: [],
  })

  const shippedNamed = (name: string): ShippedView | undefined =>
    shippedOf(openFile.peek()).find((each) => each.name === name)

  /** What a view shows; undefined where there is none of that name. */
  const lookOf = (name: string | null): ColumnLook | undefined => {
    if (name === null) return allColumns
    const own = ownView(name)
    if (own !== undefined) return readParts(new URLSearchParams(own.look)) ?? allColumns
    const shipped = shippedNamed(name)
    return shipped && shippedLook(shipped)
  }

  /** Looks at a table by a view: one's own brings its filters and its order, too. */
  const chooseView = (name: string | null): void => {
    const next = lookOf(name)
    if (next === undefined) return
    batch(() => {
      view.value = name
      look.value = next
      const own = name === null ? undefined : ownView(name)
      if (own !== undefined) {
        const rows = addressedLook(new URLSearchParams(own.look))
        filters.value = rows?.filters ?? noFilters
        sort.value = rows?.sort ?? []
      }
    })
    keep()
  }

  /** Keeps what is shown now as a view, in place of one of that name. */
  const keepView = (title: string): void => {
    const file = openFile.peek()
    const own: KeptView = {
      title,
      look: queryText({ ...lookQuery({ filters, sort }), ...writeLook(look.peek()) }),
    }
    const known = keptColumns(file).views
    const next = known.some((each) => each.title === title)
      ? known.map((each) => (each.title === title ? own : each))
      : [...known, own]
    keepColumns(file, { views: next })
    view.value = title
    keep()
  }

  /** Forgets a view; what it shows stays as it is. */
  const dropView = (name: string): void => {
    const file = openFile.peek()
    const others = keptColumns(file).views.filter(({ title }) => title !== name)
    keepColumns(file, { views: others })
    view.value = null
    keep()
  }

  /** Whether the columns stand as the chosen view has them. */
  const isAsViewed = computed(() => {
    void columns.value
    return (
      queryText(writeLook(lookOf(view.value) ?? allColumns)) === queryText(writeLook(look.value))
    )
  })

  /** Keeps how wide columns are drawn. */
  const keepWidths = (drawn: Readonly<Record<string, number>>): void => {
    widthsPx.value = { ...widthsPx.peek(), ...drawn }
    keepColumns(openFile.peek(), { widthsPx: widthsPx.peek() })
  }

  /** Fits columns to what they hold again. */
  const fitWidths = (): void => {
    widthsPx.value = {}
    keepColumns(openFile.peek(), { widthsPx: {} })
  }

  /** What an address says of the columns: the name of a view that comes with the page says it all. */
  const columnsQuery = (): Readonly<Record<string, string | undefined>> => {
    const name = view.peek()
    // A grid that is drawn asks for this; what is kept is not drawn.
    const isShipped = name !== null && untracked(() => ownView(name)) === undefined
    const isTold = isShipped && isAsViewed.peek()
    return { view: name ?? undefined, ...(isTold ? {} : writeLook(look.peek())) }
  }

  /** Follows the address, or else what was kept, from table to table; gives what ends that. */
  const followColumns = (): (() => void) => {
    /** The view that is looked by as soon as the columns are known. */
    let due: ShippedView | undefined
    const ends = [
      effect(() => {
        const file = openFile.value
        const { query } = route.peek()
        // What is kept from now on is what is shown already.
        const kept = untracked(() => keptColumns(file))
        const [told, name] = [readParts(query), query.get("view")]
        const isTold = told !== undefined || name !== null
        const asked = isTold ? name : kept.view
        const isOwn = kept.views.some(({ title }) => title === asked)
        const shipped = isOwn ? undefined : shippedOf(file).find((each) => each.name === asked)
        batch(() => {
          openMenu.value = null
          isListOpen.value = false
          widthsPx.value = kept.widthsPx
          view.value = isOwn || shipped !== undefined ? asked : null
          look.value = (isTold ? told : readParts(new URLSearchParams(kept.look))) ?? allColumns
        })
        due = isTold && told === undefined ? shipped : undefined
      }),
      effect(() => {
        if (columns.value.length === 0 || due === undefined) return
        look.value = shippedLook(due)
        due = undefined
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }

  return {
    look,
    view,
    views,
    widthsPx,
    shown,
    columnsShown,
    columnsHidden,
    pinsDrawn,
    openMenu,
    isListOpen,
    arrange,
    showColumns,
    hideColumns,
    pinUpTo,
    chooseView,
    keepView,
    dropView,
    isAsViewed,
    keepWidths,
    fitWidths,
    columnsQuery,
    followColumns,
  }
}

/** Which columns of a grid are shown. */
export type ColumnState = ReturnType<typeof makeColumnState>

const shippedOf = (file: string): ReadonlyArray<ShippedView> =>
  shippedViews.filter((each) => each.file === file)

const readParts = (query: URLSearchParams): ColumnLook | undefined =>
  readLook((name) => query.get(name))
