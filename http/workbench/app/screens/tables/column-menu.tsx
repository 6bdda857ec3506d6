import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { withFold, withGroup, withoutGroup } from "../../../../../rules/changes/grid/column-look.ts"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { columnTitle } from "./column-title.ts"
import { columnWords } from "./column-words.ts"
import { followPressElsewhere } from "./grid-focus.ts"
import { type ScreenGrid, useGrid } from "./grid.ts"
import { placeBelowHead } from "./head-place.ts"

/** What can be done to a column, below its head. */
export const OpenColumnMenu = (): JSX.Element | null => {
  const { columnsShown, openMenu } = useGrid()
  const name = openMenu.value
  const isShown = columnsShown.value.some((column) => column.name === name)
  return name === null || !isShown ? null : <ColumnMenu key={name} name={name} />
}

type Item = readonly [label: string, work: () => void]

/** The items of the menu of a column, in parts. */
const itemsOf = (grid: ScreenGrid, name: string): ReadonlyArray<ReadonlyArray<Item>> => {
  const { arrange, columnsHidden, columnsShown, hideColumns, look, pinUpTo } = grid
  const { selectedColumns, showColumns } = grid
  const words = inWords(columnWords)
  const selected = selectedColumns().map((column) => column.name)
  // What is selected is meant where the column is a part of it.
  const meant = selected.includes(name) ? selected : [name]
  const hidden = columnsHidden.peek().map((column) => column.name)
  const group = look.peek().groups.find(({ columns }) => columns.includes(name))
  const title = `${columnTitle(meant[0] ?? name)} – ${columnTitle(meant.at(-1) ?? name)}`
  const isAll = meant.length >= columnsShown.peek().length
  return [
    [
      [words.sort, () => grid.sortBy(name)],
      [words.filter, () => void (grid.openFilter.value = name)],
    ],
    [
      [
        words.pinTo,
        () => {
          pinUpTo(name)
          const [drawn, asked] = [grid.pinsDrawn.peek(), look.peek().pinned?.length ?? 0]
          if (drawn < asked) tell(words.pinsFit(drawn, asked))
        },
      ],
      ...(grid.pinsDrawn.peek() > 0
        ? [[words.unpin, () => arrange({ ...look.peek(), pinned: [] })] as const]
        : []),
      ...(isAll ? [] : [[words.hide(meant.length), () => hideColumns(meant)] as const]),
      ...(hidden.length === 0
        ? []
        : [[words.showAll(hidden.length), () => showColumns(hidden)] as const]),
    ],
    [
      ...(meant.length < 2
        ? []
        : [
            [
              words.group(meant.length),
              () => arrange(withGroup(look.peek(), title, meant)),
            ] as const,
          ]),
      ...(group === undefined
        ? []
        : ([
            [
              group.isFolded
                ? words.foldGroup(group.title, group.columns.length, true)
                : words.fold,
              () => arrange(withFold(look.peek(), group.title)),
            ],
            [words.ungroup, () => arrange(withoutGroup(look.peek(), group.title))],
          ] as const)),
    ],
    [
      ...(Object.keys(grid.widthsPx.peek()).length === 0
        ? []
        : [[words.fit, grid.fitWidths] as const]),
      [words.list, () => void (grid.isListOpen.value = true)],
    ],
  ]
}

const ColumnMenu = ({ name }: { readonly name: string }): JSX.Element => {
  const grid = useGrid()
  const { focusCell, openMenu } = grid
  const words = inWords(columnWords)
  const box = useRef<HTMLDivElement>(null)
  const close = (): void => {
    openMenu.value = null
  }
  useLayoutEffect(() => {
    placeBelowHead(box.current, name)
    box.current?.querySelector("button")?.focus()
  }, [])
  useEffect(() => followPressElsewhere(() => box.current, close), [])
  const walk = (event: KeyboardEvent): void => {
    const buttons = [...(box.current?.querySelectorAll("button") ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const to = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key]
    if (to !== undefined) buttons[to]?.focus()
    else if (event.key === "Escape" || event.key === "Tab") {
      close()
      void focusCell()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={box}
      class="column-menu"
      role="menu"
      aria-label={words.menuOf(columnTitle(name))}
      onKeyDown={walk}
    >
      {itemsOf(grid, name)
        .filter((part) => part.length > 0)
        .map((part) => (
          <div key={part[0]?.[0]} role="group">
            {part.map(([label, work]) => (
              <button
                key={label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                class="button quiet small"
                onClick={() => {
                  close()
                  work()
                  if (!grid.isListOpen.peek() && grid.openFilter.peek() === null) void focusCell()
                }}
              >
                {label}
              </button>
            ))}
          </div>
        ))}
    </div>
  )
}
