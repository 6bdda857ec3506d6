// Proves the client in Go against an emulator, a server of odd ways, and the shared vectors.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"viatica.example/viatica"
)

type fields = viatica.Fields

var (
	background = context.Background()
	trip       = fields{
		"intent": "forTourism", "startDate": "2027-07-01", "endDate": "2027-07-14",
		"countryResidence": "FR", "arrivalCountries": []string{"US"}, "travellers": []fields{{"age": 34}},
	}
	asked   = fields{"trip": trip}
	reading = fields{
		"residence": "FR", "destinations": []string{"US"}, "card": fields{"network": "visa", "tier": "mid"},
	}
)

func need(err error) {
	if err != nil {
		panic(err)
	}
}

func must[Value any](value Value, err error) Value {
	need(err)
	return value
}

func equal[Value comparable](found, wanted Value, about ...any) {
	if found != wanted {
		panic(fmt.Sprint(about, ": ", found, " is not ", wanted))
	}
}

func client(change ...func(*viatica.Options)) *viatica.Client {
	options := viatica.Options{
		BaseURL: os.Getenv("VIATICA_URL"), KeyID: os.Getenv("VIATICA_KEY"), Secret: os.Getenv("VIATICA_SECRET"),
	}
	for _, each := range change {
		each(&options)
	}
	return must(viatica.New(options))
}

func at(address string) func(*viatica.Options) {
	return func(options *viatica.Options) { options.BaseURL = address }
}

func within(deadline time.Duration) func(*viatica.Options) {
	return func(options *viatica.Options) { options.Deadline = deadline }
}

func tries(max int) func(*viatica.Options) {
	return func(options *viatica.Options) { options.TriesMax = max }
}

func odd(way string, change ...func(*viatica.Options)) *viatica.Client {
	return client(append(change, at(os.Getenv("VIATICA_ODD_URL")+"/"+way))...)
}

func control(path string, body fields) {
	text := must(json.Marshal(body))
	address := os.Getenv("VIATICA_URL") + "/_emulator/" + path
	response := must(http.Post(address, "application/json", bytes.NewReader(text)))
	response.Body.Close()
	equal(response.StatusCode, 200, body)
}

func trigger(name string) { control("trigger", fields{"trigger": name}) }

func answer(endpoint string, status int, body any) {
	control("answer", fields{"endpoint": endpoint, "status": status, "body": body})
}

func failure(code string, err error) *viatica.Failure {
	var failed *viatica.Failure
	if !errors.As(err, &failed) {
		panic(fmt.Sprint(code, " did not come, but ", err))
	}
	equal(failed.Code, code, failed)
	return failed
}

func quoteWith(c *viatica.Client) error {
	_, err := c.Quotes(background, asked)
	return err
}

func vectors(name string, into any) {
	text := must(os.ReadFile(filepath.Join(os.Getenv("VIATICA_VECTORS"), name)))
	need(json.Unmarshal(text, into))
}

func signs() {
	var file struct {
		Vectors []struct {
			Name, Prefix string
			Keys         []struct {
				KeyID, Secret string
				Previous      struct{ Secret string }
			}
			Request struct {
				Method, Path, BodyUtf8, BodyBase64 string
				Headers                            [][2]string
			}
			Expected struct{ OK bool }
		}
	}
	vectors("signing.json", &file)
	count := 0
	for _, vector := range file.Vectors {
		if !vector.Expected.OK {
			continue
		}
		body := []byte(vector.Request.BodyUtf8)
		if vector.Request.BodyBase64 != "" {
			body = must(base64.StdEncoding.DecodeString(vector.Request.BodyBase64))
		}
		told := map[string]string{}
		for _, header := range vector.Request.Headers {
			told[strings.ToLower(header[0])] = header[1]
		}
		names := "x-" + vector.Prefix + "-"
		var timestamp int64
		must(fmt.Sscan(told[names+"timestamp"], &timestamp))
		isMade := false
		for _, key := range vector.Keys {
			for _, secret := range []string{key.Secret, key.Previous.Secret} {
				made := viatica.Sign(
					vector.Prefix, key.KeyID, secret, timestamp, vector.Request.Method, vector.Request.Path, body,
				)
				isMade = isMade || made[names+"key-id"] == told[names+"key-id"] &&
					made[names+"timestamp"] == told[names+"timestamp"] &&
					made[names+"signature"] == strings.ToLower(told[names+"signature"])
			}
		}
		equal(isMade, true, vector.Name)
		count++
	}
	equal(count > 20, true, "accepted vectors")
}

