import type { GeoProjection } from "d3-geo"
import type { Feature, Geometry } from "geojson"
import type { JSX } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import type { GeometryCollection, Topology } from "topojson-specification"
import { inWords, language } from "../../kit/language.ts"
import { useWidth } from "../../kit/plot-figure.tsx"
import { wholeMoney } from "./shape-text.ts"
import { shapeWords } from "./shape-words.ts"
import type { MedicalMapView, MedicalPlace } from "../../../../../rules/changes/shape/shape-view.ts"

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

/** A place as the map draws it. */
interface DrawnPlace {
  /** The outline as a path; null for a place that is drawn as a dot. */
  readonly path: string | null
  readonly x: number
  readonly y: number
}

/** Draws the map in a width. */
interface WorldOutlines {
  readonly draw: (width: number) => WorldDrawing
}

/** The map in one width: places by their codes, and the outlines of what has none. */
interface WorldDrawing {
  readonly width: number
  readonly height: number
  readonly places: ReadonlyMap<string, DrawnPlace>
  readonly others: ReadonlyArray<string>
}

/**
 * The code of a place by its number in ISO 3166, as the outlines have it: languages know regions by
 * both. Undefined for what has no number.
 */
const regionOf = (id: string | number | undefined): string | undefined => {
  if (id === undefined) return undefined
  const { region } = new Intl.Locale(`und-${String(id).padStart(3, "0")}`)
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : undefined
}

type Countries = Topology<{ readonly countries: GeometryCollection }>

/** Nobody lives there, and its outline would take a fifth of the map: it stands in the table alone. */
const leftOut = "AQ"

/** The map's height for a width of 1. */
const aspect = 0.45

const fitted = (
  projection: GeoProjection,
  width: number,
  shapes: ReadonlyArray<Feature<Geometry>>,
): GeoProjection =>
  projection.fitExtent(
    [
      [4, 4],
      [width - 4, width * aspect - 4],
    ],
    { type: "FeatureCollection", features: [...shapes] },
  )

/** Loads the outlines and what draws them; neither is part of the first screen. */
const loadOutlines = async (): Promise<WorldOutlines> => {
  const [{ geoEqualEarth, geoPath }, { feature }, atlas, small] = await Promise.all([
    import("d3-geo"),
    import("topojson-client"),
    import("world-atlas/countries-110m.json"),
    import("virtual:small-places"),
  ])
  const topology = atlas.default as unknown as Countries
  const outlines = topology.objects.countries.geometries
    .map((geometry) => ({
      code: regionOf(geometry.id),
      shape: feature(topology, geometry) as Feature<Geometry>,
    }))
    .filter(({ code }) => code !== leftOut)
  const shapes = outlines.map(({ shape }) => shape)
  return {
    draw: (width) => {
      const projection = fitted(geoEqualEarth(), width, shapes)
      const pathOf = geoPath(projection).digits(1)
      const places = new Map<string, DrawnPlace>()
      const others: Array<string> = []
      for (const { code, shape } of outlines) {
        const path = pathOf(shape)
        if (path === null) continue
        const [x, y] = pathOf.centroid(shape)
        if (code === undefined) others.push(path)
        else places.set(code, { path, x, y })
      }
      for (const [id, longitude, latitude] of small.default) {
        const code = regionOf(id)
        const [x, y] = projection([longitude, latitude]) ?? [Number.NaN, Number.NaN]
        if (code !== undefined && Number.isFinite(x) && !places.has(code)) {
          places.set(code, { path: null, x, y })
        }
      }
      return { width, height: Math.ceil(width * aspect), places, others }
    },
  }
}
