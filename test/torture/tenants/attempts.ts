import { type Answer, outcomeOf, send } from "../../support/http-call.ts"
import { bilanBody, paths } from "../../support/sample-trips.ts"
import { callSigned } from "../stage.ts"
import { type Estate, linkBody } from "./estate.ts"
import type { Intruder } from "./intruders.ts"
import type { Attempt } from "./judge.ts"
import type { Names } from "./names.ts"
import { type Probe, probes } from "./probes.ts"

const sendProbe = (
  port: number,
  { key, own }: Intruder,
  { body, isOpen, method, path }: Probe,
  wanted: Names,
): Promise<Answer> => {
  const target = path(wanted, own)
  return isOpen === true
    ? send({ port, method, path: target })
    : callSigned(port, key, method, target, body?.(wanted, own))
}

const attempt = async (
  port: number,
  intruder: Intruder,
  probe: Probe,
  wanted: Names,
  nonsense: Names,
): Promise<Attempt> => {
  const { name, own, standing } = intruder
  const sent = `${probe.path(wanted, own)} ${JSON.stringify(probe.body?.(wanted, own) ?? null)}`
  const answers = await Promise.all([
    sendProbe(port, intruder, probe, wanted),
    sendProbe(port, intruder, probe, nonsense),
    sendProbe(port, intruder, probe, own),
  ])
  const answered = { wanted: answers[0], nonsense: answers[1], own: answers[2] }
  return { intruder: name, standing, probe, wanted, nonsense, own, sent, answered }
}

/** Tries for everything that has a name with a key, over every endpoint that takes one. */
export const tryForAll = async (
  port: number,
  intruder: Intruder,
  wanted: Names,
  nonsense: Names,
): Promise<ReadonlyArray<Attempt>> => {
  const isOwnAccount = intruder.own.partnerId === wanted.partnerId
  const attempts: Array<Attempt> = []
  for (const probe of probes) {
    if (isOwnAccount && probe.isOfBothModes === true) continue
    attempts.push(await attempt(port, intruder, probe, wanted, nonsense))
  }
  return attempts
}

const cards: Readonly<Record<string, unknown>> = {
  bin: { bin: "497010" },
  bank: { bank: "BNP Paribas", network: "visa", tier: "premium" },
  catalogueId: { catalogueId: 1 },
  network: { network: "visa", tier: "premium" },
  none: { none: true },
}

/** Which ways of naming a card a key may not use, told where it is otherwise. */
export const wrongCardModes = async (
  port: number,
  { key, mode, name }: Intruder,
): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  for (const [cardMode, card] of Object.entries(cards)) {
    const answer = await callSigned(port, key, "POST", paths.bilan, bilanBody({ card }))
    const isClosed = mode === "sandbox" && cardMode === "catalogueId"
    const expected = isClosed ? "403 CARD_MODE_FORBIDDEN" : "200"
    if (outcomeOf(answer) !== expected) {
      wrong.push(`${name}, a card by ${cardMode}: ${outcomeOf(answer)} in place of ${expected}`)
    }
  }
  return wrong
}

/** How often a key names a card in {@link wrongCardModes}. */
export const cardModesTried = Object.keys(cards).length

/** Whether an estate still leads its owner to what it did before; told where it does not. */
export const lostBy = async (
  port: number,
  { key, names }: Estate,
): Promise<ReadonlyArray<string>> => {
  const answer = await callSigned(port, key, "POST", paths.links, linkBody(names.session))
  const { replayed, subscriptionId } = answer.body as Readonly<Record<string, unknown>>
  const isHeld = subscriptionId === names.subscriptionId && replayed === true
  return isHeld ? [] : [`the owner's own link is answered otherwise than before: ${answer.text}`]
}
