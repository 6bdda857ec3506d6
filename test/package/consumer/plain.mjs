// Asks every function of every entry that answers without effect, and tells which answers are not the data
// that their types say: copied to a worker, written as JSON or spread, they have to stay what they are.
import { readFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"

const manifest = JSON.parse(
  readFileSync(new URL("node_modules/viatica/package.json", import.meta.url), "utf8"),
)

/** Entries of which functions answer by programs of effect, or by SQL. */
const others = new Set(["effect", "effect/open", "effect/api", "client/effect", "duckdb"])

const request = { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } }
const days = { startDate: "2027-07-01", endDate: "2027-07-14" }
const places = { countryResidence: "FR", arrivalCountries: ["US"] }
const trip = { intent: "forTourism", ...days, ...places, travellers: [{ age: 34 }] }
const misspelt = { ...request, crad: 1 }
const wrong = { "coach/selling.csv": "strongest,warning,should_sell,source\nweak,,true,x\n" }
const wrongPrices = { "sandbox/tariffs.csv": "tariff\n" }
const { tables: france } = await import("viatica/tables/fr")
const { tables: frenchBilans } = await import("viatica/bilans/fr")
const viatica = await import("viatica")
const engine = await import("viatica/engine")
const money = await import("viatica/money")

const bilanOf = () => viatica.bilan(request).success

/** What the Coach's functions are asked, whoever opened it. */
const coachAsks = {
  bilan: [[request], [misspelt], [{}]],
  explainBilan: [[request], [{}]],
  readBilan: [[misspelt], [7]],
  requestWarnings: [[misspelt]],
  cards: [[{ country: "FR" }], [{ country: "FRA" }]],
}
const pricingAsks = {
  quote: [[{ trip }], [{ trip }, { mode: "live" }], [{}]],
  explainQuote: [[{ trip }], [{}]],
  readQuote: [[{ trip }], [7]],
  quoteWarnings: [[{ trop: trip }]],
  meta: [[]],
}
const mistake = () => viatica.makeCoach(wrong).failure[0]
const ofCoach = {
  describeMistake: [[mistake()]],
  describeCoachRefusal: [[{ code: "BAD_RESIDENCE" }]],
}

const about = "A column."
const fares = engine.defineDecision({
  file: "fares.csv",
  about,
  hitPolicy: "unique",
  inputs: { age: engine.condition.integer({ minimum: 0, maximum: 120, about }) },
  outputs: { fare: engine.column.decimal({ about }) },
})
const tableOf = (text) => engine.load({ fares }, { "fares.csv": text })
const rules = tableOf("age,fare\n<65,2.50\n>=60,1.25\n").success
const gap = tableOf("age,fare\n<65,2.50\n").success
const rational = money.parseDecimal("1.25").success
const definition = {
  format: "viatica table 1",
  name: "Fare",
  about,
  hitPolicy: "unique",
  inputs: [{ name: "age", label: "Age", expression: "age", type: "number" }],
  outputs: [{ name: "fare", label: "Fare", type: "number" }],
  annotations: [],
  from: { format: "dmn", version: "1.3", id: "fare" },
}
const euro = { code: "EUR", minorUnits: 2, rate: "1" }

