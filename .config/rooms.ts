import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, posix, relative, sep } from "node:path"
import { pathToFileURL } from "node:url"
import { parseAst } from "rolldown/parseAst"

/** An import of one file by another, both named from the root with `/`. */
export interface Arrow {
  readonly from: string
  readonly to: string
}

/** Folders whose rooms are compared with each other. */
const areas = ["core", "rules", "http"] as const

/**
 * The rooms of the shell, from the bottom up: each imports only rooms that come before it here.
 * Rooms in one line do not know each other.
 */
export const shellOrder: ReadonlyArray<ReadonlyArray<string>> = [
  // The service, and what it stands on.
  ["platform", "messages"],
  ["config"],
  ["observability"],
  ["ports"],
  ["api"],
  ["endpoints", "pages"],
  ["gateway"],
  ["store", "outside", "tables"],
  ["metrics"],
  ["processes"],
  ["runtime"],
  // What is made of the same rooms and is no service.
  ["library", "clients", "facts", "terminal"],
  ["bulk"],
  ["emulator", "workbench"],
  ["cli"],
]

const filesIn = (root: string, folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    // What was built there is no source.
    .filter((file) => !file.includes("/dist/"))

interface Node {
  readonly type: string
  readonly source?: Node | null
  readonly argument?: Node
  readonly value?: unknown
}

// Every node of a syntax tree, from the outside in.
function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return
  if ("type" in value) yield value as Node
  for (const part of Object.values(value)) yield* nodesOf(part)
}

const sourceTypes = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
])

const specifiersOf = (text: string, lang: "ts" | "tsx"): ReadonlyArray<string> =>
  [...nodesOf(parseAst(text, { lang }))].flatMap(({ source, type }) =>
    sourceTypes.has(type) && typeof source?.value === "string" ? [source.value] : [],
  )

/** All imports between files of some folders below a root, types and dynamic ones included. */
export const readArrows = (root: string, folders: ReadonlyArray<string>): ReadonlyArray<Arrow> =>
  folders.flatMap((folder) =>
    filesIn(root, folder).flatMap((from) =>
      specifiersOf(readFileSync(join(root, from), "utf8"), from.endsWith(".tsx") ? "tsx" : "ts")
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => ({ from, to: posix.join(dirname(from), specifier) })),
    ),
  )

/** The room of a file in a folder: the folder right below it. Files of the folder itself have none. */
const roomIn = (folder: string, file: string): string | undefined => {
  if (!file.startsWith(`${folder}/`)) return undefined
  const [room, ...rest] = file.slice(folder.length + 1).split("/")
  return rest.length === 0 ? undefined : `${folder}/${room}`
}

const foldersOf = (arrows: ReadonlyArray<Arrow>): ReadonlyArray<string> => {
  const folders = new Set<string>()
  for (const { from } of arrows) {
    for (let folder = dirname(from); folder !== "."; folder = dirname(folder)) folders.add(folder)
  }
  return [...folders].sort()
}

/** A way of arrows from a room back to itself; undefined where there is none. */
const circleFrom = (
  start: string,
  next: ReadonlyMap<string, ReadonlyMap<string, Arrow>>,
): ReadonlyArray<Arrow> | undefined => {
  const ways = new Map<string, ReadonlyArray<Arrow>>([[start, []]])
  for (const [room, way] of ways) {
    for (const [other, arrow] of next.get(room) ?? []) {
      if (other === start) return [...way, arrow]
      if (!ways.has(other)) ways.set(other, [...way, arrow])
    }
  }
  return undefined
}

/**
 * Circles of neighbouring rooms, the shortest one through each room: rooms are the folders that lie
 * side by side in one folder, at any depth.
 */
export const findCircles = (arrows: ReadonlyArray<Arrow>): ReadonlyArray<ReadonlyArray<Arrow>> => {
  const circles = foldersOf(arrows).flatMap((folder) => {
    const next = new Map<string, Map<string, Arrow>>()
    for (const arrow of arrows) {
      const [from, to] = [roomIn(folder, arrow.from), roomIn(folder, arrow.to)]
      if (from === undefined || to === undefined || from === to) continue
      const others = next.get(from) ?? new Map<string, Arrow>()
      if (!others.has(to)) others.set(to, arrow)
      next.set(from, others)
    }
    return [...next.keys()].map((room) => circleFrom(room, next) ?? [])
  })
  return circles.filter((circle) => circle.length > 0)
}

/** Circles of files, the shortest one through each file; an import of types alone counts too. */
export const findFileCircles = (
  arrows: ReadonlyArray<Arrow>,
): ReadonlyArray<ReadonlyArray<Arrow>> => {
  const next = new Map<string, Map<string, Arrow>>()
  for (const arrow of arrows) {
    next.set(arrow.from, (next.get(arrow.from) ?? new Map<string, Arrow>()).set(arrow.to, arrow))
  }
  return [...next.keys()].flatMap((file) => {
    const circle = circleFrom(file, next)
    return circle === undefined ? [] : [circle]
  })
}

/**
 * Imports between rooms of a folder that go up or sideways, by the order of its rooms; a room that the
 * order does not name may import nothing.
 */
export const findRising = (
  folder: string,
  order: ReadonlyArray<ReadonlyArray<string>>,
  arrows: ReadonlyArray<Arrow>,
): ReadonlyArray<Arrow> => {
  const heightOf = (file: string): number | undefined => {
    const room = roomIn(folder, file)
    const height = order.findIndex((rooms) => rooms.some((name) => `${folder}/${name}` === room))
    return height < 0 ? undefined : height
  }
  return arrows.filter(({ from, to }) => {
    const [room, other] = [roomIn(folder, from), roomIn(folder, to)]
    if (!from.startsWith(`${folder}/`) || other === undefined || room === other) return false
    const [height, below] = [heightOf(from), heightOf(to)]
    return height === undefined || below === undefined || below >= height
  })
}

const inWords = (what: string, circle: ReadonlyArray<Arrow>): string =>
  [
    `${what} import each other in a circle:`,
    ...circle.map(({ from, to }) => `  ${from} -> ${to}`),
  ].join("\n")

const main = (): void => {
  const arrows = readArrows(process.cwd(), areas)
  const circles = findCircles(arrows)
  for (const circle of circles) console.error(inWords("rooms", circle))
  const fileCircles = findFileCircles(arrows)
  for (const circle of fileCircles) console.error(inWords("files", circle))
  const rising = findRising("http", shellOrder, arrows)
  for (const { from, to } of rising)
    console.error(`${from} imports a room that is not below its own: ${to}`)
  console.log(
    `Rooms: ${arrows.length} imports in ${areas.join(", ")}, ${circles.length} circles of rooms, ${fileCircles.length} of files, ${rising.length} upwards.`,
  )
  if (arrows.length === 0 || circles.length + fileCircles.length + rising.length > 0)
    process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main()
