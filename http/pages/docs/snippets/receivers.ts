import type { CodedLanguageId, SavedProgram } from "./languages.ts"

/** A server in a language that receives events by the client and verifies each. */
export interface ReceiverProgram extends SavedProgram {
  readonly id: CodedLanguageId
  /** Its name among the files that are served. */
  readonly served: string
}

/** Such a server in each language, to put beside the client. */
export const receiverPrograms: ReadonlyArray<ReceiverProgram> = [
  {
    id: "typescript",
    file: "receiver.mts",
    run: "node receiver.mts",
    served: "typescript/receiver.mts",
  },
  {
    id: "python",
    file: "receiver.py",
    run: "python3 receiver.py",
    served: "python/receiver.py",
  },
  { id: "go", file: "receiver.go", run: "go run receiver.go", served: "go/receiver.go" },
  {
    id: "php",
    file: "receiver.php",
    run: 'php -S "127.0.0.1:${PORT:-3000}" receiver.php',
    served: "php/receiver.php",
  },
  {
    id: "java",
    file: "Receiver.java",
    run: "javac -d out Receiver.java && java -cp out Receiver",
    served: "java/Receiver.java",
  },
]

/** The function of a shell that verifies an event, by openssl. */
export const shellVerify: SavedProgram & { readonly program: string } = {
  file: "receive.sh",
  run: '. ./receive.sh; verify_event "$id" "$timestamp" "$signature" < body',
  program: String.raw`verify_event() { # verify_event ID TIMESTAMP SIGNATURE < the raw body
  key=$(printf '%s' "${"${VIATICA_EVENTS_SECRET#whsec_}"}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
  due=$({ printf '%s.%s.' "$1" "$2"; cat; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  age=$(($(date +%s) - $2))
  [ "$age" -le 300 ] && [ "$age" -ge -300 ] || { echo "refused: timestamp"; return 1; }
  case " $3 " in
    *" v1,$due "*) echo "verified: $1" ;;
    *) echo "refused: signature"; return 1 ;;
  esac
}
`,
}