func converts() {
	var file struct {
		Currencies []viatica.Currency
		Vectors    []struct {
			Source, Target string
			AmountMinor    int64
			ExpectedMinor  *int64
		}
	}
	vectors("conversion.json", &file)
	currencies := map[string]viatica.Currency{}
	for _, currency := range file.Currencies {
		currencies[currency.Code] = currency
	}
	for _, vector := range file.Vectors {
		found := must(viatica.ConvertMinor(vector.AmountMinor, currencies[vector.Source], currencies[vector.Target]))
		isSafe := found.BitLen() <= 53
		equal(isSafe, vector.ExpectedMinor != nil, vector)
		if isSafe {
			equal(found.Int64(), *vector.ExpectedMinor, vector)
		}
	}
	equal(len(file.Vectors) > 1000, true, "vectors")
}

func prices() {
	traveller := client().Traveller("")
	var found [2]*viatica.Quote
	// Two first quotes at once share the one session that they open.
	var group sync.WaitGroup
	for each := range found {
		each := each
		group.Add(1)
		go func() {
			defer group.Done()
			found[each] = must(traveller.Quotes(background, asked))
		}()
	}
	group.Wait()
	equal(found[0].SessionID, found[1].SessionID)
	equal(traveller.SessionID(), found[0].SessionID)
	equal(must(found[0].Offers[0].Price.Amount.Float64()) > 0, true)
	equal(found[0].About.Rates.Limit, 200)
	equal(found[0].About.RequestID != "", true)
	kept := client().Traveller(traveller.SessionID())
	again := must(kept.Quotes(background, fields{"trip": trip, "crad": 1}))
	equal(again.SessionID, traveller.SessionID())
	equal(strings.Join(again.About.UnknownFields, ","), "crad")
}

func readsBilan() {
	found := must(client().Bilan(background, reading))
	equal(len(found.Bilan.Arguments) > 0 && found.Bilan.Headline.Key != "", true)
}

func sells() {
	traveller := client().Traveller("")
	offer := must(traveller.Quotes(background, asked)).Offers[0]
	link := must(traveller.Links(background, fields{"offerId": offer.ID}))
	equal(strings.HasPrefix(link.URL, "http"), true)
	report := fields{
		"ref": os.Getenv("VIATICA_REF"), "externalOrderId": "order-1", "status": "pending",
		// What an answer said may go out again, digit by digit.
		"amount": offer.Price.Amount, "currency": offer.Price.Currency,
	}
	equal(must(client().Conversion(background, report)).Created, true)
	equal(must(client().Conversion(background, report)).Created, false)
	query := url.Values{"status": {"pending"}, "from": {"2020-01-01"}, "limit": {"10"}}
	page := must(client().Sales(background, query))
	equal(len(page.Sales), 1)
	equal(page.Sales[0].ExternalOrderID, "order-1")
	equal(page.Sales[0].Amount, offer.Price.Amount)
}

func readsOpen() {
	cards := must(client().Cards(background, url.Values{"country": {"FR"}}))
	equal(len(cards.Fields["banks"].([]any)) > 0, true)
	meta := must(client().Meta(background))
	equal(meta.Fields["key"].(fields)["mode"], any("sandbox"))
	words := must(client().Vocabulary(background))
	equal(words.Fields["messages"].(fields)["arguments"] != nil, true)
}

func lists() {
	control("endpoints", fields{"url": "http://127.0.0.1:65535/hooks"})
	trigger("spend-reads")
	trigger("fresh-quota")
	page := must(client().Events(background, url.Values{"limit": {"1"}}))
	event := page.Fields["events"].([]any)[0].(fields)
	equal(event["type"], any("quota.nearly_spent"))
	all := must(client().EventEndpoints(background))
	endpoint := all.Fields["endpoints"].([]any)[0].(fields)["endpointId"].(string)
	sent := must(client().EventPing(background, endpoint))
	equal(strings.HasPrefix(sent.Fields["eventId"].(string), "evt_"), true)
	again := must(client().EventResend(background, event["id"].(string)))
	equal(again.Fields["eventId"], event["id"])
	made := must(client().EventEndpointCreate(background, fields{"url": "http://127.0.0.1:65535/own"}))
	own := made.Fields["endpointId"].(string)
	paused := must(client().EventEndpointUpdate(background, fields{"endpointId": own, "paused": true}))
	equal(paused.Fields["endpoint"].(fields)["pausedAt"] != nil, true)
	rotated := must(client().EventEndpointRotate(background, own))
	equal(rotated.Fields["secret"] != made.Fields["secret"], true)
	equal(must(client().EventEndpointRemove(background, own)).Fields["removed"], any(true))
}

