import * as Effect from "effect/Effect"
import { commissionUplift } from "../../../../rules/accounts/commission.ts"
import * as Result from "effect/Result"
import type { Partner } from "../../../ports/partners.ts"
import type { ConsoleParts, PartnerRequest } from "../parts.ts"
import { asPage, byOwner, forPartner, prepareConsoleRoute, wasDone } from "../requests.ts"
import { type CommissionFacts, commissionPage, type RateFigures } from "../commission.ts"
import { readRate } from "./rate.ts"

const path = "/console/commission"

/** Basis points between two places of the slider. */
const stepBps = 100

const stepsBetween = (fromBps: number, toBps: number): ReadonlyArray<number> => {
  const count = Math.max(0, Math.floor((toBps - fromBps) / stepBps))
  const steps = Array.from({ length: count + 1 }, (_, index) => fromBps + index * stepBps)
  return steps.at(-1) === toBps ? steps : [...steps, toBps]
}

/** Prepares what rates come to; the figures of a rate are reckoned once. */
const prepareFigures = ({ example, standardFeeBps }: ConsoleParts) => {
  const known = new Map<string, RateFigures>()
  return (baseRateBps: number, bps: number): RateFigures => {
    const key = `${baseRateBps} ${bps}`
    const held = known.get(key)
    if (held !== undefined) return held
    const terms = { standardFeeBps, baseRateBps, upliftBps: bps - baseRateBps }
    const figures = { bps, sales: example(terms) }
    // There are few base rates, and 41 steps of each; odd rates that people type are not kept.
    if ((bps - baseRateBps) % stepBps === 0) known.set(key, figures)
    return figures
  }
}

const factsOf = (
  parts: ConsoleParts,
  figuresOf: ReturnType<typeof prepareFigures>,
  { baseRateBps, commissionBps }: Partner,
  askedBps: number | undefined,
): CommissionFacts => {
  const maximumBps = parts.policy.commissionMaximumBps
  const isAllowed =
    askedBps !== undefined &&
    Result.isSuccess(commissionUplift({ askedBps, baseRateBps, maximumBps }))
  const at = (bps: number): RateFigures => figuresOf(baseRateBps, bps)
  return {
    baseRateBps,
    maximumBps,
    now: at(commissionBps),
    asked: at(isAllowed ? askedBps : commissionBps),
    steps: stepsBetween(baseRateBps, maximumBps).map(at),
  }
}

/** The routes of the commission: the page that shows rates, and the form that sets one. */
export const commissionRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  const figuresOf = prepareFigures(parts)

  const show = ({ partnerCode, query, show, view }: PartnerRequest, fault?: string) =>
    Effect.map(parts.partners.get(partnerCode), (partner) => {
      const facts = factsOf(parts, figuresOf, partner, readRate(query("rate")))
      const isRefused = query("rate") !== "" && readRate(query("rate")) !== facts.asked.bps
      return show(commissionPage(view, facts, fault ?? (isRefused ? "rate" : undefined)))
    })

  const set = byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const bps = readRate(fields.text("rate"))
      if (bps === undefined) return yield* show(asPage(parts, request, path), "rate")
      yield* parts.partners.setCommission(request.partnerCode, bps)
      return wasDone(request.view, path, "commission")
    }).pipe(Effect.catchTag("CommissionRefused", () => show(asPage(parts, request, path), "rate"))),
  )

  return [
    route(
      path,
      ["GET", "POST"],
      () => (request) =>
        request.call.method === "POST" ? set(request) : forPartner((asked) => show(asked))(request),
    ),
  ]
}
