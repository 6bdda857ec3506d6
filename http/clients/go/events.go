package viatica

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Event is something that was told to an endpoint. Data is a pointer to the struct of its type, such as
// *SaleValidated, or *UnknownData where this version does not know the type.
type Event struct {
	ID, Type, Mode, Timestamp string
	// Example is true where you had it sent from the console: nothing of it has happened.
	Example bool
	Data    EventData
}

// EventData is the data of an event; switch on its type.
type EventData interface{ isEventData() }

// UnknownData is the data of an event of a type that this version does not know.
type UnknownData struct{ Raw json.RawMessage }

func (*UnknownData) isEventData() {}

// EventRefused says that what was received is no event of ours. Reason is "secret" (none of them is one), "headers"
// (one is missing or has no such form), "timestamp" (signed too long ago, or ahead), "signature" or "body" (no event).
type EventRefused struct{ Reason string }

func (refused *EventRefused) Error() string {
	return "no event of ours: " + eventFaults[refused.Reason]
}

var eventFaults = map[string]string{
	"secret":    "a secret is none: give whsec_ and base64, as the console has shown it",
	"headers":   "webhook-id, webhook-timestamp or webhook-signature is missing, or has no such form",
	"timestamp": "it was signed too long ago or ahead: this clock is off, or somebody sends it anew",
	"signature": "no signature holds: the secret is another endpoint's, or the body is not the raw one, byte for byte",
	"body":      "what was signed is no event",
}

// EventVerifier verifies events by other terms than VerifyEvent.
type EventVerifier struct {
	// Secrets are whsec_…: while one is renewed, the new and the old one.
	Secrets []string
	// Tolerance is how far webhook-timestamp may be off; five minutes where it is zero.
	Tolerance time.Duration
	// Now is the time of now; the machine's where it is nil.
	Now func() time.Time
}

// VerifyEvent verifies an event by Standard Webhooks: the raw body as it came, and the headers of the request. While
// a secret is renewed, give the new and the old one. An error is an *EventRefused.
func VerifyEvent(body []byte, header http.Header, secrets ...string) (Event, error) {
	return EventVerifier{Secrets: secrets}.Verify(body, header)
}

// Verify does the same.
func (verifier EventVerifier) Verify(body []byte, header http.Header) (Event, error) {
	refused := func(reason string) (Event, error) { return Event{}, &EventRefused{reason} }
	keys := [][]byte{}
	for _, secret := range verifier.Secrets {
		key, err := base64.StdEncoding.Strict().DecodeString(strings.TrimPrefix(strings.TrimSpace(secret), "whsec_"))
		if err != nil || len(key) == 0 {
			return refused("secret")
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return refused("secret")
	}
	value := func(name string) string { return strings.TrimSpace(strings.Join(header.Values(name), " ")) }
	id, sent, words := value("webhook-id"), value("webhook-timestamp"), value("webhook-signature")
	if id == "" || words == "" || !sentForm.MatchString(sent) {
		return refused("headers")
	}
	seconds, _ := strconv.ParseInt(sent, 10, 64)
	now, tolerance := time.Now(), verifier.Tolerance
	if verifier.Now != nil {
		now = verifier.Now()
	}
	if tolerance == 0 {
		tolerance = 5 * time.Minute
	}
	off := now.Unix() - seconds
	if off < 0 {
		off = -off
	}
	if off > int64(tolerance/time.Second) {
		return refused("timestamp")
	}
	isOurs := false
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.", id, sent)
		mac.Write(body)
		due := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for _, word := range strings.Split(words, " ") {
			isOurs = hmac.Equal(due, []byte(word)) || isOurs
		}
	}
	if !isOurs {
		return refused("signature")
	}
	var told struct {
		ID, Type, Mode, Timestamp *string
		Example                   bool
		Data                      json.RawMessage
	}
	if !utf8.Valid(body) || json.Unmarshal(body, &told) != nil || told.ID == nil || told.Type == nil || told.Mode == nil ||
		told.Timestamp == nil || !bytes.HasPrefix(bytes.TrimSpace(told.Data), []byte("{")) {
		return refused("body")
	}
	event := Event{*told.ID, *told.Type, *told.Mode, *told.Timestamp, told.Example, &UnknownData{told.Data}}
	if make, isKnown := eventDataOf[event.Type]; isKnown {
		event.Data = make()
		if json.Unmarshal(told.Data, event.Data) != nil {
			return refused("body")
		}
	}
	return event, nil
}

var sentForm = regexp.MustCompile(`^[0-9]{1,15}$`)

// types of events, by .config/event-types.ts

