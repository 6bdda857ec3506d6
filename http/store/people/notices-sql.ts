import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { type Notice, Notices } from "../../ports/notices.ts"
import { actorName } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import { inPeopleTransaction, inTurnOfPerson, orPeopleUnavailable } from "./store.ts"
import {
  isOptional,
  noticedActs,
  type NoticeKind,
  noticeKinds,
} from "../../../rules/accounts/notice.ts"

/** Notices that are taken at a time. */
const noticesAtOnce = 50

/** What is older is told no more: nobody was there to tell it. */
const toldWithinDays = 3

/** What has happened since that began to be told, from wherever it is known. */
const acts = `
  since as (
    select greatest(at, ${databaseNow} - interval '${toldWithinDays} days') as at
    from notice_told where key = 'start'
  ), acts as (
    select 'audit ' || audit.id as key, action as act, partner_code as code, subject,
      ${actorName("actor")} as by, details, audit.at
    from since join audit on audit.at > since.at
    join audit_account on audit_id = audit.id
    where action in ('partner.suspend', 'partner.commission', 'key.create', 'key.rotate',
      'key.revoke', 'endpoint.create', 'payee.set')
    union all
    select 'statement ' || statement.id, 'statement.ready', partner.code, number, 'system',
      jsonb_build_object('month', month, 'currency', currency, 'minorUnits', minor_units,
        'dueMinor', due_minor::text, 'payOn', record::jsonb -> 'payOn'), closed_at
    from since join statement on closed_at > since.at
    join partner on partner.id = statement.partner_id
    union all
    select 'endpoint ' || endpoint.id || ' ' || extract(epoch from failing_since),
      'endpoint.failing', partner.code, endpoint.id, 'system',
      jsonb_build_object('mode', endpoint.mode, 'url', url), failing_since + interval '1 day'
    from since join event_endpoint endpoint on failing_since + interval '1 day' > since.at
      and failing_since + interval '1 day' < ${databaseNow} and removed_at is null
    join partner on partner.id = endpoint.partner_id
    union all
    select 'ending ' || key_id || ' ' || ahead || ' ' || extract(epoch from expires_at),
      'key.ending', partner.code, key_id, 'system',
      jsonb_build_object('mode', mode, 'name', api_key.name, 'at', expires_at), expires_at - ahead
    from since cross join (values (interval '14 days'), (interval '1 day')) told (ahead)
    join api_key on revoked_at is null and expires_at > ${databaseNow}
      and expires_at - ahead <= ${databaseNow}
      and expires_at - ahead > greatest(since.at, api_key.created_at)
    join partner on partner.id = api_key.partner_id
    union all
    select 'network ' || person_id || ' ' || network || ' ' || extract(epoch from first_at),
      'network.new', null, person_id, 'system',
      jsonb_build_object('network', network, 'device', device, 'at', first_at), first_at
    from since join person_network on is_new and first_at > since.at
    union all
    select 'audit ' || audit.id, action, null, subject, ${actorName("actor")}, details, audit.at
    from since join audit on audit.at > since.at
    where action in ('person.factor-add', 'person.factor-remove', 'person.factor-reset')
  )`

interface ActRow extends Omit<Notice, "to"> {
  readonly partnerId: string | null
}

interface ToldRow {
  readonly personId: string
  readonly partnerId: string | null
  readonly isOwner: boolean
  readonly email: string
  readonly language: Notice["to"][number]["language"]
  readonly refused: ReadonlyArray<string>
}

const makeNotices = Effect.map(SqlClient.SqlClient, (sql): Notices["Service"] => {
  const take = Effect.gen(function* () {
    const taken = yield* sql<ActRow>`
      with ${sql.literal(acts)}, taken as (
        insert into notice_told (key, at)
        select key, ${sql.literal(databaseNow)} from acts
        where not exists (select from notice_told told where told.key = acts.key)
        order by acts.at, acts.key limit ${noticesAtOnce}
        on conflict (key) do nothing returning key
      )
      select act, partner.id as "partnerId", partner.code as "partnerCode",
        partner.name as "partnerName", subject, by, details
      from taken join acts using (key) left join partner on partner.code = acts.code
      order by acts.at, acts.key`
    const ids = [...new Set(taken.flatMap(({ partnerId }) => partnerId ?? []))]
    const own = [
      ...new Set(taken.flatMap(({ partnerId, subject }) => (partnerId === null ? [subject] : []))),
    ]
    const people = yield* sql<ToldRow>`
      select id as "personId", partner_id as "partnerId", coalesce(role = 'owner', false) as "isOwner",
        email, language, array(select kind from notice_refused where person_id = person.id) as refused
      from person where partner_id = any(${ids}::text[]) and role = 'owner'
        or id = any(${own}::text[]) order by email`
    return taken.map(({ partnerId, ...notice }): Notice => {
      const kind = noticedActs[notice.act]
      const isFor = (person: ToldRow): boolean =>
        partnerId === null
          ? person.personId === notice.subject
          : person.isOwner && person.partnerId === partnerId
      const to = people.filter(
        (person) => isFor(person) && !(isOptional(kind) && person.refused.includes(kind)),
      )
      return { ...notice, to: to.map(({ email, language }) => ({ email, language })) }
    })
  }).pipe(inPeopleTransaction(sql), Effect.withSpan("Notices.take"))

  const refused = Effect.fn("Notices.refused")(function* (personId: string) {
    const rows = yield* sql<{ readonly kind: string }>`
      select kind from notice_refused where person_id = ${personId}`
    return noticeKinds.filter((kind) => rows.some((row) => row.kind === kind))
  }, orPeopleUnavailable)

  const setRefused = Effect.fn("Notices.setRefused")(function* (
    personId: string,
    kinds: ReadonlyArray<NoticeKind>,
  ) {
    yield* inTurnOfPerson(sql, personId)
    yield* sql`delete from notice_refused where person_id = ${personId}`
    yield* sql`insert into notice_refused (person_id, kind)
      select ${personId}, kind from unnest(${kinds.filter(isOptional)}::text[]) as unwanted (kind)`
  }, inPeopleTransaction(sql))

  return { take, refused, setRefused }
})

/** Notices to people, in the database. */
export const layerNotices: Layer.Layer<Notices, never, SqlClient.SqlClient> = Layer.effect(
  Notices,
  makeNotices,
)
