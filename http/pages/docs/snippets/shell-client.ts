import type { ClientLanguage } from "./client-language.ts"
import { jsonWords, laidOut } from "./laid-out.ts"

const line: ClientLanguage["line"] = ({ body, method, target }) =>
  body === undefined
    ? `viatica ${method} '${target}'`
    : `viatica ${method} ${target} '${laidOut(body, jsonWords).replaceAll("'", String.raw`'\''`)}'`

/** Examples for a shell, by curl and openssl. */
export const shellClient: ClientLanguage = {
  id: "curl",
  label: "curl",
  file: "viatica.sh",
  run: "sh viatica.sh",
  line,
  program: (
    request,
    { keyId, signature, timestamp },
  ) => String.raw`viatica() { # viatica METHOD PATH [BODY]
  now=$(date +%s)
  signature=$(printf '%s' "$now.$1.${"${2%%\\?*}"}.$3" |
    openssl dgst -sha256 -hmac "$VIATICA_SECRET" | sed 's/^.* //')
  curl -sS -X "$1" "$VIATICA_URL$2" --data-binary "$3" \
    -H "${keyId}: $VIATICA_KEY" \
    -H "${timestamp}: $now" \
    -H "${signature}: v2=$signature"
}

${line(request)}
`,
}
