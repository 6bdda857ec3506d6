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
  /** Where it begins and ends in the file. */
  readonly from: number
  readonly to: number
}

/** A unique index, which a statement takes out of a database. */
export interface UniqueIndex {
  readonly name: string
  readonly table: string
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
    of: /^events\/deliveries-sql\.ts:\d+ for no key update skip locked/,
    why: "a statement that commits by itself, of which the gate runs one at a time: what races inside is the torture's",
  },
  {
    of: /^readiness\/readiness\.ts:\d+ (?:for update )?skip locked/,
    why: "it takes rows of dead processes away in one statement that commits by itself, as that of deliveries",
  },
  {
    of: /^readiness\/readiness\.ts:\d+ sql\.withTransaction/,
    why: "it changes no row: a setting of one statement ends with it, and npm run torture -- --only disk misses it",
  },
  {
    of: /^events\/listeners-sql\.ts:\d+ on conflict|^event_listened unique/,
    why: "an event waits for a listener once, and only the poll that takes what waits away notes it",
  },
  {
    of: /^readiness\/status-history|^service_check unique/,
    why: "signs of a minute that are the same, whichever process sets them, and how often it does",
  },
  {
    of: /^links\/tracked-links-sql\.ts:2\d for no key update/,
    why: "a trigger locks all keys of the account as they lie; without the turn three changes at once may lock them in a circle, and two cannot",
  },
  {
    of: /^payouts\/desk\.ts:\d+ pg_advisory/,
    why: "the rows that are drawn up are locked too, and who waits for them finds them drawn up; the lock keeps the order",
  },
  {
    of: /^sales\/ledger-correct\.ts:141 sql\.withTransaction/,
    why: "each of its three statements adds what is lacking, and a process that is cut off goes on later; two within one statement are the torture's",
  },
  {
    of: /^count_\w+_delete\(\)/,
    why: "no code deletes sales, clicks or subscriptions: npm test -- test/http/store/sales/standing-totals does",
  },
  {
    of: /^adopt_sale\(\) of ledger_strand/,
    why: "only code from before migration 0007 reaches it, beside which none of today starts (leastCodeVersion)",
  },
  {
    of: /^(?:master_key|schema_compat|schema_migrations) unique/,
    why: "who starts first fills these behind the advisory locks of migrations and of the master key, which are tried",
  },
  {
    of: /^(?:api_key unique \(key_id|(?:console_session|sign_in_link) unique \(token_hash|subscription unique \(quote_ref|recovery_code unique)/,
    why: "what is drawn from random bytes: no two are alike as long as these are random",
  },
  {
    of: /^(?:quota|audit_account) unique/,
    why: "the row of a key, and that of an entry of the audit, is made once, by what makes the key or the entry",
  },
  {
    of: /^(?:event_attempt|sale_record) unique/,
    why: "the number is that of a row which the same statement counts up, and which nobody else changes meanwhile",
  },
  {
    of: /^facts_only_partner unique/,
    why: "who writes there holds the account (accounts/partners.ts, hold), which is tried",
  },
  {
    of: /^ledger_journal unique/,
    why: "who books holds the sale (sales/report-sql.ts, validate-due.ts, correct-one.ts), which is tried",
  },
  {
    of: /^notice_refused unique/,
    why: "who writes there holds the person (people/store.ts, inTurnOfPerson), which is tried",
  },
  {
    of: /^payout_journal unique/,
    why: "who moves a payout holds it or its batch (payouts/desk.ts), which is tried",
  },
  {
    of: /^(?:statement|statement_line|statement_checkpoint|payout) unique/,
    why: "who closes a month has the account's turn (payouts/close-months.ts), which is tried",
  },
]

/** Acts that reach a protection only while somebody else is in their way. */
export const reachedBeside: ReadonlyArray<readonly [of: RegExp, act: string]> = [
  [/^quota\/quota-sql\.ts:\d+ .*skip locked/, "price with both keys"],
]

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

/**
 * Every lock, transaction and rule for conflicts of the store, found in its sources; those of functions of the
 * database are found there, by {@link ofFunctions}.
 */
export const findLocks = (root: string): ReadonlyArray<Lock> =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .filter((file) => !file.includes("/database/migrations/"))
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
            from,
            to,
          }
        })
    })

