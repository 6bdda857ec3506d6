// Package viatica makes the calls of the Viatica partner API: signed, sent again where that helps, refused
// by code. It uses the standard library alone. It is for servers: the secret must never reach a browser.
package viatica

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"math/rand"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Fields is an object of JSON, as requests are written.
type Fields = map[string]any

// Rates tells how the quotas of the key stand, by the headers of an answer.
type Rates struct {
	Limit, Remaining, BurstRemaining int
	Reset                            time.Duration
}

// About is what is known of a call beside its answer.
type About struct {
	Status    int
	Attempts  int
	RequestID string
	// Rates is nil where the headers do not tell.
	Rates *Rates
	// UnknownFields are paths of fields that the service does not know; sandbox keys alone are told.
	UnknownFields []string
	// Body is all that the service said, also what this version does not know.
	Body json.RawMessage
}

// Failure is a call that failed.
type Failure struct {
	// Code is the service's, or says in small letters what happened: transport, timeout, unreadable, aborted.
	Code string
	// Status is 0 where no answer came.
	Status     int
	Attempts   int
	Detail     string
	Bucket     string
	RequestID  string
	RetryAfter time.Duration
	Rates      *Rates
	// Body is all that a refusal said.
	Body Fields
	// Err is what happened on the way.
	Err error

	isRefusal bool
}

// IsRefusal tells whether the service refused the call, under a code that is known or not.
func (f *Failure) IsRefusal() bool { return f.isRefusal }

// Unwrap gives what happened on the way.
func (f *Failure) Unwrap() error { return f.Err }

// Error tells the failure in one line.
func (f *Failure) Error() string {
	what := f.Code
	if f.Status != 0 {
		what = fmt.Sprintf("%d %s", f.Status, f.Code)
	}
	if f.Detail != "" {
		what += ": " + f.Detail
	}
	if f.Err != nil {
		what += ": " + f.Err.Error()
	}
	if f.RequestID != "" {
		what += ", request " + f.RequestID
	}
	return fmt.Sprintf("%s (attempts: %d)", what, f.Attempts)
}

// Price is what an offer costs. Amounts are kept as they are written, digit by digit.
type Price struct {
	Amount        json.Number `json:"amount"`
	AmountInCents int64       `json:"amountInCents"`
	Currency      string      `json:"currency"`
}

// Guarantee is what an offer covers; State may be a word that is new.
type Guarantee struct {
	State string          `json:"state"`
	Value json.RawMessage `json:"value"`
	// Excess is what each claim leaves to the traveller; nil where nobody says.
	Excess *float64 `json:"excess,omitempty"`
}

// Offer is one priced offer.
type Offer struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Plan    string `json:"plan"`
	Insurer struct {
		Name    string `json:"name"`
		LogoURL string `json:"logoUrl"`
	} `json:"insurer"`
	Price             Price                `json:"price"`
	GuaranteeCurrency string               `json:"guaranteeCurrency"`
	Guarantees        map[string]Guarantee `json:"guarantees"`
	Highlights        struct {
		Included []string `json:"included"`
		Excluded []string `json:"excluded"`
	} `json:"highlights"`
	Documents struct {
		TermsURL string `json:"cgvUrl"`
		IpidURL  string `json:"ipidUrl"`
	} `json:"documents"`
}

// Quote is the prices of a trip, and the traveller's session.
type Quote struct {
	About         About   `json:"-"`
	SessionID     string  `json:"sessionId"`
	Offers        []Offer `json:"offers"`
	UnpricedCount int     `json:"unpricedCount"`
	NearMissCount int     `json:"nearMissCount"`
	Meta          struct {
		Language string `json:"language"`
		Notice   string `json:"notice"`
	} `json:"meta"`
}

// Link is a tracked link.
type Link struct {
	About          About  `json:"-"`
	SubscriptionID string `json:"subscriptionId"`
	URL            string `json:"url"`
	Ref            string `json:"ref"`
	Replayed       bool   `json:"replayed"`
	Updated        bool   `json:"updated"`
	ExpiresAt      string `json:"expiresAt"`
}

// Told is a text of a bilan: its key, and the values that go into it.
type Told struct {
	Key  string `json:"key"`
	Vars Fields `json:"vars"`
}

// Argument is a sales argument of a bilan.
type Argument struct {
	ID          string            `json:"id"`
	Category    string            `json:"category"`
	Strength    string            `json:"strength"`
	Figure      string            `json:"figure"`
	MessageKeys map[string]string `json:"messageKeys"`
	Vars        Fields            `json:"vars"`
}

// Bilan is what a card lacks for a trip.
type Bilan struct {
	About About  `json:"-"`
	Card  Fields `json:"card"`
	Bilan struct {
		// Nil where the account shows facts alone.
		ShouldSell *bool      `json:"shouldSell"`
		Headline   Told       `json:"headline"`
		Medical    Fields     `json:"medical"`
		Arguments  []Argument `json:"arguments"`
	} `json:"bilan"`
	Meta Fields `json:"meta"`
}

