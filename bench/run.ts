import { parseArgs } from "node:util"
import { compare, type Exactness, type Figure, type Race } from "./compare.ts"
import { conversionRace } from "./conversion.ts"
import { decisionTableRace } from "./decision-tables.ts"
import { seed } from "./inputs.ts"
import { flatnessRace, pipelineRace } from "./pipeline.ts"
import { bilanRace, quoteRace } from "./shipped-tables.ts"

const races: Readonly<Record<string, ReadonlyArray<() => Race>>> = {
  bilan: [bilanRace],
  quote: [quoteRace],
  conversion: [undefined, "EUR"].map((from) => () => conversionRace(from)),
  pipeline: [pipelineRace, flatnessRace],
  "decision-tables": [40, 1_000, 10_000].map((size) => () => decisionTableRace(size)),
}

const { values: asked } = parseArgs({
  options: { json: { type: "boolean" }, only: { type: "string", multiple: true } },
})

const unknown = asked.only?.find((name) => races[name] === undefined)
if (unknown !== undefined) {
  console.error(`no bench ${unknown}; there are ${Object.keys(races).join(", ")}`)
  process.exit(2)
}

const duration = (ns: number): string =>
  ns < 10_000 ? `${ns.toFixed(0)} ns` : `${(ns * 0.001).toFixed(0)} µs`

const factor = (times: number): string => times.toFixed(times < 10 ? 2 : 0)

const line = ({ against, least, most, peerNs, target, times }: Figure): string => {
  const spread = `${factor(least)} to ${factor(most)}`
  const verdict = times >= (target ?? 0) ? "reached" : "missed"
  const aim = target === undefined ? "" : `, target ${target}: ${verdict}`
  return `  ${factor(times)} times as fast as ${against} (${duration(peerNs)}; ${spread})${aim}`
}

const exactnessLine = ({ cases, differences, name }: Exactness): string =>
  `  ${name}: ${differences} of ${cases} answers differ from the exact rational`

const figures: Array<Figure> = []
const exactness: Array<Exactness> = []
if (asked.json !== true) console.log(`seed ${seed}`)
for (const makeRace of (asked.only ?? Object.keys(races)).flatMap((name) => races[name] ?? [])) {
  const race = makeRace()
  const found = await compare(race)
  figures.push(...found)
  exactness.push(...(race.exactness ?? []))
  if (asked.json === true) continue
  const [first] = found
  console.log(first === undefined ? "" : `${first.work}: ${duration(first.workNs)}`)
  for (const figure of found) console.log(line(figure))
  for (const held of race.exactness ?? []) console.log(exactnessLine(held))
}
if (asked.json === true) console.log(JSON.stringify({ seed, figures, exactness }, null, 2))
