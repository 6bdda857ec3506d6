import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type Answer, refusalAnswer } from "../../../api/answer.ts"
import { nothingServed, wrongMethodAnswer } from "../../../api/edge-answers.ts"
import type { IncomingCall } from "../../../api/incoming.ts"
import type { OpenRoute } from "../../../api/open-route.ts"
import { checkSettings } from "../../../config/check.ts"
import { connectionsMax, sendTimeoutMs } from "../../../config/load.ts"
import { serverSettings } from "../../../config/server.ts"
import { databaseUrl } from "../../../config/storage.ts"
import { CallGate } from "../../../gateway/gate.ts"
import { makeRouter, nothingFound, openRoutes, respond, ThisCall } from "../../../gateway/routes.ts"
import { pagePlaces } from "../../../pages/console/routes.ts"
import { securityRoutes } from "../../../pages/console/security.ts"
import { makeAssets } from "../../../pages/kit/assets.ts"
import { isOwnForm, seeOther } from "../../../pages/kit/form.ts"
import { preparePages } from "../../../pages/kit/page.ts"
import { readingOf } from "../../../pages/kit/reading.ts"
import { signInRoutes } from "../../../pages/sign-in/sign-in-routes.ts"
import { failurePage, makeVisitors, sessionCookie } from "../../../pages/sign-in/visitor.ts"
import { makePlaces } from "../../../platform/places.ts"
import { RequestIds } from "../../../platform/random-ids.ts"
import { serveApp } from "../../../platform/serve-app.ts"
import { Keys } from "../../../ports/keys.ts"
import { People, type Visitor } from "../../../ports/people.ts"
import { SecondFactors } from "../../../ports/second-factors.ts"
import { TableBundle } from "../../../ports/table-bundle.ts"
import { newEnoughNode } from "../../../platform/oldest-node.ts"
import { layerLogging } from "../../../observability/logging.ts"
import { layerObservability } from "../../../metrics/layer.ts"
import { stopInTime } from "../../../processes/stop-in-time.ts"
import { layerSignIn } from "../../../runtime/foundations.ts"
import { nodeCall } from "../../../runtime/node-server.ts"
import { refusal } from "../../../terminal/command-refused.ts"
import { tidyPeopleRegularly } from "../../../store/people/people.ts"
import { limitsOf } from "../../../../rules/reference/limits.ts"
import type { CallReply } from "../../protocol/call.ts"
import { type RefusalFacts, refusalSentence } from "../../protocol/refusals.ts"
import { plain, respond as respondPlain } from "../desk-app.ts"
import { readPageFiles } from "../page-files.ts"
import { SignedIn, StillSignedIn, type TeamMember } from "../signed-in.ts"
import { findTeamBranches, partBranch, type TeamBranches } from "./branches.ts"
import { makeTeamDesks, type TeamDesks } from "./desks.ts"
import { deskPath, desksPage, teamNotice, teamPath } from "./team-pages.ts"

/** A workbench for a team has no repository, whose branches are its desks. */
export class NoTeamRepository extends Data.TaggedError("NoTeamRepository")<{
  readonly folder: string
}> {
  override get message() {
    return `${this.folder} does not lie in a git repository: a workbench for a team has a desk for each branch of one.`
  }
}

/** What a workbench for a team is served with. */
export interface TeamOptions {
  readonly folder: string
  /** What the tables are compared with at every desk; where each branch began when left out. */
  readonly base: Option.Option<string>
  /** How many desks are open at once. */
  readonly openMax: number
  /** How many situations are re-run as tables change; the usual count when left out. */
  readonly situations?: number
}

/** Serves a team from this process, for as long as the scope is open; without the service's database it is refused. */
export const serveTeamAlone = Effect.fnUntraced(function* (options: TeamOptions) {
  yield* newEnoughNode
  yield* checkSettings
  if (Option.isNone(yield* databaseUrl)) return yield* refusal("team-without-database")
  yield* stopInTime
  const layers = yield* Layer.build(
    layerSignIn.pipe(Layer.provideMerge(layerObservability), Layer.provideMerge(layerLogging)),
  )
  return yield* Effect.provideContext(serveTeam(options), layers)
})

