import { parseArgs } from "node:util"
import type { Figure } from "./figure.ts"
import { seed } from "./inputs.ts"
import { parts } from "./parts.ts"
import { jsonFigures } from "./report-json.ts"
import { foundText } from "./report-text.ts"

const { values: asked } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
  },
})

const names = parts.map(({ name }) => name)
const unknown = asked.only?.find((name) => !names.includes(name))
if (unknown !== undefined) {
  console.error(`no bench ${unknown}; there are ${names.join(", ")}`)
  process.exit(2)
}

const chosen = parts.filter(({ isLong = false, name }) =>
  asked.only === undefined ? !isLong || asked.long : asked.only.includes(name),
)

/** With `--json`, standard output is for the figures alone. */
const say = (text: string): void => {
  if (asked.json) console.error(text)
  else console.log(text)
}

const figures: Array<Figure> = []
say(`seed ${seed}`)
for (const part of chosen) {
  say(`\n${part.name}: ${part.about}`)
  for await (const found of part.run()) {
    figures.push(...found.figures)
    say(foundText(found))
  }
}
if (asked.json) console.log(JSON.stringify(jsonFigures(figures), null, 2))
