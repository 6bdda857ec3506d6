import type { JSX } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import type { MedicalPlace, MedicalMapView } from "../../../../../rules/changes/shape/shape-view.ts"
import { inWords, language } from "../../kit/language.ts"
import { useWidth } from "../../kit/plot-figure.tsx"
import { wholeMoney } from "./shape-text.ts"
import { shapeWords } from "./shape-words.ts"
import { type DrawnPlace, loadOutlines, type WorldOutlines } from "./world-outlines.ts"

let loaded: WorldOutlines | undefined

/** How far off the line of an arrow key a place may lie, against how far along it. */
const leaning = 2

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The place that an arrow key leads to: the nearest one in its direction. */
const neighbour = (
  places: ReadonlyMap<string, DrawnPlace>,
  from: DrawnPlace | undefined,
  [across, down]: readonly [number, number],
): string | undefined => {
  if (from === undefined) return [...places.keys()][0]
  let best: string | undefined
  let nearest = Number.POSITIVE_INFINITY
  for (const [code, { x, y }] of places) {
    const along = (x - from.x) * across + (y - from.y) * down
    const aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * across)
    if (along <= 0.5) continue
    const distance = along + aside * leaning
    if (distance < nearest) {
      nearest = distance
      best = code
    }
  }
  return best
}

const optionId = (code: string): string => `shape-place-${code}`

/** The world with a step of colour for each country; a press or an arrow key chooses one. */
export const WorldMap = ({
  chosen,
  onChoose,
  view,
}: {
  readonly view: MedicalMapView
  readonly chosen: string
  readonly onChoose: (code: string) => void
}): JSX.Element => {
  const words = inWords(shapeWords)
  const { box, width } = useWidth()
  const [outlines, setOutlines] = useState(loaded)
  useEffect(() => {
    if (outlines !== undefined) return
    void loadOutlines().then((found) => {
      loaded = found
      setOutlines(found)
    })
  }, [])
  const drawing = useMemo(
    () => (outlines === undefined || width === 0 ? undefined : outlines.draw(width)),
    [outlines, width],
  )
  const steps = view.steps.map(({ step }) => step)
  const nameOf = ({ after, name }: MedicalPlace): string => {
    const amount = view.steps.find(({ step }) => step === after)?.amount ?? 0
    return `${name[language.value]}, ${wholeMoney(amount, view.currency)}`
  }
  const drawn = view.places.flatMap((place) => {
    const at = drawing?.places.get(place.code)
    return at === undefined ? [] : [{ ...place, at }]
  })
  const known = new Map(drawn.map(({ at, code }) => [code, at]))
  const ringed = known.get(chosen)
  const move = (event: KeyboardEvent): void => {
    const direction = directions[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const next = neighbour(known, ringed, direction)
    if (next !== undefined) onChoose(next)
  }
  return (
    <div class="world" ref={box} style={{ minHeight: Math.ceil(drawing?.height ?? 280) }}>
      {drawing === undefined ? null : (
        <svg
          role="listbox"
          aria-label={words.map}
          aria-activedescendant={ringed === undefined ? undefined : optionId(chosen)}
          tabindex={0}
          width={drawing.width}
          height={drawing.height}
          onKeyDown={move}
        >
          <g aria-hidden="true" class="no-data">
            {drawing.others.map((path) => (
              <path d={path} />
            ))}
          </g>
          {drawn.map((place) => {
            const { after, at, before, code } = place
            const shared = {
              id: optionId(code),
              role: "option" as const,
              "aria-selected": code === chosen,
              "aria-label": nameOf(place),
              class: `step-${steps.indexOf(after) + 1}${before !== null && before !== after ? " moved" : ""}`,
              onClick: () => onChoose(code),
            }
            return at.path === null ? (
              <circle key={code} {...shared} cx={at.x} cy={at.y} r={2.6} />
            ) : (
              <path key={code} {...shared} d={at.path} />
            )
          })}
          <g aria-hidden="true" class="rings">
            {drawn.map(({ after, at, before, code }) =>
              before !== null && before !== after ? (
                <circle key={code} class="moved" cx={at.x} cy={at.y} r={8} />
              ) : null,
            )}
            {ringed === undefined ? null : (
              <circle class="chosen" cx={ringed.x} cy={ringed.y} r={10} />
            )}
          </g>
        </svg>
      )}
    </div>
  )
}
