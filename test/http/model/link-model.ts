import { addresses, type LinkName, type Mint, modeOfSession, type Told } from "./calls.ts"
import { followed, type Model } from "./model.ts"
import {
  daySpent,
  figuresOf,
  hasWrite,
  headersOf,
  leavePlace,
  refused,
  takePlace,
  takeWrite,
} from "./quota-model.ts"
import { isRehearsal, spellingOf } from "./spellings.ts"

const linkLifetimeMs = 30 * 86_400_000

/** Offers: one that only the live catalogue holds, one that only the sandbox's does, and one that none does. */
export const offerIds = { live: 1001, sandbox: 101, unknown: 999_999 } as const

const linkInUse = ({ links }: Model, name: LinkName): boolean =>
  links.some((link) => link.name === name && !link.archived)

/** What a session's call comes to: `spent` when it needs a write and there is none. */
const settle = (
  model: Model,
  { language, link, offerId, session, spelling }: Mint,
): "created" | "replayed" | "updated" | "rehearsed" | "spent" => {
  const mode = modeOfSession(session)
  const known = model.sessions.get(session)
  const held = model.subscriptions.get(followed(model, session))
  if (mode === "sandbox" && isRehearsal(spelling)) {
    const needsWrite = held === undefined
    return needsWrite && !hasWrite(model, mode) ? "spent" : "rehearsed"
  }
  if (known !== undefined && held !== undefined && held.stage === "quoting") {
    const isSame = spellingOf(held.spelling).sameness === spellingOf(spelling).sameness
    if (!isSame) held.spelling = spelling
    held.language = language
    if (offerId !== null) {
      held.offerId = offerId
      if (!held.offerIds.includes(offerId)) held.offerIds.push(offerId)
    }
    return isSame ? "replayed" : "updated"
  }
  if (!takeWrite(model, mode)) return "spent"
  const oldest = model.links.find(({ archived }) => !archived)?.name ?? null
  const credited = known === undefined ? (mode === "live" ? (link ?? oldest) : null) : known.link
  model.sessions.set(session, { link: credited, made: (known?.made ?? 0) + 1 })
  model.subscriptions.set(followed(model, session), {
    stage: "quoting",
    link: credited,
    spelling,
    language,
    offerId,
    offerIds: offerId === null ? [] : [offerId],
  })
  return "created"
}

const addressOf = (model: Model, { language, offerId, session, spelling }: Mint): string => {
  const link = model.sessions.get(session)?.link ?? null
  if (link !== null) {
    const offer = offerId === null ? "" : `&offer=${offerId}`
    return `${addresses.baseUrl}/r/${link}?quote=quote-${followed(model, session)}.proven${offer}`
  }
  const { arrivalCountries, intent, travellers } = spellingOf(spelling).kept
  const party = `destinations=${arrivalCountries.join(",")}&travellers=${travellers.length}`
  return `${addresses.funnelUrl}/quote?residence=FR&${party}&intent=${intent}&lang=${language}`
}

/** What a call for a link should be answered, and does what it does. */
export const expectMint = (model: Model, mint: Mint): Told => {
  const { language, link, offerId, session } = mint
  const mode = modeOfSession(session)
  const noPlace = takePlace(model, mode, "writes")
  if (noPlace !== undefined) return noPlace
  const refuse = (status: number, error: string) => refused(model, mode, "writes", status, error)
  if (mode === "live" && model.links.every(({ archived }) => archived)) {
    return refuse(403, "NO_ATTRIBUTION_CONFIGURED")
  }
  if (session === "stranger") return refuse(400, "BAD_SESSION_ID")
  if (offerId !== null && offerId !== offerIds[mode]) return refuse(400, "BAD_OFFER_ID")
  if (link !== null && !linkInUse(model, link)) return refuse(404, "LINK_NOT_FOUND")
  const outcome = settle(model, mint)
  if (outcome === "spent") {
    leavePlace(model, mode)
    return daySpent(model, mode, "writes")
  }
  if (outcome === "rehearsed") return refuse(502, "QUOTE_CREATE_FAILED")
  const credited = model.sessions.get(session)?.link ?? null
  return {
    status: outcome === "created" ? 201 : 200,
    body: {
      ok: true,
      mode,
      subscriptionId: followed(model, session),
      url: addressOf(model, mint),
      ref: credited === null ? null : `partner-${credited}`,
      offerId,
      replayed: outcome !== "created",
      updated: outcome === "updated",
      expiresAt: new Date(model.nowMs + linkLifetimeMs).toISOString(),
      language,
    },
    headers: headersOf(model, figuresOf(model, mode), "writes"),
  }
}