// SaleValidated is the data of sale.validated: a pending sale has validated itself.
type SaleValidated struct {
	ExternalOrderID string      `json:"externalOrderId"`
	Ref             string      `json:"ref"`
	Status          string      `json:"status"`
	Amount          json.Number `json:"amount"`
	Commission      json.Number `json:"commission"`
	Currency        string      `json:"currency"`
	BookedAt        string      `json:"bookedAt"`
	ValidatedAt     string      `json:"validatedAt"`
}

// SaleCorrectedBeforeSale is a part of SaleCorrected.
type SaleCorrectedBeforeSale struct {
	ExternalOrderID string      `json:"externalOrderId"`
	Status          string      `json:"status"`
	Amount          json.Number `json:"amount"`
	Commission      json.Number `json:"commission"`
	Currency        string      `json:"currency"`
	BookedAt        *string     `json:"bookedAt"`
}

// SaleCorrectedBefore is a part of SaleCorrected.
type SaleCorrectedBefore struct {
	Sale    *SaleCorrectedBeforeSale `json:"sale"`
	Pending json.Number              `json:"pending"`
	Payable json.Number              `json:"payable"`
}

// SaleCorrectedAfterSale is a part of SaleCorrected.
type SaleCorrectedAfterSale struct {
	ExternalOrderID string      `json:"externalOrderId"`
	Status          string      `json:"status"`
	Amount          json.Number `json:"amount"`
	Commission      json.Number `json:"commission"`
	Currency        string      `json:"currency"`
	BookedAt        *string     `json:"bookedAt"`
}

// SaleCorrectedAfter is a part of SaleCorrected.
type SaleCorrectedAfter struct {
	Sale    SaleCorrectedAfterSale `json:"sale"`
	Pending json.Number            `json:"pending"`
	Payable json.Number            `json:"payable"`
}

// SaleCorrected is the data of sale.corrected: our check of the ledger has put right a sale, or what is booked for it.
type SaleCorrected struct {
	ExternalOrderID string              `json:"externalOrderId"`
	Ref             string              `json:"ref"`
	Why             []string            `json:"why"`
	Before          SaleCorrectedBefore `json:"before"`
	After           SaleCorrectedAfter  `json:"after"`
	CorrectedAt     string              `json:"correctedAt"`
}

// SubscriptionPresubscribed is the data of subscription.presubscribed: a subscription under one of your links moved on.
type SubscriptionPresubscribed struct {
	SubscriptionID string       `json:"subscriptionId"`
	Stage          string       `json:"stage"`
	Ref            string       `json:"ref"`
	OfferID        *json.Number `json:"offerId"`
	ChangedAt      string       `json:"changedAt"`
}

// SubscriptionPaid is the data of subscription.paid: a subscription under one of your links moved on.
type SubscriptionPaid struct {
	SubscriptionID string       `json:"subscriptionId"`
	Stage          string       `json:"stage"`
	Ref            string       `json:"ref"`
	OfferID        *json.Number `json:"offerId"`
	ChangedAt      string       `json:"changedAt"`
}

// SubscriptionSubscribed is the data of subscription.subscribed: a subscription under one of your links moved on.
type SubscriptionSubscribed struct {
	SubscriptionID string       `json:"subscriptionId"`
	Stage          string       `json:"stage"`
	Ref            string       `json:"ref"`
	OfferID        *json.Number `json:"offerId"`
	ChangedAt      string       `json:"changedAt"`
}

// SubscriptionWithdrawalDeclared is the data of subscription.withdrawal_declared: a traveller has declared to withdraw from the contract of a subscription.
type SubscriptionWithdrawalDeclared struct {
	SubscriptionID string       `json:"subscriptionId"`
	Ref            string       `json:"ref"`
	OfferID        *json.Number `json:"offerId"`
	DeclaredAt     string       `json:"declaredAt"`
}

// KeySecretEnding is the data of key.secret_ending: the previous secret of a rotated key ends soon.
type KeySecretEnding struct {
	KeyID              string `json:"keyId"`
	PreviousValidUntil string `json:"previousValidUntil"`
}

// QuotaNearlySpent is the data of quota.nearly_spent: four fifths of a key's reads or writes of the day are used.
type QuotaNearlySpent struct {
	KeyID  string      `json:"keyId"`
	Bucket string      `json:"bucket"`
	Limit  json.Number `json:"limit"`
	Used   json.Number `json:"used"`
	Day    string      `json:"day"`
}

// AccountSuspended is the data of account.suspended: the account is suspended: every call of its keys is refused.
type AccountSuspended struct {
	Reason *string `json:"reason"`
}

// AccountRestored is the data of account.restored: the suspension is lifted: the keys work again.
type AccountRestored struct{}

// CommissionChanged is the data of commission.changed: the commission of the account was changed; sales of links from before keep their rate.
type CommissionChanged struct {
	FromBps json.Number `json:"fromBps"`
	ToBps   json.Number `json:"toBps"`
}

