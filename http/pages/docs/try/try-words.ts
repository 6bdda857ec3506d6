import type { DocumentLanguage } from "../../../../rules/documents/covers.ts"
import type { CallCost } from "../../endpoint-cost.ts"

/** The words of the page that tries a call. */
export interface TryWords {
  readonly title: (operation: string) => string
  readonly lede: string
  readonly body: string
  readonly bodyHelp: string
  readonly query: string
  readonly queryHelp: string
  readonly send: string
  readonly costs: Readonly<Record<CallCost, string>>
  readonly answered: string
  readonly by: (keyId: string) => string
  readonly shortened: string
  readonly noKey: string
  readonly toKeys: string
  readonly noAccount: string
  readonly toConsole: string
  readonly reference: string
}

/** The words of the page that tries a call, by language. */
export const tryWords: Readonly<Record<DocumentLanguage, TryWords>> = {
  en: {
    title: (operation) => `Try it: ${operation}`,
    lede: "Signed on this server with your sandbox key; its secret never reaches your browser.",
    body: "Body",
    bodyHelp: "JSON, sent as it stands here. Put your own session and ref in.",
    query: "Query",
    queryHelp: "What stands after the question mark; it is not signed.",
    send: "Send with your sandbox key",
    costs: {
      read: "It costs one read of your sandbox day.",
      write: "It costs one write of your sandbox day when it opens a subscription.",
      nothing: "It costs nothing of the day.",
    },
    answered: "What was answered",
    by: (keyId) => `Signed with ${keyId}.`,
    shortened: "The rest is left out here.",
    noKey: "You have no sandbox key in use.",
    toKeys: "Get one in the console",
    noAccount: "You work with no account yet.",
    toConsole: "Open one in the console",
    reference: "All about this call",
  },
  fr: {
    title: (operation) => `Essayer : ${operation}`,
    lede: "Signé sur ce serveur avec votre clé de test ; son secret n’atteint jamais votre navigateur.",
    body: "Corps",
    bodyHelp: "Du JSON, envoyé tel qu’il est ici. Mettez-y votre propre session et votre ref.",
    query: "Requête",
    queryHelp: "Ce qui suit le point d’interrogation ; ce n’est pas signé.",
    send: "Envoyer avec votre clé de test",
    costs: {
      read: "Cela coûte une lecture de votre jour de test.",
      write: "Cela coûte une écriture de votre jour de test si une souscription s’ouvre.",
      nothing: "Cela ne prend rien sur le jour.",
    },
    answered: "Ce qui a été répondu",
    by: (keyId) => `Signé avec ${keyId}.`,
    shortened: "Le reste est omis ici.",
    noKey: "Vous n’avez pas de clé de test en service.",
    toKeys: "En obtenir une dans la console",
    noAccount: "Vous ne travaillez encore avec aucun compte.",
    toConsole: "En ouvrir un dans la console",
    reference: "Tout sur cet appel",
  },
}
