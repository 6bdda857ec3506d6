import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { tableText } from "../../core/plain-text.ts"
import {
  type Incident,
  incidentLengths,
  incidentShownDays,
  Incidents,
  incidentState,
  incidentStates,
  type IncidentText,
} from "../ports/incidents.ts"
import { layerKeylessOperations } from "../runtime/foundations.ts"
import { layerIncidents } from "../store/readiness/incidents.ts"
import { type CommandRefused, refusal } from "../terminal/command-refused.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { asOperator } from "./operator.ts"

const stateFlag = Flag.Literals("state", incidentStates).pipe(
  Flag.withDescription("How it stands: investigating, identified, watching or resolved"),
)

const textFlags = {
  text: Flag.String("text").pipe(
    Flag.withDescription("What everybody reads, in English; blank lines part paragraphs"),
  ),
  textFr: Flag.String("text-fr").pipe(
    Flag.withDescription("The same in French; without it, French readers get the English text"),
    Flag.optional,
  ),
}

/** A text of some flags, without spaces around it. */
const readText = (
  flag: string,
  most: number,
  english: string,
  french: Option.Option<string>,
): Effect.Effect<IncidentText, CommandRefused> => {
  const en = english.trim()
  const fr = Option.getOrNull(Option.map(french, (text) => text.trim()))
  const isLong = (text: string): boolean => text === "" || text.length > most
  if (isLong(en)) return refusal("text-too-long", { flag: `--${flag}`, most })
  if (fr !== null && isLong(fr)) return refusal("text-too-long", { flag: `--${flag}-fr`, most })
  return Effect.succeed({ en, fr })
}

/** A moment that has passed, written in UTC. */
const readMoment = Effect.fnUntraced(function* (text: string) {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/.test(text)
  const atMs = isWhole ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs) || atMs > (yield* Clock.currentTimeMillis)) {
    return yield* refusal("bad-moment", { text })
  }
  return atMs
})

const iso = (atMs: number): string => new Date(atMs).toISOString()

const incidentJson = (incident: Incident) => ({
  number: incident.number,
  state: incidentState(incident),
  title: incident.title,
  beganAt: iso(incident.beganMs),
  notes: incident.notes.map(({ atMs, ...note }) => ({ at: iso(atMs), ...note })),
})

const open = Command.make(
  "open",
  {
    title: Flag.String("title").pipe(Flag.withDescription("What is disturbed, in a few words")),
    titleFr: Flag.String("title-fr").pipe(
      Flag.withDescription("The same in French"),
      Flag.optional,
    ),
    ...textFlags,
    state: stateFlag.pipe(Flag.withDefault("investigating" as const)),
    began: Flag.String("began").pipe(
      Flag.withDescription("When it began, in UTC: 2026-11-30T08:15Z; now when left out"),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  Effect.fn("incident open")(function* ({ began, json, state, text, textFr, title, titleFr }) {
    const incident = {
      title: yield* readText("title", incidentLengths.title, title, titleFr),
      text: yield* readText("text", incidentLengths.text, text, textFr),
      state,
      beganMs: Option.isSome(began) ? yield* readMoment(began.value) : null,
    }
    const number = yield* asOperator((yield* Incidents).open(incident))
    yield* print(json, { number }, () =>
      [
        `Incident ${number} stands on /status and in its feed.`,
        `  viatica incident note ${number} --state identified --text "…"`,
        `  viatica incident note ${number} --state resolved --text "…"`,
      ].join("\n"),
    )
  }),
).pipe(Command.withDescription("Announce a disturbance"))

const note = Command.make(
  "note",
  {
    number: Argument.Int("number").pipe(Argument.withDescription("Number of the incident")),
    state: stateFlag,
    ...textFlags,
    json: jsonFlag,
  },
  Effect.fn("incident note")(function* ({ json, number, state, text, textFr }) {
    const said = { state, text: yield* readText("text", incidentLengths.text, text, textFr) }
    yield* asOperator((yield* Incidents).note(number, said))
    yield* print(json, { number, state }, () => `Incident ${number} is ${state}.`)
  }),
).pipe(Command.withDescription("Say more of an incident, or that it is resolved"))

const list = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fn("incident list")(function* ({ json }) {
    const found = yield* (yield* Incidents).recent
    yield* print(json, found.map(incidentJson), () =>
      found.length === 0
        ? `No incident in the last ${incidentShownDays} days.`
        : tableText(
            ["number", "state", "began", "last word", "title"],
            found.map((incident) => [
              incident.number,
              incidentState(incident),
              iso(incident.beganMs),
              iso(incident.notes.at(-1)?.atMs ?? incident.beganMs),
              incident.title.en,
            ]),
          ),
    )
  }),
).pipe(Command.withDescription("List what the page of the status shows, the newest first"))

const layer = layerIncidents.pipe(Layer.provide(layerKeylessOperations))

/** `viatica incident`: what operators tell everybody of disturbances. */
export const incidentCommand = Command.make("incident").pipe(
  Command.withSubcommands([
    open.pipe(Command.provide(layer)),
    note.pipe(Command.provide(layer)),
    list.pipe(Command.provide(layer)),
  ]),
)