/**
 * Sources in which whoever reaches a protection can be seen to: a statement says its number in a remark, and a
 * transaction tells `reachLock` of the global object before it begins. By files, from the root on.
 */
export const markedSources = (
  root: string,
  locks: ReadonlyArray<Lock>,
): ReadonlyMap<string, string> => {
  const byFile = Map.groupBy(
    locks.map((lock, number) => ({ ...lock, number })),
    ({ file }) => file,
  )
  return new Map(
    [...byFile].map(([file, own]) => {
      let text = readFileSync(join(root, file), "utf8")
      for (const { from, kind, number, to } of own.toSorted((a, b) => b.from - a.from)) {
        const marked =
          kind === "transaction"
            ? `globalThis.reachLock(${number}, ${text.slice(from, to)})`
            : `/* lock ${number} */ ${text.slice(from, to)}`
        text = text.slice(0, from) + marked + text.slice(to)
      }
      return [file, text]
    }),
  )
}

/** Numbers of the protections that statements of {@link markedSources} hold. */
export const marksIn = (statements: string): ReadonlyArray<number> =>
  [...statements.matchAll(/\/\* lock (\d+) \*\//g)].map(([, number]) => Number(number))

/** Rows of {@link uniqueIndexes}. */
export interface IndexRow {
  readonly table: string
  readonly index: string
  readonly columns: string
  readonly constraint: string | null
  /** Of which rows it is, where it is not of all. */
  readonly predicate: string | null
}

/** Asks for all unique indexes but those of ids that the database or chance makes. */
export const uniqueIndexes = `
  select rel.relname as "table", idx.relname as index,
    (select string_agg(attname, ', ' order by place)
      from unnest(indkey::int2[]) with ordinality as key (number, place)
      join pg_attribute on attrelid = rel.oid and attnum = number) as columns,
    pg_get_expr(indpred, indrelid) as predicate,
    (select conname from pg_constraint where conindid = idx.oid and contype in ('p', 'u')) as constraint
  from pg_index
  join pg_class idx on idx.oid = indexrelid join pg_class rel on rel.oid = indrelid
  where indisunique and rel.relnamespace = 'public'::regnamespace
    and not (indnkeyatts = 1 and exists (select from pg_attribute
      where attrelid = rel.oid and attnum = indkey[0] and (attidentity <> '' or attname = 'id')))
  order by 1, 2`

/** A unique index, as one that can be taken out. */
export const indexOf = ({
  columns,
  constraint,
  index,
  predicate,
  table,
}: IndexRow): UniqueIndex => ({
  name: `${table} unique (${columns})${predicate === null ? "" : ` where ${predicate}`}`,
  table,
  statement:
    constraint === null
      ? `drop index "${index}" cascade`
      : `alter table "${table}" drop constraint "${constraint}" cascade`,
})

/** A protection in a function of the database, which a statement takes out. */
export interface LockOfFunction {
  readonly name: string
  readonly kind: Lock["kind"]
  /** The table that fires the function, or whose rows it is about: who writes to it may reach it. */
  readonly table: string
  readonly statement: string
}

/** Asks for all functions of the schema. */
export const functions = `
  select proname as name, pg_get_functiondef(oid) as definition,
    (select min(relname) from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgfoid = pg_proc.oid) as "firedBy"
  from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`

/** Every protection in a function. */
export const ofFunctions = ({
  definition,
  firedBy,
  name,
}: {
  readonly name: string
  readonly definition: string
  readonly firedBy: string | null
}): ReadonlyArray<LockOfFunction> =>
  foundIn(definition).map(({ from, instead, kind, to }) => {
    const before = kind === "on conflict" ? /\binsert into (\w+)/gi : /\b(?:into|from) (\w+)/gi
    const tables = [...definition.slice(0, from).matchAll(before)]
    const what = definition.slice(from, to).replaceAll(/\s+/g, " ").trim().slice(0, 40)
    return {
      name: `${name}() of ${tables.at(-1)?.[1] ?? "?"}: ${what}`,
      kind,
      table: firedBy ?? tables.at(-1)?.[1] ?? "",
      statement: definition.slice(0, from) + instead + definition.slice(to),
    }
  })