// KeyCreated is the data of key.created: a key was made.
type KeyCreated struct {
	KeyID  string   `json:"keyId"`
	Scopes []string `json:"scopes"`
}

// KeyRotated is the data of key.rotated: a key has a new secret.
type KeyRotated struct {
	KeyID              string `json:"keyId"`
	PreviousValidUntil string `json:"previousValidUntil"`
}

// KeyRevoked is the data of key.revoked: a key is revoked: its calls are refused.
type KeyRevoked struct {
	KeyID string `json:"keyId"`
}

// EndpointCreated is the data of endpoint.created: another endpoint receives your events from now on.
type EndpointCreated struct {
	EndpointID string   `json:"endpointId"`
	Types      []string `json:"types"`
}

// EndpointFailing is the data of endpoint.failing: an endpoint has taken no event for a day.
type EndpointFailing struct {
	EndpointID   string `json:"endpointId"`
	FailingSince string `json:"failingSince"`
}

// StatementReady is the data of statement.ready: the statement of a month is closed, in one currency.
type StatementReady struct {
	Number   string      `json:"number"`
	Month    string      `json:"month"`
	Currency string      `json:"currency"`
	Due      json.Number `json:"due"`
	Carried  json.Number `json:"carried"`
	PayOn    *string     `json:"payOn"`
}

// PayoutSent is the data of payout.sent: a payout has left for your bank.
type PayoutSent struct {
	Number        string      `json:"number"`
	Statement     string      `json:"statement"`
	Amount        json.Number `json:"amount"`
	Currency      string      `json:"currency"`
	SentOn        string      `json:"sentOn"`
	BankReference *string     `json:"bankReference"`
}

// PayoutReturned is the data of payout.returned: a payout came back: it is owed to you again, and stands in the next statement.
type PayoutReturned struct {
	Number     string      `json:"number"`
	Statement  string      `json:"statement"`
	Amount     json.Number `json:"amount"`
	Currency   string      `json:"currency"`
	ReturnedOn string      `json:"returnedOn"`
	Reason     *string     `json:"reason"`
}

// Ping is the data of ping: you asked for it.
type Ping struct {
	EndpointID string `json:"endpointId"`
}

var eventDataOf = map[string]func() EventData{
	"sale.validated":                   func() EventData { return new(SaleValidated) },
	"sale.corrected":                   func() EventData { return new(SaleCorrected) },
	"subscription.presubscribed":       func() EventData { return new(SubscriptionPresubscribed) },
	"subscription.paid":                func() EventData { return new(SubscriptionPaid) },
	"subscription.subscribed":          func() EventData { return new(SubscriptionSubscribed) },
	"subscription.withdrawal_declared": func() EventData { return new(SubscriptionWithdrawalDeclared) },
	"key.secret_ending":                func() EventData { return new(KeySecretEnding) },
	"quota.nearly_spent":               func() EventData { return new(QuotaNearlySpent) },
	"account.suspended":                func() EventData { return new(AccountSuspended) },
	"account.restored":                 func() EventData { return new(AccountRestored) },
	"commission.changed":               func() EventData { return new(CommissionChanged) },
	"key.created":                      func() EventData { return new(KeyCreated) },
	"key.rotated":                      func() EventData { return new(KeyRotated) },
	"key.revoked":                      func() EventData { return new(KeyRevoked) },
	"endpoint.created":                 func() EventData { return new(EndpointCreated) },
	"endpoint.failing":                 func() EventData { return new(EndpointFailing) },
	"statement.ready":                  func() EventData { return new(StatementReady) },
	"payout.sent":                      func() EventData { return new(PayoutSent) },
	"payout.returned":                  func() EventData { return new(PayoutReturned) },
	"ping":                             func() EventData { return new(Ping) },
}

func (*SaleValidated) isEventData()                  {}
func (*SaleCorrected) isEventData()                  {}
func (*SubscriptionPresubscribed) isEventData()      {}
func (*SubscriptionPaid) isEventData()               {}
func (*SubscriptionSubscribed) isEventData()         {}
func (*SubscriptionWithdrawalDeclared) isEventData() {}
func (*KeySecretEnding) isEventData()                {}
func (*QuotaNearlySpent) isEventData()               {}
func (*AccountSuspended) isEventData()               {}
func (*AccountRestored) isEventData()                {}
func (*CommissionChanged) isEventData()              {}
func (*KeyCreated) isEventData()                     {}
func (*KeyRotated) isEventData()                     {}
func (*KeyRevoked) isEventData()                     {}
func (*EndpointCreated) isEventData()                {}
func (*EndpointFailing) isEventData()                {}
func (*StatementReady) isEventData()                 {}
func (*PayoutSent) isEventData()                     {}
func (*PayoutReturned) isEventData()                 {}
func (*Ping) isEventData()                           {}

// end of types of events
