import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Which transaction has written a record, so that the end of a transaction can tell a sale that it
 * has recorded from one that it has not. Records of before stay without.
 */
const recordColumns = [
  "alter table sale_record add column written_in bigint",
  "alter table sale_record alter column written_in set default pg_current_xact_id()::text::bigint",
]

/**
 * What a sale earns at its rates, in minor units: exact up to one rounding, half up, as the rules
 * reckon it.
 */
const earnedFunction = `
  create function earned_minor(sold sale) returns numeric immutable language sql as $$
    select div(
      2 * least(
        sold.amount_minor::numeric * sold.base_rate_bps + least(
          sold.amount_minor::numeric * sold.uplift_bps,
          sold.uplift_cap_minor::numeric * (10000 + sold.fee_bps)),
        sold.commission_cap_minor::numeric * (10000 + sold.fee_bps)) + 10000 + sold.fee_bps,
      2.0 * (10000 + sold.fee_bps))
  $$`

/** Whether all that is booked for a sale balances, and comes to what the sale earns where it stands. */
const bookedFunction = `
  create function is_booked_as_it_stands(sold sale) returns boolean stable language sql as $$
    with moved as (
      select journal.id, journal.kind, count(entry.id) as sides, sum(entry.amount_minor) as total,
        bool_and(entry.partner_id = sold.partner_id and entry.currency = sold.currency) as is_own,
        coalesce(sum(entry.amount_minor) filter (where account = 'pending'), 0) as pending,
        coalesce(sum(entry.amount_minor) filter (where account = 'payable'), 0) as payable
      from ledger_journal journal left join ledger_entry entry on entry.journal_id = journal.id
      where journal.sale_id = sold.id group by journal.id
    )
    select coalesce(bool_and(sides = 2 and total = 0 and is_own), true)
      and coalesce(bool_and(case sold.status
        when 'pending' then kind not in ('validation', 'reversal')
        when 'validated' then kind <> 'reversal' else true end), true)
      and coalesce(sum(pending), 0)
        = case sold.status when 'pending' then sold.commission_minor else 0 end
      and coalesce(sum(payable), 0)
        = case sold.status when 'validated' then sold.commission_minor else 0 end
    from moved
  $$`

/** What an adopting record says of a sale, whatever else it says. */
const standing = `
  'version', 1, 'atMs', floor(extract(epoch from now()) * 1000), 'by', 'database',
  'facts', json_build_object('partnerId', sold.partner_id,
    'externalOrderId', sold.external_order_id, 'linkId', sold.link_id::text,
    'currency', sold.currency, 'minorUnits', sold.minor_units, 'feeBps', sold.fee_bps,
    'baseRateBps', sold.base_rate_bps, 'upliftBps', sold.uplift_bps),
  'sale', json_build_object('status', sold.status, 'amountMinor', sold.amount_minor,
    'commissionMinor', sold.commission_minor, 'signedAtSeconds', sold.signed_at_seconds,
    'caps', json_build_object('commissionMinor', sold.commission_cap_minor,
      'upliftMinor', sold.uplift_cap_minor)),
  'bookedAtMs', floor(extract(epoch from sold.booked_at) * 1000),
  'changedAtMs', floor(extract(epoch from sold.changed_at) * 1000)`

/** The journals of a sale as the movements that they booked, for a record that is its first. */
const movements = `
  select json_agg(json_build_object('kind', journal.kind, 'from', source.account,
    'to', target.account, 'amountMinor', target.amount_minor,
    'atMs', floor(extract(epoch from journal.at) * 1000)) order by journal.id)
  from ledger_journal journal
  join ledger_entry source on source.journal_id = journal.id and source.amount_minor < 0
  join ledger_entry target on target.journal_id = journal.id and target.amount_minor > 0
  where journal.sale_id = sold.id`

/** The journals of a sale as they stand, for a record that comes after others. */
const heldJournals = `
  select json_agg(json_build_object('journalId', id::text, 'kind', kind,
    'atMs', (extract(epoch from at) * 1000)::float8, 'entries', (
      select json_agg(json_build_object('account', account, 'partnerId', partner_id,
        'currency', currency, 'amountMinor', amount_minor::text) order by id)
      from ledger_entry where journal_id = journal.id)) order by id)
  from ledger_journal journal where sale_id = sold.id`