// Sale is a sale as it stands.
type Sale struct {
	About           About       `json:"-"`
	ExternalOrderID string      `json:"externalOrderId"`
	Ref             string      `json:"ref"`
	Status          string      `json:"status"`
	Amount          json.Number `json:"amount"`
	Commission      json.Number `json:"commission"`
	Currency        string      `json:"currency"`
	Created         bool        `json:"created"`
	Updated         bool        `json:"updated"`
	BookedAt        string      `json:"bookedAt"`
	ChangedAt       string      `json:"changedAt"`
	ValidatesAt     string      `json:"validatesAt"`
	ValidatedAt     string      `json:"validatedAt"`
	CorrectedAt     string      `json:"correctedAt"`
}

// Sales is a page of sales.
type Sales struct {
	About      About  `json:"-"`
	Sales      []Sale `json:"sales"`
	NextCursor string `json:"nextCursor"`
}

// Record is an answer of meta, cards or vocabulary, whose members are read by name.
type Record struct {
	About  About
	Fields Fields
}

// call is what is known of a call before it is made.
type call struct {
	method, path string
	// Without these members an object is no answer of the call.
	needs          []string
	isRead, isOpen bool
	// Reports of a sale stand in the order in which they were signed: one that is signed anew would take
	// back what was reported meanwhile.
	isSignedOnce bool
}

var (
	quotes         = call{method: "POST", path: "/api/v1/travel/quotes", needs: []string{"sessionId", "offers"}, isRead: true}
	links          = call{method: "POST", path: "/api/v1/travel/links", needs: []string{"subscriptionId", "url"}}
	meta           = call{method: "GET", path: "/api/v1/travel/meta", needs: []string{"key", "trip"}}
	bilan          = call{method: "POST", path: "/api/v1/coach/bilan", needs: []string{"card", "bilan"}, isRead: true}
	cards          = call{method: "GET", path: "/api/v1/coach/cards", needs: []string{"banks"}}
	conversion     = call{method: "POST", path: "/api/postback/conversion", needs: []string{"externalOrderId", "status"}, isSignedOnce: true}
	sales          = call{method: "GET", path: "/api/v1/sales", needs: []string{"sales"}}
	statementBooks = call{method: "GET", path: "/api/v1/statements/books", needs: []string{"number", "lines"}}
	statements     = call{method: "GET", path: "/api/v1/statements", needs: []string{"statements"}}
	callsMade      = call{method: "GET", path: "/api/v1/calls", needs: []string{"calls", "nextCursor"}}
	events         = call{method: "GET", path: "/api/v1/events", needs: []string{"events"}}
	endpoints      = call{method: "GET", path: "/api/v1/events/endpoints", needs: []string{"endpoints"}}
	ping           = call{method: "POST", path: "/api/v1/events/ping", needs: []string{"eventId"}}
	resend         = call{method: "POST", path: "/api/v1/events/resend", needs: []string{"eventId"}}
	create         = call{method: "POST", path: "/api/v1/events/endpoints/create", needs: []string{"secret"}}
	update         = call{method: "POST", path: "/api/v1/events/endpoints/update", needs: []string{"endpoint"}}
	rotate         = call{method: "POST", path: "/api/v1/events/endpoints/rotate", needs: []string{"secret"}}
	remove         = call{method: "POST", path: "/api/v1/events/endpoints/remove", needs: []string{"removed"}}
	vocabulary     = call{method: "GET", path: "/api/v1/coach/vocabulary.json", needs: []string{"messages"}, isOpen: true}
)

const (
	pauseFirst = 200 * time.Millisecond
	pauseMax   = 5 * time.Second
	// The service takes signatures of the last 300 s; one that is sent again has to arrive before.
	signatureAgeMax = 240 * time.Second
	// The least time that is left to a try, so that none is sent whose answer nobody waits for.
	tryLeast = time.Second
	shownMax = 200
)

// Options is what a client is made with. The first three are needed.
type Options struct {
	// BaseURL is where the service is; a path in it stands before that of each call.
	BaseURL, KeyID, Secret string
	// Deadline is how long a whole call may take, its waits and further tries included; 30 s when left out.
	Deadline time.Duration
	// AttemptTimeout is how long one try may take; 15 s when left out.
	AttemptTimeout time.Duration
	// TriesMax is how often a call is sent at most; 4 times when left out.
	TriesMax int
	// HeaderPrefix is the service's prefix in the names of headers; svc when left out.
	HeaderPrefix string
	// Transport carries the requests; http.DefaultTransport when left out.
	Transport http.RoundTripper
}

// Client makes the calls of a key. It holds the key's quotas as answers report them: keep one for each key.
// Goroutines may share it.
type Client struct {
	options          Options
	origin, basePath string
	http             *http.Client
	gate             gate
}

// New makes a client.
func New(options Options) (*Client, error) {
	address, err := url.Parse(options.BaseURL)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("viatica: %q is no address of a service", options.BaseURL)
	}
	if options.KeyID == "" || options.Secret == "" {
		return nil, errors.New("viatica: KeyID and Secret are needed")
	}
	if options.Deadline == 0 {
		options.Deadline = 30 * time.Second
	}
	if options.AttemptTimeout == 0 {
		options.AttemptTimeout = 15 * time.Second
	}
	if options.TriesMax == 0 {
		options.TriesMax = 4
	}
	if options.HeaderPrefix == "" {
		options.HeaderPrefix = "svc"
	}
	// A signed call goes to the address that it was signed for, and nowhere else.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{
		options:  options,
		origin:   address.Scheme + "://" + address.Host,
		basePath: strings.TrimSuffix(address.EscapedPath(), "/"),
		http:     &http.Client{Transport: options.Transport, CheckRedirect: stay},
	}, nil
}

