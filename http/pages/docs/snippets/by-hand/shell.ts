import type { SigningHeaderNames } from "../../../../../rules/signing/headers.ts"
import type { ByHandLanguage } from "../client-language.ts"
import type { ExampleRequest } from "../example-request.ts"
import { jsonStyle, laidOut } from "../laid-out.ts"

/** A call by the function that signs. */
export const shellLine = ({ body, method, target }: ExampleRequest): string =>
  body === undefined
    ? `viatica ${method} '${target}'`
    : `viatica ${method} ${target} '${laidOut(body, jsonStyle).replaceAll("'", String.raw`'\''`)}'`

/** The function that signs a call by openssl and sends it by curl. */
export const shellFunction = ({ keyId, signature, timestamp }: SigningHeaderNames): string =>
  String.raw`viatica() { # viatica METHOD PATH [BODY]
  now=$(date +%s)
  signature=$(printf '%s' "$now.$1.${"${2%%\\?*}"}.$3" |
    openssl dgst -sha256 -hmac "$VIATICA_SECRET" | sed 's/^.* //')
  curl -sS -X "$1" "$VIATICA_URL$2" --data-binary "$3" \
    -H "${keyId}: $VIATICA_KEY" \
    -H "${timestamp}: $now" \
    -H "${signature}: v2=$signature"
}
`

/** Examples for a shell, by curl and openssl. */
export const shellByHand: ByHandLanguage = {
  id: "curl",
  label: "curl",
  file: "viatica.sh",
  run: "sh viatica.sh",
  program: (request, headers) => `${shellFunction(headers)}\n${shellLine(request)}\n`,
}
