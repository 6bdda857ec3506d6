import type * as Plot from "@observablehq/plot"
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"

/** The library of charts, loaded when the first is drawn. */
export type PlotLibrary = typeof Plot

let library: PlotLibrary | undefined

/** A width in which a chart is drawn, and the library that draws it. */
export interface PlotCanvas {
  readonly width: number
  readonly plot: PlotLibrary
}

/** Follows how wide an element is. */
export const useWidth = (): {
  readonly box: { readonly current: HTMLDivElement | null }
  readonly width: number
} => {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}

/**
 * A chart that is drawn anew in each width, so that its text keeps its size. Its name says in a sentence
 * what it shows; what it shows is `of`. A press on a mark goes where the mark says.
 */
export const PlotFigure = <Of,>({
  draw,
  height,
  name,
  of,
}: {
  readonly name: string
  readonly height: number
  readonly of: Of
  readonly draw: (canvas: PlotCanvas, of: Of) => SVGElement | HTMLElement
}): JSX.Element => {
  const { box, width } = useWidth()
  const [plot, setPlot] = useState(library)
  useEffect(() => {
    if (plot !== undefined) return
    void import("@observablehq/plot").then((loaded) => {
      library = loaded
      setPlot(loaded)
    })
  }, [])
  useEffect(() => {
    if (plot === undefined || width === 0) return
    const drawn = draw({ plot, width }, of)
    // The library names its groups of marks; inside of a picture with a name they are none.
    for (const group of drawn.querySelectorAll("[aria-label]")) group.removeAttribute("aria-label")
    drawn.setAttribute("role", "img")
    drawn.setAttribute("aria-label", name)
    box.current?.replaceChildren(drawn)
  }, [plot, width, of, name])
  return <div class="plot" ref={box} style={{ minHeight: height }} />
}
