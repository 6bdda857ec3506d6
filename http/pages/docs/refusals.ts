import { type RefusalName, refusals } from "../../api/api-refusal.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"

/** All refusals by name, in the order of their statuses. */
export const allRefusals: ReadonlyArray<RefusalName> = (
  Object.keys(refusals) as ReadonlyArray<RefusalName>
).toSorted((left, right) => refusals[left].status - refusals[right].status)

const heads: Readonly<Record<DocumentLanguage, ReadonlyArray<string>>> = {
  en: ["Error", "Status", "What happened", "What to do"],
  fr: ["Erreur", "Statut", "Ce qui s’est passé", "Que faire"],
}

/** Refusals as a table: code, status, what happened and what to do. */
export const refusalTable = (
  names: ReadonlyArray<RefusalName>,
  language: DocumentLanguage,
  caption: string,
): PageNode =>
  html`<div class="scroll">
    <table class="refusals">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads[language].map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${names.map((name) => {
          const { code, status } = refusals[name]
          const [what, todo] = refusalWords[language][name]
          return html`<tr>
            <th scope="row"><code>${code}</code></th>
            <td>${status}</td>
            <td>${what}</td>
            <td class="second">${todo}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`

const again = "Send the same call again after a while; nothing was done twice."

/** What refusals mean, in English. */
const english: RefusalWords = {
  BAD_REQUEST: [
    "What came is not HTTP, or a parameter has a value that it cannot have.",
    "Correct what detail names.",
  ],
  INVALID_JSON: [
    "The body is not JSON in UTF-8, or did not arrive whole.",
    "Send the bytes that you signed.",
  ],
  BAD_LANGUAGE: ["Quotes are not made in this language.", "Take one that GET meta lists."],
  BAD_TRIP: [
    "A field of the trip that has no code of its own is wrong.",
    "Correct the field that detail names.",
  ],
  BAD_INTENT: ["The type of trip is not known.", "Take one that GET meta lists."],
  BAD_DATES: [
    "The end is before the start, or a day does not exist.",
    "Correct the field that detail names.",
  ],
  BAD_RESIDENCE: ["The residence is not a country of two letters.", "Send the ISO 3166-1 code."],
  BAD_STATE_RESIDENCE: [
    "The state is not one of the 50 or DC, or is missing for the US.",
    "Send its two letters.",
  ],
  NO_DESTINATIONS: ["No destination was sent.", "Send at least one country."],
  TOO_MANY_DESTINATIONS: [
    "More destinations than a trip may have.",
    "Send fewer; duplicates count.",
  ],
  NO_TRAVELLERS: ["Nobody travels.", "Send at least one traveller with an age."],
  TOO_MANY_TRAVELLERS: ["More travellers than a trip may have.", "Split the group."],
  CANCELLATION_NEEDS_TRIP_PRICE: [
    "Cancellation is asked for without the price of the trip.",
    "Send tripPrice, or leave shouldCoverCancellation out.",
  ],
  BAD_LINK_CODE: ["No link code has this form.", "Send one of your tracked links."],
  MISSING_SESSION_ID: [
    "A link needs the session of a quote.",
    "Quote first, and send its sessionId.",
  ],
  BAD_SESSION_ID: ["The session is not text.", "Send the sessionId as the quote gave it."],
  BAD_OFFER_ID: ["No offer of the key’s mode has this id.", "Send an id of the quote."],
  UNKNOWN_CONTRACT_VERSION: [
    "The version of the contract is not known.",
    "Send “3.1” or “3.2”, or leave it out.",
  ],
  BAD_CONVERSION: ["A field of the report is wrong.", "Correct the field that detail names."],
  BAD_COUNTRY: ["The country is not two letters.", "Send the ISO 3166-1 code, or leave it out."],
  UNAUTHORIZED: [
    "A signing header is missing or sent twice, or the key is not known.",
    "Send each of the three once, with a key in use.",
  ],
  V1_SCHEME_RETIRED: ["The signature begins with v1=, which is retired.", "Sign as v2 does."],
  STALE_TIMESTAMP: [
    "The time of the call is too far from our clock.",
    "Set your clock; sign again for each try.",
  ],
  INVALID_SIGNATURE: [
    "The signature does not verify.",
    "Sign the raw bytes that you send; compare with the vectors.",
  ],
  ADDRESS_FORBIDDEN: [
    "The key may not be used from this address.",
    "Call from a network that the key lists, or change the list in the console.",
  ],
  SCOPE_FORBIDDEN: ["The key may not do this.", "Use another key, or ask for the scope."],
  NO_ATTRIBUTION_CONFIGURED: [
    "You have no link in use, so nobody would be credited.",
    "Make a tracked link in the console.",
  ],
  CARD_MODE_FORBIDDEN: [
    "The key may not name a card in this way.",
    "Send it by a mode of cardModes.",
  ],
  EVENT_NOT_FOUND: [
    "No event or endpoint of the account has this id in the mode of the key.",
    "Take the id from the list of events or of endpoints, under a key of the same mode.",
  ],
  TOO_MANY_EVENT_ENDPOINTS: [
    "The account has five event endpoints in the mode of the key.",
    "Remove one that you do not need, or change the types of one that is there.",
  ],
  LINK_NOT_FOUND: [
    "The ref or link code is not one of yours.",
    "Check it against your links in the console.",
  ],
  NOT_FOUND: [
    "Nothing is served under this path.",
    "Compare the path byte for byte, slashes and case too.",
  ],
  METHOD_NOT_ALLOWED: ["The path takes another method.", "Send the one that Allow names."],
  REQUEST_TIMEOUT: ["The request did not arrive in time.", "Send it again on a new connection."],
  PAYLOAD_TOO_LARGE: ["The body is longer than a call may be.", "Send less."],
  UNSUPPORTED_ENCODING: ["The body came with a Content-Encoding.", "Send it as it is."],
  HEADERS_TOO_LARGE: ["The headers are longer than a call may have.", "Send fewer."],
  QUOTA_EXCEEDED: [
    "The day’s reads or writes are used; bucket says which.",
    "Continue tomorrow, or ask for more in the console.",
  ],
  RATE_LIMITED: ["The calls of this minute are used.", "Wait as Retry-After says."],
  INTERNAL_ERROR: [
    "The call failed here.",
    "Send it again; quote its X-Request-Id if it fails again.",
  ],
  PRICING_REFUSED: ["No insurer gave a price, and not all were late.", again],
  QUOTE_CREATE_FAILED: ["The subscription could not be opened.", again],
  AUTH_LOOKUP_FAILED: ["Keys or quotas cannot be read for the Coach.", again],
  CARD_RESOLVE_FAILED: ["The card could not be looked up.", again],
  SERVICE_UNAVAILABLE: [
    "Keys or quotas cannot be read, or too many calls wait.",
    "Send it again after Retry-After, later each time.",
  ],
  PRICING_TIMED_OUT: ["No insurer answered in time.", again],
  QUOTE_CREATE_UNAVAILABLE: ["The subscription was not opened in time.", again],
}

const againInFrench = "Renvoyez le même appel un peu plus tard ; rien n’a été fait deux fois."

/** What refusals mean, in French. */
const french: RefusalWords = {
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
  ADDRESS_FORBIDDEN: [
    "La clé ne peut pas servir depuis cette adresse.",
    "Appelez depuis un réseau que la clé accepte, ou changez-en la liste dans la console.",
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
  PRICING_REFUSED: [
    "Aucun assureur n’a donné de prix, et tous n’étaient pas en retard.",
    againInFrench,
  ],
  QUOTE_CREATE_FAILED: ["La souscription n’a pas pu être ouverte.", againInFrench],
  AUTH_LOOKUP_FAILED: ["Les clés ou les quotas ne peuvent être lus pour le Coach.", againInFrench],
  CARD_RESOLVE_FAILED: ["La carte n’a pas pu être cherchée.", againInFrench],
  SERVICE_UNAVAILABLE: [
    "Les clés ou les quotas ne peuvent être lus, ou trop d’appels attendent.",
    "Renvoyez-le après Retry-After, plus tard à chaque fois.",
  ],
  PRICING_TIMED_OUT: ["Aucun assureur n’a répondu à temps.", againInFrench],
  QUOTE_CREATE_UNAVAILABLE: ["La souscription n’a pas été ouverte à temps.", againInFrench],
}

const refusalWords: Readonly<Record<DocumentLanguage, RefusalWords>> = {
  en: english,
  fr: french,
}

/** A refusal for people: what happened, and what to do. */
type RefusalWords = Readonly<Record<RefusalName, readonly [what: string, todo: string]>>
