import type { LimitName } from "../../rules/reference/limit-names.ts"
import type { LimitOf } from "../../rules/reference/limits.ts"
import type { SigningHeaderNames } from "../../rules/signing/message.ts"

const grouped = new Intl.NumberFormat("en")

/**
 * What a partner's developer should know before the endpoints, with the names of the signing
 * headers and the limits in force; Markdown, shown above them.
 */
export const guide = (headers: SigningHeaderNames, limitOf: LimitOf): string => {
  const limit = (name: LimitName) => grouped.format(limitOf(name))
  return `Prices of travel insurance for one trip, and the Coach, which reads what a bank
card's travel cover lacks. Server to server: no answer carries a CORS header, and the signing secret
never reaches a browser. A key id that starts with \`ak_test_\` is sandbox, \`ak_live_\` is live.

## Signing

| header | value |
| --- | --- |
| \`${headers.keyId}\` | the key id |
| \`${headers.timestamp}\` | Unix seconds, ten digits, at most ${limit("timestamp_window_s")} s off in either direction |
| \`${headers.signature}\` | \`v2=\` and the hex HMAC-SHA256 of \`<timestamp>.<METHOD>.<path>.<raw body>\`, keyed with the secret |

The path is what stands before \`?\`, byte for byte; the query is not signed; a GET ends on the last
dot. Each header is sent exactly once. \`v1=\` is retired. After a rotation the previous secret works
${limit("secret_overlap_hours")} hours more; a second rotation within them drops the oldest; revoking ends both at once.

## Checks, in their order

Path and method (404, 405), body size and encoding (413 above ${limit("body_bytes_max")} bytes, 415), key, scheme, timestamp,
signature (401), calls in this minute (429), scope and account (403), JSON, fields (400), the day's
bucket (429), then the work itself. One refusal is answered, the first: \`{error, detail}\`, where
\`detail\` names the field and the rule. Among the fields, codes win in the order in which each
endpoint lists them; what has no code of its own is BAD_TRIP, last.

## Choices

- **Paths** are compared byte for byte: case, double and trailing slashes and percent-encoding all
  make another path, 404. HEAD works where GET does and is signed as HEAD. OPTIONS is 405. A request
  line may name the whole address, as proxies are sent it: the path in it is what is signed.
- **Bodies** are UTF-8 JSON whatever the Content-Type says. Unknown fields are ignored, null is
  absent, and a number too large for a double is not a number. Sandbox answers name unknown fields of
  quotes, links and bilans, and unknown parameters of any query, in \`X-Unknown-Fields\`: watch it
  while you integrate.
- **Quotas** are counted per key. The minute is the UTC minute; refusals with 4xx count in it, 401
  and 429 do not. A read is taken once a call is valid and given back when it fails with 5xx; 400,
  403 and 404 cost nothing. QUOTA_EXCEEDED names its \`bucket\`.
- **Trips**: \`trip\` wins over \`tripInfo\`. Past dates pass, and any two capital letters are a country.
  Destinations are counted before duplicates are dropped. \`tripPrice: 0\` satisfies cancellation.
  \`tripPrice\` and \`studiesAmount\` are at most ${limit("insured_amount_max")} EUR, at fixed rates; BAD_TRIP says how much
  that is in \`currency\`. A currency that cannot be converted has no such ceiling.
- **Days** count both ends. A quote holds for ${limit("quote_lifetime_minutes")} minutes.
- **Prices** are exact: premium and handling fee, rounded half up once to the insurer currency's
  minor unit, give \`insurerAmount\`; that at the reference rate with the target's margin, rounded half
  up once, gives \`amount\`. Where a currency cannot be converted to, offers stay in their own, and the
  ranking compares premiums in one currency. Equal premiums rank by offer id.
- **Live prices** ask every insurer once, all at the same time, until one deadline. What an insurer does
  not price in time, or prices so low that it rounds to nothing, counts in \`unpricedCount\`. When none that was asked answers the call is 504 if
  all of them were late, else 502; one that answers without a price makes it 200, and so does one that is not connected
  and therefore not asked, where nothing else matches. Offers whose premium depends on
  \`tripPrice\` are not asked for without one, or with one in a currency that cannot be converted. All
  figures of a quote are at the exchange rates of one moment.
- **Guarantees** are read from what insurers print. A text that is not known for certain is
  \`not_available\`, never guessed.
- **Insured amounts** (\`trip_price\`, \`studies_amount\`) repeat the trip's number in its own currency,
  and are converted without a margin otherwise. A guarantee whose amount the trip does not give is
  \`included\`; one whose amount cannot be converted has no \`value\`.
- **Sessions** belong to an account and a mode, and do not expire. Any other text starts a fresh one.
- **Sandbox**: same trip, same prices. Destination \`BV\` answers 502 and \`HM\` 504, to a quote
  (PRICING_UNAVAILABLE) and to a link (QUOTE_CREATE_FAILED, QUOTE_CREATE_UNAVAILABLE); such a call costs
  nothing. \`GS\` finds near misses only. INVALID_SIGNATURE tells what was
  received, where it does not name the mistake.
- **Coach**: destinations are upper-cased, and what is no country code is dropped. A card that cannot
  be resolved falls back with a code in \`meta.warnings\`. At most eight digits of a BIN are read, and
  none is logged. Where \`origin\` is \`generic\` and \`detected.matched\` names a card, an old list proposes
  it: ask the traveller to confirm. \`badge\` is \`missing\`, \`insufficient\` or \`conditional\`: the cover is there, but
  the trip breaks one of its conditions. \`longTrip\` means more than ${limit("long_trip_days")} days. Amounts under
  \`card\` are in \`card.currency\`, those under \`medical\` in the market's.
- **Formalities** are read for a passport of the residence, which \`meta.passport\` names. Where they
  cannot be had, it is null, \`meta.warnings\` has FORMALITIES_UNAVAILABLE, and the bilan is made
  without them.
- **Arguments** carry message keys and the values that their texts show. \`figure\` is a dash where the
  card's notice prints no amount. \`basis\` tells what a statement rests on: this \`card\`, its \`range\`,
  what is usual in its \`country\`, or \`none\` without a card. \`viatica/messages\` on npm has the texts
  in French and English, and renders a bilan.
- **The vocabulary**, \`GET /api/v1/coach/vocabulary.json\`, has every id, key and value that a bilan may
  carry, all texts in ICU MessageFormat, and which argument tells what a renamed one told. It needs no
  signature and costs nothing; \`version\` is the \`meta.engineVersion\` of the bilans that it goes with, and
  its \`ETag\` spares sending it again.
- **Pictures** of cards (\`imageUrl\`) and banks (\`logoUrl\`) are SVG of our own drawing, unsigned, with
  names in plain type and no mark of anyone's; null where nothing can be drawn.
- **Links** belong to a session: its first call opens the subscription (201), later ones keep it (200,
  \`replayed\`), with its trip changed in place where that differs (\`updated\` too), and once the traveller
  has gone past quoting the next one opens another (201). Trips are the same whatever the order of
  destinations and travellers; offer, language and \`linkCode\` are no part of them. Who is credited
  is fixed by the first call: the link of \`linkCode\`, else your oldest link in use. \`linkCode\` is
  checked on every call. \`offerId\` is an offer of the catalogue of the key's own mode, priced for this
  trip or not; one of the other mode is BAD_OFFER_ID. A 201 costs one write;
  a 200 costs none and works when the writes are spent. \`expiresAt\` is ${limit("link_lifetime_days")} days on. Calls of one
  session take turns; after a 502 or 504 the same call can be made again, and never makes two. The
  sandbox does the same without a subscription: its link opens the plain form, whatever the offer.
- **Conversions**: \`externalOrderId\` is the sale's name in your account, case-sensitive; a replay
  updates it, and \`created\` and \`updated\` say what it did. pending becomes validated or cancelled,
  validated becomes cancelled, and cancelled is final: a report that goes back changes nothing and is
  answered with the sale as it stands. A pending sale validates itself ${limit("sale_validation_days")} days after its first report:
  one that still calls it pending then leaves it validated, and adjusts it where its amount is another.
  A cancelled one answers \`commission: 0\`. A ref that is not yours is LINK_NOT_FOUND; an archived link
  still earns. Sandbox sales earn nothing.
- **Order of reports**: they go by the time at which you signed them, those of one second by their
  arrival. One that was signed before the report that stands changes nothing and declares nothing: 200,
  \`updated: false\`, with status and amounts of what stands. A repetition that is late on the way
  therefore takes nothing back.
- **Amounts of sales** are read as they are written, to the last digit, and answered so: at most the
  currency's decimals and fifteen digits, else BAD_CONVERSION. \`currency\` is an active code of ISO 4217
  with a minor unit (\`XXX\` and \`BTC\` are none); \`ref\` and \`currency\` stay as they were first
  reported. \`contractVersion\` is the text "3.1" or "3.2"; null is UNKNOWN_CONTRACT_VERSION.
- **Commissions** follow from the amount, the rates of the first report and what you declared. The
  premium is the amount without the handling fee; the commission is the base rate and the uplift of it,
  rounded half up once. \`commission\` and, under 3.2, \`partnerFeeAmount\` can only lower it. What was
  declared stays the cap of that sale until another is; leaving it out later, under 3.1 or 3.2, keeps
  it. Where none ever was declared, \`partnerFeeAmount\` left out under 3.2 means no uplift, and 3.1,
  which ignores the field, means the computed one. A report that changes amount or cap adjusts the
  commission.
- **Statements** say month by month what your live sales came to, what is owed to you, and when it is
  paid: \`GET /api/v1/statements\`. Sandbox sales are play money, of which there are none.
- **Events** tell you of what changes without you, by signed webhooks (Standard Webhooks): sales that
  validate themselves, stages of subscriptions, a previous secret that ends soon, four fifths of a day's
  quota. At least once, and in order for each endpoint, for 72 hours: tell repetitions by \`webhook-id\`.
  Endpoints are made in the console, or by signed calls of a key with the scope \`events\`; their
  events carry the mode of the endpoint.
- **Calls** of your account are listed as they come, each with what was wrong: \`GET /api/v1/calls\`, and
  \`viatica tail\` on your terminal. A call whose signature does not hold is listed where it names a key of
  yours, with \`isSigned: false\`.
- **Outages**: 503 SERVICE_UNAVAILABLE when keys or quotas cannot be read, on the Coach 502
  AUTH_LOOKUP_FAILED. No call is let through unchecked.
- **Overload**: 503 SERVICE_UNAVAILABLE with Retry-After: 1, on the Coach too, when too many calls are
  waiting. Nothing of such a call was done or counted; make it again after a second or more, and wait
  longer each time.

What is not well-formed HTTP is answered 400 BAD_REQUEST, 408 or 431, and the connection closes.

Every answer carries \`X-Request-Id\`; quote it when you ask us something.`
}