// Quotes prices a trip. Better by a Traveller, which keeps the session.
func (c *Client) Quotes(ctx context.Context, request Fields) (*Quote, error) {
	quote := &Quote{}
	return read(quote, &quote.About)(c.send(ctx, quotes, request, nil))
}

// Links makes the link of a traveller's session.
func (c *Client) Links(ctx context.Context, request Fields) (*Link, error) {
	link := &Link{}
	return read(link, &link.About)(c.send(ctx, links, request, nil))
}

// Bilan tells what a card lacks for a trip.
func (c *Client) Bilan(ctx context.Context, request Fields) (*Bilan, error) {
	found := &Bilan{}
	return read(found, &found.About)(c.send(ctx, bilan, request, nil))
}

// Conversion reports a sale.
func (c *Client) Conversion(ctx context.Context, report Fields) (*Sale, error) {
	sale := &Sale{}
	return read(sale, &sale.About)(c.send(ctx, conversion, report, nil))
}

// Sales lists sales, a page at a time; nil asks for all.
func (c *Client) Sales(ctx context.Context, query url.Values) (*Sales, error) {
	page := &Sales{}
	return read(page, &page.About)(c.send(ctx, sales, nil, query))
}

// Cards lists banks and cards; nil asks for all.
func (c *Client) Cards(ctx context.Context, query url.Values) (*Record, error) {
	return c.record(ctx, cards, query)
}

// Meta tells vocabulary, ceilings and the state of the key.
func (c *Client) Meta(ctx context.Context) (*Record, error) { return c.record(ctx, meta, nil) }

// Statements lists monthly statements, a page at a time; nil asks for all.
func (c *Client) Statements(ctx context.Context, query url.Values) (*Record, error) {
	return c.record(ctx, statements, query)
}

// StatementBooks reads the books of a statement, a page at a time: its head and all lines, each with a line feed,
// are what VerifyStatement verifies.
func (c *Client) StatementBooks(ctx context.Context, query url.Values) (*Record, error) {
	return c.record(ctx, statementBooks, query)
}

// Calls lists your calls as they come, with what was wrong; nil asks for the last ones.
func (c *Client) Calls(ctx context.Context, query url.Values) (*Record, error) {
	return c.record(ctx, callsMade, query)
}

// Events lists events, a page at a time, with the attempts to deliver them; nil asks for the newest.
func (c *Client) Events(ctx context.Context, query url.Values) (*Record, error) {
	return c.record(ctx, events, query)
}

// EventEndpoints lists the endpoints of events, and how each one does.
func (c *Client) EventEndpoints(ctx context.Context) (*Record, error) {
	return c.record(ctx, endpoints, nil)
}

// EventPing sends an event ping to an endpoint.
func (c *Client) EventPing(ctx context.Context, endpointID string) (*Record, error) {
	return recorded(c.send(ctx, ping, Fields{"endpointId": endpointID}, nil))
}

// EventResend sends an event again.
func (c *Client) EventResend(ctx context.Context, eventID string) (*Record, error) {
	return recorded(c.send(ctx, resend, Fields{"eventId": eventID}, nil))
}

// EventEndpointCreate makes an endpoint of events; its secret is shown this once. It needs the scope
// events, as the next three do.
func (c *Client) EventEndpointCreate(ctx context.Context, request Fields) (*Record, error) {
	return recorded(c.send(ctx, create, request, nil))
}

// EventEndpointUpdate pauses or resumes an endpoint, or chooses its types.
func (c *Client) EventEndpointUpdate(ctx context.Context, request Fields) (*Record, error) {
	return recorded(c.send(ctx, update, request, nil))
}

// EventEndpointRotate gives an endpoint a new secret; the one before signs too for 24 hours.
func (c *Client) EventEndpointRotate(ctx context.Context, endpointID string) (*Record, error) {
	return recorded(c.send(ctx, rotate, Fields{"endpointId": endpointID}, nil))
}

// EventEndpointRemove takes an endpoint away.
func (c *Client) EventEndpointRemove(ctx context.Context, endpointID string) (*Record, error) {
	return recorded(c.send(ctx, remove, Fields{"endpointId": endpointID}, nil))
}

// Vocabulary tells all that a bilan may say.
func (c *Client) Vocabulary(ctx context.Context) (*Record, error) {
	return c.record(ctx, vocabulary, nil)
}

func (c *Client) record(ctx context.Context, kind call, query url.Values) (*Record, error) {
	return recorded(c.send(ctx, kind, nil, query))
}

func recorded(told *About, err error) (*Record, error) {
	record := &Record{}
	if _, err := read(&record.Fields, &record.About)(told, err); err != nil {
		return nil, err
	}
	return record, nil
}

