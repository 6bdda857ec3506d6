import type { ByHandLanguage } from "../client-language.ts"
import type { ExampleRequest } from "../example-request.ts"
import { jsonStyle, laidOut } from "../laid-out.ts"

const line = ({ body, method, target }: ExampleRequest): string =>
  `answer, err := viatica("${method}", "${target}", \`${laidOut(body, jsonStyle)}\`)`

/** Examples in Go. */
export const goByHand: ByHandLanguage = {
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
	${line(request)}
	if err != nil {
		panic(err)
	}
	fmt.Println(answer)
}
`,
}
