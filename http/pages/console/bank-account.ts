import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { formatCount } from "./format.ts"
import { type ConsoleContent, csrfField } from "./frame.ts"
import {
  asPage,
  byOwner,
  type ConsoleParts,
  forPartner,
  type PartnerRequest,
  prepareConsoleRoute,
  statusContent,
  wasDone,
} from "./requests.ts"
import { statementsPath } from "./statement-sheet.ts"
import { consoleAddress, type ConsoleView, inFrench, mayChange } from "./view.ts"
import { describedBy, field, linkButton, submitButton } from "../kit/controls.ts"
import type { FormFields } from "../kit/form.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { ShownPayee } from "../../ports/payouts.ts"
import type { InBoth, WrittenLanguage } from "../../../core/vocabulary/written-language.ts"
import {
  type PayeeFault,
  payeeMost,
  readPayee,
  type TypedPayee,
} from "../../../rules/payouts/payee.ts"

/** Where an owner sets the bank account and the VAT details of an account. */
export const bankAccountPath = `${statementsPath}/account`

/** The routes of the bank account: the form, and what it sends. */
export const bankAccountRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)

  const show = (request: PartnerRequest, typed?: TypedPayee, wrong?: PayeeFault) =>
    Effect.map(parts.payoutDesk.payee(request.partnerCode), (payee) =>
      request.show(
        accountPage(request.view, {
          payee,
          typed: typed ?? typedOf(payee),
          wrong,
          changedAccountDays: parts.changedAccountDays,
          countries: countryNames(parts.countries, request.view.language),
        }),
      ),
    )

  const set = byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const before = yield* parts.payoutDesk.payee(request.partnerCode)
      // How its commission is taxed is the operator's word.
      const typed = { ...typedIn(fields), vatNote: before?.vatNote ?? "" }
      const read = readPayee(typed)
      if (Result.isFailure(read)) {
        return yield* show(asPage(parts, request, bankAccountPath), typed, read.failure)
      }
      if (!parts.countries.includes(read.success.address.country)) {
        const wrong = { field: "country", rule: "country" } as const
        return yield* show(asPage(parts, request, bankAccountPath), typed, wrong)
      }
      yield* parts.payoutDesk.setPayee(request.partnerCode, read.success)
      return wasDone(request.view, statementsPath, "account")
    }),
  )

  return [
    route(
      bankAccountPath,
      ["GET", "POST"],
      () => (request) =>
        request.call.method === "POST"
          ? set(request)
          : forPartner((asked) =>
              mayChange(asked.view)
                ? show(asked)
                : Effect.succeed(asked.show(statusContent(403, asked.view))),
            )(request),
    ),
  ]
}

/** Fields of the form, in their order; the IBAN is never shown again, so that it is typed anew each time. */
const fieldNames = [
  "holder",
  "iban",
  "bic",
  "street",
  "building",
  "postCode",
  "town",
  "country",
  "vatNumber",
] as const

type FieldName = (typeof fieldNames)[number]

const typedIn = (fields: FormFields): Omit<TypedPayee, "vatNote"> => {
  const typed = (name: FieldName): string => fields.text(name).toWellFormed()
  return {
    holder: typed("holder"),
    iban: typed("iban"),
    bic: typed("bic"),
    street: typed("street"),
    building: typed("building"),
    postCode: typed("postCode"),
    town: typed("town"),
    country: typed("country"),
    vatNumber: typed("vatNumber"),
  }
}

const typedOf = (payee: ShownPayee | null): TypedPayee => ({
  holder: payee?.holder ?? "",
  iban: "",
  bic: "",
  street: payee?.address.street ?? "",
  building: payee?.address.building ?? "",
  postCode: payee?.address.postCode ?? "",
  town: payee?.address.town ?? "",
  country: payee?.address.country ?? "",
  vatNumber: payee?.vatNumber ?? "",
  vatNote: payee?.vatNote ?? "",
})

/** Countries with their names in a language, in the order of that. */
const countryNames = (
  codes: ReadonlyArray<string>,
  language: WrittenLanguage,
): ReadonlyArray<readonly [code: string, name: string]> => {
  const names = new Intl.DisplayNames([language], { type: "region" })
  const inOrder = new Intl.Collator(language)
  return codes
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([, left], [, right]) => inOrder.compare(left, right))
}

/** What the form is made of. */
interface AccountFacts {
  readonly payee: ShownPayee | null
  readonly typed: TypedPayee
  readonly wrong: PayeeFault | undefined
  /** Days for which payouts wait after a change. */
  readonly changedAccountDays: number
  readonly countries: ReadonlyArray<readonly [code: string, name: string]>
}

const accountPage = (view: ConsoleView, facts: AccountFacts): ConsoleContent => {
  const words = accountWords[view.language]
  const { payee, wrong } = facts
  return {
    title: words.title,
    ...(wrong === undefined ? {} : { fault: wrong.field, faultText: told(wrong, words) }),
    body: html`<section class="card stack">
      <p>${payee === null ? words.none : words.now(payee.account)}</p>
      <form method="post" action=${consoleAddress(view, bankAccountPath)} class="stack narrow">
        ${csrfField(view)} ${fieldNames.map((name) => fieldOf(name, facts, words))}
        <p class="help">${words.waits(formatCount(view.language, facts.changedAccountDays))}</p>
        <div class="actions">
          ${submitButton({ label: words.save })}
          ${linkButton({ href: consoleAddress(view, statementsPath), label: words.back, look: "quiet" })}
        </div>
      </form>
    </section>`,
  }
}

