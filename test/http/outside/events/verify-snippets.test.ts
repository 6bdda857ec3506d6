import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { eventHeaders } from "../../../../http/outside/events/post-event.ts"
import { isLong } from "../../../support/long.ts"
import { runProcess } from "../../../support/run-process.ts"

const page = readFileSync(
  fileURLToPath(new URL("../../../../docs/events.md", import.meta.url)),
  "utf8",
)

/** The code of a language on the page. */
const snippet = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ""

/** What wraps a snippet into a program that ends with 0 where an event of its environment verifies. */
interface Language {
  readonly command: string
  readonly probe: string
  readonly file: string
  readonly args: (file: string) => ReadonlyArray<string>
  readonly program: (code: string) => string
}

const languages: Readonly<Record<string, Language>> = {
  python: {
    command: "python3",
    probe: "--version",
    file: "verify.py",
    args: (file) => [file],
    program: (code) => `${code}
import os
env = os.environ
verify(env["SECRET"], env["BODY"].encode(), {
  "webhook-id": env["ID"], "webhook-timestamp": env["SENT"], "webhook-signature": env["SIGNED"]})
`,
  },
  go: {
    command: "go",
    probe: "version",
    file: "verify.go",
    args: (file) => ["run", file],
    program: (code) => `package main
import ("crypto/hmac";"crypto/sha256";"encoding/base64";"errors";"fmt";"math";"net/http";"os";"strconv";"strings";"time")
${code}
func main() {
  h := http.Header{}
  h.Set("webhook-id", os.Getenv("ID")); h.Set("webhook-timestamp", os.Getenv("SENT")); h.Set("webhook-signature", os.Getenv("SIGNED"))
  if err := verify(os.Getenv("SECRET"), []byte(os.Getenv("BODY")), h); err != nil { os.Exit(1) }
}
`,
  },
  php: {
    command: "php",
    probe: "--version",
    file: "verify.php",
    args: (file) => [file],
    program: (code) => `<?php
${code}
try {
  verify(getenv('SECRET'), getenv('BODY'), ['webhook-id' => getenv('ID'),
    'webhook-timestamp' => getenv('SENT'), 'webhook-signature' => getenv('SIGNED')]);
} catch (Exception $refused) { exit(1); }
`,
  },
  java: {
    command: "java",
    probe: "-version",
    file: "Verify.java",
    args: (file) => [file],
    program: (code) => `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
class Verify {
${code}
  public static void main(String[] none) throws Exception {
    Map<String, String> env = System.getenv();
    verify(env.get("SECRET"), env.get("BODY").getBytes(StandardCharsets.UTF_8), Map.of("webhook-id", env.get("ID"),
      "webhook-timestamp", env.get("SENT"), "webhook-signature", env.get("SIGNED")));
  }
}
`,
  },
}

const secrets = ["a", "b", "c"].map(
  (letter) => `whsec_${Buffer.alloc(32, letter).toString("base64")}`,
)

const body = `{"type":"sale.validated","data":{"ref":"acme-ÉTÉ"}}`

/** An event under the first two secrets, as a program finds it in its environment. */
const environment = (changes: Readonly<Record<string, string>> = {}, sentBeforeSeconds = 0) => {
  const timestampSeconds = Math.floor(Date.now() / 1000) - sentBeforeSeconds
  const event = { eventId: "evt_1", timestampSeconds, body }
  const headers = eventHeaders(
    secrets.slice(0, 2).map((one) => Redacted.make(one)),
    event,
  )
  return {
    SECRET: secrets[0] ?? "",
    BODY: body,
    ID: headers["webhook-id"],
    SENT: headers["webhook-timestamp"],
    SIGNED: headers["webhook-signature"],
    ...changes,
  }
}

const cases: ReadonlyArray<readonly [string, boolean, () => ReturnType<typeof environment>]> = [
  ["an event of ours", true, () => environment()],
  ["one under the secret before", true, () => environment({ SECRET: secrets[1] ?? "" })],
  ["one under another secret", false, () => environment({ SECRET: secrets[2] ?? "" })],
  ["another body", false, () => environment({ BODY: `${body} ` })],
  ["another id", false, () => environment({ ID: "evt_2" })],
  ["one from before", false, () => environment({}, 400)],
]

const compiled: ReadonlyArray<string> = ["go", "java"]

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "viatica-events-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const [name, language] of Object.entries(languages)) {
  const isThere = spawnSync(language.command, [language.probe]).error === undefined
  describe(`the check of signatures in ${name}`, () => {
    // Programs that take seconds to compile are run for some cases, in the long form for all.
    const tried = isLong || !compiled.includes(name) ? cases : cases.slice(1, 4)
    it.skipIf(!isThere)(
      "takes what is ours and refuses all else",
      async () => {
        const path = join(folder, language.file)
        writeFileSync(path, language.program(snippet(name)))
        const verified: Array<readonly [string, boolean]> = []
        for (const [what, , env] of tried) {
          const { status } = await runProcess(language.command, language.args(path), {
            cwd: folder,
            environment: {
              ...env(),
              LANG: "C.UTF-8",
              JAVA_TOOL_OPTIONS: "-Dsun.jnu.encoding=UTF-8",
            },
            timeoutMs: 120_000,
          })
          verified.push([what, status === 0])
        }
        expect(verified).toEqual(tried.map(([what, isOurs]) => [what, isOurs]))
      },
      400_000,
    )
  })
}
