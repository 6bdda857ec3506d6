import type { SigningHeaderNames } from "../../../../rules/signing/message.ts"
import {
  type ByHandLanguage,
  type ExampleRequest,
  jsonStyle,
  laidOut,
  pythonStyle,
  typescriptStyle,
} from "./languages.ts"

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

/** Examples in TypeScript, for Node. */
const typescriptByHand: ByHandLanguage = {
  id: "typescript",
  label: "TypeScript",
  file: "viatica.mts",
  run: "node viatica.mts",
  program: (request, { keyId, signature, timestamp }) => `import { createHmac } from "node:crypto"

const { VIATICA_URL = "", VIATICA_KEY = "", VIATICA_SECRET = "" } = process.env

const viatica = async (method: string, target: string, value?: unknown) => {
  const body = value === undefined ? "" : JSON.stringify(value)
  const now = Math.floor(Date.now() / 1000)
  const [path] = target.split("?")
  const signature = createHmac("sha256", VIATICA_SECRET)
    .update(\`\${now}.\${method}.\${path}.\${body}\`)
    .digest("hex")
  const response = await fetch(VIATICA_URL + target, {
    method,
    headers: {
      "${keyId}": VIATICA_KEY,
      "${timestamp}": String(now),
      "${signature}": "v2=" + signature,
    },
    ...(body === "" ? {} : { body }),
  })
  return response.json()
}

${typescriptCall(request)}
console.log(JSON.stringify(answer, null, 2))
`,
}

/** Examples in Python, with its standard library alone. */
const pythonByHand: ByHandLanguage = {
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


${pythonCall(request)}
print(json.dumps(answer, indent=2))
`,
}

/** Examples in Go. */
const goByHand: ByHandLanguage = {
  id: "go",
  label: "Go",
  file: "viatica.go",
  run: "go run viatica.go",
  program: (request, { keyId, signature, timestamp }) => `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func viatica(method, target, body string) (string, error) {
	now := strconv.FormatInt(time.Now().Unix(), 10)
	path, _, _ := strings.Cut(target, "?")
	mac := hmac.New(sha256.New, []byte(os.Getenv("VIATICA_SECRET")))
	mac.Write([]byte(now + "." + method + "." + path + "." + body))
	request, err := http.NewRequest(method, os.Getenv("VIATICA_URL")+target, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("${keyId}", os.Getenv("VIATICA_KEY"))
	request.Header.Set("${timestamp}", now)
	request.Header.Set("${signature}", "v2="+hex.EncodeToString(mac.Sum(nil)))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return string(answer), err
}

func main() {
	${goCall(request)}
	if err != nil {
		panic(err)
	}
	fmt.Println(answer)
}
`,
}

/** Examples in PHP, without an extension. */
const phpByHand: ByHandLanguage = {
  id: "php",
  label: "PHP",
  file: "viatica.php",
  run: "php viatica.php",
  program: (request, { keyId, signature, timestamp }) => `<?php
function viatica(string $method, string $target, string $body = ""): array
{
    $now = (string) time();
    $path = explode("?", $target)[0];
    $signature = hash_hmac("sha256", "$now.$method.$path.$body", getenv("VIATICA_SECRET"));
    $answer = file_get_contents(getenv("VIATICA_URL") . $target, false, stream_context_create(["http" => [
        "method" => $method,
        "content" => $body,
        "ignore_errors" => true,
        "header" => [
            "content-type: application/json",
            "${keyId}: " . getenv("VIATICA_KEY"),
            "${timestamp}: $now",
            "${signature}: v2=$signature",
        ],
    ]]));
    return json_decode($answer, true);
}

${phpCall(request)}
echo json_encode($answer, JSON_PRETTY_PRINT), "\\n";
`,
}

/** Examples in Java, with its own HTTP client. */
const javaByHand: ByHandLanguage = {
  id: "java",
  label: "Java",
  file: "Viatica.java",
  run: "java Viatica.java",
  program: (request, { keyId, signature, timestamp }) => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Viatica {
    static String viatica(String method, String target, String body) throws Exception {
        var now = Long.toString(Instant.now().getEpochSecond());
        var path = target.split("\\\\?")[0];
        var text = now + "." + method + "." + path + "." + body;
        var secret = System.getenv("VIATICA_SECRET").getBytes(StandardCharsets.UTF_8);
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        var signature = HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        var request = HttpRequest.newBuilder(URI.create(System.getenv("VIATICA_URL") + target))
            .header("${keyId}", System.getenv("VIATICA_KEY"))
            .header("${timestamp}", now)
            .header("${signature}", "v2=" + signature)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
        return HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    public static void main(String[] arguments) throws Exception {
        ${indented(javaCall(request), "        ")}
        System.out.println(answer);
    }
}
`,
}

/** The languages of examples, in the order in which pages show them. */
export const byHandLanguages: ReadonlyArray<ByHandLanguage> = [
  shellByHand,
  typescriptByHand,
  pythonByHand,
  goByHand,
  phpByHand,
  javaByHand,
]

const typescriptCall = ({ body, method, target }: ExampleRequest): string =>
  `const answer = await viatica("${method}", "${target}", ${laidOut(body, typescriptStyle)})`

const pythonCall = ({ body, method, target }: ExampleRequest): string =>
  `answer = viatica("${method}", "${target}", ${laidOut(body, pythonStyle)})`

const goCall = ({ body, method, target }: ExampleRequest): string =>
  `answer, err := viatica("${method}", "${target}", \`${laidOut(body, jsonStyle)}\`)`

const phpCall = ({ body, method, target }: ExampleRequest): string =>
  `$answer = viatica("${method}", "${target}", <<<'JSON'\n${laidOut(body, jsonStyle)}\nJSON);`

const indented = (text: string, indent: string): string => text.replaceAll("\n", `\n${indent}`)

const javaCall = ({ body, method, target }: ExampleRequest): string =>
  `var answer = viatica("${method}", "${target}", """\n${laidOut(body, jsonStyle)}""");`