const required: ReadonlySet<FieldName> = new Set(["holder", "iban", "town", "country"])

const fieldOf = (
  name: FieldName,
  { countries, typed, wrong }: AccountFacts,
  words: AccountWords,
): PageNode => {
  const isWrong = wrong?.field === name
  const help = words.help[name]
  const described = describedBy(name, { help: help !== undefined, wrong: isWrong })
  const isRequired = required.has(name)
  return field({
    id: name,
    label: isRequired ? words.fields[name] : words.optional(words.fields[name]),
    ...(help === undefined ? {} : { help }),
    ...(isWrong ? { wrong: told(wrong, words) } : {}),
    control:
      name === "country"
        ? html`<select id=${name} name=${name} required aria-describedby=${described}>
            <option value="">${words.choose}</option>
            ${countries.map(
              ([code, label]) =>
                html`<option value=${code} selected=${code === typed.country}>${label}</option>`,
            )}
          </select>`
        : html`<input
            id=${name}
            name=${name}
            type="text"
            autocomplete="off"
            spellcheck="false"
            maxlength=${lengthOf(name)}
            required=${isRequired}
            value=${typed[name]}
            aria-describedby=${described}
            aria-invalid=${isWrong ? "true" : undefined}
          />`,
  })
}

/** As long as it may be; an IBAN and a BIC with the spaces that people type. */
const lengthOf = (name: Exclude<FieldName, "country">): number => {
  if (name === "iban") return 60
  return name === "bic" ? 20 : payeeMost[name]
}

const told = ({ field: name, most, rule }: PayeeFault, words: AccountWords): string =>
  rule === "characters"
    ? words.tooLong(String(most ?? ""))
    : (words.rules[name] ?? words.rules[rule] ?? "")

const english = {
  title: "Bank account and VAT",
  none: "We do not know yet where to pay you.",
  now: (account: string) => `Payouts go to ${account} now. Type the new account whole.`,
  waits: (days: string) =>
    `It is kept sealed, and nobody reads the whole number again. All owners of this account are told by email. When a bank account replaces another one, payouts wait for ${days} days.`,
  save: "Save the account",
  back: "Back to statements",
  choose: "Choose a country",
  optional: (label: string) => `${label} (optional)`,
  fields: {
    holder: "Account holder",
    iban: "IBAN",
    bic: "BIC",
    street: "Street",
    building: "Number",
    postCode: "Postcode",
    town: "Town",
    country: "Country",
    vatNumber: "VAT number",
  } satisfies Readonly<Record<FieldName, string>>,
  help: {
    holder: "Exactly as your bank has it: payments are checked against the name.",
    iban: "Spaces do not matter. Its check digits are checked.",
    street: "The address of the holder, which banks ask for.",
    vatNumber: "As statements print it.",
  } as Partial<Readonly<Record<FieldName, string>>>,
  rules: {
    missing: "This is missing.",
    iban: "This IBAN does not check. Compare it with your bank’s, digit by digit.",
    bic: "A BIC has 8 or 11 letters and digits. You may leave it out.",
    country: "Choose a country of the list.",
    other: "There is a sign in it that cannot be printed.",
  } as Readonly<Record<string, string>>,
  tooLong: (most: string) => `At most ${most} characters: banks have no room for more.`,
}

type AccountWords = typeof english

const french: AccountWords = {
  title: "Compte bancaire et TVA",
  none: "Nous ne savons pas encore où vous payer.",
  now: (account) => `Les versements vont sur ${account}. Saisissez le nouveau compte en entier.`,
  waits: (days) =>
    `Il est gardé scellé, et personne ne relit le numéro entier. Tous les propriétaires du compte sont prévenus par e-mail. Quand un compte bancaire en remplace un autre, les versements attendent ${days} jours.`,
  save: "Enregistrer le compte",
  back: "Retour aux relevés",
  choose: "Choisir un pays",
  optional: (label) => `${label} (facultatif)`,
  fields: {
    holder: "Titulaire du compte",
    iban: "IBAN",
    bic: "BIC",
    street: "Rue",
    building: "Numéro",
    postCode: "Code postal",
    town: "Ville",
    country: "Pays",
    vatNumber: "Numéro de TVA",
  },
  help: {
    holder: "Exactement comme à votre banque : les virements sont contrôlés sur ce nom.",
    iban: "Peu importent les espaces. La clé de contrôle est vérifiée.",
    street: "L'adresse du titulaire, que les banques demandent.",
    vatNumber: "Tel que les relevés l'impriment.",
  },
  rules: {
    missing: "Il manque ceci.",
    iban: "Cet IBAN n'est pas valable. Comparez-le chiffre par chiffre avec celui de votre banque.",
    bic: "Un BIC a 8 ou 11 lettres et chiffres. Il peut être laissé vide.",
    country: "Choisissez un pays de la liste.",
    other: "Il y a un signe qui ne s'imprime pas.",
  },
  tooLong: (most) => `${most} caractères au plus : les banques n'ont pas plus de place.`,
}

const accountWords: InBoth<AccountWords> = { en: english, fr: inFrench(french) }
