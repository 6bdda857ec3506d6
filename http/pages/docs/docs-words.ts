import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { EndpointName } from "../../api/api.ts"

/** What the documentation calls an operation of the API, the unsigned one among them. */
export type OperationName = EndpointName | "vocabulary"

/** The guides, by the last part of their address. */
export const guideNames = [
  "sessions",
  "rounding",
  "errors",
  "quotas",
  "going-live",
  "signing",
  "coach-words",
  "widget",
  "events",
  "reconcile",
  "testing",
  "idempotency",
  "emulator",
  "doctor",
  "security",
  "install",
  "generate",
  "deprecation",
] as const

/** The last part of a guide's address. */
export type GuideName = (typeof guideNames)[number]

/** The words around the pages of the documentation. */
export interface DocsWords {
  readonly docs: string
  readonly contents: string
  readonly start: string
  readonly quickstart: string
  readonly guides: string
  readonly reference: string
  readonly files: string
  readonly guideTitles: Readonly<Record<GuideName, string>>
  readonly operations: Readonly<Record<OperationName, string>>
  readonly changelog: string
  readonly openApi: string
  readonly signingVectors: string
  readonly conversionVectors: string
  readonly search: string
  readonly searchTitle: string
  readonly searchHint: string
  readonly found: string
  readonly nothingFound: string
  readonly askSomething: string
  readonly englishOnly: string
  readonly exampleLanguage: string
  readonly saveAs: string
  readonly thenRun: string
  readonly onOldNode: string
  readonly addTo: string
  readonly addToMain: string
  readonly wholeProgram: string
  readonly tryIt: string
  readonly request: string
  readonly answer: string
}

/** The words around the pages of the documentation, by language. */
export const docsWords: Readonly<Record<DocumentLanguage, DocsWords>> = {
  en: {
    docs: "Docs",
    contents: "Contents",
    start: "Start",
    quickstart: "Quickstart",
    guides: "Guides",
    reference: "Reference",
    files: "Files",
    guideTitles: {
      sessions: "Sessions and links",
      rounding: "Rounding and currencies",
      errors: "Errors",
      quotas: "Quotas",
      "going-live": "Going live",
      signing: "Sign by hand",
      "coach-words": "The Coach’s words",
      widget: "Widget",
      events: "Events (webhooks)",
      reconcile: "Reconciling sales",
      testing: "Testing",
      idempotency: "Idempotency",
      emulator: "Emulator",
      doctor: "Doctor and tail",
      security: "Security",
      install: "Package managers",
      generate: "Generate a client of your own",
      deprecation: "Deprecation policy",
    },
    operations: {
      quotes: "Prices",
      links: "Links",
      meta: "Your key’s state",
      bilan: "Card reading",
      cards: "Cards",
      vocabulary: "Words of readings",
      conversion: "Report a sale",
      sales: "Sales",
      statements: "Statements",
      statementBooks: "Books of a statement",
      calls: "Calls",
      events: "Events",
      eventEndpoints: "Event endpoints",
      eventPing: "Ping an endpoint",
      eventResend: "Send an event again",
      eventEndpointCreate: "Make an endpoint",
      eventEndpointUpdate: "Change an endpoint",
      eventEndpointRotate: "Renew its secret",
      eventEndpointRemove: "Remove an endpoint",
    },
    changelog: "Changelog",
    openApi: "OpenAPI document",
    signingVectors: "Signing vectors",
    conversionVectors: "Conversion vectors",
    search: "Search the docs",
    searchTitle: "Search",
    searchHint: "Results appear below as you type; Arrow down moves to them.",
    found: "Found",
    nothingFound: "Nothing has all of these words. Try fewer of them.",
    askSomething: "Type a word: a field, an error code, a subject.",
    englishOnly: "",
    exampleLanguage: "Language of the example",
    saveAs: "Save as",
    thenRun: "then",
    onOldNode: "on Node 20 as",
    addTo: "Add to",
    addToMain: "Add to main in",
    wholeProgram: "The whole program:",
    tryIt: "Try a call",
    request: "Request",
    answer: "Answer",
  },
  fr: {
    docs: "Documentation",
    contents: "Sommaire",
    start: "Pour commencer",
    quickstart: "Prise en main",
    guides: "Guides",
    reference: "Référence",
    files: "Fichiers",
    guideTitles: {
      sessions: "Sessions et liens",
      rounding: "Arrondis et devises",
      errors: "Erreurs",
      quotas: "Quotas",
      "going-live": "Passer en production",
      signing: "Signer soi-même",
      "coach-words": "Les mots du Coach",
      widget: "Widget",
      events: "Événements (webhooks)",
      reconcile: "Rapprocher les ventes",
      testing: "Tester",
      idempotency: "Idempotence",
      emulator: "Émulateur",
      doctor: "Doctor et tail",
      security: "Sécurité",
      install: "Gestionnaires de paquets",
      generate: "Générer son propre client",
      deprecation: "Fin de vie d’un appel",
    },
    operations: {
      quotes: "Prix",
      links: "Liens",
      meta: "État de votre clé",
      bilan: "Lecture de carte",
      cards: "Cartes",
      vocabulary: "Mots des lectures",
      conversion: "Déclarer une vente",
      sales: "Ventes",
      statements: "Relevés",
      statementBooks: "Écritures d’un relevé",
      calls: "Appels",
      events: "Événements",
      eventEndpoints: "Adresses de réception",
      eventPing: "Essayer une adresse",
      eventResend: "Renvoyer un événement",
      eventEndpointCreate: "Créer une adresse",
      eventEndpointUpdate: "Changer une adresse",
      eventEndpointRotate: "Renouveler son secret",
      eventEndpointRemove: "Retirer une adresse",
    },
    changelog: "Journal des changements",
    openApi: "Document OpenAPI",
    signingVectors: "Vecteurs de signature",
    conversionVectors: "Vecteurs de conversion",
    search: "Chercher",
    searchTitle: "Recherche",
    searchHint: "Les résultats s’affichent pendant la saisie ; la flèche bas y mène.",
    found: "Trouvé",
    nothingFound: "Aucune page ne contient tous ces mots. Essayez-en moins.",
    askSomething: "Tapez un mot : un champ, un code d’erreur, un sujet.",
    englishOnly:
      "Cette page n’existe qu’en anglais, comme le document OpenAPI dont elle est faite.",
    exampleLanguage: "Langage de l’exemple",
    saveAs: "Enregistrer sous",
    thenRun: "puis",
    onOldNode: "sur Node 20 sous",
    addTo: "Ajouter à",
    addToMain: "Ajouter à main dans",
    wholeProgram: "Le programme entier :",
    tryIt: "Essayer un appel",
    request: "Requête",
    answer: "Réponse",
  },
}
