import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { linkAddress } from "../../rules/links/funnel-address.ts"
import { serverSettings } from "../config/server.ts"
import { type TrackedLink, TrackedLinks } from "../ports/tracked-links.ts"
import { layerKeylessOperations, layerOperations } from "../runtime/foundations.ts"
import { partnerFlag } from "../terminal/flags.ts"
import { asOperator } from "./operator.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { recordText, tableText } from "../../core/plain-text.ts"

/** A link with the address to give to travellers. */
const withUrl = (baseUrl: string) => (link: TrackedLink) => ({
  ...link,
  url: linkAddress(baseUrl, link.code),
})

const create = Command.make(
  "create",
  {
    partner: partnerFlag,
    code: Flag.String("code").pipe(
      Flag.withDescription(
        "Code of the new link: 4 to 32 letters and digits; random when left out",
      ),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  Effect.fn("link create")(function* ({ code, json, partner }) {
    const { baseUrl } = yield* serverSettings
    const wish = { partnerCode: partner, code: Option.getOrUndefined(code) }
    const made = withUrl(baseUrl)(yield* asOperator((yield* TrackedLinks).create(wish)))
    const shown = { code: made.code, ref: made.ref, url: made.url }
    yield* print(json, shown, () => recordText(shown))
  }),
).pipe(Command.withDescription("Make a tracked link of a partner"))

const archive = Command.make(
  "archive",
  {
    code: Argument.String("code").pipe(Argument.withDescription("Code of the link")),
    partner: partnerFlag,
    json: jsonFlag,
  },
  Effect.fn("link archive")(function* ({ code, json, partner }) {
    const { baseUrl } = yield* serverSettings
    const link = { partnerCode: partner, code }
    const shown = withUrl(baseUrl)(yield* asOperator((yield* TrackedLinks).archive(link)))
    yield* print(json, shown, () => recordText(shown))
  }),
).pipe(Command.withDescription("Take a link out of use; it still redirects and earns late sales"))

const listHeader = ["code", "ref", "clicks", "archived", "created", "url"]

const list = Command.make(
  "list",
  { partner: partnerFlag, json: jsonFlag },
  Effect.fn("link list")(function* ({ json, partner }) {
    const { baseUrl } = yield* serverSettings
    const links = (yield* (yield* TrackedLinks).list(partner)).map(withUrl(baseUrl))
    yield* print(json, links, () => tableText(listHeader, links.map(Object.values)))
  }),
).pipe(Command.withDescription("List the links of a partner, archived ones included"))

/** `viatica link …`: the tracked links of partners. */
export const linkCommand = Command.make("link").pipe(
  Command.withSubcommands([
    create.pipe(Command.provide(layerOperations)),
    archive.pipe(Command.provide(layerKeylessOperations)),
    list.pipe(Command.provide(layerKeylessOperations)),
  ]),
)
