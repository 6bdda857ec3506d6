// Builds the page of the workbench into a folder: for the package, and for a run from the sources,
// which builds it anew whenever a source is newer.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { geoCentroid } from "d3-geo"
import { feature } from "topojson-client"
import type { GeometryCollection, Topology } from "topojson-specification"
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite"
import { type BundledPackage, bundledPackages, licencesOf } from "./bundled-packages.ts"

const root = fileURLToPath(new URL("../", import.meta.url))
const page = join(root, "http/workbench")

/** What the page is made of: its own folder, and what it shares with the pages of the service. */
const sources = [page, join(root, "http/pages")]

type Countries = Topology<{ readonly countries: GeometryCollection }>

const countriesAt = (scale: "50m" | "110m"): Countries =>
  JSON.parse(
    readFileSync(join(root, `node_modules/world-atlas/countries-${scale}.json`), "utf8"),
  ) as Countries

const hundredth = (degrees: number): number => Math.round(degrees * 100) / 100

// The map has the outlines of 1:110 million, of 108 kB; those of 1:50 million are of 756 kB. What only
// those have is too small to be seen as an outline: the page has where it lies, and draws a dot.
const smallPlaces = (): ReadonlyArray<
  readonly [id: string, longitude: number, latitude: number]
> => {
  const outlined = new Set(countriesAt("110m").objects.countries.geometries.map(({ id }) => id))
  const fine = countriesAt("50m")
  return fine.objects.countries.geometries.flatMap((geometry) => {
    if (geometry.id === undefined || outlined.has(geometry.id)) return []
    const [longitude, latitude] = geoCentroid(feature(fine, geometry))
    return [[String(geometry.id), hundredth(longitude), hundredth(latitude)] as const]
  })
}

const smallPlacesModule = (): Plugin => ({
  name: "small-places",
  resolveId: (id) => (id === "virtual:small-places" ? `\0${id}` : undefined),
  load: (id) =>
    id === "\0virtual:small-places" ? `export default ${JSON.stringify(smallPlaces())}` : undefined,
})

/** The script that keeps keys until the page has come; alone, and before all others. */
const earlyKeys = join(page, "app/early-keys.ts")

const withEarlyKeys = (): Plugin => ({
  name: "early-keys",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === "chunk" && file.facadeModuleId === earlyKeys)
        .map(({ fileName }) => ({
          tag: "script",
          attrs: { src: `./${fileName}` },
          injectTo: "head-prepend",
        })),
  },
})

/** What Vite makes the page from, and into which folder. */
export const workbenchPageInput = (folder: string): InlineConfig => ({
  configFile: false,
  root: page,
  base: "./",
  logLevel: "warn",
  plugins: [smallPlacesModule(), withEarlyKeys()],
  // Whatever the environment says: for development, each element would name its file on this machine.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    rolldownOptions: { input: [join(page, "index.html"), earlyKeys] },
    // The map and the charts are asked for when their screen is; they weigh what they weigh.
    chunkSizeWarningLimit: 1_500,
  },
})

/** The scripts of a page that Vite has built. */
export const scriptsOf = (
  built: Awaited<ReturnType<typeof build>>,
): ReadonlyArray<Rolldown.OutputChunk> =>
  [built]
    .flat()
    .flatMap((made) => ("output" in made ? made.output : []))
    .filter((file) => file.type === "chunk")

/** Writes the page, its scripts and styles, and the licences of the packages that are in it. */
export const buildWorkbenchPages = async (
  folder: string,
): Promise<ReadonlyArray<BundledPackage>> => {
  const packages = bundledPackages(scriptsOf(await build(workbenchPageInput(folder))))
  writeFileSync(join(folder, "LICENCES.txt"), licencesOf(packages))
  return packages
}

const newestBelow = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  )

/** The folder of the page as the sources have it now; it lies beside the packages that it is made of. */
export const currentWorkbenchPages = async (): Promise<string> => {
  const folder = join(root, "node_modules/.cache/viatica/workbench")
  const built = join(folder, "index.html")
  const newest = Math.max(
    ...sources.map(newestBelow),
    statSync(join(root, "package-lock.json")).mtimeMs,
  )
  if (!existsSync(built) || statSync(built).mtimeMs < newest) await buildWorkbenchPages(folder)
  return folder
}
