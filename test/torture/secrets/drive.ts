import { paths, sampleTrip } from "../../support/sample-trips.ts"
import type { StageKey } from "../stage.ts"
import { saleBody } from "../tenants/estate.ts"
import { drawCardNumber, drawDigits, drawWord, type Driver } from "./harvest.ts"

type Fields = Readonly<Record<string, unknown>>

/** A body with a word in it that nobody else uses, beside what the service reads. */
const bodyOf = ({ draws, keep }: Driver, fields: Fields): string =>
  JSON.stringify({ note: keep("a body", drawWord(draws)), ...fields })

/** A trip whose amounts nobody else has; its ages are looked for by the word before them. */
const tripOf = ({ draws, keep }: Driver, changes: Fields = {}): Fields => {
  const price = `${drawDigits(draws, 9)}.${draws.between(0, 9)}${draws.between(1, 9)}`
  keep("an amount of a trip", price)
  return { ...sampleTrip, tripPrice: Number(price), shouldCoverCancellation: true, ...changes }
}

/** An age that no refusal may repeat. */
const oddAge = ({ draws, keep }: Driver): string =>
  keep("an age", `${draws.between(10, 99)}.${draws.between(1_000_001, 9_999_999)}1`)

const sessionOf = async (driver: Driver, key: StageKey, trip: Fields): Promise<string> => {
  const body = bodyOf(driver, { trip })
  const { body: quoted } = await driver.call(key, "POST", paths.quotes, body)
  return String((quoted as Fields | undefined)?.["sessionId"])
}

/** Every endpoint as it is meant to be called, and its replays and changes. */
export const callAll = async (
  driver: Driver,
  key: StageKey & { readonly ref: string },
): Promise<void> => {
  const { call } = driver
  const trip = tripOf(driver)
  const sessionId = await sessionOf(driver, key, trip)
  const link = (more: Fields) =>
    call(key, "POST", paths.links, bodyOf(driver, { sessionId, trip, ...more }))
  await call(key, "POST", paths.quotes, bodyOf(driver, { sessionId, tripInfo: trip }))
  await link({})
  await link({ offerId: key.keyId.startsWith("ak_live_") ? 1001 : 101 })
  await link({ trip: tripOf(driver, { travellers: [{ age: 77 }, { age: 101 }] }) })
  await call(key, "GET", paths.meta, undefined, {
    query: `?q=${driver.keep("a query", drawWord(driver.draws))}`,
  })
  await call(key, "GET", paths.cards, undefined, { query: "?country=FR" })
  await call(key, "HEAD", paths.cards)
  const order = driver.keep("an order of a log", `order ${drawWord(driver.draws)}`)
  for (const status of ["pending", "validated", "cancelled"]) {
    const sale = { ...saleBody(key.ref, order), status }
    await call(key, "POST", paths.conversion, bodyOf(driver, sale))
  }
  await nameCards(driver, key)
}

/** Cards by their number, written as people write them. */
const nameCards = async (driver: Driver, key: StageKey): Promise<void> => {
  for (const spell of [
    (digits: string) => digits,
    (digits: string) => Number(digits),
    (digits: string) => digits.replace(/(.{4})(?=.)/g, "$1 "),
    (digits: string) => `${digits}x`,
    (digits: string) => [digits],
  ]) {
    const digits = driver.keep("a card's number", drawCardNumber(driver.draws))
    driver.keep("a BIN", digits.slice(0, 8))
    driver.keep("a card's number", digits.replace(/(.{4})(?=.)/g, "$1 "))
    const card = { bin: spell(digits) }
    const fields = { residence: "FR", destinations: ["US"], card, traveller: { age: 64 } }
    await driver.call(key, "POST", paths.bilan, bodyOf(driver, fields))
    await driver.call(
      key,
      "POST",
      paths.bilan,
      bodyOf(driver, { ...fields, destinations: [digits] }),
    )
  }
}

const tripRefusals: ReadonlyArray<Fields> = [
  { intent: "holiday" },
  { startDate: "2027-02-30" },
  { countryResidence: "fra" },
  { countryResidence: "US", stateResidence: "ZZ" },
  { arrivalCountries: [] },
  { travellers: [] },
  { travellers: [{ age: -1 }] },
  { tripPrice: -1 },
  { currency: "euro" },
]

