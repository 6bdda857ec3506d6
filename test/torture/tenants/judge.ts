import { type Answer, outcomeOf } from "../../support/http-call.ts"
import { masked, type Names } from "./names.ts"
import type { Probe } from "./probes.ts"

/** How the key stands that tries: what it may do, or why it may do nothing. */
export type Standing =
  | { readonly _tag: "Good" }
  | { readonly _tag: "Narrowed"; readonly scopes: ReadonlyArray<string> }
  | { readonly _tag: "Suspended" }
  | { readonly _tag: "Revoked" }
  /** Its own day has come. */
  | { readonly _tag: "Ended" }
  /** It lists networks, and calls come from none of them. */
  | { readonly _tag: "Elsewhere" }

/** One try for an object, the same with names that nothing has, and with names of the key's own. */
export interface Attempt {
  readonly intruder: string
  readonly standing: Standing
  readonly probe: Probe
  readonly wanted: Names
  readonly nonsense: Names
  readonly own: Names
  /** What was sent for the object: names in it may come back. */
  readonly sent: string
  readonly answered: Readonly<Record<"own" | "wanted" | "nonsense", Answer>>
}

/** How a key of this standing is to be answered, where it is not its standing that decides. */
const expectedOutcome = (
  { isOpen, needs }: Probe,
  standing: Standing,
  otherwise: string,
): string => {
  if (isOpen === true) return otherwise
  switch (standing._tag) {
    case "Revoked":
    case "Ended":
      return "401 UNAUTHORIZED"
    case "Elsewhere":
      return "403 ADDRESS_FORBIDDEN"
    case "Suspended":
      return "403 SCOPE_FORBIDDEN"
    case "Narrowed":
      return needs === null || standing.scopes.includes(needs) ? otherwise : "403 SCOPE_FORBIDDEN"
    case "Good":
      return otherwise
  }
}

const withoutFigures = (name: string, value: unknown): unknown =>
  name === "quota" || name === "lifetime" ? "<figures>" : value

/** All that an answer tells of what was asked; request ids and figures of quotas are not of it. */
const told = ({ body, headers, status, text }: Answer): string =>
  [status, headers["location"] ?? "", JSON.stringify(body, withoutFigures) ?? text].join(" ")

/** Names of the object that stand in an answer without having been sent, or that must not come back. */
const leaked = ({ answered, own, probe, sent, wanted }: Attempt): ReadonlyArray<string> => {
  let text = `${answered.wanted.text} ${JSON.stringify(answered.wanted.headers)}`
  for (const value of Object.values(own)) text = text.replaceAll(value, "")
  return Object.entries(wanted).flatMap(([name, value]) => {
    const isEcho = sent.includes(value) && (name !== "session" || probe.ownOutcome !== "200")
    const isShared = Object.values(own).includes(value)
    return text.includes(value) && !isEcho && !isShared ? [name] : []
  })
}

/** What is wrong with how an attempt was answered, a sentence each. */
export const violationsOf = (attempt: Attempt): ReadonlyArray<string> => {
  const { answered, intruder, nonsense, own, probe, standing, wanted } = attempt
  const tell = (what: string) => `${intruder}, ${probe.tries}: ${what}`
  const foreign = expectedOutcome(probe, standing, probe.foreign)
  const ownOutcome = expectedOutcome(probe, standing, probe.ownOutcome)
  const differs =
    masked(told(answered.wanted), own, wanted) !== masked(told(answered.nonsense), own, nonsense)
  return [
    ...(outcomeOf(answered.wanted) === foreign
      ? []
      : [tell(`${outcomeOf(answered.wanted)} in place of ${foreign}`)]),
    ...(outcomeOf(answered.own) === ownOutcome
      ? []
      : [tell(`its own is answered ${outcomeOf(answered.own)} in place of ${ownOutcome}`)]),
    ...(differs
      ? [tell(`${told(answered.wanted)} where nonsense gives ${told(answered.nonsense)}`)]
      : []),
    ...leaked(attempt).map((name) => tell(`its answer tells the other's ${name}`)),
  ]
}
