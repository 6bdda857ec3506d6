import type { RefusalWords } from "./refusal-words.ts"

const again = "Renvoyez le même appel un peu plus tard ; rien n’a été fait deux fois."

/** What refusals mean, in French. */
export const refusalWordsFr: RefusalWords = {
  BAD_REQUEST: [
    "Ce qui est arrivé n’est pas du HTTP, ou un paramètre n’a pas cette valeur.",
    "Corrigez ce que nomme detail.",
  ],
  INVALID_JSON: [
    "Le corps n’est pas du JSON en UTF-8, ou n’est pas arrivé entier.",
    "Envoyez les octets que vous avez signés.",
  ],
  BAD_LANGUAGE: [
    "Aucun devis n’est fait dans cette langue.",
    "Prenez-en une que GET meta énumère.",
  ],
  BAD_TRIP: [
    "Un champ du voyage qui n’a pas de code propre est faux.",
    "Corrigez le champ que nomme detail.",
  ],
  BAD_INTENT: ["Ce type de voyage n’est pas connu.", "Prenez-en un que GET meta énumère."],
  BAD_DATES: [
    "Le retour précède le départ, ou un jour n’existe pas.",
    "Corrigez le champ que nomme detail.",
  ],
  BAD_RESIDENCE: ["La résidence n’est pas un pays en deux lettres.", "Envoyez le code ISO 3166-1."],
  BAD_STATE_RESIDENCE: [
    "L’État n’est ni l’un des 50 ni DC, ou manque pour les États-Unis.",
    "Envoyez ses deux lettres.",
  ],
  NO_DESTINATIONS: ["Aucune destination n’est donnée.", "Envoyez au moins un pays."],
  TOO_MANY_DESTINATIONS: [
    "Plus de destinations qu’un voyage ne peut en avoir.",
    "Envoyez-en moins ; les doublons comptent.",
  ],
  NO_TRAVELLERS: ["Personne ne voyage.", "Envoyez au moins un voyageur avec un âge."],
  TOO_MANY_TRAVELLERS: ["Plus de voyageurs qu’un voyage ne peut en avoir.", "Partagez le groupe."],
  CANCELLATION_NEEDS_TRIP_PRICE: [
    "L’annulation est demandée sans le prix du voyage.",
    "Envoyez tripPrice, ou renoncez-y.",
  ],
  BAD_LINK_CODE: ["Le code de lien a une forme qu’aucun n’a.", "Envoyez l’un de vos liens suivis."],
  MISSING_SESSION_ID: [
    "Un lien demande la session d’un devis.",
    "Faites d’abord un devis, et envoyez son sessionId.",
  ],
  BAD_SESSION_ID: [
    "La session n’est pas un texte.",
    "Envoyez le sessionId tel que le devis l’a donné.",
  ],
  BAD_OFFER_ID: ["Aucune offre du mode de la clé n’a ce numéro.", "Envoyez un numéro du devis."],
  UNKNOWN_CONTRACT_VERSION: [
    "La version du contrat n’est pas connue.",
    "Envoyez « 3.1 » ou « 3.2 », ou rien.",
  ],
  BAD_CONVERSION: ["Un champ de la déclaration est faux.", "Corrigez le champ que nomme detail."],
  BAD_COUNTRY: ["Le pays n’est pas en deux lettres.", "Envoyez le code ISO 3166-1, ou rien."],
  UNAUTHORIZED: [
    "Un en-tête de signature manque ou vient deux fois, ou la clé est inconnue.",
    "Envoyez chacun des trois une fois, avec une clé en service.",
  ],
  V1_SCHEME_RETIRED: ["La signature commence par v1=, qui n’a plus cours.", "Signez selon v2."],
  STALE_TIMESTAMP: [
    "L’heure de l’appel est trop éloignée.",
    "Réglez votre horloge ; signez de nouveau à chaque essai.",
  ],
  INVALID_SIGNATURE: [
    "La signature ne se vérifie pas.",
    "Signez les octets que vous envoyez ; comparez avec les vecteurs.",
  ],
  SCOPE_FORBIDDEN: ["La clé n’a pas ce droit.", "Prenez une autre clé, ou demandez ce droit."],
  NO_ATTRIBUTION_CONFIGURED: [
    "Aucun de vos liens n’est en service : personne ne serait crédité.",
    "Créez un lien suivi dans la console.",
  ],
  CARD_MODE_FORBIDDEN: [
    "La clé ne peut pas nommer une carte de cette façon.",
    "Envoyez-la par l’un des cardModes.",
  ],
  EVENT_NOT_FOUND: [
    "Aucun événement ni adresse de réception du compte n’a cet identifiant dans le mode de la clé.",
    "Prenez l’identifiant dans la liste des événements ou des adresses de réception, avec une clé du même mode.",
  ],
  TOO_MANY_EVENT_ENDPOINTS: [
    "Le compte a cinq adresses de réception dans le mode de la clé.",
    "Retirez-en une dont vous n’avez pas besoin, ou changez les types d’une qui existe.",
  ],
  LINK_NOT_FOUND: [
    "Le ref ou le code de lien n’est pas l’un des vôtres.",
    "Comparez-le avec vos liens dans la console.",
  ],
  NOT_FOUND: [
    "Rien n’est servi sous ce chemin.",
    "Comparez le chemin octet par octet, barres et casse comprises.",
  ],
  METHOD_NOT_ALLOWED: ["Le chemin prend une autre méthode.", "Envoyez celle que nomme Allow."],
  REQUEST_TIMEOUT: [
    "La requête n’est pas arrivée à temps.",
    "Renvoyez-la sur une nouvelle connexion.",
  ],
  PAYLOAD_TOO_LARGE: ["Le corps est plus long qu’un appel ne peut l’être.", "Envoyez-en moins."],
  UNSUPPORTED_ENCODING: ["Le corps est venu avec un Content-Encoding.", "Envoyez-le tel quel."],
  HEADERS_TOO_LARGE: [
    "Les en-têtes sont plus longs qu’un appel ne peut en avoir.",
    "Envoyez-en moins.",
  ],
  QUOTA_EXCEEDED: [
    "Les lectures ou les écritures du jour sont épuisées ; bucket dit lesquelles.",
    "Continuez demain, ou demandez-en plus dans la console.",
  ],
  RATE_LIMITED: ["Les appels de cette minute sont épuisés.", "Attendez comme le dit Retry-After."],
  INTERNAL_ERROR: [
    "L’appel a échoué chez nous.",
    "Renvoyez-le ; citez son X-Request-Id s’il échoue encore.",
  ],
  PRICING_REFUSED: ["Aucun assureur n’a donné de prix, et tous n’étaient pas en retard.", again],
  QUOTE_CREATE_FAILED: ["La souscription n’a pas pu être ouverte.", again],
  AUTH_LOOKUP_FAILED: ["Les clés ou les quotas ne peuvent être lus pour le Coach.", again],
  CARD_RESOLVE_FAILED: ["La carte n’a pas pu être cherchée.", again],
  SERVICE_UNAVAILABLE: [
    "Les clés ou les quotas ne peuvent être lus, ou trop d’appels attendent.",
    "Renvoyez-le après Retry-After, plus tard à chaque fois.",
  ],
  PRICING_TIMED_OUT: ["Aucun assureur n’a répondu à temps.", again],
  QUOTE_CREATE_UNAVAILABLE: ["La souscription n’a pas été ouverte à temps.", again],
}
