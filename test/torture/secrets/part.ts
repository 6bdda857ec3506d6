import { type KeyId } from "../../../rules/accounts/key-text.ts"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { makeDraws } from "../../../core/random/draws.ts"
import { Keys } from "../../../http/ports/keys.ts"
import { runProcess } from "../../support/run-process.ts"
import { startCollector } from "../../http/observability/stand-in-collector.ts"
import { freePort, send } from "../../support/http-call.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { type Stage, type StageKey, withStage } from "../stage.ts"
import { openEstate } from "../tenants/estate.ts"
import { dumpOf, filesOf, rowsOf } from "./database.ts"
import { dieAll } from "./deaths.ts"
import { callAll, refuseAll } from "./drive.ts"
import { type Needle, needle } from "./forms.ts"
import { blindSpots, type Finder, makeFinder } from "./finder.ts"
import { type Driver, emptyHarvest, type Harvest, makeDriver } from "./harvest.ts"
import { builtPackage, filesToPublish, shapesIn } from "./package.ts"
import { metricsIn, tracesIn } from "./observed.ts"
import { type Content, type Place, searchPlace, type Searched } from "./places.ts"

/** How often everything is called, refused and made to fail. */
const rounds = { short: 1, long: 10 } as const

const number = (value: number): string => value.toLocaleString("en")

type CalledKey = StageKey & { readonly ref: string }

const secretNeedles = (secret: string): ReadonlyArray<Needle> => {
  const digits = /[0-9a-f]{64}/.exec(secret)?.[0] ?? ""
  return [
    needle("a signing secret", secret),
    needle("a signing secret's digits", digits),
    { what: "a signing secret's bytes", bytes: Buffer.from(digits, "hex") },
  ]
}

const openKeys = async (
  stage: Stage,
  port: number,
  driver: Driver,
): Promise<ReadonlyArray<CalledKey>> => {
  const keys: Array<CalledKey> = []
  for (const mode of ["sandbox", "live"] as const) {
    const { key, names } = await openEstate(stage, port, driver.draws, `spoken-${mode}`, mode)
    const { secret } = await stage.run(
      Effect.flatMap(Keys, (all) => all.rotate(key.keyId as KeyId)),
    )
    const rotated = { ...key, secret: Redacted.value(secret), ref: names.ref }
    driver.harvest.needles.push(...[key, rotated].flatMap((held) => secretNeedles(held.secret)))
    keys.push(rotated)
  }
  return keys
}

/** What a server says when it cannot start for what it is given. */
const refusedStart = async (
  stage: Stage,
  driver: Driver,
  settings: Readonly<Record<string, string>>,
): Promise<Content> => {
  const main = fileURLToPath(new URL("../../../http/cli/main.ts", import.meta.url))
  const environment = { ...stage.environment, LOG_LEVEL: "All", ...settings }
  for (const value of Object.values(settings)) driver.keep("a setting", value)
  const options = { cwd: stage.database.folder, environment }
  const { stderr, stdout } = await runProcess(process.execPath, [main, "serve"], options)
  return {
    name: `a start with ${Object.keys(settings).join()}`,
    bytes: Buffer.from(stdout + stderr),
  }
}

/** What servers wrote and told while they were driven. */
interface Told {
  readonly logs: Array<Content>
  readonly traces: Array<Content>
  readonly metrics: Array<Content>
}

/** Drives a server that logs, traces and counts, and keeps what it told until it had ended. */
const driveServer = async (
  stage: Stage,
  told: Told,
  format: string,
  drive: (port: number) => Promise<void>,
): Promise<void> => {
  const collector = await startCollector()
  try {
    const metricsPort = await freePort()
    const server = await stage.startServer({
      LOG_LEVEL: "All",
      LOG_FORMAT: format,
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    })
    await drive(server.port)
    const { text } = await send({ port: metricsPort, method: "GET", path: "/metrics" })
    await server.end()
    const name = `a server that logs ${format}`
    if (!text.includes("viatica_http_calls_total")) throw new Error(`${name} counted no call`)
    if (collector.spans().length === 0) throw new Error(`${name} sent no span`)
    told.logs.push({ name, bytes: Buffer.from(server.said()) })
    told.traces.push(tracesIn(name, collector.received()))
    told.metrics.push(metricsIn(name, text))
  } finally {
    await collector.stop()
  }
}

