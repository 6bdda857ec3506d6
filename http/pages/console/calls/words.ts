import { inFrench } from "../typeset.ts"
import type { InBoth } from "../view.ts"

const english = {
  title: "Calls",
  all: "All calls",
  refusedOnly: "Refused only",
  time: "Time",
  call: "Call",
  status: "Status",
  wrong: "What was wrong, request id, key",
  nothing: "nothing",
  unsigned: "The signature does not hold: anybody who knows the key id may have sent it.",
  kept: "Bodies are never kept.",
  older: "Older calls",
  newest: "Newest calls",
  none: "A call appears here a few seconds after it is made.",
  noneRefused: "Nothing was refused of late.",
  filter: "Which calls",
  took: (ms: string) => `${ms} ms`,
}

/** What the page of calls says. */
export type CallsWords = typeof english

const french: CallsWords = {
  title: "Appels",
  all: "Tous les appels",
  refusedOnly: "Refusés seulement",
  time: "Heure",
  call: "Appel",
  status: "Statut",
  wrong: "Ce qui n'allait pas, identifiant de requête, clé",
  nothing: "rien",
  unsigned: "La signature ne tient pas : quiconque connaît l'identifiant de clé a pu l'envoyer.",
  kept: "Les corps ne sont jamais conservés.",
  older: "Appels plus anciens",
  newest: "Derniers appels",
  none: "Un appel apparaît ici quelques secondes après avoir été fait.",
  noneRefused: "Rien n'a été refusé ces derniers temps.",
  filter: "Quels appels",
  took: (ms) => `${ms} ms`,
}

/** What the page of calls says in each language. */
export const callsWords: InBoth<CallsWords> = { en: english, fr: inFrench(french) }
