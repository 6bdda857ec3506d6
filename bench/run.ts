import { join } from "node:path"
import { compareRevision } from "./compare-revision.ts"
import { NotComparable } from "./compare-revision-checkout.ts"
import type { Part } from "./part.ts"
import { parts } from "./parts.ts"
import { comparisonText } from "./report-comparison.ts"
import { writeReports } from "./report-files.ts"
import { jsonFigures } from "./report-json.ts"
import {
  type BenchRecord,
  currentCircumstances,
  makeRecord,
  recordedPart,
  root,
} from "./report-record.ts"
import { tableText } from "./report-table.ts"
import { type Asked, options, readAsked } from "./run-asked.ts"
import { reserveStandardOutput } from "./run-output.ts"
import { runParts } from "./run-parts.ts"
import { settingNames, settingOf, settings, settingsAmiss } from "./settings.ts"
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

const usage = (): string =>
  usageText("npm run bench -- [options]", [
    optionsSection(options),
    {
      heading: "Parts",
      rows: parts.map(({ about, isLong, name }) => [
        name,
        isLong ? `${about} Takes minutes.` : about,
      ]),
    },
    {
      heading: "Settings of the environment",
      rows: settingNames.map((name) => [
        name,
        `${settings[name].about}; usually ${settings[name].usual}`,
      ]),
    },
  ])

const say = (text: string): void => console.log(text)

/** Says and writes what was found; the exit status tells of failed parts and, if asked, of missed targets. */
const finish = ({ out, strict }: Asked, record: BenchRecord): void => {
  say(`\n${tableText(record)}`)
  writeReports(out, record)
  say(`written to ${join(out, "latest.html")} and latest.json`)
  const isFailed = record.parts.some(({ failure }) => failure !== null)
  if (isFailed || (strict && record.missed > 0)) process.exitCode = 1
}

/** Runs the parts, and gives the figures for machines. */
const runHere = async (asked: Asked): Promise<unknown> => {
  say(`seed ${settingOf("VIATICA_SEED")}`)
  const outcomes = await runParts(chooseParts(asked), say)
  finish(asked, makeRecord(currentCircumstances(), outcomes.map(recordedPart)))
  return jsonFigures(outcomes.flatMap(({ figures }) => figures))
}

/** Runs the parts here and at a revision, and gives the comparison. */
const runAgainst = async (asked: Asked, revision: string): Promise<unknown> => {
  const { install, runs } = asked
  const stop = new AbortController()
  const stopped = (): void => stop.abort()
  process.once("SIGINT", stopped).once("SIGTERM", stopped)
  const options = { root, revision, install, runs, say, signal: stop.signal }
  try {
    const { comparison, parts } = await compareRevision({ ...options, parts: chooseParts(asked) })
    finish(asked, makeRecord(currentCircumstances(), parts, comparison))
    say(`\n${comparisonText(comparison)}`)
    return comparison
  } catch (cause) {
    if (cause instanceof NotComparable) return refuse(cause.message)
    if (stop.signal.aborted) process.exit(130)
    throw cause
  }
}

const asked = readAsked(process.argv.slice(2))
const amiss = settingsAmiss(process.env)
if (typeof asked === "string") refuse(asked)
else if (asked.help) say(usage())
else if (amiss !== undefined) refuse(amiss)
else {
  const print = asked.json ? reserveStandardOutput() : undefined
  const { compare } = asked
  const found = await (compare === undefined ? runHere(asked) : runAgainst(asked, compare))
  print?.(JSON.stringify(found, null, 2))
}