/** Drives a server of each log format through everything, and gives what they told. */
const driveServers = async (stage: Stage, given: Given, harvest: Harvest): Promise<Told> => {
  const draws = makeDraws(given.seed)
  const told: Told = { logs: [], traces: [], metrics: [] }
  let keys: ReadonlyArray<CalledKey> | undefined
  for (const [index, format] of ["text", "json"].entries()) {
    await driveServer(stage, told, format, async (port) => {
      const driver = makeDriver(port, harvest, draws)
      keys ??= await openKeys(stage, port, driver)
      for (let round = 0; round < rounds[given.isShort ? "short" : "long"]; round += 1) {
        // The short form drives one server in the sandbox, the other one live, and halves the deaths.
        for (const key of given.isShort ? keys.slice(index, index + 1) : keys) {
          await callAll(driver, key)
          await refuseAll(driver, key)
          const died = await dieAll(
            stage,
            driver,
            key,
            given.isShort ? { from: index, step: 2 } : { from: 0, step: 1 },
          )
          if (died === 0) throw new Error("no call died")
        }
      }
      if (format === "text") {
        const settings = { MASTER_KEY: `not-a-key-${draws.next()}` }
        told.logs.push(await refusedStart(stage, driver, settings))
      }
    })
  }
  return told
}

/** An order stands in the database, where it belongs; everything else stands nowhere. */
const isStored = ({ what }: Needle): boolean => what === "an order of a log"

const masterKeyNeedles = ({ environment }: Stage): ReadonlyArray<Needle> => {
  const hex = environment["MASTER_KEY"] ?? ""
  return [
    needle("the master key", hex),
    { what: "the master key in bytes", bytes: Buffer.from(hex, "hex") },
  ]
}

const searchAll = async (
  stage: Stage,
  harvest: Harvest,
  told: Told,
  dumped: ReadonlyArray<Content>,
  packed: ReadonlyArray<Content>,
  isShort: boolean,
): Promise<readonly [ReadonlyArray<Searched>, Finder]> => {
  const needles = [...harvest.needles, ...masterKeyNeedles(stage)]
  const everything = makeFinder(needles)
  const notStored = makeFinder(needles.filter((sought) => !isStored(sought)))
  const contents = filesOf(stage.database.folder)
  const files: Place = { name: "the database's files", contents, isText: false }
  const places: ReadonlyArray<readonly [Finder, Place]> = [
    [everything, { name: "logs", contents: told.logs, isText: true }],
    [everything, { name: "traces", contents: told.traces, isText: true }],
    [everything, { name: "metrics", contents: told.metrics, isText: true }],
    [everything, { name: "error bodies", contents: harvest.refusals, isText: true }],
    [notStored, { name: "a dump of the database", contents: dumped, isText: true }],
    ...(isShort ? [] : [[notStored, files] as const]),
    [everything, { name: "the package", contents: packed, isText: false }],
  ]
  const searched: Array<Searched> = []
  for (const [finder, place] of places) searched.push(await searchPlace(finder, place))
  return [searched, everything]
}

/** What is told of a search. */
export const secretsOutcome = (
  searched: ReadonlyArray<Searched>,
  finder: Finder,
  more: ReadonlyArray<string>,
  needles: number,
): Outcome => {
  const empty = searched.filter(({ bytes }) => bytes === 0)
  const violations = [
    ...searched.flatMap((place) => place.violations),
    ...more,
    ...blindSpots(finder).map((spot) => `the search does not find ${spot}`),
    ...empty.map(({ name }) => `there was nothing to look through in ${name}`),
  ]
  return {
    promise: "no secret, signature, session, card number or age stands where it could be read",
    figure: `${number(violations.length)} found of ${number(needles)} in ${number(finder.forms.length)} spellings`,
    cases: needles,
    violations,
    notes: searched.map(
      ({ bytes, contents, name }) =>
        `looked through ${name}: ${number(contents)} of them, ${number(Math.ceil(bytes / 1_024))} KiB`,
    ),
  }
}

const run = (given: Given): Promise<ReadonlyArray<Outcome>> =>
  withStage(async (stage) => {
    const harvest = emptyHarvest()
    const told = await driveServers(stage, given, harvest)
    given.say(
      `  ${number(harvest.calls)} calls, ${number(harvest.refusals.length)} of them refused`,
    )
    const packed = given.isShort ? await filesToPublish() : await builtPackage()
    const dumped = await dumpOf(stage)
    if (rowsOf(dumped) === 0) throw new Error("the dump of the database is empty")
    const [searched, finder] = await searchAll(stage, harvest, told, dumped, packed, given.isShort)
    return [secretsOutcome(searched, finder, packed.flatMap(shapesIn), harvest.needles.length)]
  })

/** Looks for everything secret that calls used, wherever something is written. */
export const secrets: Part = {
  name: "secrets",
  about:
    "logs, traces, metrics, error bodies, database and package, searched for all that calls used",
  run,
}