const asks = {
  "": {
    ...coachAsks,
    ...pricingAsks,
    ...ofCoach,
    makeCoach: [[{}], [wrong]],
    makePricing: [[{}], [wrongPrices]],
  },
  coach: { ...ofCoach, openCoach: [[france]], makeCoach: [[{}, { over: france }], [wrong]] },
  bilans: { openBilans: [[[frenchBilans]]], describeCoachRefusal: ofCoach.describeCoachRefusal },
  pricing: { ...pricingAsks, openPricing: [[]], makePricing: [[{}], [wrongPrices]] },
  engine: {
    defineTable: [
      [{ file: "a.csv", about, key: ["a"], columns: { a: engine.column.text({ about }) } }],
    ],
    defineDecision: [[fares]],
    load: [
      [{ fares }, { "fares.csv": "age,fare\n<65,2.50\n" }],
      [{ fares }, { "fares.csv": "age,fare\nold,2.50\n" }],
      [{ fares }, {}],
    ],
    evaluate: [
      [rules, "fares", { age: 30 }],
      [rules, "fares", { age: 62 }],
      [rules, "fares", {}],
      [gap, "fares", { age: 70 }],
    ],
    explain: [
      [rules, "fares", { age: 62 }],
      [rules, "fares", {}],
    ],
    whyNot: [
      [rules, "fares", { age: 30 }, 3],
      [rules, "fares", { age: 30 }, 9],
      [rules, "fares", {}, 3],
    ],
    coverage: [
      [rules, "fares", [{ age: 30 }]],
      [rules, "fares", [{}]],
    ],
    mutate: [
      [rules, "fares", [{ age: 30 }]],
      [rules, "fares", [{}]],
    ],
    readFacts: [
      [rules, "fares", { age: 30 }],
      [rules, "fares", 7],
    ],
    check: [[rules], [gap]],
    prepare: [[rules]],
    readDefinition: [[{}], [definition]],
    diff: [[rules, gap]],
    describeMistake: [[engine.load({ fares }, {}).failure[0]]],
  },
  money: {
    add: [[rational, rational]],
    allocate: [
      [100, [1, 1, 1]],
      [100n, [1n]],
      [0.5, [1]],
      [100, [-1]],
      [100, [0]],
    ],
    compare: [[rational, rational]],
    divide: [
      [rational, rational],
      [rational, money.fromInteger(0n)],
    ],
    fraction: [
      [1n, 2n],
      [1n, 0n],
    ],
    fromInteger: [[1n]],
    minorToDecimal: [[100, 2]],
    minorToRational: [[100, 2]],
    multiply: [[rational, rational]],
    numberToRational: [[0.1], [Number.NaN]],
    parseDecimal: [["1.25"], ["x"]],
    prepareConversion: [
      [euro, { ...euro, code: "USD" }],
      [euro, { ...euro, rate: "x" }],
      [euro, { ...euro, minorUnits: -1 }],
      [euro, { ...euro, marginBps: -1 }],
    ],
    rationalToDecimal: [[rational]],
    rationalToMinor: [[rational, 2]],
    roundDown: [[rational]],
    roundHalfUp: [[rational]],
  },
  messages: { renderBilan: [[bilanOf()]] },
  "messages/fr": { renderBilan: [[bilanOf()]] },
  "messages/en": { renderBilan: [[bilanOf()]] },
  client: {
    makeClient: [[{ baseUrl: "https://viatica.example", keyId: "ak_test_1", secret: "secret" }]],
    makeSigner: [[{ keyId: "ak_test_1", secret: "secret" }]],
    isRefusalCode: [["BAD_DATES"]],
    describeFailure: [[{ _tag: "timeout", deadlineMs: 10 }]],
    describeEventFault: [["signature"]],
    verifyStatement: [["no books", { key: "" }]],
    verifyEvent: [["{}", {}, "whsec_AAAA"]],
  },
}

/** What opened functions are asked, by their names. */
const opened = { ...coachAsks, ...pricingAsks }

/** Exports that are namespaces of functions: what each makes reads cells, and is no answer. */
const namespaces = new Set(["column", "condition"])

const problems = []
let looked = 0

const holds = (value, isSuch) =>
  isSuch(value) ||
  (typeof value === "object" &&
    value !== null &&
    Object.values(value).some((each) => holds(each, isSuch)))

/** Whether some value, and what is in it, is what its type says after each way that data goes. */
const look = (where, value) => {
  looked += 1
  if (typeof value !== "object" || value === null) return
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype)
    problems.push(`${where}: has a prototype`)
  if ("success" in value || "failure" in value) {
    if (Object.keys(value)[0] !== "_tag" || Object.keys(value).length !== 2)
      problems.push(`${where}: ${Object.keys(value)}`)
  }
  if (holds(value, (each) => typeof each === "function")) {
    // A client's functions call a service.
    if (where.startsWith("client")) return
    for (const [name, each] of Object.entries(value.success ?? value)) {
      for (const args of typeof each === "function" ? (opened[name] ?? []) : [])
        look(`${where}.${name}`, each(...args))
    }
    return
  }
  if (!isDeepStrictEqual(structuredClone(value), value))
    problems.push(`${where}: is lost by structuredClone`)
  const spread = Array.isArray(value) ? [...value] : { ...value }
  if (!isDeepStrictEqual(spread, value)) problems.push(`${where}: is lost by a spread`)
  const isExact = holds(value, (each) => typeof each === "bigint" || Number.isNaN(each))
  try {
    const read = JSON.parse(JSON.stringify(value))
    if (!isExact && !isDeepStrictEqual(read, value)) problems.push(`${where}: is lost by JSON`)
  } catch (error) {
    // Whole numbers of any length are no JSON, as the types of money say; rows of a table are.
    if (!isExact || !where.startsWith("money")) problems.push(`${where}: ${error.message}`)
  }
}

for (const path of Object.keys(manifest.exports)) {
  const name = path.replace(/^\.\/?/, "")
  if (name === "package.json" || others.has(name)) continue
  for (const [exported, value] of Object.entries(
    await import(name === "" ? "viatica" : `viatica/${name}`),
  )) {
    const where = `${name}: ${exported}`
    if (namespaces.has(exported)) continue
    if (typeof value !== "function") look(where, value)
    else if (asks[name]?.[exported] === undefined) problems.push(`${where}: is not asked`)
    else for (const args of asks[name][exported]) look(where, await value(...args))
  }
}

console.log(JSON.stringify({ looked, problems }))
