import { focusCell, select } from "./grid-selection.ts"
import { selection } from "./grid-state.ts"

const cells = 'revogr-data[col-type="rgCol"] [role="gridcell"]'

/** Heads are in a row, and one cell can be reached by Tab: the grid's element leaves both out. */
const settle = (element: HTMLElement): void => {
  for (const row of element.querySelectorAll(".header-rgRow")) row.setAttribute("role", "row")
  element.setAttribute("tabindex", "-1")
  if (element.querySelector(`${cells}[tabindex="0"]`) !== null) return
  element.querySelector(cells)?.setAttribute("tabindex", "0")
}

/** Completes the roles of a grid's element, and leads who comes by Tab to the selected cell. */
export const completeRoles = (element: HTMLElement): void => {
  let isDue = false
  const soon = (): void => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      settle(element)
    })
  }
  for (const event of ["afterheaderrender", "aftergridrender", "afterrender"]) {
    element.addEventListener(event, soon)
  }
  element.addEventListener("focusin", ({ relatedTarget, target }) => {
    if (!(target instanceof HTMLElement) || target.role !== "gridcell") return
    for (const cell of element.querySelectorAll(`${cells}[tabindex="0"]`)) {
      if (cell !== target) cell.setAttribute("tabindex", "-1")
    }
    target.setAttribute("tabindex", "0")
    if (relatedTarget instanceof Node && element.contains(relatedTarget)) return
    if (selection.peek() === null) void select({ row: 0, column: 0 })
    else void focusCell()
  })
}
