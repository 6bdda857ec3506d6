import {
  accepted,
  day,
  invalid,
  now,
  otherKey,
  previousSecret,
  repeating,
  retired,
  rotatedKey,
  same,
  sandboxKey,
  setting,
  signatureTo,
  signedAt,
  stale,
  unauthorized,
  v1,
  without,
  type SigningVector,
} from "./signing-draft.ts"

/** Timestamps: in time, out of time, garbled. */
export const windowCases: ReadonlyArray<SigningVector> = [
  accepted("299 s behind", signedAt(String(now - 299))),
  accepted("300 s behind", signedAt(String(now - 300))),
  stale("301 s behind", signedAt(String(now - 301))),
  accepted("299 s ahead", signedAt(String(now + 299))),
  accepted("300 s ahead", signedAt(String(now + 300))),
  stale("301 s ahead", signedAt(String(now + 301))),
  stale("a day behind", signedAt(String(now - day))),
  stale("the largest ten-digit timestamp", signedAt("9999999999")),
  stale("ten zeros", signedAt("0000000000")),
  stale("a timestamp in milliseconds", signedAt(`${now}000`)),
  stale("eleven digits with a leading zero", signedAt(`0${now}`)),
  stale("nine digits", signedAt(String(now).slice(0, 9))),
  stale("a plus sign", signedAt(`+${now}`)),
  stale("a minus sign", signedAt(`-${now}`)),
  stale("a decimal point", signedAt(`${now}.0`)),
  stale("an exponent", signedAt("1.76722e9")),
  stale("an exponent of ten characters", signedAt("17672256e2")),
  stale("hexadecimal", signedAt("0x6955b900")),
  stale("a space inside", signedAt("176722 5600")),
  stale("digit group separators", signedAt("1_767_225_600")),
  stale("an ISO 8601 instant", signedAt("2026-01-01T00:00:00Z")),
  stale("a word", signedAt("now")),
  stale("a trailing line feed", { ...signedAt(`${now}\n`), overHttp: false }),
  stale("digits of another script", { ...signedAt("１７６７２２５６００"), overHttp: false }),
  stale("an empty timestamp", signedAt("")),
  stale("no timestamp header", { headers: without("timestamp") }),
  stale("the timestamp sent twice, the same", { headers: repeating("timestamp", same) }),
  stale("the timestamp sent twice, different", {
    headers: repeating("timestamp", () => String(now - 1)),
  }),
  stale("two timestamps joined by a comma", signedAt(`${now}, ${now}`)),
  stale("a stale timestamp comes before a bad signature", {
    ...signedAt(String(now - 301)),
    headers: setting("signature", () => "v2=00"),
  }),
  stale("a stale timestamp comes before a missing signature", {
    ...signedAt(String(now - 301)),
    headers: without("signature"),
  }),
]

/** Key ids that may not call. */
export const keyCases: ReadonlyArray<SigningVector> = [
  unauthorized("no headers at all", { headers: () => [] }),
  unauthorized("no key id header", { headers: without("key-id") }),
  unauthorized("an empty key id", { signed: { keyId: "" } }),
  unauthorized("an unknown key", { signed: { keyId: "ak_test_ffffffffffffffffffffffffffffffff" } }),
  unauthorized("a key id in upper case", { signed: { keyId: sandboxKey.keyId.toUpperCase() } }),
  unauthorized("the key id sent twice, the same", { headers: repeating("key-id", same) }),
  unauthorized("the key id sent twice, different", {
    headers: repeating("key-id", () => otherKey.keyId),
  }),
  unauthorized("two key ids joined by a comma", {
    signed: { keyId: `${sandboxKey.keyId}, ${sandboxKey.keyId}` },
  }),
  unauthorized("a revoked key", { keys: [{ ...sandboxKey, revoked: true }] }),
  unauthorized("a revoked key with its previous secret", {
    signed: { secret: previousSecret },
    keys: [{ ...rotatedKey(now + day), revoked: true }],
  }),
  unauthorized("an unknown key comes before the retired scheme", {
    signed: { keyId: "ak_test_ffffffffffffffffffffffffffffffff" },
    headers: setting("signature", v1),
  }),
  unauthorized("an unknown key comes before a stale timestamp", {
    signed: { keyId: "ak_test_ffffffffffffffffffffffffffffffff", timestamp: "0" },
  }),
  unauthorized("headers with the prefix of another service", { signed: { prefix: "other" } }),
]

/** Schemes other than v2. */
export const schemeCases: ReadonlyArray<SigningVector> = [
  retired("a correct v1 signature", signatureTo(v1)),
  retired("v1 with a stale timestamp", {
    ...signedAt(String(now - 301)),
    headers: setting("signature", v1),
  }),
  retired("v1 without a timestamp", {
    headers: (headers) => without("timestamp")(setting("signature", v1)(headers)),
  }),
  retired(
    "v1 with nothing after it",
    signatureTo(() => "v1="),
  ),
  retired(
    "v1 joined with v2 by a comma",
    signatureTo((old) => `${v1()}, ${old}`),
  ),
  invalid(
    "v2 joined with v1 by a comma",
    signatureTo((old) => `${old}, ${v1()}`),
  ),
  invalid(
    "V1 in upper case is no scheme",
    signatureTo(() => v1().replace("v1", "V1")),
  ),
  invalid(
    "V2 in upper case is no scheme",
    signatureTo((old) => old.replace("v2", "V2")),
  ),
  invalid(
    "v3 is no scheme",
    signatureTo((old) => old.replace("v2", "v3")),
  ),
  invalid(
    "hex without a scheme",
    signatureTo((old) => old.slice(3)),
  ),
]

/** Signatures that cannot be, or are not, the right one. */
export const shapeCases: ReadonlyArray<SigningVector> = [
  invalid("no signature header", { headers: without("signature") }),
  invalid(
    "an empty signature",
    signatureTo(() => ""),
  ),
  invalid(
    "v2 with nothing after it",
    signatureTo(() => "v2="),
  ),
  invalid(
    "63 hex digits",
    signatureTo((old) => old.slice(0, -1)),
  ),
  invalid(
    "62 hex digits",
    signatureTo((old) => old.slice(0, -2)),
  ),
  invalid(
    "66 hex digits",
    signatureTo((old) => `${old}00`),
  ),
  invalid(
    "a letter beyond f in the last place",
    signatureTo((old) => `${old.slice(0, -1)}g`),
  ),
  invalid(
    "a signature of 64 letters beyond f",
    signatureTo(() => `v2=${"z".repeat(64)}`),
  ),
  invalid(
    "a space inside the hex",
    signatureTo((old) => `${old.slice(0, 20)} ${old.slice(20)}`),
  ),
  invalid(
    "the signature in base64",
    signatureTo((old) => {
      return `v2=${Buffer.from(old.slice(3), "hex").toString("base64")}`
    }),
  ),
  invalid(
    "a 0x before the hex",
    signatureTo((old) => old.replace("v2=", "v2=0x")),
  ),
  invalid("the signature sent twice, the same", { headers: repeating("signature", same) }),
  invalid("the signature sent twice, the second wrong", {
    headers: repeating("signature", () => `v2=${"0".repeat(64)}`),
  }),
  invalid(
    "all zeros",
    signatureTo(() => `v2=${"0".repeat(64)}`),
  ),
  invalid(
    "one bit changed",
    signatureTo((old) => {
      const last = Number.parseInt(old.slice(-1), 16) ^ 1
      return `${old.slice(0, -1)}${last.toString(16)}`
    }),
  ),
]