/** Serves the desks of a team behind the sign-in of the console, for as long as the scope is open. */
export const serveTeam = Effect.fnUntraced(function* ({ folder, ...options }: TeamOptions) {
  const { baseUrl, host, port } = yield* serverSettings
  const branches = yield* findTeamBranches(folder)
  if (branches === undefined) return yield* new NoTeamRepository({ folder })
  const pages = yield* Effect.promise(readPageFiles)
  const desks = yield* makeTeamDesks({ ...options, branches, pages })
  const people = yield* People
  const assets = makeAssets()
  const makePage = preparePages(assets)
  const visitors = makeVisitors({ people, makePage, baseUrl })
  const { networkOf } = (yield* CallGate).strangers
  const limit = limitsOf((yield* TableBundle).current().tables)
  yield* tidyPeopleRegularly

  const open: ReadonlyArray<OpenRoute> = [
    assets.route,
    // Nobody opens a partner's account here.
    ...(yield* signInRoutes({ baseUrl, limit, makePage, networkOf })).filter(
      ({ pattern }) => pattern !== welcome,
    ),
    ...securityRoutes({
      baseUrl,
      desksPath: teamPath,
      keys: yield* Keys,
      makePage,
      people,
      places: makePlaces(pagePlaces),
      secondFactors: yield* SecondFactors,
      visitors,
    }),
    ...["/", "/console", welcome].map((pattern) => leadingTo(pattern, teamPath)),
    {
      pattern: "/console/*",
      answer: (call) =>
        Effect.map(readingOf(call), (reading) => teamNotice({ makePage, reading }, "noConsole")),
    },
  ]
  const atPages = yield* makeOpenPages(open)
  const atDesks = makeDeskGate({ baseUrl, branches, desks, makePage, people, visitors })
  const nextRequestId = yield* RequestIds
  const timeoutMs = yield* sendTimeoutMs

  const app = Effect.flatMap(HttpServerRequest, (request) => {
    const source = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
    const answer = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
    const call = nodeCall(source, answer, { waits: false, timeoutMs })
    const here = ThisCall.of({ call, requestId: nextRequestId(), found: { ...nothingFound } })
    if (call.flaw !== undefined) return Effect.succeed(plain(400, call.flaw))
    return call.path.startsWith(teamPath) ? atDesks(here) : atPages(here)
  })
  const server = createServer({
    requestTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    maxHeaderSize: headBytesMax,
  })
  server.maxConnections = yield* connectionsMax
  yield* serveApp(server, { host, port }, app)
  return { url: `${baseUrl}${teamPath}` }
})

const welcome = "/console/welcome"

const headBytesMax = 16_384

type Here = ThisCall["Service"]

const leadingTo = (pattern: string, path: string): OpenRoute => ({
  pattern,
  answer: (call) => Effect.map(readingOf(call), ({ href }) => seeOther(href(path))),
})

/** The pages beside the desks, as the service routes them. */
const makeOpenPages = (open: ReadonlyArray<OpenRoute>) => {
  const answering = (answer: Effect.Effect<Answer>) =>
    Effect.flatMap(ThisCall, (here) => Effect.map(answer, (given) => respond(here, given)))
  const nowhere = answering(Effect.succeed(refusalAnswer(nothingServed)))
  const { otherwise, routes } = openRoutes(open, [], {
    nowhere,
    wrongMethod: (methods) => answering(Effect.succeed(wrongMethodAnswer(methods))),
    answered: (_, answer) =>
      Effect.flatMap(answer, (given) =>
        given === undefined ? nowhere : answering(Effect.succeed(given)),
      ),
  })
  return makeRouter(HttpRouter.addAll(routes), otherwise)
}

/** What answers for desks. */
interface DeskGateParts extends Pick<
  Parameters<typeof makeVisitors>[0],
  "baseUrl" | "makePage" | "people"
> {
  readonly branches: TeamBranches
  readonly desks: TeamDesks
  readonly visitors: ReturnType<typeof makeVisitors>
}

