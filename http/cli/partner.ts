import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { type Partner, Partners } from "../ports/partners.ts"
import { layerKeylessOperations, layerOperations } from "../runtime/foundations.ts"
import { asOperator } from "./operator.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { recordText, tableText } from "../../core/plain-text.ts"

const codeArgument = Argument.String("code").pipe(
  Argument.withDescription("Code of the partner, such as acme"),
)

/** A daily limit; left out, it keeps its value or takes its default. */
export const limitFlag = (name: "reads" | "writes") =>
  Flag.Int(name).pipe(
    Flag.withDescription(`Daily limit of ${name}`),
    Flag.map((value): number => value),
    Flag.optional,
  )

/** The limits that were given, as the services take them. */
export const givenLimits = (flags: {
  readonly reads: Option.Option<number>
  readonly writes: Option.Option<number>
}) => ({
  ...(Option.isSome(flags.reads) ? { reads: flags.reads.value } : {}),
  ...(Option.isSome(flags.writes) ? { writes: flags.writes.value } : {}),
})

const partnerText = (partner: Partner): string =>
  recordText({
    code: partner.code,
    name: partner.name,
    status: partner.status,
    "base rate": `${partner.baseRateBps} bps`,
    commission: `${partner.commissionBps} bps`,
    uplift: `${partner.upliftBps} bps`,
    "coach shows": partner.factsOnly ? "facts" : "advice",
    "live reads": partner.liveQuota?.reads,
    "live writes": partner.liveQuota?.writes,
    created: partner.createdAt,
  })

/** What an operator makes of an account, shown. */
const changed = <E, R>(
  json: boolean,
  work: (partners: Partners["Service"]) => Effect.Effect<Partner, E, R>,
) =>
  Effect.flatMap(Partners, work).pipe(
    asOperator,
    Effect.flatMap((partner) => print(json, partner, () => partnerText(partner))),
  )

const create = Command.make(
  "create",
  {
    code: Flag.String("code").pipe(
      Flag.withDescription("Code of the new partner: lower-case letters, digits, hyphens"),
    ),
    name: Flag.String("name").pipe(Flag.withDescription("Name of the new partner")),
    json: jsonFlag,
  },
  ({ code, name, json }) => changed(json, (partners) => partners.create({ code, name })),
).pipe(Command.withDescription("Create a partner account"))

const approve = Command.make(
  "approve",
  { code: codeArgument, reads: limitFlag("reads"), writes: limitFlag("writes"), json: jsonFlag },
  ({ code, json, ...limits }) =>
    changed(json, (partners) => partners.approve(code, givenLimits(limits))),
).pipe(Command.withDescription("Approve a partner for live keys and set their daily limits"))

const suspend = Command.make(
  "suspend",
  {
    code: codeArgument,
    reason: Flag.String("reason").pipe(
      Flag.withDescription("Why, in a sentence: the partner reads it"),
    ),
    json: jsonFlag,
  },
  ({ code, json, reason }) => changed(json, (partners) => partners.suspend(code, reason)),
).pipe(Command.withDescription("Refuse every call of a partner until it is approved again"))

const commission = Command.make(
  "commission",
  {
    code: codeArgument,
    bps: Flag.Int("bps").pipe(
      Flag.withDescription("Commission in basis points, from the base rate to 5000"),
    ),
    json: jsonFlag,
  },
  ({ code, bps, json }) => changed(json, (partners) => partners.setCommission(code, bps)),
).pipe(Command.withDescription("Set what a sale pays a partner"))

const coach = Command.make(
  "coach",
  {
    code: codeArgument,
    shows: Flag.Literals("shows", ["advice", "facts"]).pipe(
      Flag.withDescription("Facts alone: no recommendation, and shouldSell is null"),
    ),
    json: jsonFlag,
  },
  ({ code, json, shows }) =>
    changed(json, (partners) => partners.setFactsOnly(code, shows === "facts")),
).pipe(Command.withDescription("Set whether the Coach advises a partner's travellers"))

const listHeader = ["code", "name", "status", "commission bps", "uplift bps", "reads", "writes"]

const list = Command.make("list", { json: jsonFlag }, ({ json }) =>
  Effect.flatMap(Partners, (partners) => partners.list).pipe(
    Effect.flatMap((all) =>
      print(json, all, () =>
        tableText(
          listHeader,
          all.map(({ code, name, status, commissionBps, upliftBps, liveQuota }) => [
            code,
            name,
            status,
            commissionBps,
            upliftBps,
            liveQuota?.reads,
            liveQuota?.writes,
          ]),
        ),
      ),
    ),
  ),
).pipe(Command.withDescription("List partner accounts"))

/** `viatica partner …`: the accounts of partners. */
export const partnerCommand = Command.make("partner").pipe(
  Command.withSubcommands([
    create.pipe(Command.provide(layerOperations)),
    approve.pipe(Command.provide(layerKeylessOperations)),
    suspend.pipe(Command.provide(layerKeylessOperations)),
    commission.pipe(Command.provide(layerKeylessOperations)),
    coach.pipe(Command.provide(layerKeylessOperations)),
    list.pipe(Command.provide(layerKeylessOperations)),
  ]),
)