/** Every refusal that a caller can bring about. */
export const refuseAll = async (
  driver: Driver,
  key: StageKey & { readonly ref: string },
): Promise<void> => {
  const { call } = driver
  for (const changes of tripRefusals) {
    const trip = tripOf(driver, changes)
    await call(key, "POST", paths.quotes, bodyOf(driver, { trip }))
  }
  const aged = `{"trip":${JSON.stringify(tripOf(driver)).replace(/"age":35/, `"age":${oddAge(driver)}`)}}`
  await call(key, "POST", paths.quotes, aged)
  await call(key, "POST", paths.quotes, aged.replace(/"age":([\d.]+)/, '"age":"$1"'))
  await call(key, "POST", paths.quotes, bodyOf(driver, { trip: tripOf(driver), language: "xx" }))
  await call(key, "POST", paths.conversion, bodyOf(driver, { ref: key.ref }))
  await call(key, "POST", paths.conversion, bodyOf(driver, { contractVersion: "9" }))
  await call(key, "POST", paths.conversion, bodyOf(driver, saleBody("nobody-XXXXXXXX", "1")))
  await refuseSessions(driver, key)
  await refuseBodies(driver, key)
  await refuseSignatures(driver, key)
}

const refuseSessions = async (driver: Driver, key: StageKey): Promise<void> => {
  const trip = tripOf(driver)
  const sessionId = await sessionOf(driver, key, trip)
  for (const wrong of [
    { sessionId: sessionId.slice(0, -2) },
    { sessionId: `${sessionId}A` },
    { sessionId: [sessionId] },
    { sessionId, linkCode: "not a code" },
    { sessionId, linkCode: "NOBODYSCODE" },
    { sessionId, offerId: 999_999 },
  ]) {
    await driver.call(key, "POST", paths.links, bodyOf(driver, { trip, ...wrong }))
  }
}

/** Bodies that cannot be read: what reads them must not repeat their beginning. */
const refuseBodies = async (driver: Driver, key: StageKey): Promise<void> => {
  const { call, draws, keep } = driver
  const word = () => keep("a broken body", drawWord(draws))
  const digits = keep("a card's number", drawCardNumber(draws))
  for (const broken of [
    `${word()}`,
    `{"${word()}`,
    `{"age":${word()}}`,
    `{"card":{"bin":"${digits}"`,
    `["${word()}",]`,
    `\uFEFF{"note":"${word()}"}`,
    "x".repeat(70_000) + word(),
  ]) {
    for (const path of [paths.quotes, paths.links, paths.bilan, paths.conversion]) {
      await call(key, "POST", path, broken)
    }
  }
  await call(key, "POST", paths.quotes, word(), { headers: { "content-encoding": "gzip" } })
  await call(key, "PUT", paths.quotes, word())
  await call(key, "GET", `/api/${keep("a path", drawWord(draws))}`)
}

const refuseSignatures = async (driver: Driver, key: StageKey): Promise<void> => {
  const { call, draws, keep } = driver
  const body = bodyOf(driver, { trip: tripOf(driver) })
  const sent = bodyOf(driver, { trip: tripOf(driver) })
  const guessed = keep("a wrong secret", `vsk_live_${drawWord(draws)}`)
  const authorization = `Bearer ${keep("another header", drawWord(draws))}`
  await call(key, "POST", paths.quotes, body, { sent })
  await call(key, "POST", paths.quotes, body, { offSeconds: 301 })
  await call({ ...key, secret: guessed }, "POST", paths.quotes, body, {
    headers: { authorization },
  })
  await call({ ...key, keyId: guessed }, "POST", paths.quotes, body)
  await call(key, "POST", paths.quotes, body, { headers: { "x-svc-signature": `v1=${guessed}` } })
  await call(key, "POST", paths.quotes, body, { headers: { "x-svc-signature": guessed } })
  await call(key, "POST", paths.quotes, body, { headers: { "x-svc-timestamp": guessed } })
}