// read puts an answer into its type. A member of another type than was promised is left out of it and
// stands in About.Body, as all else that is new.
func read[Into any](into *Into, about *About) func(*About, error) (*Into, error) {
	return func(told *About, err error) (*Into, error) {
		if err != nil {
			return nil, err
		}
		var mismatch *json.UnmarshalTypeError
		if err := decode(told.Body, into); err != nil && !errors.As(err, &mismatch) {
			return nil, err
		}
		*about = *told
		return into, nil
	}
}

func decode(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// Sign gives the three headers that sign a call by scheme v2. The query of the target is not signed.
func Sign(prefix, keyID, secret string, timestamp int64, method, target string, body []byte) map[string]string {
	path, _, _ := strings.Cut(target, "?")
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s.%s.", timestamp, method, path)
	mac.Write(body)
	return map[string]string{
		"x-" + prefix + "-key-id":    keyID,
		"x-" + prefix + "-timestamp": strconv.FormatInt(timestamp, 10),
		"x-" + prefix + "-signature": "v2=" + hex.EncodeToString(mac.Sum(nil)),
	}
}

func (c *Client) send(ctx context.Context, kind call, payload Fields, query url.Values) (*About, error) {
	var body []byte
	if payload != nil {
		written, err := json.Marshal(payload)
		if err != nil {
			return nil, fmt.Errorf("viatica: the request cannot be written: %w", err)
		}
		body = written
	}
	target := c.basePath + kind.path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	ends := time.Now().Add(c.options.Deadline)
	if own, has := ctx.Deadline(); has && own.Before(ends) {
		ends = own
	}
	last := ends.Add(-min(tryLeast, time.Until(ends)/4))
	var before *Failure
	var headers map[string]string
	var signedAt time.Time
	for attempts := 1; ; attempts++ {
		wait, isTooLate := c.gate.wait(kind, time.Now(), last)
		if isTooLate && ctx.Err() == nil {
			if before != nil {
				return nil, before
			}
			return nil, minuteSpent(wait)
		}
		if wait > 0 {
			sleep(ctx, wait)
		}
		if err := ctx.Err(); err != nil {
			return nil, ended(err, attempts-1)
		}
		if !kind.isOpen && !(kind.isSignedOnce && !signedAt.IsZero()) {
			signedAt = time.Now()
			headers = Sign(c.options.HeaderPrefix, c.options.KeyID, c.options.Secret, signedAt.Unix(), kind.method, target, body)
		}
		if !kind.isOpen {
			c.gate.sent(time.Now())
		}
		about, failure := c.try(ctx, kind, target, body, headers, attempts, ends)
		if failure == nil {
			return about, nil
		}
		pause, again := c.pause(kind, failure, last, signedAt)
		if !again {
			return nil, failure
		}
		before = failure
		sleep(ctx, pause)
	}
}

// minuteSpent is a call that was not sent, as the next minute of its key comes too late for it.
func minuteSpent(wait time.Duration) *Failure {
	seconds := (wait + time.Second - 1) / time.Second
	detail := fmt.Sprintf("not sent: the calls of this minute are spent, and the next minute, in %d s, is too late for the deadline", seconds)
	return &Failure{
		Code: "RATE_LIMITED", Status: http.StatusTooManyRequests, Detail: detail, RetryAfter: seconds * time.Second,
		Body: Fields{"error": "RATE_LIMITED", "detail": detail}, isRefusal: true,
	}
}

func ended(err error, attempts int) *Failure {
	code := "aborted"
	if errors.Is(err, context.DeadlineExceeded) {
		code = "timeout"
	}
	return &Failure{Code: code, Attempts: attempts, Err: err}
}

func sleep(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// pause tells how long to wait before a call is sent again, and whether it is.
func (c *Client) pause(kind call, failure *Failure, last, signedAt time.Time) (time.Duration, bool) {
	if failure.Attempts >= c.options.TriesMax || !isPassing(failure) {
		return 0, false
	}
	spread := min(pauseMax, pauseFirst<<min(failure.Attempts-1, 5))
	pause := failure.RetryAfter + time.Duration(rand.Int63n(int64(spread)))
	at := time.Now().Add(pause)
	if kind.isSignedOnce && at.After(signedAt.Add(signatureAgeMax)) {
		return 0, false
	}
	return pause, !at.After(last)
}

func isPassing(failure *Failure) bool {
	switch failure.Status {
	case 408, 429, 500, 502, 503, 504:
		return true
	}
	// A success that cannot be read was broken on the way.
	isBroken := failure.Code == "unreadable" && failure.Status >= 200 && failure.Status < 300
	return isBroken || (failure.Status == 0 && failure.Code != "aborted")
}

func (c *Client) try(ctx context.Context, kind call, target string, body []byte, headers map[string]string, attempts int, ends time.Time) (*About, *Failure) {
	limit := time.Now().Add(c.options.AttemptTimeout)
	if ends.Before(limit) {
		limit = ends
	}
	within, cancel := context.WithDeadline(ctx, limit)
	defer cancel()
	response, text, err := c.exchange(within, kind.method, target, body, headers)
	if err != nil {
		switch {
		case ctx.Err() != nil:
			return nil, ended(ctx.Err(), attempts)
		case within.Err() != nil:
			return nil, ended(context.DeadlineExceeded, attempts)
		}
		return nil, &Failure{Code: "transport", Attempts: attempts, Err: err}
	}
	c.gate.told(kind, ratesIn(response.Header), time.Now())
	return readReply(kind, response, text, attempts)
}

func (c *Client) exchange(ctx context.Context, method, target string, body []byte, headers map[string]string) (*http.Response, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.origin+target, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	if len(body) > 0 {
		request.Header.Set("content-type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response, text, err
}

// readReply reads what came back. Members, words and codes that are not known are kept as they are.
func readReply(kind call, response *http.Response, text []byte, attempts int) (*About, *Failure) {
	header := response.Header
	failure := &Failure{
		Status: response.StatusCode, Attempts: attempts, RequestID: header.Get("x-request-id"),
		RetryAfter: retryAfter(header.Get("retry-after"), time.Now()), Rates: ratesIn(header),
	}
	unreadable := func(reason string) (*About, *Failure) {
		failure.Code = "unreadable"
		failure.Err = fmt.Errorf("%s: %.*s", reason, shownMax, text)
		return nil, failure
	}
	var body Fields
	if err := json.Unmarshal(text, &body); err != nil || body == nil {
		return unreadable("its body is no JSON object")
	}
	if code, has := body["error"].(string); has && response.StatusCode >= 400 {
		failure.Code, failure.isRefusal, failure.Body = code, true, body
		failure.Detail, _ = body["detail"].(string)
		failure.Bucket, _ = body["bucket"].(string)
		return nil, failure
	}
	if response.StatusCode < 200 || response.StatusCode >= 300 {
		return unreadable("its body is no refusal")
	}
	for _, name := range kind.needs {
		if body[name] == nil {
			return unreadable("its body has no " + name)
		}
	}
	about := &About{
		Status: response.StatusCode, Attempts: attempts, RequestID: failure.RequestID, Rates: failure.Rates, Body: text,
	}
	if unknown := header.Get("x-unknown-fields"); unknown != "" {
		about.UnknownFields = strings.Split(unknown, ",")
	}
	return about, nil
}

func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

func ratesIn(header http.Header) *Rates {
	figures := [4]int{}
	for at, name := range [4]string{"limit", "remaining", "reset", "burst-remaining"} {
		figure, err := strconv.ParseUint(header.Get("x-ratelimit-"+name), 10, 31)
		if err != nil {
			return nil
		}
		figures[at] = int(figure)
	}
	return &Rates{
		Limit: figures[0], Remaining: figures[1], Reset: time.Duration(figures[2]) * time.Second, BurstRemaining: figures[3],
	}
}

// gate holds the key's quotas as its answers report them. It lets calls through until one is spent.
type gate struct {
	lock                        sync.Mutex
	minuteLeft                  int
	minuteEnds, readsSpentUntil time.Time
}

// wait tells how long a call waits that may be sent until last, and whether its next minute comes later.
func (g *gate) wait(kind call, now, last time.Time) (time.Duration, bool) {
	if kind.isOpen {
		return 0, false
	}
	g.lock.Lock()
	defer g.lock.Unlock()
	until := now
	if g.minuteLeft <= 0 && g.minuteEnds.After(until) {
		until = g.minuteEnds
		if until.After(last) {
			return until.Sub(now), true
		}
	}
	// Where the day ends too late, the service itself says that it is spent.
	if kind.isRead && g.readsSpentUntil.After(until) && !g.readsSpentUntil.After(last) {
		until = g.readsSpentUntil
	}
	return until.Sub(now), false
}

func (g *gate) sent(now time.Time) {
	g.lock.Lock()
	defer g.lock.Unlock()
	if now.Before(g.minuteEnds) {
		g.minuteLeft--
	}
}

func (g *gate) told(kind call, rates *Rates, now time.Time) {
	if rates == nil {
		return
	}
	g.lock.Lock()
	defer g.lock.Unlock()
	// Answers overtake each other: within a minute the fewest that any of them tells are left.
	if !now.Before(g.minuteEnds) || rates.BurstRemaining < g.minuteLeft {
		g.minuteLeft = rates.BurstRemaining
	}
	// Minutes of the service end where its days do.
	g.minuteEnds = now.Add((rates.Reset-time.Second)%time.Minute + time.Second)
	if kind.isRead {
		g.readsSpentUntil = time.Time{}
		if rates.Remaining == 0 {
			g.readsSpentUntil = now.Add(rates.Reset)
		}
	}
}

// Traveller makes the calls for one traveller, which share a session. Never share it between travellers.
type Traveller struct {
	client        *Client
	opening, lock sync.Mutex
	sessionID     string
	trip          any
}

// Traveller begins the calls for one traveller, or goes on with a session that was kept.
func (c *Client) Traveller(sessionID string) *Traveller {
	return &Traveller{client: c, sessionID: sessionID}
}

// SessionID is the session, once a quote has opened it: keep it to go on with it later.
func (t *Traveller) SessionID() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.sessionID
}

// Quotes prices a trip within the session.
func (t *Traveller) Quotes(ctx context.Context, request Fields) (*Quote, error) {
	if t.SessionID() == "" {
		// Two first quotes at once would open two sessions: until there is one, they go one by one.
		t.opening.Lock()
		defer t.opening.Unlock()
	}
	asked := Fields{}
	for name, value := range request {
		asked[name] = value
	}
	if held := t.SessionID(); held != "" {
		asked["sessionId"] = held
	}
	quote, err := t.client.Quotes(ctx, asked)
	if err == nil {
		t.lock.Lock()
		defer t.lock.Unlock()
		t.sessionID, t.trip = quote.SessionID, request["trip"]
	}
	return quote, err
}

// Links makes the traveller's link; without a trip it is for the one that was quoted last.
func (t *Traveller) Links(ctx context.Context, request Fields) (*Link, error) {
	t.lock.Lock()
	asked := Fields{}
	if t.sessionID != "" {
		asked["sessionId"] = t.sessionID
	}
	if t.trip != nil {
		asked["trip"] = t.trip
	}
	t.lock.Unlock()
	for name, value := range request {
		asked[name] = value
	}
	return t.client.Links(ctx, asked)
}

// Currency is a currency as the vectors of conversions list it. EurRate is a decimal in digits.
type Currency struct {
	Code       string `json:"code"`
	MinorUnits int64  `json:"minorUnits"`
	EurRate    string `json:"eurRate"`
	MarginBps  int64  `json:"marginBps"`
}

// ConvertMinor tells an amount in another currency's minor units, exactly as the service converts: rounded
// once, half away from zero; a currency converts to itself as it is.
func ConvertMinor(amountMinor int64, source, target Currency) (*big.Int, error) {
	amount := big.NewInt(amountMinor)
	if source.Code == target.Code {
		return amount, nil
	}
	top, topRead := new(big.Rat).SetString(target.EurRate)
	bottom, bottomRead := new(big.Rat).SetString(source.EurRate)
	if !topRead || !bottomRead || bottom.Sign() == 0 {
		return nil, fmt.Errorf("viatica: no rate from %s to %s", source.Code, target.Code)
	}
	ratio := top.Quo(top, bottom)
	ratio.Mul(ratio, big.NewRat(10_000+target.MarginBps, 10_000))
	ratio.Mul(ratio, new(big.Rat).SetFrac(tenTo(target.MinorUnits), tenTo(source.MinorUnits)))
	exact := ratio.Mul(ratio, new(big.Rat).SetInt(new(big.Int).Abs(amount)))
	twice := new(big.Int).Lsh(exact.Denom(), 1)
	rounded := new(big.Int).Lsh(exact.Num(), 1)
	rounded.Add(rounded, exact.Denom()).Quo(rounded, twice)
	if amountMinor < 0 {
		rounded.Neg(rounded)
	}
	return rounded, nil
}

func tenTo(power int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(power), nil) }

// StatementVerified is what VerifyStatement finds. The statement holds where Faults is empty.
type StatementVerified struct {
	// Faults is "form", or of "signature", "root", "previous", "sum" and "sales" those that do not hold.
	Faults   []string `json:"faults"`
	Number   string   `json:"number"`
	Currency string   `json:"currency"`
	// DueMinor is what is paid by it, in minor units.
	DueMinor int64 `json:"dueMinor"`
	// Sales of yours without a line or with lines of another sum, and sales of lines that are not yours.
	Sales []string `json:"sales"`
}

// VerifyStatement verifies a monthly statement by its books, without asking anybody. The key is the service's
// public key, previous the books of the statement before ("" for the first), and sales tells by how much the
// month changed the commission of each of your sales, in minor units, nil for "some"; a nil map compares the lines
// with nothing.
func VerifyStatement(books, key, previous string, sales map[string]*int64) StatementVerified {
	now, err := readBooks(books)
	before, errBefore := readBooks(previous)
	if err != nil || (previous != "" && errBefore != nil) {
		return StatementVerified{Faults: []string{"form"}, Sales: []string{}}
	}
	told, opening := now.told, now.rootOfNodes()
	for place, line := range now.lines {
		top := hashed(0, []byte(line))
		// Each full subtree of the size of this one makes a larger one with it.
		for rest := now.old + place; rest%2 == 1 && len(now.nodes) > 0; rest /= 2 {
			top = hashed(1, now.nodes[len(now.nodes)-1], top)
			now.nodes = now.nodes[:len(now.nodes)-1]
		}
		now.nodes = append(now.nodes, top)
	}
	owed, moved := told.Owed.OpeningMinor+told.Owed.Returned.AmountMinor, map[string]int64{}
	for _, line := range now.moved {
		signs := map[string]int64{line.To: 1}
		signs[line.From]--
		owed += signs["payable"] * line.AmountMinor
		moved[line.Order] += (signs["payable"] + signs["pending"]) * line.AmountMinor
	}
	due := owed
	if told.HeldMinor > 0 {
		due -= told.HeldMinor
	}
	if due <= 0 || due < told.MinimumMinor {
		due = 0
	}
	wrong := []string{}
	for order, amount := range sales {
		if found, isIn := moved[order]; !isIn || (amount != nil && *amount != found) {
			wrong = append(wrong, order)
		}
	}
	for order, change := range moved {
		if _, isKnown := sales[order]; sales != nil && !isKnown && change != 0 {
			wrong = append(wrong, order)
		}
	}
	sort.Strings(wrong)
	goesOn := now.old == 0 && told.Owed.OpeningMinor == 0
	if previous != "" {
		goesOn = before.isSigned(key) && before.origin == now.origin && before.size == now.old &&
			before.root == opening && before.told.Month < told.Month &&
			before.told.CarriedMinor == told.Owed.OpeningMinor
	}
	log := fmt.Sprintf("viatica/statements/%s/%s/%d", told.PartnerCode, told.Currency, told.MinorUnits)
	isSum := told.Owed.ClosingMinor == owed && told.DueMinor == due && told.CarriedMinor == owed-due
	isWhole := now.size == now.old+len(now.lines) && now.root == now.rootOfNodes()
	found := StatementVerified{[]string{}, told.Number, told.Currency, due, wrong}
	holds := []bool{now.isSigned(key), isWhole, goesOn, isSum && now.origin == log, len(wrong) == 0}
	for place, name := range []string{"signature", "root", "previous", "sum", "sales"} {
		if !holds[place] {
			found.Faults = append(found.Faults, name)
		}
	}
	return found
}

type statementLine struct {
	Order, From, To string
	AmountMinor     int64 `json:",string"`
}

// books are the parts of the books of a statement.
type books struct {
	old, size                      int
	nodes                          [][]byte
	text, origin, root, signatures string
	lines                          []string
	moved                          []statementLine
	told                           struct {
		Number, Month, PartnerCode, Currency            string
		MinorUnits                                      int
		HeldMinor, MinimumMinor, DueMinor, CarriedMinor int64 `json:",string"`
		Owed                                            struct {
			OpeningMinor, ClosingMinor int64 `json:",string"`
			Returned                   struct {
				AmountMinor int64 `json:",string"`
			}
		}
	}
}

func readBooks(text string) (*books, error) {
	parts := strings.Split(text, "\n\n")
	if len(parts) != 4 || !strings.HasPrefix(parts[0], "viatica-books 1\nold ") {
		return nil, errors.New("viatica: no books of a statement")
	}
	head, body := strings.Split(parts[0], "\n"), strings.Split(parts[1], "\n")
	read := &books{text: parts[1], signatures: parts[2], lines: strings.Split(strings.TrimSuffix(parts[3], "\n"), "\n")}
	if len(body) != 3 {
		return nil, errors.New("viatica: no checkpoint")
	}
	read.origin, read.root = body[0], body[2]
	old, err := strconv.Atoi(head[1][len("old "):])
	size, errSize := strconv.Atoi(body[1])
	last := len(read.lines) - 1
	err = errors.Join(err, errSize, json.Unmarshal([]byte(read.lines[last]), &read.told))
	read.moved = make([]statementLine, last)
	for place := range read.moved {
		err = errors.Join(err, json.Unmarshal([]byte(read.lines[place]), &read.moved[place]))
	}
	for _, each := range head[2:] {
		node, errNode := base64.StdEncoding.DecodeString(each)
		read.nodes, err = append(read.nodes, node), errors.Join(err, errNode)
	}
	if bits.OnesCount(uint(old)) != len(read.nodes) {
		err = errors.Join(err, errors.New("viatica: not the subtrees of the tree before"))
	}
	read.old, read.size = old, size
	return read, err
}

func (b *books) rootOfNodes() string {
	if len(b.nodes) == 0 {
		return ""
	}
	root := b.nodes[len(b.nodes)-1]
	for place := len(b.nodes) - 2; place >= 0; place-- {
		root = hashed(1, b.nodes[place], root)
	}
	return base64.StdEncoding.EncodeToString(root)
}

func (b *books) isSigned(key string) bool {
	key = strings.TrimSpace(key)
	raw, err := base64.StdEncoding.DecodeString(key[max(0, len(key)-44):])
	if err != nil || len(raw) != 1+ed25519.PublicKeySize {
		return false
	}
	for _, line := range strings.Split(b.signatures, "\n") {
		signed, isOfLog := strings.CutPrefix(line, "— "+b.origin+" ")
		signature, err := base64.StdEncoding.DecodeString(signed)
		if isOfLog && err == nil && len(signature) > 4 && ed25519.Verify(raw[1:], []byte(b.text+"\n"), signature[4:]) {
			return true
		}
	}
	return false
}

func hashed(mark byte, parts ...[]byte) []byte {
	sum := sha256.New()
	sum.Write([]byte{mark})
	for _, part := range parts {
		sum.Write(part)
	}
	return sum.Sum(nil)
}

// RenderedBilan is a bilan in sentences.
type RenderedBilan struct {
	Headline    string              `json:"headline"`
	Medical     string              `json:"medical"`
	Gaps        []map[string]string `json:"gaps"`
	Arguments   []map[string]string `json:"arguments"`
	Social      *string             `json:"social"`
	Reading     string              `json:"reading"`
	Disclosures []string            `json:"disclosures"`
}

type toldMessage struct {
	Key  string         `json:"key"`
	Vars map[string]any `json:"vars"`
}

// RenderBilan says a bilan in its own language; answer and vocabulary are JSON as the service sends it.
// Gaps come in the order of their names.
func RenderBilan(answer, vocabulary []byte) (RenderedBilan, error) {
	var told struct {
		Card struct {
			Guarantees map[string]struct {
				toldMessage
				Badge string `json:"badge"`
			} `json:"guarantees"`
		} `json:"card"`
		Bilan struct {
			Headline, Medical, Reading toldMessage
			Disclosures                []toldMessage
			Social                     struct {
				SubjectKey string         `json:"subjectKey"`
				Vars       map[string]any `json:"vars"`
			}
			Arguments []struct {
				MessageKeys map[string]string `json:"messageKeys"`
				Vars        map[string]any    `json:"vars"`
			}
		} `json:"bilan"`
		Meta struct{ Lang, Market string } `json:"meta"`
	}
	var words struct {
		Messages map[string]map[string]struct{ Texts, Traits map[string]string }
	}
	if err := errors.Join(json.Unmarshal(answer, &told), json.Unmarshal(vocabulary, &words)); err != nil {
		return RenderedBilan{}, err
	}
	lang, bilan := told.Meta.Lang, told.Bilan
	english := words.Messages["locales"][told.Meta.Market+".locale"].Traits["english"]
	say := func(group, key string, values map[string]any) string {
		texts := words.Messages[group][key].Texts
		if lang == "en" && texts[english] != "" {
			return fillText(texts[english], values, lang, "#")
		}
		return fillText(texts[lang], values, lang, "#")
	}
	tell := func(group string, message toldMessage) string { return say(group, message.Key, message.Vars) }
	rendered := RenderedBilan{
		Headline: tell("headlines", bilan.Headline),
		Medical:  tell("medical", bilan.Medical),
		Reading:  tell("sources", bilan.Reading),
	}
	if utf8.RuneCountInString(rendered.Headline) > 70 {
		here := bilan.Headline.Vars["here"]
		bilan.Headline.Vars["inPlace"], bilan.Headline.Vars["inPlaces"] = here, here
		rendered.Headline = tell("headlines", bilan.Headline)
	}
	slugs := make([]string, 0, len(told.Card.Guarantees))
	for slug := range told.Card.Guarantees {
		slugs = append(slugs, slug)
	}
	sort.Strings(slugs)
	for _, slug := range slugs {
		gap := told.Card.Guarantees[slug]
		rendered.Gaps = append(rendered.Gaps, map[string]string{
			"label":    say("guarantees", slug, nil),
			"badge":    say("words", "badge_"+gap.Badge, nil),
			"sentence": tell("badges", gap.toldMessage),
		})
	}
	for _, argument := range bilan.Arguments {
		parts := map[string]string{}
		for part, key := range argument.MessageKeys {
			parts[part] = say("arguments", key, argument.Vars)
		}
		rendered.Arguments = append(rendered.Arguments, parts)
	}
	if !strings.HasSuffix(bilan.Headline.Key, ".travel_warning") {
		social := say("social", bilan.Social.SubjectKey, bilan.Social.Vars)
		rendered.Social = &social
	}
	for _, each := range bilan.Disclosures {
		rendered.Disclosures = append(rendered.Disclosures, tell("disclosures", each))
	}
	return rendered, nil
}

// fillText fills in a text in ICU MessageFormat, as far as the vocabulary uses it: values, choices, plurals.
func fillText(text string, values map[string]any, language, count string) string {
	var said strings.Builder
	for at := 0; at < len(text); at++ {
		if text[at] == '#' {
			said.WriteString(count)
			continue
		}
		if text[at] != '{' {
			said.WriteByte(text[at])
			continue
		}
		end := closingBrace(text, at)
		parts := strings.SplitN(text[at+1:end], ",", 3)
		value := fmt.Sprint(values[strings.TrimSpace(parts[0])])
		at = end
		if len(parts) == 1 {
			said.WriteString(value)
			continue
		}
		options := map[string]string{}
		for rest := strings.TrimSpace(parts[2]); rest != ""; {
			opened := strings.IndexByte(rest, '{')
			closed := closingBrace(rest, opened)
			options[strings.TrimSpace(rest[:opened])] = rest[opened+1 : closed]
			rest = strings.TrimSpace(rest[closed+1:])
		}
		candidates, shown := []string{value, "other"}, count
		if strings.TrimSpace(parts[1]) == "plural" {
			shown = value
			candidates = []string{"=" + value, "other"}
			if value == "1" || (value == "0" && language == "fr") {
				candidates = []string{"=" + value, "one", "other"}
			}
		}
		for _, word := range candidates {
			if option, known := options[word]; known {
				said.WriteString(fillText(option, values, language, shown))
				break
			}
		}
	}
	return said.String()
}

// closingBrace tells where the brace is that closes another.
func closingBrace(text string, opened int) int {
	depth := 0
	for at := opened; at < len(text); at++ {
		switch text[at] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return at
		}
	}
	return len(text) - 1
}
