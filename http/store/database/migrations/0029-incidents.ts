import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Disturbances as operators put them; a text in French is there or not. */
const incidentTable = `
  create table incident (
    id bigint generated always as identity primary key,
    title_en text not null check (title_en <> ''),
    title_fr text check (title_fr <> ''),
    began_at timestamptz not null
  )`

/** What was said of each, which stands as it was said; the last word tells how it stands. */
const noteTable = `
  create table incident_note (
    id bigint generated always as identity primary key,
    incident_id bigint not null references incident (id),
    at timestamptz not null,
    state text not null check (state in ('investigating', 'identified', 'watching', 'resolved')),
    text_en text not null check (text_en <> ''),
    text_fr text check (text_fr <> '')
  )`

const noteIndex = `create index incident_note_order on incident_note (incident_id, id)`

/** Incidents that the page of the status shows. */
export const incidents: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of [incidentTable, noteTable, noteIndex]) yield* sql.unsafe(statement)
  },
)
