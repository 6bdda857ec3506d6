import { goByHand } from "./by-hand/go.ts"
import { javaByHand } from "./by-hand/java.ts"
import { pythonByHand } from "./by-hand/python.ts"
import { shellByHand } from "./by-hand/shell.ts"
import { typescriptByHand } from "./by-hand/typescript.ts"
import type { ByHandLanguage } from "./client-language.ts"
import type { ExampleRequest } from "./example-request.ts"
import { jsonStyle, laidOut } from "./laid-out.ts"

const line = ({ body, method, target }: ExampleRequest): string =>
  `$answer = viatica("${method}", "${target}", <<<'JSON'\n${laidOut(body, jsonStyle)}\nJSON);`

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

${line(request)}
echo json_encode($answer, JSON_PRETTY_PRINT), "\\n";
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
