import { closeSync, mkdirSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"

/** Files of requests: one has half of them, one is empty, one has blank lines alone. */
const files = 12

const destinations = ["US", "CA", "JP", "ES", "TH", "MA", "BR", "AU"]
const cards = [
  { network: "visa", tier: "premier" },
  { network: "mastercard", tier: "gold" },
  { bin: "49720312" },
  { none: true },
]

/** Every so many requests one is refused, and one is no JSON. */
const refusedEvery = 50
const brokenEvery = 997

/** The line of a request: its `id` is its number. */
export const requestLine = (id: number): string => {
  if (id % brokenEvery === brokenEvery - 1) return `{"id":${id},`
  const places = [destinations[id % 8], destinations[(id >> 5) % 8]]
  return JSON.stringify({
    id,
    residence: id % refusedEvery === refusedEvery - 1 ? "F" : "FR",
    destinations: id % 3 === 0 ? places : places.slice(0, 1),
    card: cards[(id >> 3) % 4],
    trip: { friends: id % 5 === 0, longTrip: id % 11 === 0 },
  })
}

/** How the first numbers are shared out: half of them go to the first file. */
const fileOf = (id: number): number => (id % 2 === 0 ? 0 : (id >> 1) % files)

/** Writes requests into files of a folder, as a job would find them. */
export const writeRequests = (folder: string, count: number): void => {
  mkdirSync(folder, { recursive: true })
  const open = Array.from({ length: files }, (_, index) =>
    openSync(join(folder, `requests-${String(index).padStart(2, "0")}.ndjson`), "w"),
  )
  const texts = open.map(() => "")
  const flush = (index: number): void => {
    const file = open[index]
    if (file !== undefined) writeSync(file, texts[index] ?? "")
    texts[index] = ""
  }
  for (let id = 0; id < count; id += 1) {
    const index = fileOf(id)
    texts[index] += `${requestLine(id)}\n`
    if ((texts[index]?.length ?? 0) > 1_000_000) flush(index)
  }
  texts.forEach((_, index) => flush(index))
  for (const file of open) closeSync(file)
  for (const [name, text] of [
    ["empty", ""],
    ["blank", "\n\n \n"],
  ] as const) {
    const file = openSync(join(folder, `requests-${name}.ndjson`), "w")
    writeSync(file, text)
    closeSync(file)
  }
}
