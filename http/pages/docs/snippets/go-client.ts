import type { ClientLanguage } from "./client-language.ts"
import { jsonWords, laidOut } from "./laid-out.ts"

const line: ClientLanguage["line"] = ({ body, method, target }) =>
  body === undefined
    ? `answer, err := viatica("${method}", "${target}", "")`
    : `answer, err := viatica("${method}", "${target}", \`${laidOut(body, jsonWords)}\`)`

/** Examples in Go. */
export const goClient: ClientLanguage = {
  id: "go",
  label: "Go",
  file: "viatica.go",
  run: "go run viatica.go",
  line,
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
