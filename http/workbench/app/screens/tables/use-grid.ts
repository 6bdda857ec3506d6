import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { ScreenGrid } from "./grid.ts"

/** The grid that parts of a screen belong to. */
export const GridContext = createContext<ScreenGrid | null>(null)

/** The grid that a part of the screen belongs to. */
export const useGrid = (): ScreenGrid => {
  const grid = useContext(GridContext)
  if (grid === null) throw new Error("a part of a grid is drawn outside of any")
  return grid
}
