import { dayMs } from "../../../core/vocabulary/day.ts"
import * as Result from "effect/Result"
import { formatCount, formatDay, formatMinute } from "./format.ts"
import { factsLine } from "./controls.ts"
import { type KeysWords, keysWords } from "./keys-words.ts"
import type { ConsoleView } from "./view.ts"
import { describedBy, field, inputField } from "../kit/controls.ts"
import type { FormFields } from "../kit/form.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { KeySummary } from "../../ports/keys.ts"
import {
  keyLifetimesDays,
  keyNameCharactersMax,
  keyNameOf,
  type KeyTerms,
} from "../../../rules/accounts/key-terms.ts"
import { readNetworks } from "../../../rules/accounts/networks.ts"
import { scopes as allScopes, type Scope, usualScopes } from "../../../rules/accounts/scopes.ts"

/** Terms of a key as a person has typed them, and the part of them that is no network, if any is. */
export interface TypedTerms {
  /** The form that they were typed in. */
  readonly form: string
  readonly name: string
  readonly end: string
  readonly networks: string
  readonly readsSales: boolean
  readonly notNetwork: string | undefined
}

/** What a form begins with: the terms of a key, or of none. */
const beginning = (form: string, key: KeySummary | undefined): TypedTerms => ({
  form,
  name: key?.name ?? "",
  end: key === undefined || key.expiresAt === null ? "" : "as-now",
  networks: (key?.networks ?? []).join("\n"),
  readsSales: key?.readsSales ?? true,
  notNetwork: undefined,
})

/** The fields for the terms of a new key, or of one that there is. */
export const termsFields = (
  view: ConsoleView,
  form: string,
  { key, typed }: { readonly key?: KeySummary; readonly typed?: TypedTerms | undefined },
): PageContent => {
  const words = keysWords[view.language]
  const shown = typed?.form === form ? typed : beginning(form, key)
  return [
    html`<input type="hidden" name="terms" value=${form} />`,
    inputField({
      id: `name-${form}`,
      label: words.name,
      help: words.nameHelp,
      input: {
        name: "name",
        type: "text",
        autocomplete: "off",
        maxlength: keyNameCharactersMax,
        value: shown.name,
      },
    }),
    key === undefined ? scopeTicks(words) : null,
    html`<input type="hidden" name="asks-sales" value="1" />
      <label class="check small-text"
        ><input type="checkbox" name="sales" value="1" checked=${shown.readsSales} />
        <span>${words.readsSales}</span></label
      >`,
    field({
      id: `end-${form}`,
      label: words.ends,
      control: html`<select id=${`end-${form}`} name="end">
        ${ends(view, words, key).map(
          ([value, label]) =>
            html`<option value=${value} selected=${value === shown.end}>${label}</option>`,
        )}
      </select>`,
    }),
    field({
      id: `networks-${form}`,
      label: words.networks,
      help: words.networksHelp,
      ...(shown.notNetwork === undefined ? {} : { wrong: words.notNetwork(shown.notNetwork) }),
      control: html`<textarea
        id=${`networks-${form}`}
        name="networks"
        rows="3"
        class="code"
        maxlength="3000"
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${shown.notNetwork === undefined ? undefined : "true"}
        aria-describedby=${describedBy(`networks-${form}`, {
          help: true,
          wrong: shown.notNetwork !== undefined,
        })}
        value=${shown.networks}
      ></textarea>`,
    }),
  ]
}

/** Terms that a form asks for, or what was typed where one of its networks is none. */
export const readTerms = (
  fields: FormFields,
  nowMs: number,
  before: KeyTerms | undefined,
): Result.Result<KeyTerms, TypedTerms> => {
  const [name, end, networks] = ["name", "end", "networks"].map(fields.text) as [
    string,
    string,
    string,
  ]
  // A form of the version before does not ask.
  const readsSales =
    fields.text("asks-sales") === "" ? (before?.readsSales ?? true) : fields.text("sales") !== ""
  return Result.mapBoth(readNetworks(networks), {
    onFailure: ({ given }) => ({
      form: fields.text("terms"),
      name,
      end,
      networks,
      readsSales,
      notNetwork: given,
    }),
    onSuccess: (read) => ({
      name: keyNameOf(name),
      expiresAt: endOf(end, nowMs, before),
      networks: read,
      readsSales,
    }),
  })
}

/** The scopes that are ticked; the usual ones in a form of the version before, which has other ticks. */
export const readScopeTicks = (fields: FormFields): ReadonlyArray<Scope> => {
  if (fields.text("terms") === "") return fields.text("events") === "" ? usualScopes : allScopes
  const ticked = fields.all("scope")
  return allScopes.filter((scope) => ticked.includes(scope))
}

/** When a copy of a key ends that is made at a moment: it lasts as long as the key did. */
export const copiedEnd = (
  key: Pick<KeySummary, "createdAt" | "expiresAt">,
  nowMs: number,
): string | null =>
  key.expiresAt === null
    ? null
    : new Date(nowMs + Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toISOString()

/** The terms of a key in its line, but for its name. */
export const termsFacts = (key: KeySummary, nowMs: number, view: ConsoleView): PageContent => {
  const words = keysWords[view.language]
  const { language } = view
  const { expiresAt, lastUsed, networks } = key
  const end = expiresAt === null ? undefined : formatDay(language, expiresAt)
  const rights = [
    ...key.scopes.map((scope) => words.scopes[scope]),
    ...(key.readsSales ? [words.sales] : []),
  ].join(", ")
  const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= nowMs
  return [
    html`<p class="small-text third">
      ${factsLine(
        rights === "" ? words.noScopes : rights,
        end === undefined || hasEnded ? undefined : words.endsOn(end),
        networks.length === 0 ? undefined : words.from(networks.join(", ")),
        lastUsed === null
          ? words.notUsed
          : words.used(formatMinute(language, lastUsed.at), lastUsed.network),
      )}
    </p>`,
    hasEnded && end !== undefined
      ? html`<p class="small-text"><strong>${words.hasEnded(end)}</strong></p>`
      : null,
  ]
}

const scopeTicks = (words: KeysWords): PageNode =>
  html`<fieldset class="stack">
    <legend class="label">${words.rights}</legend>
    ${allScopes.map(
      (scope) =>
        html`<label class="check small-text"
          ><input
            type="checkbox"
            name="scope"
            value=${scope}
            checked=${usualScopes.some((usual) => usual === scope)}
          />
          <span>${words.scopes[scope]} <code>${scope}</code></span></label
        >`,
    )}
  </fieldset>`

const ends = (
  view: ConsoleView,
  words: KeysWords,
  key: KeySummary | undefined,
): ReadonlyArray<readonly [value: string, label: string]> => [
  ...(key === undefined || key.expiresAt === null
    ? []
    : [["as-now", words.asNow(formatDay(view.language, key.expiresAt))] as const]),
  ["", words.never],
  ...keyLifetimesDays.map(
    (days) => [String(days), words.inDays(formatCount(view.language, days))] as const,
  ),
]

const endOf = (end: string, nowMs: number, before: KeyTerms | undefined): string | null => {
  if (end === "as-now") return before?.expiresAt ?? null
  const days = keyLifetimesDays.find((each) => String(each) === end)
  return days === undefined ? null : new Date(nowMs + days * dayMs).toISOString()
}
