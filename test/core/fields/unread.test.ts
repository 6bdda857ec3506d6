import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { prepareWarnings, warningsMax } from "../../../core/fields/request-warning.ts"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { findUnread } from "../../../core/fields/unread.ts"

const Party = Schema.Struct({
  card: Schema.optionalKey(
    Schema.Union([
      Schema.Struct({ bin: Schema.String }),
      Schema.Struct({ network: Schema.String.annotate({ vocabulary: "networks" }) }),
    ]),
  ),
  trip: Schema.Struct({
    shouldCoverCancellation: Schema.Boolean,
    travellers: Schema.Array(Schema.Struct({ age: Schema.Int })),
  }).annotate({ aliases: ["tripInfo"] }),
  market: Schema.Literals(["fr", "us"]),
  destinations: Schema.Array(Schema.String.annotate({ vocabulary: "countries" })),
})

const shape = shapeOf(Party)
const networks = ["visa", "mastercard"]
const warningsOf = prepareWarnings(shape, {
  knowsWord: (vocabulary, word) => vocabulary !== "networks" || networks.includes(word),
  wordsOf: () => networks,
})
const detailsOf = (request: unknown) => warningsOf(request).map(({ detail }) => detail)

describe("the shape of a schema", () => {
  it("has the fields of every form of an object, and says what may be left out", () => {
    assert.deepStrictEqual(shapeOf(Schema.Struct({ card: Party.fields.card })), {
      kind: "object",
      fields: {
        card: {
          required: false,
          shape: {
            kind: "object",
            fields: {
              bin: { shape: { kind: "text" }, required: false },
              network: { shape: { kind: "text", vocabulary: "networks" }, required: false },
            },
          },
        },
      },
    })
  })
})

describe("what of a request is not read", () => {
  it("is nothing where every field and word is known, or absent", () => {
    assert.deepStrictEqual(
      detailsOf({
        card: { network: "visa" },
        tripInfo: { shouldCoverCancellation: false, travellers: [{ age: 3 }] },
        market: null,
        destinations: ["US"],
      }),
      [],
    )
  })

  it("is told by its place, with the field that was probably meant", () => {
    assert.deepStrictEqual(detailsOf({ crad: 1 }), [
      "crad is not a field of a request; did you mean card?",
    ])
    assert.deepStrictEqual(detailsOf({ card: { ntework: "visa" } }), [
      "card.ntework is not a field of a request; did you mean card.network?",
    ])
    assert.deepStrictEqual(detailsOf({ trip: { travellers: [{ age: 1 }, { agee: 2 }] } }), [
      "trip.travellers[1].agee is not a field of a request; did you mean trip.travellers[1].age?",
    ])
  })

  it("is looked for elsewhere, and by the end of a name", () => {
    assert.deepStrictEqual(detailsOf({ network: "visa" }), [
      "network is not a field of a request; did you mean card.network?",
    ])
    assert.deepStrictEqual(detailsOf({ age: 3 }), [
      "age is not a field of a request; did you mean trip.travellers[].age?",
    ])
    assert.deepStrictEqual(detailsOf({ trip: { cancelation: true } }), [
      "trip.cancelation is not a field of a request; did you mean trip.shouldCoverCancellation?",
    ])
    assert.deepStrictEqual(detailsOf({ weather: 1 }), ["weather is not a field of a request"])
  })

  it("is a word that is not known, with the nearest", () => {
    assert.deepStrictEqual(detailsOf({ card: { network: "vsia" }, market: "fr1" }), [
      'card.network: "vsia" is none of visa, mastercard; did you mean "visa"?',
      'market: "fr1" is none of fr, us',
    ])
  })

  it("is a value of another kind, whose content nobody sees", () => {
    assert.deepStrictEqual(
      detailsOf({ card: "4970101234567890", trip: [], destinations: ["US", 7], market: true }),
      [
        "card is ignored; it should be an object of fields",
        "trip is ignored; it should be an object of fields",
        "destinations[1] is ignored; it should be a text",
        "market is ignored; it should be fr, us",
      ],
    )
    assert.deepStrictEqual(detailsOf([]), [
      "the request is ignored; it should be an object of fields",
    ])
  })

  it("shows no long number of a word or a name", () => {
    assert.deepStrictEqual(
      detailsOf({ "4970101234567890": 1, card: { network: "4970101" } }),
      [
        'card.network: "…" is none of visa, mastercard',
        '["…"] is not a field of a request',
      ].toReversed(),
    )
  })

  it("is told so often and no more", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 1]))
    assert.strictEqual(warningsOf(many).length, warningsMax)
  })

  it("is fields alone where nobody asks for words", () => {
    const found = findUnread(shape, { market: "xx", card: 7, crad: 1 }, { foundMax: 9 })
    assert.deepStrictEqual(
      found.map(({ path }) => path),
      ["crad"],
    )
  })

  it("is found for any JSON, and is nothing of what the schema itself makes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (request) => {
        const paths = warningsOf(request).map(({ path }) => path)
        assert.strictEqual(new Set(paths).size, paths.length)
      }),
    )
    const known = prepareWarnings(shape, { knowsWord: () => true, wordsOf: () => [] })
    fc.assert(
      fc.property(
        fc.record({
          trip: fc.record({
            shouldCoverCancellation: fc.boolean(),
            travellers: fc.array(fc.record({ age: fc.nat() })),
          }),
          market: fc.constantFrom("fr", "us"),
          destinations: fc.array(fc.string()),
        }),
        (request) => assert.deepStrictEqual(known(request), []),
      ),
    )
  })
})
