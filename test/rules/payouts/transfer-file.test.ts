import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { type Payee, payeeOf, payeeText, readPayee } from "../../../rules/payouts/payee.ts"
import { type TransferBatch, transferFile } from "../../../rules/payouts/transfer-file.ts"
import { times } from "../../support/long.ts"

const typed = {
  holder: "Globe Trotteur & Fils SAS",
  iban: "FR76 3000 6000 0112 3456 7890 189",
  bic: "agrifrpp",
  street: "rue du Port",
  building: "3",
  postCode: "69002",
  town: "Lyon",
  country: "fr",
  vatNumber: "FR12345678901",
  vatNote: "",
}

const payee: Payee = Result.getOrThrow(readPayee(typed))

const batch: TransferBatch = {
  messageId: "PB-7",
  madeAt: "2026-12-03T09:12:00",
  executionDay: "2026-12-05",
  debtor: { holder: "Maison Viatica SAS", iban: "DE89370400440532013000", bic: null },
  transfers: [
    {
      endToEndId: "PO-1204",
      amountMinor: 109_030n,
      currency: "EUR",
      minorUnits: 2,
      payee,
      remittance: "GT-2026-11-EUR",
    },
  ],
  approvedMinor: 109_030n,
}

const [transfer] = batch.transfers as [TransferBatch["transfers"][number]]

const faultsOf = (change: Partial<TransferBatch>): ReadonlyArray<string> =>
  Result.match(transferFile({ ...batch, ...change }), {
    onSuccess: () => [],
    onFailure: (faults) => faults.map(({ _tag }) => _tag),
  })

const withPayee = (change: Partial<Payee>) => ({
  transfers: [{ ...transfer, payee: { ...payee, ...change } }],
})

describe("the payee of an account", () => {
  it("is read as people type it, and reads back as it was sealed", () => {
    assert.strictEqual(payee.iban, "FR7630006000011234567890189")
    assert.strictEqual(payee.bic, "AGRIFRPP")
    assert.strictEqual(payee.address.country, "FR")
    assert.strictEqual(payee.vatNote, null)
    assert.deepStrictEqual(payeeOf(payeeText(payee)), payee)
  })

  it("is refused with the field and the rule that it breaks", () => {
    const faultOf = (change: Partial<typeof typed>) =>
      Result.getOrThrow(Result.flip(readPayee({ ...typed, ...change })))
    assert.deepStrictEqual(faultOf({ iban: "FR76 3000 6000 0112 3456 7890 188" }), {
      field: "iban",
      rule: "checkDigits",
    })
    assert.deepStrictEqual(faultOf({ iban: "DE8937040044053201300" }), {
      field: "iban",
      rule: "checkDigits",
    })
    assert.deepStrictEqual(faultOf({ iban: " " }), { field: "iban", rule: "missing" })
    assert.deepStrictEqual(faultOf({ bic: "AGRI" }), { field: "bic", rule: "form" })
    assert.deepStrictEqual(faultOf({ town: "" }), { field: "town", rule: "missing" })
    assert.deepStrictEqual(faultOf({ country: "France" }), { field: "country", rule: "country" })
    assert.deepStrictEqual(faultOf({ holder: "x".repeat(71) }), {
      field: "holder",
      rule: "characters",
      most: 70,
    })
    assert.deepStrictEqual(faultOf({ holder: "Globe\nTrotteur" }), {
      field: "holder",
      rule: "other",
    })
  })

  it("is never paid under an IBAN of which one digit was mistyped", () => {
    const digits = typed.iban.replaceAll(" ", "")
    fc.assert(
      fc.property(fc.integer({ min: 2, max: digits.length - 1 }), fc.nat(9), (place, digit) => {
        fc.pre(digits[place] !== String(digit))
        const iban = `${digits.slice(0, place)}${digit}${digits.slice(place + 1)}`
        assert.isTrue(Result.isFailure(readPayee({ ...typed, iban })))
      }),
      { numRuns: times(100, 1_000) },
    )
  })
})

describe("the file for the bank", () => {
  it("says who is paid what, in the form of the bank", () => {
    const file = Result.getOrThrow(transferFile(batch))
    assert.include(file, "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09")
    assert.include(file, '<InstdAmt Ccy="EUR">1090.30</InstdAmt>')
    assert.include(file, "<EndToEndId>PO-1204</EndToEndId>")
    assert.include(file, "<Nm>Globe Trotteur &amp; Fils SAS</Nm>")
    assert.include(file, "<PstCd>69002</PstCd><TwnNm>Lyon</TwnNm><Ctry>FR</Ctry>")
    assert.include(file, "<CdtrAgt><FinInstnId><BICFI>AGRIFRPP</BICFI></FinInstnId></CdtrAgt>")
    assert.include(file, "<Othr><Id>NOTPROVIDED</Id></Othr>")
    assert.strictEqual(file.split("<CtrlSum>1090.30</CtrlSum>").length, 3)
    assert.notInclude(file, "AdrLine")
  })

  it("is one that the schema of the European Payments Council takes, element by element", () => {
    // Checked on 2026-11-29 against EPC132-08_2023_V1.0_SCT_C2PSP (pain.001.001.09).
    assert.strictEqual(
      [...Result.getOrThrow(transferFile(batch)).matchAll(/<(\w+)/g)]
        .map(([, name]) => name)
        .join(" "),
      [
        "Document CstmrCdtTrfInitn GrpHdr MsgId CreDtTm NbOfTxs CtrlSum InitgPty Nm PmtInf",
        "PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf SvcLvl Cd ReqdExctnDt Dt Dbtr Nm DbtrAcct",
        "Id IBAN DbtrAgt FinInstnId Othr Id ChrgBr CdtTrfTxInf PmtId EndToEndId Amt InstdAmt",
        "CdtrAgt FinInstnId BICFI Cdtr Nm PstlAdr StrtNm BldgNb PstCd TwnNm Ctry CdtrAcct Id",
        "IBAN RmtInf Ustrd",
      ].join(" "),
    )
  })

  it("is not made of what the schema would let pass and a bank would not", () => {
    assert.deepStrictEqual(faultsOf({}), [])
    assert.deepStrictEqual(faultsOf({ transfers: [], approvedMinor: 0n }), ["NoTransfers"])
    assert.deepStrictEqual(faultsOf({ approvedMinor: 109_031n }), ["OtherTotal"])
    assert.deepStrictEqual(faultsOf({ transfers: [transfer, transfer], approvedMinor: 218_060n }), [
      "SameNumberTwice",
    ])
    assert.deepStrictEqual(faultsOf({ transfers: [{ ...transfer, currency: "USD" }] }), ["NotEuro"])
    assert.deepStrictEqual(
      faultsOf({ transfers: [{ ...transfer, amountMinor: 0n }], approvedMinor: 0n }),
      ["AmountOutOfRange"],
    )
    assert.deepStrictEqual(faultsOf(withPayee({ iban: "FR7630006000011234567890188" })), [
      "WrongIban",
    ])
    assert.deepStrictEqual(faultsOf(withPayee({ iban: "BR1500000000000010932840814P2" })), [
      "OutsideSepa",
    ])
    assert.deepStrictEqual(faultsOf(withPayee({ address: { ...payee.address, town: " " } })), [
      "NoStructuredAddress",
    ])
    assert.deepStrictEqual(faultsOf({ debtor: { ...batch.debtor, bic: "X" } }), ["WrongBic"])
  })
})
