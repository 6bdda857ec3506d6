const text = { type: "string" }
const number = { type: "number" }
const truth = { type: "boolean" }
const textOrNone = { type: ["string", "null"] }
const numberOrNone = { type: ["number", "null"] }
const texts = { type: "array", items: text }
const code = { type: "string", pattern: "^[A-Za-z]{2}$" }

const object = (properties: Readonly<Record<string, unknown>>) => ({ type: "object", properties })

/** The body of a call for a bilan, as ajv checks it. */
export const bilanBody = {
  ...object({
    residence: code,
    destinations: { type: "array", items: code, minItems: 1, maxItems: 50 },
    card: object({
      catalogueId: { type: "integer" },
      bin: text,
      bank: text,
      network: text,
      tier: text,
      none: truth,
    }),
    trip: object({ friends: truth, longTrip: truth, riskyActivity: truth }),
    market: { type: "string", enum: ["fr", "us", "ca", "sg", "my", "universal"] },
    ref: text,
  }),
  required: ["residence", "destinations"],
}

const someValues = { type: "object", additionalProperties: true }

/** The values of a sentence, as printed and as they are. */
const told = { vars: someValues, values: someValues }

const sentence = object({ key: text, ...told })

const gap = object({
  state: text,
  covered: truth,
  value: numberOrNone,
  recommendedValue: numberOrNone,
  badge: text,
  key: text,
  ...told,
})

const argument = object({
  id: text,
  category: text,
  strength: text,
  figure: text,
  messageKeys: object({ hook: text, fact: text, pitch: text }),
  ...told,
})

/** The answer, which fastify makes a serializer of. */
export const bilanAnswer = object({
  ok: truth,
  card: object({
    origin: text,
    currency: text,
    guarantees: { type: "object", additionalProperties: gap },
  }),
  bilan: object({
    shouldSell: { type: ["boolean", "null"] },
    headline: sentence,
    medical: object({ target: text, targetValue: number, ceilingOk: truth, key: text, ...told }),
    argumentCount: { type: "integer" },
    social: object({ pct: number, subjectKey: text, ...told }),
    focusCategories: texts,
    reading: sentence,
    disclosures: { type: "array", items: sentence },
    arguments: { type: "array", items: argument },
  }),
  destinations: texts,
  offer: object({ quoteUrl: textOrNone }),
  meta: object({
    engineVersion: text,
    market: text,
    lang: text,
    passport: textOrNone,
    warnings: texts,
  }),
})
