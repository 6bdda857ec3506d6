import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { KeyMode, PartnerCode } from "../../rules/accounts/partner.ts"
import { type Refusal, refusal } from "../api/api-refusal.ts"
import { afterCharge, type Operation } from "../api/operation.ts"
import { tellOutage } from "../observability/outage-log.ts"

/** The account that a key is of, in the mode of the key. */
interface PageOwner {
  readonly partnerId: string
  readonly partnerCode: PartnerCode
  readonly mode: KeyMode
}

/** A page of what an account has, which a query asks for. */
interface AccountPage<Asked, Found, Shown> {
  /** What it is a page of, and what is done with it, in sentences about an outage. */
  readonly things: "Calls" | "Sales" | "Statements"
  readonly done: "listed" | "read"
  readonly read: (query: URLSearchParams) => Result.Result<Asked, Refusal>
  readonly find: (
    owner: PageOwner,
    asked: Asked,
  ) => Effect.Effect<Found, { readonly cause: unknown }>
  readonly show: (found: Found, asked: Asked) => Shown
}

/** Answers a page of what an account has, or says that nothing can be read now. */
export const makeAccountPage = <Asked, Found, Shown extends object>({
  done,
  find,
  read,
  show,
  things,
}: AccountPage<Asked, Found, Shown>): Operation<
  { readonly ok: true; readonly mode: KeyMode } & Shown
> => {
  const cannot = `${things} cannot be ${done}`
  const unavailable = refusal("SERVICE_UNAVAILABLE", `${cannot} right now; try again shortly.`, {
    headers: { "retry-after": "5" },
  })
  return {
    admit: ({ key: { mode, partner }, query }) =>
      Result.map(read(new URLSearchParams(query)), (asked) =>
        afterCharge(() =>
          Effect.matchEffect(
            find({ partnerId: partner.id, partnerCode: partner.code, mode }, asked),
            {
              onFailure: ({ cause }) =>
                Effect.andThen(tellOutage(cannot.toLowerCase(), cause), Effect.fail(unavailable)),
              onSuccess: (found) =>
                Effect.succeed({ ok: true as const, mode, ...show(found, asked) }),
            },
          ),
        ),
      ),
  }
}

/** A query as the rules read it, with a refusal that names the parameter that is wrong. */
export const readBy =
  <Asked>(
    read: (
      parameter: (name: string) => string | undefined,
    ) => Result.Result<Asked, { readonly parameter: string; readonly rule: string }>,
  ) =>
  (query: URLSearchParams): Result.Result<Asked, Refusal> =>
    Result.mapError(
      read((name) => query.get(name) ?? undefined),
      ({ parameter, rule }) => refusal("BAD_REQUEST", `${parameter}: ${rule}`),
    )
