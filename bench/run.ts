import { join } from "node:path"
import type { Part } from "./part.ts"
import { parts } from "./parts.ts"
import { writeReports } from "./report/files.ts"
import { currentCircumstances, jsonFigures, makeRecord } from "./report/record.ts"
import { tableText } from "./report/table.ts"
import { type Asked, options, readAsked } from "./run-asked.ts"
import { reserveStandardOutput } from "./run-output.ts"
import { runParts } from "./run-parts.ts"
import { seed, settingNames, settings, settingsAmiss } from "./settings.ts"
import { optionsSection, usageText } from "./usage.ts"

const refuse = (reason: string): never => {
  console.error(reason)
  process.exit(2)
}

const chooseParts = ({ long, only }: Asked): ReadonlyArray<Part> => {
  const names = parts.map(({ name }) => name)
  const unknown = only?.find((name) => !names.includes(name))
  if (unknown !== undefined) refuse(`no bench ${unknown}; there are ${names.join(", ")}`)
  return parts.filter(({ isLong = false, name }) =>
    only === undefined ? !isLong || long : only.includes(name),
  )
}

/** The long parts that a plain run leaves out; a run of named parts knows what is left out. */
const leftOutText = ({ long, only }: Asked): string | undefined => {
  if (long || only !== undefined) return undefined
  const names = parts.flatMap(({ isLong, name }) => (isLong === true ? [name] : []))
  return `not run, as they take minutes (--long): ${names.join(", ")}`
}

const usage = (): string =>
  usageText("npm run bench -- [options]", [
    optionsSection(options),
    {
      heading: "Parts",
      rows: parts.map(({ about, isLong, name }) => [
        name,
        isLong === true ? `${about} Takes minutes.` : about,
      ]),
    },
    {
      heading: "Settings of the environment",
      rows: settingNames.map((name) => [name, settings[name].about]),
    },
    {
      heading: "Exit status",
      rows: [
        ["0", "all parts ran, whatever they met"],
        ["1", "a part could not run, or answers differ; with --strict also a missed target"],
        ["2", "asked amiss: nothing ran"],
      ],
    },
  ])

const say = (text: string): void => console.log(text)

const run = async (asked: Asked): Promise<void> => {
  const print = asked.json ? reserveStandardOutput() : undefined
  say(`seed ${seed()}`)
  const record = makeRecord(currentCircumstances(), await runParts(chooseParts(asked), say))
  say(`\n${[tableText(record), leftOutText(asked)].filter(Boolean).join("\n")}`)
  writeReports(asked.out, record)
  say(`written to ${join(asked.out, "latest.html")} and latest.json`)
  const isFailed = record.parts.some(({ failure }) => failure !== null)
  const isMissed = record.targets.some(({ met }) => !met)
  if (isFailed || (asked.strict && isMissed)) process.exitCode = 1
  print?.(JSON.stringify(jsonFigures(record), null, 2))
}

const asked = readAsked(process.argv.slice(2))
const amiss = settingsAmiss(process.env)
if (typeof asked === "string") refuse(asked)
else if (asked.help) say(usage())
else if (amiss !== undefined) refuse(amiss)
else await run(asked)