/** Lets people of the team through to the list of desks and to each desk, and nobody else to anything. */
const makeDeskGate = (parts: DeskGateParts) => {
  const { baseUrl, branches, desks, makePage, people, visitors } = parts
  const cookie = sessionCookie(baseUrl)

  const listed = (call: IncomingCall, visitor: Visitor, isUnnamed = false) =>
    Effect.gen(function* () {
      const found = yield* branches.list
      return desksPage({
        makePage,
        reading: yield* readingOf(call),
        visitor,
        isUnnamed,
        desks: found.map((branch) => ({ ...branch, pages: desks.pagesAt(branch.name) })),
      })
    })

  /** The list of desks, and the form that makes one. */
  const answerList = (call: IncomingCall, visitor: Visitor) =>
    Effect.gen(function* () {
      if (call.method !== "POST") return yield* listed(call, visitor)
      const form = yield* visitors.checkedForm(call, visitor)
      const reading = yield* readingOf(call)
      if (!visitor.tableRoles.includes("analyst")) {
        return teamNotice({ makePage, reading }, "stranger")
      }
      const made = branches.make(form.text("name"))
      return yield* made.pipe(
        Effect.map((branch) => seeOther(reading.href(deskPath(branch)))),
        Effect.catchTag("CallRefused", () => listed(call, visitor, true)),
      )
    }).pipe(
      Effect.catchTag("FormRefused", (failure) => failurePage({ makePage }, call, failure)),
      Effect.catchTag("GitUnavailable", ({ message }) =>
        Effect.map(readingOf(call), (reading) =>
          teamNotice({ makePage, reading }, "failed", message),
        ),
      ),
    )

  const atDesk = Effect.fnUntraced(function* (
    { call, ...here }: Here,
    { below, branch }: DeskPlace,
  ) {
    const desk = yield* desks.at(branch)
    if (!("closed" in desk)) return yield* desk.answer(below)
    const reading = yield* readingOf(call)
    const why = desk.closed === "no branch" ? "noBranch" : desk.closed
    const page = teamNotice({ makePage, reading }, why, desk.reason)
    return isPage(call)
      ? respond({ call, ...here }, page)
      : plain(page.status, "This desk is closed")
  })

  return (here: Here): Effect.Effect<HttpServerResponse, never, HttpServerRequest | Scope.Scope> =>
    Effect.gen(function* () {
      const { call } = here
      if (!isFromTeam(call, baseUrl)) return plain(403, "Not from here")
      const token = cookie.read(call)
      const visitor = token === undefined ? undefined : yield* people.visitorOf(token)
      if (token === undefined || visitor?.needs !== "nothing") {
        if (!isPage(call)) return refused(401, "SignedOut", {})
        const led = yield* visitors.withVisitor(call, () => Effect.undefined)
        return led === undefined ? refused(401, "SignedOut", {}) : respond(here, led)
      }
      if (!isOfTeam(visitor)) {
        if (!isPage(call)) return refused(403, "RoleMissing", { needs: "any" })
        return respond(here, teamNotice({ makePage, reading: yield* readingOf(call) }, "stranger"))
      }
      if (call.path === teamPath) return respond(here, yield* answerList(call, visitor))
      const place = deskPlaceOf(call.path)
      if (place === undefined) return plain(400, "This is no address: a % stands for nothing")
      // Addresses of a page are relative to it.
      if (place.below === undefined) return respond(here, seeOther(deskPath(place.branch)))
      const member = memberOf(visitor)
      const isStill = people.visitorOf(token).pipe(
        Effect.map((now) => now?.needs === "nothing" && isSameMember(now, visitor)),
        // A stream outlives a database that is away; no call is answered meanwhile.
        Effect.orElseSucceed(() => true),
      )
      return yield* atDesk(here, { ...place, below: place.below }).pipe(
        Effect.provideService(SignedIn, member),
        Effect.provideService(StillSignedIn, isStill),
      )
    }).pipe(
      Effect.catchTag("PeopleUnavailable", (failure) =>
        Effect.map(failurePage({ makePage }, here.call, failure), (page) =>
          isPage(here.call) ? respond(here, page) : plain(503, "The database does not answer"),
        ),
      ),
    )
}

/** A desk that an address names, and what below it; undefined where the slash is missing that ends its name. */
interface DeskPlace {
  readonly branch: string
  readonly below: string
}

const deskPlaceOf = (
  path: string,
): (Omit<DeskPlace, "below"> & { readonly below: string | undefined }) | undefined => {
  const [part = "", ...rest] = path.slice(teamPath.length).split("/")
  const branch = partBranch(part)
  if (branch === undefined) return undefined
  return { branch, below: rest.length === 0 ? undefined : rest.join("/") }
}

/** Whether a call opens a page, so that a person reads what is answered. */
const isPage = ({ method, path }: IncomingCall): boolean =>
  path === teamPath || (method === "GET" && /^\/workbench\/[^/]*\/?$/.test(path))

/**
 * Whether a call comes from a page of ours, as far as the browser tells; one that changes anything has to tell. A page is
 * opened from anywhere, as a link that somebody was sent.
 */
const isFromTeam = (call: IncomingCall, baseUrl: string): boolean => {
  const { headerValues, method } = call
  if (method !== "POST") {
    const isSame = (site: string): boolean => site === "same-origin" || site === "none"
    return isPage(call) || headerValues("sec-fetch-site").every(isSame)
  }
  const isTold = [...headerValues("sec-fetch-site"), ...headerValues("origin")].length > 0
  return isTold && isOwnForm(call, baseUrl)
}

const isOfTeam = ({ isOperator, tableRoles }: Visitor): boolean =>
  isOperator || tableRoles.length > 0

const memberOf = ({ email, tableRoles }: Visitor): TeamMember => ({
  person: { name: email, mail: email },
  roles: tableRoles,
})

const isSameMember = (one: Visitor, other: Visitor): boolean =>
  isOfTeam(one) && one.tableRoles.join() === other.tableRoles.join()

const refused = <Code extends keyof RefusalFacts>(
  status: number,
  code: Code,
  facts: RefusalFacts[Code],
): HttpServerResponse => {
  const message = refusalSentence(code, facts)
  const reply: CallReply<never> = {
    _tag: "Refused",
    refusal: { code, message, facts: { ...facts } },
  }
  return respondPlain(status, "application/json", JSON.stringify(reply))
}
