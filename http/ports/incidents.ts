import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import { historyDays } from "./status-history.ts"

/** How an incident stands, by what was said of it last. */
export const incidentStates = ["investigating", "identified", "watching", "resolved"] as const

/** How an incident stands. */
export type IncidentState = (typeof incidentStates)[number]

/** Longest title and longest note of an incident, in characters. */
export const incidentLengths = { title: 120, text: 2_000 } as const

/** A text for everybody; where there is none in French, the English one is shown to all. */
export interface IncidentText {
  readonly en: string
  readonly fr: string | null
}

/** Something that was said of an incident. */
export interface IncidentNote {
  readonly atMs: number
  readonly state: IncidentState
  readonly text: IncidentText
}

/** A disturbance of the service, as operators put it. */
export interface Incident {
  readonly number: number
  readonly title: IncidentText
  readonly beganMs: number
  /** What was said, the oldest first; there is always one. */
  readonly notes: ReadonlyArray<IncidentNote>
}

/** A disturbance that is announced. */
export interface NewIncident extends Omit<IncidentNote, "atMs"> {
  readonly title: IncidentText
  /** When it began; now when left out. */
  readonly beganMs: number | null
}

/** An incident that is not there. */
export class IncidentNotFound extends Data.TaggedError("IncidentNotFound")<{
  readonly number: number
}> {
  override get message() {
    return `There is no incident ${this.number}.`
  }
}

/** The database has no answer on incidents. */
export class IncidentsUnavailable extends Data.TaggedError("IncidentsUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return "The incidents cannot be read or written right now."
  }
}

/** Days that an incident is shown after the last word on it. */
export const incidentShownDays = historyDays

/** What operators say of disturbances. */
export class Incidents extends Context.Service<
  Incidents,
  {
    /** Gives its number. */
    readonly open: (incident: NewIncident) => Effect.Effect<number, IncidentsUnavailable>
    readonly note: (
      number: number,
      note: Omit<IncidentNote, "atMs">,
    ) => Effect.Effect<void, IncidentNotFound | IncidentsUnavailable>
    /** Those that are open, and those of the last {@link incidentShownDays} days; the newest first, at most 50. */
    readonly recent: Effect.Effect<ReadonlyArray<Incident>, IncidentsUnavailable>
  }
>()("viatica/Incidents") {}

/** How an incident stands now. */
export const incidentState = ({ notes }: Incident): IncidentState =>
  notes.at(-1)?.state ?? "investigating"