func listsCalls() {
	cursor := must(client().Calls(background, url.Values{"limit": {"1"}})).Fields["nextCursor"].(string)
	trigger("BAD_DATES")
	refused := failure("BAD_DATES", quoteWith(client()))
	// Calls are kept about a second after they were answered.
	for tries := 0; tries < 20; tries++ {
		time.Sleep(500 * time.Millisecond)
		page := must(client().Calls(background, url.Values{"cursor": {cursor}, "refused": {"true"}}))
		cursor = page.Fields["nextCursor"].(string)
		for _, each := range page.Fields["calls"].([]any) {
			listed := each.(fields)
			if listed["requestId"] != any(refused.RequestID) {
				continue
			}
			equal(listed["errorCode"], any("BAD_DATES"))
			equal(strings.Contains(listed["detail"].(string), "endDate"), true)
			return
		}
	}
	panic("the call was not listed")
}

func refusals() {
	quote := func() error { return quoteWith(client()) }
	sale := func() error {
		report := fields{"ref": "r", "externalOrderId": "o", "status": "pending", "amount": 1}
		_, err := client().Conversion(background, report)
		return err
	}
	read := func() error {
		_, err := client().Bilan(background, reading)
		return err
	}
	for _, each := range []struct {
		status int
		code   string
		call   func() error
	}{
		{400, "BAD_DATES", quote}, {400, "BAD_TRIP", quote}, {400, "NO_DESTINATIONS", quote},
		{400, "BAD_CONVERSION", sale}, {401, "UNAUTHORIZED", quote}, {401, "STALE_TIMESTAMP", quote},
		{401, "INVALID_SIGNATURE", quote}, {403, "SCOPE_FORBIDDEN", quote}, {403, "CARD_MODE_FORBIDDEN", read},
		{404, "NOT_FOUND", quote}, {404, "LINK_NOT_FOUND", sale}, {405, "METHOD_NOT_ALLOWED", quote},
		{413, "PAYLOAD_TOO_LARGE", quote}, {415, "UNSUPPORTED_ENCODING", quote},
	} {
		trigger(each.code)
		refused := failure(each.code, each.call())
		equal(refused.Status, each.status, each.code)
		equal(refused.Attempts, 1, each.code)
		equal(refused.IsRefusal(), true, each.code)
		text := refused.Error()
		equal(strings.Contains(text, each.code) && strings.Contains(text, refused.RequestID), true, text)
	}
	trigger("BAD_DATES")
	equal(strings.Contains(failure("BAD_DATES", quote()).Detail, "endDate"), true)
}

func quotas() {
	quote := func() error { return quoteWith(client(within(time.Second))) }
	for _, each := range [][2]string{{"spend-reads", "QUOTA_EXCEEDED"}, {"RATE_LIMITED", "RATE_LIMITED"}} {
		trigger(each[0])
		refused := failure(each[1], quote())
		equal(refused.Status, 429, refused)
		equal(refused.Attempts, 1, refused)
		equal(refused.Rates.Reset > 0 && refused.RetryAfter > 0, true, refused)
		if each[1] == "QUOTA_EXCEEDED" {
			equal(refused.Bucket, "reads")
		}
		trigger("fresh-quota")
	}
	need(quote())
}

func passing() {
	for _, name := range []string{
		"PRICING_REFUSED", "PRICING_TIMED_OUT", "SERVICE_UNAVAILABLE", "INTERNAL_ERROR", "REQUEST_TIMEOUT",
	} {
		trigger(name)
		equal(must(client().Quotes(background, asked)).About.Attempts, 2, name)
	}
	control("trigger", fields{"trigger": "PRICING_REFUSED", "times": 2})
	refused := failure("PRICING_UNAVAILABLE", quoteWith(client(tries(2))))
	equal(refused.Status, 502)
	equal(refused.Attempts, 2)
}

func unknownCode() {
	answer("quotes", 418, fields{"ok": false, "error": "TOO_COLD", "detail": "ask in summer", "more": "wool"})
	refused := failure("TOO_COLD", quoteWith(client()))
	equal(refused.IsRefusal(), true)
	equal(refused.Status, 418)
	equal(refused.Detail, "ask in summer")
	equal(refused.Body["more"], any("wool"))
}

func tolerant() {
	answer("quotes", 200, fields{
		"sessionId": "qs_new", "mood": "sunny", "unpricedCount": "no number any more",
		"offers": []fields{{
			"id": 1, "slug": "never-seen", "price": fields{"amount": 12.5, "currency": "XXX", "net": nil},
			"guarantees": fields{"space-debris": fields{"state": "perhaps", "value": fields{"deep": true}}},
		}},
	})
	quote := must(client().Quotes(background, asked))
	equal(strings.Contains(string(quote.About.Body), `"mood":"sunny"`), true)
	equal(quote.Offers[0].Price.Amount, "12.5")
	equal(quote.Offers[0].Guarantees["space-debris"].State, "perhaps")
	intents := []string{"forTourism", "forScience"}
	answer("meta", 200, fields{"key": fields{"mode": "twilight"}, "trip": fields{"intents": intents}})
	meta := must(client().Meta(background))
	equal(meta.Fields["trip"].(fields)["intents"].([]any)[1], any("forScience"))
	answer("conversion", 200, fields{"externalOrderId": "o", "status": "frozen", "commission": nil})
	equal(must(client().Conversion(background, fields{"ref": "r"})).Status, "frozen")
}

