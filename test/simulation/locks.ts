import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A protection of the store against what happens at once, which can be taken out. */
export interface Lock {
  /** Where it stands and what it is, such as `sales/validate-due.ts:45 for update of sale`. */
  readonly name: string
  readonly kind: "row lock" | "skip locked" | "on conflict" | "transaction" | "advisory lock"
  /** The file, from the root on. */
  readonly file: string
  /** The text of the file without it. */
  readonly without: string
}

/** A unique index, which a statement takes out of a database. */
export interface UniqueIndex {
  readonly name: string
  readonly statement: string
}

/** What stands where, and why nobody needs to find it. */
export interface Excused {
  readonly of: RegExp
  readonly why: string
}

/**
 * Protections whose absence no run can show, by the beginning of their names. Whoever adds one says why.
 */
export const excused: ReadonlyArray<Excused> = [
  {
    of: /^database\/embedded\//,
    why: "locks of the embedded cluster between whole processes of one machine: npm test -- test/http/store/database/embedded",
  },
  {
    of: /^events\/deliveries-sql\.ts:\d+ (?:for no key update )?skip locked/,
    why: "a statement that commits by itself, of which the gate runs one at a time: what races inside is the torture's",
  },
  {
    of: /^events\/listeners-sql/,
    why: "a developer's own listener, which loses no sale: npm test -- test/http/store/events/listeners.test.ts",
  },
  {
    of: /^database\/migrations\/0012-events\.ts:\d+ on conflict/,
    why: "migration 0027 makes this function anew, and has the rule",
  },
  {
    of: /^readiness\/status-history|^service_check /,
    why: "signs of a minute that are the same, whichever process sets them, and how often it does",
  },
  {
    of: /^readiness\/readiness\.ts:\d+ (?:for update )?skip locked/,
    why: "a statement that commits by itself, as that of deliveries",
  },
  {
    of: /^links\/tracked-links-sql\.ts:2\d for no key update/,
    why: "a trigger locks all keys of the account as they lie; without the turn three changes at once may lock them in a circle, and two cannot",
  },
  {
    of: /^payouts\/desk\.ts:\d+ pg_advisory/,
    why: "the rows that are drawn up are locked too, and who waits for them finds them drawn up; the lock keeps the order",
  },
]

