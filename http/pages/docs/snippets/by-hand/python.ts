import type { ByHandLanguage } from "../client-language.ts"
import type { ExampleRequest } from "../example-request.ts"
import { laidOut, pythonStyle } from "../laid-out.ts"

const line = ({ body, method, target }: ExampleRequest): string =>
  `answer = viatica("${method}", "${target}", ${laidOut(body, pythonStyle)})`

/** Examples in Python, with its standard library alone. */
export const pythonByHand: ByHandLanguage = {
  id: "python",
  label: "Python",
  file: "viatica.py",
  run: "python3 viatica.py",
  program: (
    request,
    { keyId, signature, timestamp },
  ) => `import hashlib, hmac, json, os, time, urllib.error, urllib.request


def viatica(method, target, value=None):
    body = "" if value is None else json.dumps(value)
    now = str(int(time.time()))
    path = target.split("?")[0]
    text = f"{now}.{method}.{path}.{body}".encode()
    secret = os.environ["VIATICA_SECRET"].encode()
    request = urllib.request.Request(
        os.environ["VIATICA_URL"] + target,
        method=method,
        data=body.encode() or None,
        headers={
            "${keyId}": os.environ["VIATICA_KEY"],
            "${timestamp}": now,
            "${signature}": "v2=" + hmac.new(secret, text, hashlib.sha256).hexdigest(),
        },
    )
    try:
        answer = urllib.request.urlopen(request)
    except urllib.error.HTTPError as refused:
        answer = refused
    return json.load(answer)


${line(request)}
print(json.dumps(answer, indent=2))
`,
}
