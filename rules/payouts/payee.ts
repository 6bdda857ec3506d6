import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { electronicFormatIBAN, isSEPACountry, isValidBIC, isValidIBAN } from "ibantools"
import type { CountryCode } from "../../core/vocabulary/codes.ts"

/** Where an account's payouts go, and whom its statements are made out to. */
const Payee = Schema.Struct({
  /** The holder of the bank account, exactly as the bank has it: payments are checked against it. */
  holder: Schema.String,
  /** Without spaces. */
  iban: Schema.String,
  bic: Schema.NullOr(Schema.String),
  address: Schema.Struct({
    street: Schema.NullOr(Schema.String),
    building: Schema.NullOr(Schema.String),
    postCode: Schema.NullOr(Schema.String),
    town: Schema.String,
    /** ISO 3166-1 alpha-2. */
    country: Schema.String,
  }),
  vatNumber: Schema.NullOr(Schema.String),
  /** How its commission is taxed, in the operator's words, as statements print it. */
  vatNote: Schema.NullOr(Schema.String),
})

/** The bank account, the address and the tax details of an account. */
export type Payee = typeof Payee.Type

/** A bank account that payouts come from. */
export type BankAccount = Pick<Payee, "holder" | "iban" | "bic">

/** What is given of a payee, as it was typed; empty where nothing was. */
export interface TypedPayee {
  readonly holder: string
  readonly iban: string
  readonly bic: string
  readonly street: string
  readonly building: string
  readonly postCode: string
  readonly town: string
  readonly country: CountryCode
  readonly vatNumber: string
  readonly vatNote: string
}

/** A field of a payee that is not taken, and the rule that it breaks. */
export interface PayeeFault {
  readonly field: keyof TypedPayee
  readonly rule: "missing" | "characters" | "checkDigits" | "form" | "country" | "other"
  /** The most characters that it may have, where it has more. */
  readonly most?: number
}

/** How many characters each field may have: what the banks' form has room for. */
export const payeeMost = {
  holder: 70,
  street: 70,
  building: 16,
  postCode: 16,
  town: 35,
  vatNumber: 20,
  vatNote: 140,
} as const

/** Signs that no line of a file or of a page may hold. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

/**
 * Reads what was typed of a payee: the IBAN with its check digits and the length of its country, the
 * BIC where one is given, and an address in parts, as banks take no other since November 2026.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readPayee } from "../rules/payouts/payee.ts"
 *
 * const typed = { holder: "Partner SARL", iban: "DE89 3704 0044 0532 0130 00", bic: "", street: "", building: "", postCode: "69002", town: "Lyon", country: "fr", vatNumber: "", vatNote: "" }
 * Result.getOrThrow(readPayee(typed)).iban // => "DE89370400440532013000"
 * Result.getOrThrow(Result.flip(readPayee({ ...typed, iban: "DE89 3704 0044 0532 0130 01" }))) // => { field: "iban", rule: "checkDigits" }
 * ```
 */
export const readPayee = (typed: TypedPayee): Result.Result<Payee, PayeeFault> =>
  Result.gen(function* () {
    const account = yield* readBankAccount(typed)
    const country = typed.country.trim().toUpperCase()
    if (country === "") return yield* fault("country", "missing")
    if (!/^[A-Z]{2}$/.test(country)) return yield* fault("country", "country")
    return {
      ...account,
      address: {
        street: yield* optional(typed, "street"),
        building: yield* optional(typed, "building"),
        postCode: yield* optional(typed, "postCode"),
        town: yield* required(typed, "town"),
        country,
      },
      vatNumber: yield* optional(typed, "vatNumber"),
      vatNote: yield* optional(typed, "vatNote"),
    }
  })

/** Reads a bank account: its holder, its IBAN, and its BIC where one is given. */
export const readBankAccount = (
  typed: Pick<TypedPayee, "holder" | "iban" | "bic">,
): Result.Result<BankAccount, PayeeFault> =>
  Result.gen(function* () {
    const holder = yield* required(typed, "holder")
    const iban = electronicFormatIBAN(typed.iban) ?? ""
    if (iban === "") return yield* fault("iban", "missing")
    if (!isValidIBAN(iban)) return yield* fault("iban", "checkDigits")
    const bic = typed.bic.replaceAll(/\s/g, "").toUpperCase()
    if (bic !== "" && !isValidBIC(bic)) return yield* fault("bic", "form")
    return { holder, iban, bic: bic === "" ? null : bic }
  })

/** Whether the bank of an account takes transfers of the euro area. */
export const isInSepa = ({ iban }: Pick<BankAccount, "iban">): boolean =>
  isSEPACountry(iban.slice(0, 2))

/**
 * An IBAN as it is shown to people: nobody reads the whole number again.
 *
 * ```ts
 * import { maskedIban } from "../rules/payouts/payee.ts"
 *
 * maskedIban("DE89370400440532013000") // => "DE89 •••• 3000"
 * ```
 */
export const maskedIban = (iban: string): string => `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`

/** A payee as the text that is sealed. */
export const payeeText = (payee: Payee): string => JSON.stringify(payee)

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Payee))

/** Reads the text of a payee; undefined where it is none. */
export const payeeOf = (text: string): Payee | undefined => Result.getOrUndefined(decode(text))

const fault = (
  field: keyof TypedPayee,
  rule: PayeeFault["rule"],
): Result.Result<never, PayeeFault> => Result.fail({ field, rule })

const optional = <Field extends keyof typeof payeeMost>(
  typed: Readonly<Record<Field, string>>,
  field: Field,
): Result.Result<string | null, PayeeFault> => {
  const text = typed[field].trim()
  if (text.length > payeeMost[field]) {
    return Result.fail({ field, rule: "characters", most: payeeMost[field] })
  }
  return unprintable.test(text) ? fault(field, "other") : Result.succeed(text === "" ? null : text)
}

const required = <Field extends keyof typeof payeeMost>(
  typed: Readonly<Record<Field, string>>,
  field: Field,
): Result.Result<string, PayeeFault> =>
  Result.flatMap(optional(typed, field), (text) =>
    text === null ? fault(field, "missing") : Result.succeed(text),
  )