/** Rooms of acts that meet at what a file protects, or a table; what is named nowhere is tried by all. */
const roomsOf: ReadonlyArray<readonly [of: RegExp, rooms: ReadonlyArray<string>]> = [
  [/^accounts\/(demo|house)/, ["house"]],
  [/^accounts\/key-cache/, ["counts"]],
  [/^accounts\/keys/, ["limits", "keys"]],
  [/^accounts\/partners/, ["opening", "accounts", "limits"]],
  [/^(clicks|usage|readiness)\//, ["counts"]],
  [/^database\/migrator|^secrets\//, ["starts"]],
  [/^database\/migrations\/0007/, ["first reports", "validation"]],
  [/^database\/migrations\/0012/, ["validation", "endpoints"]],
  [/^database\/migrations\/0027/, ["validation", "endpoints"]],
  [/^database\/migrations\/0015/, ["first reports", "links"]],
  [/^database\/migrations\/0016/, ["corrections", "sales"]],
  [/^events\/deliveries/, ["deliveries"]],
  [/^events\/endpoints/, ["new endpoints", "endpoints", "examples"]],
  [/^events\//, ["endpoints"]],
  [/^links\/tracked/, ["tracked links"]],
  [/^links\/session/, ["rolled sessions", "links"]],
  [/^links\/(layer|subscriptions)/, ["funnel", "links"]],
  [/^links\//, ["links"]],
  [/^payouts\/close/, ["statements"]],
  [/^payouts\//, ["payouts", "returns", "batches", "sent batches"]],
  [/^people\/people/, ["full accounts", "signing up", "factors", "people", "guests"]],
  [/^people\/store.*advisory/, ["signing up", "guests"]],
  [/^people\/invitations/, ["guests", "signing up"]],
  [/^payouts\/desk.*(advisory|of payout)/, ["payouts"]],
  [/^people\/store/, ["factors", "new factors", "notices", "members", "guests"]],
  [/^people\/(links|sessions)/, ["signing in", "passkeys"]],
  [/^people\/passkeys/, ["passkeys", "factors", "many passkeys"]],
  [/^people\/factors/, ["factors", "new factors", "factor rules"]],
  [/^people\/notices/, ["notices"]],
  [/^people\/(members|invitations)/, ["signing up", "members"]],
  [/^people\//, ["signing in", "signing up", "members"]],
  [/^quota\//, ["quotas"]],
  [/^reviews\//, ["reviews", "forms", "secrets"]],
  [/^sales\/report/, ["first reports", "sales"]],
  [/^sales\/validate/, ["validation"]],
  [/^sales\/(ledger-sealing|kept-seal|ledger-check)/, ["seals"]],
  [/^sales\//, ["corrections"]],
  [
    /^(account_sales|link_sales|link_count|ledger_\w+|sale|sale_record) /,
    ["first reports", "sales", "seals"],
  ],
  [/^(api_key|quota) /, ["keys", "limits", "quotas"]],
  [/^(link_session|subscription|withdrawal) /, ["links", "funnel"]],
  [/^(link_clicks|usage_\w+|heartbeat|key_use) /, ["counts"]],
  [/^(master_key|schema_\w+) /, ["starts"]],
  [/^(payout\w*|statement\w*) /, ["payouts", "batches", "sent batches", "statements"]],
  [/^(code_secret|recovery_code) /, ["factors", "new factors"]],
  [/^factor_rule /, ["factor rules"]],
  [/^(spent_challenge|person_network) /, ["passkeys"]],
  [/^notice_\w+ /, ["notices"]],
  [/^(person|sign_in_link|console_session) /, ["people", "signing in"]],
  [/^invitation /, ["guests", "signing up"]],
  [/^(partner|review|facts_only_partner|audit_account) /, ["opening", "accounts", "reviews"]],
  [/^(secret_handover|spent_form) /, ["forms", "secrets"]],
  [/^event\w* /, ["new endpoints", "endpoints", "deliveries"]],
  [/^tracked_link /, ["tracked links", "opening"]],
]

/** The rooms that try a protection of this name; none, where all may. */
export const roomsFor = (name: string): ReadonlyArray<string> =>
  roomsOf.find(([of]) => of.test(name))?.[1] ?? []

const folder = "http/store"

/** A text without its comments, at the same places. */
const codeOf = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, " "),
  )

/** Where a clause that begins here ends: at what closes the statement, or at what it returns. */
const endOfClause = (code: string, from: number): number => {
  let depth = 0
  for (let at = from; at < code.length; at += 1) {
    const letter = code[at] ?? ""
    if (letter === "(" || letter === "{") depth += 1
    if (letter === ")" || letter === "}") depth -= 1
    if (depth < 0 || (depth === 0 && (letter === "`" || letter === ";"))) return at
    if (depth === 0 && /^\breturning\b/i.test(code.slice(at, at + 10))) return at
  }
  return code.length
}

interface Found {
  readonly kind: Lock["kind"]
  readonly from: number
  readonly to: number
  readonly instead: string
}

const patterns: ReadonlyArray<{
  readonly kind: Lock["kind"]
  readonly of: RegExp
  readonly instead: (found: string) => string
}> = [
  {
    kind: "row lock",
    // In a statement, or as the text that one is made with; not where its type is told.
    of: /\bfor (?:no key update|update|share)\b(?: of \w+)?(?: skip locked)?(?!" \|)/g,
    instead: () => "",
  },
  { kind: "skip locked", of: / skip locked\b/g, instead: () => "" },
  { kind: "on conflict", of: /\bon conflict\b/gi, instead: () => "" },
  {
    kind: "transaction",
    of: /\bin(?:[A-Z]\w*)?Transaction\(sql\)/g,
    instead: (found) =>
      found.replace(
        "(sql)",
        "({ withTransaction: (work) => work, unsafe: (...asked) => sql.unsafe(...asked) })",
      ),
  },
  {
    kind: "transaction",
    of: /\bsql\.withTransaction\b(?!\(effect\)|\(Effect\.andThen\(sql\.unsafe\(`select \$\{boundLockWait\}`)/g,
    instead: () => "((work) => work)",
  },
  {
    kind: "advisory lock",
    of: /\bpg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(/g,
    instead: (found) => (found.includes("try") ? "set_clock.no_try_lock(" : "set_clock.no_lock("),
  },
]

const foundIn = (code: string): ReadonlyArray<Found> =>
  patterns.flatMap(({ instead, kind, of }) =>
    [...code.matchAll(of)].map(({ 0: text, index }): Found => ({
      kind,
      from: index,
      to: kind === "on conflict" ? endOfClause(code, index) : index + text.length,
      instead: instead(text),
    })),
  )

/** Every lock, transaction and rule for conflicts of the store, found in its sources. */
export const findLocks = (root: string): ReadonlyArray<Lock> =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8")
      const code = codeOf(text)
      return foundIn(code)
        .toSorted((left, right) => left.from - right.from)
        .map(({ from, instead, kind, to }): Lock => {
          const line = text.slice(0, from).split("\n").length
          const what = text.slice(from, to).replaceAll(/\s+/g, " ").trim().slice(0, 40)
          return {
            name: `${file.slice(folder.length + 1)}:${line} ${what}`,
            kind,
            file,
            without: text.slice(0, from) + instead + text.slice(to),
          }
        })
    })

/** Rows of {@link uniqueIndexes}. */
export interface IndexRow {
  readonly table: string
  readonly index: string
  readonly columns: string
  readonly constraint: string | null
}

/** Asks for all unique indexes but those of ids that the database or chance makes. */
export const uniqueIndexes = `
  select rel.relname as "table", idx.relname as index,
    (select string_agg(attname, ', ' order by place)
      from unnest(indkey::int2[]) with ordinality as key (number, place)
      join pg_attribute on attrelid = rel.oid and attnum = number) as columns,
    (select conname from pg_constraint where conindid = idx.oid and contype in ('p', 'u')) as constraint
  from pg_index
  join pg_class idx on idx.oid = indexrelid join pg_class rel on rel.oid = indrelid
  where indisunique and rel.relnamespace = 'public'::regnamespace
    and not (indnkeyatts = 1 and exists (select from pg_attribute
      where attrelid = rel.oid and attnum = indkey[0] and (attidentity <> '' or attname = 'id')))
  order by 1, 2`

/** A unique index, as one that can be taken out. */
export const indexOf = ({ columns, constraint, index, table }: IndexRow): UniqueIndex => ({
  name: `${table} unique (${columns})`,
  statement:
    constraint === null
      ? `drop index "${index}" cascade`
      : `alter table "${table}" drop constraint "${constraint}" cascade`,
})