/**
 * Records a sale that the transaction has made or changed and not recorded, as code from before
 * migration 0007 does, at the end of that transaction.
 *
 * Only that code leaves `signed_at_seconds` empty: what it does to its own sales is taken as it
 * stands where row and journals agree, with the caps that its commission tells, and audited under the
 * session that did it. It is refused what it cannot do rightly: to change a sale whose reports it does
 * not know. Its partner is answered 503 and sends again, to newer code in the end. A sale that somebody
 * has put in by hand, and that does not add up, is left for the ledger's check to find.
 */
const adoptFunction = `
  create function adopt_sale() returns trigger language plpgsql as $$
  declare
    sold sale%rowtype;
    base numeric;
    records bigint;
  begin
    if exists (select from sale_record
      where sale_id = new.id and written_in = pg_current_xact_id()::text::bigint) then return null; end if;
    select * into sold from sale where id = new.id;
    if not found then return null; end if;
    if sold.signed_at_seconds is null and sold.commission_minor < earned_minor(sold) then
      base := div(2.0 * sold.amount_minor * sold.base_rate_bps + 10000 + sold.fee_bps,
        2.0 * (10000 + sold.fee_bps));
      if sold.commission_minor < base then sold.commission_cap_minor := sold.commission_minor;
      else sold.uplift_cap_minor := sold.commission_minor - base; end if;
    end if;
    if sold.signed_at_seconds is not null or sold.commission_minor <> earned_minor(sold)
      or not is_booked_as_it_stands(sold)
      or sold.booked_at <> date_trunc('milliseconds', sold.booked_at)
      or sold.changed_at <> date_trunc('milliseconds', sold.changed_at)
    then
      if tg_op = 'INSERT' then return null; end if;
      raise exception using errcode = 'VSR01',
        message = format('sale %s is changed by code that keeps no record of it', sold.id),
        hint = 'Newer code books this: send it again.';
    end if;
    update sale set commission_cap_minor = sold.commission_cap_minor,
      uplift_cap_minor = sold.uplift_cap_minor where id = sold.id;
    insert into audit (at, actor, action, subject, details)
    select date_trunc('milliseconds', now()),
      format('database: %s, %s', session_user, current_setting('application_name')),
      'sale.adopt', sold.id::text, jsonb_build_object('partner', code,
        'externalOrderId', sold.external_order_id, 'status', sold.status,
        'amountMinor', sold.amount_minor, 'commissionMinor', sold.commission_minor)
    from partner where id = sold.partner_id;
    -- In the order in which reports lock them, as this transaction may adopt several sales.
    perform from ledger_strand where partner_id = sold.partner_id order by strand for update;
    select count(*) into records from sale_record where sale_id = sold.id;
    perform keep_sale_record(sold.partner_id, sold.id, case when records = 0
      then json_build_object('_tag', 'Opened', ${standing},
        'journal', coalesce((${movements}), '[]'::json))::text
      else '{"_tag":"Adopted",' || substr(json_build_object(${standing},
        'held', coalesce((${heldJournals}), '[]'::json))::text, 2) end);
    return null;
  end $$`

const adoptTriggers = [
  `create constraint trigger sale_made_recorded after insert on sale
   deferrable initially deferred for each row
   when (new.mode = 'live' and new.signed_at_seconds is null) execute function adopt_sale()`,
  `create constraint trigger sale_changed_recorded
   after update of status, amount_minor, commission_minor on sale
   deferrable initially deferred for each row
   when (new.mode = 'live' and new.changed_at is distinct from old.changed_at)
   execute function adopt_sale()`,
]

const statements = [
  earnedFunction,
  bookedFunction,
  adoptFunction,
  // Tables are locked in the order in which reports lock them: older code books while this waits.
  ...adoptTriggers,
  ...recordColumns,
  // A check looks for them before it goes through a sale: there are few of them.
  `create index sale_record_adopted on sale_record (sale_id, number)
   where starts_with(record, '{"_tag":"Adopted"')`,
  `create index audit_adopted on audit ((details->>'partner'), id) where action = 'sale.adopt'`,
]

/** Records for sales that older code makes and changes without any. */
export const adoptedSales: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
