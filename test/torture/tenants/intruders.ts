import { type KeyId } from "../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { freeTerms } from "../../../rules/accounts/key-terms.ts"
import type { Draws } from "../../../core/random/draws.ts"
import { Keys } from "../../../http/ports/keys.ts"
import { Partners } from "../../../http/ports/partners.ts"
import type { Stage, StageKey } from "../stage.ts"
import { type Estate, type Mode, openEstate } from "./estate.ts"
import type { Standing } from "./judge.ts"
import type { Names } from "./names.ts"

/** A key that tries for what is not its own. */
export interface Intruder {
  readonly name: string
  readonly mode: Mode
  readonly key: StageKey
  readonly own: Names
  readonly standing: Standing
}

const good: Standing = { _tag: "Good" }

/** A holder of an estate who tries with the key that made it. */
export const intruderWith = (name: string, { key, mode, names }: Estate): Intruder => ({
  name,
  mode,
  key,
  own: names,
  standing: good,
})

const narrowed = async (
  stage: Stage,
  estate: Estate,
  scopes: ReadonlyArray<string>,
): Promise<Intruder> => {
  const key = await stage.createKey(estate.names.partnerCode, estate.mode)
  await stage.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update api_key set scopes = ${[...scopes]} where key_id = ${key.keyId}`,
    ),
  )
  return {
    ...intruderWith(`a ${estate.mode} key with the scope ${scopes.join() || "of nothing"}`, estate),
    key,
    own: { ...estate.names, keyId: key.keyId },
    standing: { _tag: "Narrowed", scopes },
  }
}

const revoked = async (stage: Stage, estate: Estate): Promise<Intruder> => {
  const key = await stage.createKey(estate.names.partnerCode, estate.mode)
  await stage.run(Effect.flatMap(Keys, (keys) => keys.revoke(key.keyId as KeyId)))
  return {
    ...intruderWith(`a revoked ${estate.mode} key`, estate),
    key,
    own: { ...estate.names, keyId: key.keyId },
    standing: { _tag: "Revoked" },
  }
}

/** A key whose own day has come, and one that lists networks without the one that it is used from. */
const held = async (
  stage: Stage,
  estate: Estate,
  standing: "Ended" | "Elsewhere",
): Promise<Intruder> => {
  const key = await stage.createKey(estate.names.partnerCode, estate.mode)
  const terms =
    standing === "Ended"
      ? { ...freeTerms, expiresAt: "2026-01-01T00:00:00.000Z" }
      : { ...freeTerms, networks: ["192.0.2.0/24", "2001:db8::/32"] }
  await stage.run(
    Effect.flatMap(Keys, (keys) =>
      keys.change(estate.names.partnerCode, key.keyId as KeyId, terms),
    ),
  )
  return {
    ...intruderWith(
      standing === "Ended" ? `an ended ${estate.mode} key` : `a ${estate.mode} key used elsewhere`,
      estate,
    ),
    key,
    own: { ...estate.names, keyId: key.keyId },
    standing: { _tag: standing },
  }
}

const scopesApart = [["quotes"], ["quotes.link"], ["coach"], []] as const

const scopesTried = (mode: Mode, isShort: boolean) => {
  if (!isShort) return scopesApart
  return mode === "sandbox" ? scopesApart.slice(0, 1) : scopesApart.slice(2, 3)
}

/** Keys of another account, in every standing that a key can be in. */
export const openIntruders = async (
  stage: Stage,
  port: number,
  draws: Draws,
  partnerCode: string,
  isShort: boolean,
): Promise<ReadonlyArray<Intruder>> => {
  const intruders: Array<Intruder> = []
  for (const mode of ["sandbox", "live"] as const) {
    const estate = await openEstate(stage, port, draws, partnerCode, mode)
    intruders.push(intruderWith(`another account's ${mode} key`, estate))
    for (const scopes of scopesTried(mode, isShort))
      intruders.push(await narrowed(stage, estate, scopes))
    intruders.push(await revoked(stage, estate))
    for (const standing of ["Ended", "Elsewhere"] as const) {
      if (!isShort || (standing === "Ended") === (mode === "live")) {
        intruders.push(await held(stage, estate, standing))
      }
    }
    const suspendedCode = `${partnerCode}-${mode}-s`
    const ended = await openEstate(stage, port, draws, suspendedCode, mode)
    await stage.run(
      Effect.flatMap(Partners, (partners) => partners.suspend(suspendedCode, "unpaid")),
    )
    intruders.push({
      ...intruderWith(`a suspended account's ${mode} key`, ended),
      standing: { _tag: "Suspended" },
    })
  }
  return intruders
}
