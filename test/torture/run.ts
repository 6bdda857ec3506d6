import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { reserveStandardOutput } from "../../bench/run-output.ts"
import { optionsSection, usageText } from "../../bench/usage.ts"
import type { Part } from "./part.ts"
import { parts } from "./parts.ts"
import { isAllKept, markdownRows, type PartReport } from "./report.ts"
import { type Asked, options, readAsked } from "./run-asked.ts"
import { runPart } from "./run-parts.ts"
import { endStages } from "./stage.ts"

const refuse = (reason: string): never => {
  console.error(reason)
  process.exit(2)
}

const chooseParts = ({ only }: Asked): ReadonlyArray<Part> => {
  const names = parts.map(({ name }) => name)
  const unknown = only?.find((name) => !names.includes(name))
  if (unknown !== undefined) refuse(`no torture ${unknown}; there are ${names.join(", ")}`)
  return parts.filter(({ name }) => only === undefined || only.includes(name))
}

const runAll = async (asked: Asked): Promise<ReadonlyArray<PartReport>> => {
  const { seed, short: isShort } = asked
  const say = (line: string): void => console.log(line)
  say(`seed ${seed}`)
  const reports: Array<PartReport> = []
  for (const part of chooseParts(asked)) reports.push(await runPart(part, { seed, isShort, say }))
  say(`\n${markdownRows(reports)}`)
  return reports
}

const usage = (): string =>
  usageText("npm run torture -- [options]", [
    optionsSection(options),
    { heading: "Parts", rows: parts.map(({ about, name }) => [name, about]) },
  ])

/** A run that is told to stop leaves no server, database or folder behind. */
const stop = (): void => void endStages().finally(() => process.exit(130))

process.once("SIGINT", stop).once("SIGTERM", stop)

const asked = readAsked(process.argv.slice(2))
if (typeof asked === "string") refuse(asked)
else if (asked.help) console.log(usage())
else {
  const print = asked.json ? reserveStandardOutput() : undefined
  const reports = await runAll(asked)
  const record = { seed: asked.seed, short: asked.short, ranAt: new Date().toISOString(), reports }
  mkdirSync(asked.out, { recursive: true })
  writeFileSync(join(asked.out, "latest.json"), `${JSON.stringify(record, null, 2)}\n`)
  console.log(`written to ${join(asked.out, "latest.json")}`)
  print?.(JSON.stringify(record, null, 2))
  if (!isAllKept(reports)) process.exitCode = 1
}
