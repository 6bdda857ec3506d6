import type { RefusalWords } from "./refusal-words.ts"

const again = "Send the same call again after a while; nothing was done twice."

/** What refusals mean, in English. */
export const refusalWordsEn: RefusalWords = {
  BAD_REQUEST: [
    "What came is no HTTP, or a parameter has no such value.",
    "Mend what detail names.",
  ],
  INVALID_JSON: [
    "The body is not JSON in UTF-8, or did not arrive whole.",
    "Send the bytes that you signed.",
  ],
  BAD_LANGUAGE: ["The language is none that quotes are made in.", "Take one that GET meta lists."],
  BAD_TRIP: [
    "A field of the trip that has no code of its own is wrong.",
    "Mend the field that detail names.",
  ],
  BAD_INTENT: ["The type of trip is not known.", "Take one that GET meta lists."],
  BAD_DATES: [
    "The end is before the start, or a day does not exist.",
    "Correct the field that detail names.",
  ],
  BAD_RESIDENCE: ["The residence is not a country of two letters.", "Send the ISO 3166-1 code."],
  BAD_STATE_RESIDENCE: [
    "The state is none of the 50 or DC, or is missing for the US.",
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
    "Send tripPrice, or leave the wish out.",
  ],
  BAD_LINK_CODE: ["The link code has a form that none has.", "Send one of your tracked links."],
  MISSING_SESSION_ID: [
    "A link needs the session of a quote.",
    "Quote first, and send its sessionId.",
  ],
  BAD_SESSION_ID: ["The session is no text.", "Send the sessionId as the quote gave it."],
  BAD_OFFER_ID: ["No offer of the key’s mode has this id.", "Send an id of the quote."],
  UNKNOWN_CONTRACT_VERSION: [
    "The version of the contract is not known.",
    "Send “3.1” or “3.2”, or leave it out.",
  ],
  BAD_CONVERSION: ["A field of the report is wrong.", "Mend the field that detail names."],
  BAD_COUNTRY: ["The country is not two letters.", "Send the ISO 3166-1 code, or leave it out."],
  UNAUTHORIZED: [
    "A signing header is missing or sent twice, or the key is not known.",
    "Send each of the three once, with a key in use.",
  ],
  V1_SCHEME_RETIRED: ["The signature begins with v1=, which is retired.", "Sign as v2 does."],
  STALE_TIMESTAMP: [
    "The time of the call is too far off.",
    "Set your clock; sign again for each try.",
  ],
  INVALID_SIGNATURE: [
    "The signature does not verify.",
    "Sign the raw bytes that you send; compare with the vectors.",
  ],
  SCOPE_FORBIDDEN: ["The key may not do this.", "Use another key, or ask for the scope."],
  NO_ATTRIBUTION_CONFIGURED: [
    "No link of yours is in use, so that nobody would be credited.",
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
    "The ref or link code is none of yours.",
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
    "Go on tomorrow, or ask for more in the console.",
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
