import type { GeoProjection } from "d3-geo"
import type { Feature, Geometry } from "geojson"
import type { GeometryCollection, Topology } from "topojson-specification"

/** A place as the map draws it. */
export interface DrawnPlace {
  /** The outline as a path; null for a place that is drawn as a dot. */
  readonly path: string | null
  readonly x: number
  readonly y: number
}

/** Draws the map in a width. */
export interface WorldOutlines {
  readonly draw: (width: number) => WorldDrawing
}

/** The map in one width: places by their codes, and the outlines of what has none. */
export interface WorldDrawing {
  readonly width: number
  readonly height: number
  readonly places: ReadonlyMap<string, DrawnPlace>
  readonly others: ReadonlyArray<string>
}

/**
 * The code of a place by its number in ISO 3166, as the outlines have it: languages know regions by
 * both. Undefined for what has no number.
 */
export const regionOf = (id: string | number | undefined): string | undefined => {
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
export const loadOutlines = async (): Promise<WorldOutlines> => {
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
