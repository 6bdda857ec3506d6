import * as Effect from "effect/Effect"
import { RoleRefused } from "../../ports/people-errors.ts"
import type { PeopleParts } from "./parts.ts"

/** An account, held against other changes of its people until the transaction ends. */
export interface OwnedAccount {
  readonly id: string
  readonly code: string
  readonly name: string
  /** Whether no operator has approved it yet. */
  readonly isNew: boolean
}

/** What is read of an account that is held. */
export const ownedAccountColumns = `id, code, name, approved_at is null as "isNew"`

/** The account that a person owns; others are refused, whoever they are. */
export const ownedAccount = ({ sql }: Pick<PeopleParts, "sql">, ownerId: string) =>
  Effect.gen(function* () {
    const [account] = yield* sql<OwnedAccount>`
      select ${sql.literal(ownedAccountColumns)} from partner
      where id = (select partner_id from person where id = ${ownerId} and role = 'owner')
      for no key update`
    if (account === undefined) return yield* new RoleRefused()
    // Looked at again under the lock: two owners may take each other out at once.
    const [still] = yield* sql`
      select 1 from person where id = ${ownerId} and role = 'owner' and partner_id = ${account.id}`
    return still === undefined ? yield* new RoleRefused() : account
  })