func noAnswer() {
	answer("quotes", 200, fields{"ok": true})
	equal(must(client().Quotes(background, asked)).About.Attempts, 2)
	answer("quotes", 200, []string{"no", "object"})
	equal(failure("unreadable", quoteWith(client(tries(1)))).Status, 200)
	for way, status := range map[string]int{"page": 404, "moves": 307} {
		unreadable := failure("unreadable", quoteWith(odd(way)))
		equal(unreadable.Status, status)
		equal(unreadable.Attempts, 1)
	}
}

func broken() {
	for _, way := range []string{"resets", "breaks"} {
		equal(must(odd(way).Quotes(background, asked)).About.Attempts, 2, way)
	}
	_, err := client(at("http://127.0.0.1:1"), tries(2)).Meta(background)
	equal(failure("transport", err).Attempts, 2)
	_, err = viatica.New(viatica.Options{BaseURL: "http://127.0.0.1:1", KeyID: "ak_test_1"})
	equal(err.Error(), "viatica: KeyID and Secret are needed")
}

type seen struct{ Timestamp, Signature string }

func triesIn(about viatica.About) (first, second seen) {
	var told struct{ Tries []seen }
	need(json.Unmarshal(about.Body, &told))
	equal(len(told.Tries), 2)
	return told.Tries[0], told.Tries[1]
}

func signedOnce() {
	first, second := triesIn(must(odd("sale").Conversion(background, fields{"ref": "r"})).About)
	equal(first.Signature != "", true)
	equal(first, second)
}

func patient() {
	first, second := triesIn(must(odd("patience").Quotes(background, asked)).About)
	equal(second.Timestamp > first.Timestamp && second.Signature != first.Signature, true)
}

func waits() {
	held := odd("spends")
	equal(must(held.Quotes(background, asked)).About.Rates.BurstRemaining, 0)
	equal(must(held.Quotes(background, asked)).About.Attempts, 1)
}

func hurried() {
	held := odd("hurries")
	equal(must(held.Quotes(background, asked)).About.Rates.BurstRemaining, 0)
	hurry, cancel := context.WithTimeout(background, time.Second/2)
	defer cancel()
	_, err := held.Conversion(hurry, fields{"ref": "r"})
	refused := failure("RATE_LIMITED", err)
	equal(fmt.Sprint(refused.Status, refused.Attempts, refused.RetryAfter), "429 0 1s")
	equal(refused.IsRefusal() && strings.HasPrefix(refused.Detail, "not sent: "), true)
	triesIn(must(held.Quotes(background, asked)).About)
}

func late() {
	equal(failure("timeout", quoteWith(odd("stalls", within(time.Second/2)))).Attempts, 1)
	trigger("slow")
	failure("timeout", quoteWith(client(within(time.Second/2))))
	// The caller's own context ends a call as well.
	ending, cancel := context.WithCancel(background)
	cancel()
	_, err := client().Meta(ending)
	equal(errors.Is(failure("aborted", err), context.Canceled), true)
}

func main() {
	for _, each := range []struct {
		name  string
		check func()
	}{
		{"signs as the signing vectors say", signs},
		{"converts as the conversion vectors say", converts},
		{"prices a trip and goes on in its session", prices},
		{"reads a bilan", readsBilan},
		{"links a traveller, reports the sale and lists it", sells},
		{"reads cards, meta and the vocabulary", readsOpen},
		{"lists events, and sends one again", lists},
		{"lists calls as they come, with what was wrong", listsCalls},
		{"tells refusals by their codes", refusals},
		{"tells which quota is spent", quotas},
		{"sends again what failed in passing", passing},
		{"gives a code that nobody knows as it is", unknownCode},
		{"reads words, fields and states that nobody knows", tolerant},
		{"tells what is no answer", noAnswer},
		{"sends again after a broken connection", broken},
		{"reports a sale again under its first signature", signedOnce},
		{"waits as long as Retry-After asks, and signs anew", patient},
		{"waits until a spent minute is over", waits},
		{"sends nothing that a spent minute leaves no time for", hurried},
		{"ends a call at its deadline", late},
	} {
		each.check()
		fmt.Println("ok", each.name)
	}
}
