import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { groupBy } from "../../../core/group-by.ts"
import {
  type Incident,
  IncidentNotFound,
  type IncidentNote,
  incidentShownDays,
  Incidents,
  IncidentsUnavailable,
  type IncidentState,
} from "../../ports/incidents.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import { inTransactionOr, orFailureInTime } from "../database/database-errors.ts"
import { cacheResult } from "./readiness.ts"

/** What operators say of disturbances, on a database. */
export const layerIncidents: Layer.Layer<Incidents, never, SqlClient.SqlClient> = Layer.effect(
  Incidents,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const now = sql.literal(databaseNow)

    /** Adds a word to an incident; nothing comes back where there is no such one. */
    const say = (number: number, { state, text }: Omit<IncidentNote, "atMs">) => sql`
      insert into incident_note (incident_id, at, state, text_en, text_fr)
      select id, ${now}, ${state}, ${text.en}, ${text.fr} from incident
      where id = ${number}::bigint returning id`

    const note: Incidents["Service"]["note"] = (number, said) =>
      inTransaction(sql)(
        Effect.gen(function* () {
          if ((yield* say(number, said)).length === 0)
            return yield* new IncidentNotFound({ number })
          const details = { state: said.state }
          yield* recordAudit(sql, { action: "incident.note", subject: String(number), details })
        }),
      )

    const open: Incidents["Service"]["open"] = ({ beganMs, state, text, title }) =>
      inTransaction(sql)(
        Effect.gen(function* () {
          const began = beganMs === null ? now : sql`${new Date(beganMs)}::timestamptz`
          const [row] = yield* sql<{ readonly number: bigint }>`
            insert into incident (title_en, title_fr, began_at)
            values (${title.en}, ${title.fr}, ${began}) returning id as number`
          const number = Number(row?.number)
          yield* say(number, { state, text })
          const details = { state, title: title.en }
          yield* recordAudit(sql, { action: "incident.open", subject: String(number), details })
          return number
        }),
      )

    const recent = orUnavailable(
      Effect.map(
        sql<NoteRow>`
          with last as (
            select distinct on (incident_id) incident_id, at, state from incident_note
            order by incident_id, id desc
          ), shown as (
            select incident.* from incident join last on incident_id = incident.id
            where state <> 'resolved'
              or at > ${now} - make_interval(days => ${incidentShownDays}::int)
            order by began_at desc, incident.id desc limit ${shownMax}
          )
          select shown.id as number, title_en as "titleEn", title_fr as "titleFr",
            began_at as began, note.at, note.state, note.text_en as "textEn",
            note.text_fr as "textFr"
          from shown join incident_note note on incident_id = shown.id
          order by began_at desc, shown.id desc, note.id`,
        incidentsOf,
      ),
    )
    return { open, note, recent }
  }),
)

/** What pages show of incidents; undefined while they cannot be read. */
export const makeIncidentNews: Effect.Effect<
  Effect.Effect<ReadonlyArray<Incident> | undefined>,
  never,
  Incidents
> = Effect.flatMap(Incidents, ({ recent }) =>
  cacheResult(
    Effect.catch(recent, () => Effect.undefined),
    (found) => (found === undefined ? 1_000 : newsHoldMs),
  ),
)

/** How long what was read is shown. */
const newsHoldMs = 10_000

/** Incidents that are shown at once. */
const shownMax = 50

const orUnavailable = orFailureInTime("5 seconds", (cause) => new IncidentsUnavailable({ cause }))

const inTransaction = inTransactionOr(orUnavailable)

interface NoteRow {
  readonly number: bigint
  readonly titleEn: string
  readonly titleFr: string | null
  readonly began: Date
  readonly at: Date
  readonly state: IncidentState
  readonly textEn: string
  readonly textFr: string | null
}

const incidentsOf = (rows: ReadonlyArray<NoteRow>): ReadonlyArray<Incident> =>
  [...groupBy(rows, ({ number }) => number).values()].flatMap((notes) => {
    const [first] = notes
    if (first === undefined) return []
    const { began, number, titleEn, titleFr } = first
    return {
      number: Number(number),
      title: { en: titleEn, fr: titleFr },
      beganMs: began.getTime(),
      notes: notes.map(({ at, state, textEn, textFr }) => ({
        atMs: at.getTime(),
        state,
        text: { en: textEn, fr: textFr },
      })),
    }
  })
