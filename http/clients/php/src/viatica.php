<?php

declare(strict_types=1);

/**
 * The calls of the Viatica partner API: signed, sent again where that helps, refused by code.
 * PHP 8.1 and newer on 64 bits, with curl. For servers: the secret must never reach a browser.
 */

namespace Viatica;

/** How the quotas of the key stand, as the headers of an answer tell. */
final class Rates
{
    public function __construct(
        public readonly int $limit,
        public readonly int $remaining,
        public readonly int $resetSeconds,
        public readonly int $burstRemaining,
    ) {
    }
}

/** What is known of a call beside its answer. */
final class About
{
    /** @param list<string> $unknownFields paths of fields that the service does not know; in the sandbox */
    public function __construct(
        public readonly int $status,
        public readonly int $attempts,
        public readonly ?string $requestId,
        public readonly ?Rates $rates,
        public readonly array $unknownFields,
    ) {
    }
}

/**
 * An answer with all that it says, known or not, to be read like an array.
 *
 * @implements \ArrayAccess<string, mixed>
 */
final class Answer implements \ArrayAccess
{
    /** @param array<string, mixed> $body */
    public function __construct(public readonly array $body, public readonly About $about)
    {
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->body[$offset]);
    }

    /** Null where the answer has no such member. */
    public function offsetGet(mixed $offset): mixed
    {
        return $this->body[$offset] ?? null;
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        throw new \LogicException('answers stay as they are');
    }

    public function offsetUnset(mixed $offset): void
    {
        throw new \LogicException('answers stay as they are');
    }
}

/** A call that failed: `errorCode` is the service's, or says in small letters what happened. */
class Failed extends \RuntimeException
{
    public function __construct(
        /** A code of the service, known or new; or transport, timeout or unreadable. */
        public readonly string $errorCode,
        string $told,
        public readonly int $attempts,
        public readonly ?About $about = null,
        public readonly ?int $retryAfterSeconds = null,
    ) {
        $times = $attempts === 1 ? '1 attempt' : "$attempts attempts";
        $request = $about?->requestId === null ? '' : ", request $about->requestId";
        parent::__construct("$told ($times$request)");
    }

    /** 0 where no answer came. */
    public function status(): int
    {
        return $this->about?->status ?? 0;
    }
}

/** The service refused the call; `body` is all that it said. */
final class Refused extends Failed
{
    /** The field and the rule, or what else was wrong. */
    public readonly ?string $detail;

    /** The bucket that is spent. */
    public readonly ?string $bucket;

    /** @param array<string, mixed> $body */
    public function __construct(string $code, About $about, public readonly array $body, ?int $retryAfterSeconds)
    {
        $this->detail = is_string($body['detail'] ?? null) ? $body['detail'] : null;
        $this->bucket = is_string($body['bucket'] ?? null) ? $body['bucket'] : null;
        $told = "$about->status $code" . ($this->detail === null ? '' : ": $this->detail");
        parent::__construct($code, $told, $about->attempts, $about, $retryAfterSeconds);
    }
}

/**
 * How a call is made. Without the members that it needs, an object is no answer of it. Reports of a sale
 * stand in the order in which they were signed, so each is signed once: one that is signed anew would take
 * back what was reported meanwhile.
 *
 * @internal
 */
enum Call: string
{
    case Quotes = '/api/v1/travel/quotes';
    case Links = '/api/v1/travel/links';
    case Meta = '/api/v1/travel/meta';
    case Bilan = '/api/v1/coach/bilan';
    case Cards = '/api/v1/coach/cards';
    case Conversion = '/api/postback/conversion';
    case Sales = '/api/v1/sales';
    case Statements = '/api/v1/statements';
    case StatementBooks = '/api/v1/statements/books';
    case Calls = '/api/v1/calls';
    case Events = '/api/v1/events';
    case EventEndpoints = '/api/v1/events/endpoints';
    case EventPing = '/api/v1/events/ping';
    case EventResend = '/api/v1/events/resend';
    case EventEndpointCreate = '/api/v1/events/endpoints/create';
    case EventEndpointUpdate = '/api/v1/events/endpoints/update';
    case EventEndpointRotate = '/api/v1/events/endpoints/rotate';
    case EventEndpointRemove = '/api/v1/events/endpoints/remove';
    case Vocabulary = '/api/v1/coach/vocabulary.json';

    public function method(): string
    {
        return match ($this) {
            self::Quotes, self::Links, self::Bilan, self::Conversion => 'POST',
            self::EventPing, self::EventResend => 'POST',
            self::EventEndpointCreate, self::EventEndpointUpdate => 'POST',
            self::EventEndpointRotate, self::EventEndpointRemove => 'POST',
            default => 'GET',
        };
    }

    /** @return list<string> */
    public function needs(): array
    {
        return match ($this) {
            self::Quotes => ['sessionId', 'offers'],
            self::Links => ['subscriptionId', 'url'],
            self::Meta => ['key', 'trip'],
            self::Bilan => ['card', 'bilan'],
            self::Cards => ['banks'],
            self::Conversion => ['externalOrderId', 'status'],
            self::Sales => ['sales'],
            self::Statements => ['statements'],
            self::StatementBooks => ['number', 'lines'],
            self::Calls => ['calls', 'nextCursor'],
            self::Events => ['events'],
            self::EventEndpoints => ['endpoints'],
            self::EventPing, self::EventResend => ['eventId'],
            self::EventEndpointCreate, self::EventEndpointRotate => ['secret'],
            self::EventEndpointUpdate => ['endpoint'],
            self::EventEndpointRemove => ['removed'],
            self::Vocabulary => ['messages'],
        };
    }

    public function isRead(): bool
    {
        return $this === self::Quotes || $this === self::Bilan;
    }
}

/**
 * The key's quotas as its answers report them. Lets calls through until one is spent.
 *
 * @internal
 */
final class Gate
{
    private int $minuteLeft = 0;
    private float $minuteEnds = 0;
    private float $readsSpentUntil = 0;

    /** How long the minute keeps a call. */
    public function minuteSeconds(Call $call, float $now): float
    {
        return $call === Call::Vocabulary || $this->minuteLeft > 0 ? 0 : max(0, $this->minuteEnds - $now);
    }

    /** How long the day keeps a call, as far as it is known to be spent. */
    public function daySeconds(Call $call, float $now): float
    {
        return $call->isRead() ? max(0, $this->readsSpentUntil - $now) : 0;
    }

    public function sent(float $now): void
    {
        if ($now < $this->minuteEnds) {
            $this->minuteLeft -= 1;
        }
    }

    public function told(Call $call, ?Rates $rates, float $now): void
    {
        if ($rates === null) {
            return;
        }
        $isKnown = $now < $this->minuteEnds && $this->minuteLeft < $rates->burstRemaining;
        $this->minuteLeft = $isKnown ? $this->minuteLeft : $rates->burstRemaining;
        // Minutes of the service end where its days do.
        $this->minuteEnds = $now + ($rates->resetSeconds - 1) % 60 + 1;
        if ($call->isRead()) {
            $this->readsSpentUntil = $rates->remaining === 0 ? $now + $rates->resetSeconds : 0;
        }
    }
}

/**
 * The calls of the API, each of which gives an `Answer` or throws a `Failed`. Within a process, keep one
 * client for each key: it holds the key's quotas as answers report them. `deadlineSeconds` is for a whole call,
 * its waits and further tries included; `curlOptions` are set on each try, such as a proxy.
 */
final class Client
{
    private const PASSING = [408, 429, 500, 502, 503, 504];
    private const PAUSE_SECONDS = 0.2;
    private const PAUSE_MAX_SECONDS = 5.0;
    /** The service takes signatures of the last 300 s; one that is sent again has to arrive before. */
    private const SIGNATURE_AGE_MAX_SECONDS = 240;
    /** The least time that is left to a try, so that none is sent whose answer nobody waits for. */
    private const TRY_LEAST_SECONDS = 1.0;
    private const SHOWN_MAX = 200;

    private readonly string $origin;
    private readonly string $basePath;
    private readonly Gate $gate;

    /** @param array<int, mixed> $curlOptions */
    public function __construct(
        string $baseUrl,
        private readonly string $keyId,
        #[\SensitiveParameter] private readonly string $secret,
        private readonly float $deadlineSeconds = 30,
        private readonly float $attemptTimeoutSeconds = 15,
        private readonly int $triesMax = 4,
        private readonly string $headerPrefix = 'svc',
        private readonly array $curlOptions = [],
    ) {
        if (!extension_loaded('curl')) {
            throw new \RuntimeException('PHP has no curl here: install its extension, as by apt-get install php-curl');
        }
        if (preg_match('~^(https?://[^/?#]+)(/[^?#]*)?$~i', $baseUrl, $parts) !== 1) {
            throw new \InvalidArgumentException("\"$baseUrl\" is no address of a service");
        }
        if ($keyId === '' || $secret === '') {
            throw new \InvalidArgumentException('keyId and secret are needed');
        }
        $this->origin = $parts[1];
        $this->basePath = rtrim($parts[2] ?? '', '/');
        $this->gate = new Gate();
    }

    /** Begins the calls for one traveller, or goes on with a session that was kept. */
    public function traveller(?string $sessionId = null): Traveller
    {
        return new Traveller($this, $sessionId);
    }

    /**
     * Prices a trip. Better by a traveller, which keeps the session.
     *
     * @param array<string, mixed> $request
     */
    public function quotes(array $request, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Quotes, $request, [], $deadlineSeconds);
    }

    /**
     * Makes the link of a traveller's session.
     *
     * @param array<string, mixed> $request
     */
    public function links(array $request, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Links, $request, [], $deadlineSeconds);
    }

    /** Tells vocabulary, ceilings and the state of the key. */
    public function meta(?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Meta, null, [], $deadlineSeconds);
    }

    /**
     * Tells what a card lacks for a trip.
     *
     * @param array<string, mixed> $request
     */
    public function bilan(array $request, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Bilan, $request, [], $deadlineSeconds);
    }

    /**
     * Lists banks and cards.
     *
     * @param array<string, string|int|null> $query
     */
    public function cards(array $query = [], ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Cards, null, $query, $deadlineSeconds);
    }

    /**
     * Reports a sale.
     *
     * @param array<string, mixed> $report
     */
    public function conversion(array $report, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Conversion, $report, [], $deadlineSeconds);
    }

    /**
     * Lists sales, a page at a time.
     *
     * @param array<string, string|int|null> $query
     */
    public function sales(array $query = [], ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Sales, null, $query, $deadlineSeconds);
    }

    /**
     * Lists monthly statements, a page at a time.
     *
     * @param array<string, string|int|null> $query
     */
    public function statements(array $query = [], ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Statements, null, $query, $deadlineSeconds);
    }

    /**
     * Reads the books of a statement, a page at a time: head and lines, each with a line feed, are verified.
     *
     * @param array<string, string|int|null> $query
     */
    public function statementBooks(array $query, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::StatementBooks, null, $query, $deadlineSeconds);
    }

    /**
     * Lists your calls as they come, with what was wrong.
     *
     * @param array<string, string|int|null> $query
     */
    public function calls(array $query = [], ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Calls, null, $query, $deadlineSeconds);
    }

    /**
     * Lists events, a page at a time, with the attempts to deliver them.
     *
     * @param array<string, string|int|null> $query
     */
    public function events(array $query = [], ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Events, null, $query, $deadlineSeconds);
    }

    /** Lists the endpoints of events, and how each one does. */
    public function eventEndpoints(?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::EventEndpoints, null, [], $deadlineSeconds);
    }

    /** Sends an event `ping` to an endpoint. */
    public function eventPing(string $endpointId, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::EventPing, ['endpointId' => $endpointId], [], $deadlineSeconds);
    }

    /** Sends an event again. */
    public function eventResend(string $eventId, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::EventResend, ['eventId' => $eventId], [], $deadlineSeconds);
    }

    /**
     * Makes an endpoint of events; its secret is shown this once. Needs the scope `events`, as the next three do.
     *
     * @param array<string, mixed> $request
     */
    public function eventEndpointCreate(array $request, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::EventEndpointCreate, $request, [], $deadlineSeconds);
    }

    /**
     * Pauses or resumes an endpoint, or chooses its types.
     *
     * @param array<string, mixed> $request
     */
    public function eventEndpointUpdate(array $request, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::EventEndpointUpdate, $request, [], $deadlineSeconds);
    }

    /** Gives an endpoint a new secret; the one before signs too for 24 hours. */
    public function eventEndpointRotate(string $endpointId, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::EventEndpointRotate, ['endpointId' => $endpointId], [], $deadlineSeconds);
    }

    /** Takes an endpoint away. */
    public function eventEndpointRemove(string $endpointId, ?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::EventEndpointRemove, ['endpointId' => $endpointId], [], $deadlineSeconds);
    }

    /** Tells all that a bilan may say. */
    public function vocabulary(?float $deadlineSeconds = null): Answer
    {
        return $this->send(Call::Vocabulary, null, [], $deadlineSeconds);
    }

    /** Durations go by a clock that nobody sets; only signatures need the time of day. */
    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    private static function sleep(float $seconds): void
    {
        $until = self::now() + $seconds;
        // A signal ends a sleep early.
        while (($left = $until - self::now()) > 0) {
            usleep((int) ceil(min($left, 1) * 1e6));
        }
    }

    /**
     * @param array<string, mixed>|null $payload
     * @param array<string, string|int|null> $query
     */
    private function send(Call $call, ?array $payload, array $query, ?float $deadlineSeconds): Answer
    {
        $isOpen = $call === Call::Vocabulary;
        $isSignedOnce = $call === Call::Conversion;
        $body = $payload === null ? '' : self::written($payload);
        $asked = http_build_query($query);
        $target = $this->basePath . $call->value . ($asked === '' ? '' : "?$asked");
        $limit = $deadlineSeconds ?? $this->deadlineSeconds;
        $ends = self::now() + $limit;
        $last = $ends - min(self::TRY_LEAST_SECONDS, $limit / 4);
        $before = null;
        $headers = [];
        $signedAt = null;
        for ($attempts = 1; ; $attempts++) {
            $now = self::now();
            $wait = $this->gate->minuteSeconds($call, $now);
            if ($wait > 0 && $now + $wait > $last) {
                throw $before ?? self::minuteSpent($wait);
            }
            // Where the day ends too late, the service itself says that it is spent.
            $day = $this->gate->daySeconds($call, $now);
            self::sleep($now + $day <= $last ? max($wait, $day) : $wait);
            if (!$isOpen && !($isSignedOnce && $signedAt !== null)) {
                $signedAt = self::now();
                $headers = sign(
                    $this->headerPrefix, $this->keyId, $this->secret, time(), $call->method(), $target, $body,
                );
            }
            if (!$isOpen) {
                $this->gate->sent(self::now());
            }
            try {
                return $this->attempt($call, $target, $body, $headers, $attempts, $ends);
            } catch (Failed $failure) {
                $pause = $this->pauseSeconds($failure, $last, $isSignedOnce ? $signedAt : null);
                if ($pause === null) {
                    throw $failure;
                }
                $before = $failure;
            }
            self::sleep($pause);
        }
    }

    /** A call that was not sent, as the next minute of its key comes too late for it. */
    private static function minuteSpent(float $wait): Refused
    {
        $seconds = (int) ceil($wait);
        $detail = 'not sent: the calls of this minute are spent, and the next minute, '
            . "in $seconds s, is too late for the deadline";
        $about = new About(429, 0, null, null, []);
        return new Refused('RATE_LIMITED', $about, ['error' => 'RATE_LIMITED', 'detail' => $detail], $seconds);
    }

    /** @param array<string, mixed> $payload */
    private static function written(array $payload): string
    {
        // An empty array says nothing of whether it is a list; a whole request is an object.
        $value = $payload === [] ? new \stdClass() : $payload;
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    }

    /** How long to wait before a call is sent again; null where it would be in vain, or late. */
    private function pauseSeconds(Failed $failure, float $last, ?float $signedAt): ?float
    {
        $status = $failure->status();
        // A success that cannot be read was broken on the way.
        $isBroken = $failure->errorCode === 'unreadable' && $status >= 200 && $status < 300;
        $isPassing = $status === 0 || $isBroken || in_array($status, self::PASSING, true);
        if ($failure->attempts >= $this->triesMax || !$isPassing) {
            return null;
        }
        $spread = min(self::PAUSE_MAX_SECONDS, self::PAUSE_SECONDS * 2 ** ($failure->attempts - 1));
        $pause = ($failure->retryAfterSeconds ?? 0) + $spread * random_int(0, 999) / 1000;
        $at = self::now() + $pause;
        if ($signedAt !== null && $at > $signedAt + self::SIGNATURE_AGE_MAX_SECONDS) {
            return null;
        }
        return $at <= $last ? $pause : null;
    }

    /** @param array<string, string> $headers */
    private function attempt(
        Call $call,
        string $target,
        string $body,
        array $headers,
        int $attempts,
        float $ends,
    ): Answer {
        $timeout = max(0.001, min($this->attemptTimeoutSeconds, $ends - self::now()));
        $lines = ['accept: application/json', 'expect:'];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        if ($body !== '') {
            $lines[] = 'content-type: application/json';
        }
        $told = [];
        $handle = curl_init();
        curl_setopt_array($handle, $this->curlOptions + [
            CURLOPT_URL => $this->origin . $target,
            CURLOPT_CUSTOMREQUEST => $call->method(),
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_RETURNTRANSFER => true,
            // A signed call goes to the address that it was signed for, as it is written.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) ceil($timeout * 1000),
            CURLOPT_HEADERFUNCTION => static function ($of, string $line) use (&$told): int {
                $parts = explode(':', $line, 2);
                if (isset($parts[1])) {
                    $told[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
        ]);
        if ($body !== '') {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $body);
        }
        $text = curl_exec($handle);
        if (!is_string($text)) {
            $isLate = curl_errno($handle) === CURLE_OPERATION_TIMEDOUT;
            throw $isLate
                ? new Failed('timeout', sprintf('no answer within %.3g s', $timeout), $attempts)
                : new Failed('transport', 'the connection failed: ' . curl_error($handle), $attempts);
        }
        $status = (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        $this->gate->told($call, self::rates($told), self::now());
        return self::read($call, $status, $told, $text, $attempts);
    }

    /**
     * Reads what came back. Members, words and codes that are not known are kept as they are.
     *
     * @param array<string, string> $headers
     */
    private static function read(Call $call, int $status, array $headers, string $text, int $attempts): Answer
    {
        $unknown = $headers['x-unknown-fields'] ?? null;
        $about = new About(
            $status,
            $attempts,
            $headers['x-request-id'] ?? null,
            self::rates($headers),
            $unknown === null ? [] : explode(',', $unknown),
        );
        $retryAfter = self::retryAfter($headers['retry-after'] ?? '');
        $body = json_decode($text, true);
        // Decoded, an empty object is the same as an empty list, and no answer of any call either.
        $isObject = is_array($body) && !array_is_list($body);
        if ($isObject && $status >= 400 && is_string($body['error'] ?? null)) {
            throw new Refused($body['error'], $about, $body, $retryAfter);
        }
        $reason = self::whyUnreadable($call, $status, $isObject ? $body : null);
        if ($reason === null) {
            return new Answer($body, $about);
        }
        $told = "status $status, and $reason: " . substr($text, 0, self::SHOWN_MAX);
        throw new Failed('unreadable', $told, $attempts, $about, $retryAfter);
    }

    /** @param array<string, mixed>|null $body */
    private static function whyUnreadable(Call $call, int $status, ?array $body): ?string
    {
        if ($body === null) {
            return 'its body is no JSON object';
        }
        if ($status < 200 || $status >= 300) {
            return 'its body is no refusal';
        }
        foreach ($call->needs() as $name) {
            if (!isset($body[$name])) {
                return "its body has no $name";
            }
        }
        return null;
    }

    private static function figure(string $text): ?int
    {
        return preg_match('/^[0-9]{1,9}$/D', $text) === 1 ? (int) $text : null;
    }

    private static function retryAfter(string $text): ?int
    {
        $seconds = self::figure($text);
        if ($seconds !== null) {
            return $seconds;
        }
        $at = \DateTimeImmutable::createFromFormat(\DATE_RFC7231, $text, new \DateTimeZone('UTC'));
        return $at === false ? null : max(0, $at->getTimestamp() - time());
    }

    /** @param array<string, string> $headers */
    private static function rates(array $headers): ?Rates
    {
        $figures = [];
        foreach (['limit', 'remaining', 'reset', 'burst-remaining'] as $name) {
            $figure = self::figure($headers["x-ratelimit-$name"] ?? '');
            if ($figure === null) {
                return null;
            }
            $figures[] = $figure;
        }
        return new Rates(...$figures);
    }
}

/** The calls for one traveller, which share a session. Never share it between travellers. */
final class Traveller
{
    private mixed $trip = null;

    /** @internal */
    public function __construct(private readonly Client $client, private ?string $sessionId)
    {
    }

    /** The session, once a quote has opened it: keep it to go on with it later. */
    public function sessionId(): ?string
    {
        return $this->sessionId;
    }

    /**
     * Prices a trip within the session.
     *
     * @param array<string, mixed> $request
     */
    public function quotes(array $request, ?float $deadlineSeconds = null): Answer
    {
        $held = $this->sessionId === null ? [] : ['sessionId' => $this->sessionId];
        $answer = $this->client->quotes($held + $request, $deadlineSeconds);
        $this->sessionId = $answer['sessionId'];
        $this->trip = $request['trip'] ?? null;
        return $answer;
    }

    /**
     * Makes the traveller's link; without a trip it is for the one that was quoted last.
     *
     * @param array<string, mixed> $request
     */
    public function links(array $request = [], ?float $deadlineSeconds = null): Answer
    {
        $held = ['sessionId' => $this->sessionId, 'trip' => $this->trip];
        $known = array_filter($held, static fn (mixed $value): bool => $value !== null);
        return $this->client->links($request + $known, $deadlineSeconds);
    }
}

/**
 * The three headers that sign a call by scheme v2. The query of the target is not signed.
 *
 * @return array<string, string>
 */
function sign(
    string $prefix,
    string $keyId,
    #[\SensitiveParameter] string $secret,
    int $timestamp,
    string $method,
    string $target,
    string $body,
): array {
    $path = explode('?', $target, 2)[0];
    return [
        "x-$prefix-key-id" => $keyId,
        "x-$prefix-timestamp" => (string) $timestamp,
        "x-$prefix-signature" => 'v2=' . hash_hmac('sha256', "$timestamp.$method.$path.$body", $secret),
    ];
}

/**
 * An amount in another currency's minor units, exactly as the service converts, or null where it is beyond
 * the integers of PHP. The product is rounded once, half away from zero; a currency converts to itself as it is.
 *
 * @param array{code: string, minorUnits: int, eurRate: string, marginBps: int} $source
 * @param array{code: string, minorUnits: int, eurRate: string, marginBps: int} $target
 */
function convertMinor(int $amountMinor, array $source, array $target): ?int
{
    if ($source['code'] === $target['code']) {
        return $amountMinor;
    }
    [$top, $topScale] = wholeRate($target['eurRate']);
    [$bottom, $bottomScale] = wholeRate($source['eurRate']);
    // amount * top * (10000 + margin) / bottom, times ten to this power; texts of digits hold any size.
    $power = $bottomScale + $target['minorUnits'] - $topScale - $source['minorUnits'] - 4;
    $product = timesDigits((string) abs($amountMinor), $top);
    $product = timesDigits($product, 10_000 + $target['marginBps']);
    $shift = max(0, -$power);
    // The half is added as (2 * product + divisor) / (2 * divisor), where divisor is bottom and the shift.
    $twice = timesDigits($product . str_repeat('0', max(0, $power)), 2);
    $sum = sumDigits($twice, $bottom . str_repeat('0', $shift));
    $shifted = $shift === 0 ? $sum : (substr($sum, 0, -$shift) ?: '0');
    $rounded = divideDigits($shifted, 2 * $bottom);
    $converted = filter_var($rounded, FILTER_VALIDATE_INT);
    return $converted === false ? null : ($amountMinor < 0 ? -$converted : $converted);
}

/**
 * A decimal as a whole number and the count of its decimals.
 *
 * @internal
 * @return array{int, int}
 */
function wholeRate(string $rate): array
{
    $parts = explode('.', $rate, 2);
    $decimals = $parts[1] ?? '';
    return [(int) ($parts[0] . $decimals), strlen($decimals)];
}

/** @internal */
function timesDigits(string $digits, int $factor): string
{
    $product = '';
    $carry = 0;
    for ($at = strlen($digits) - 1; $at >= 0; $at--) {
        $carry += (int) $digits[$at] * $factor;
        $product = $carry % 10 . $product;
        $carry = intdiv($carry, 10);
    }
    return $carry === 0 ? $product : $carry . $product;
}

/** @internal */
function sumDigits(string $one, string $other): string
{
    $length = max(strlen($one), strlen($other));
    $one = str_pad($one, $length, '0', STR_PAD_LEFT);
    $other = str_pad($other, $length, '0', STR_PAD_LEFT);
    $sum = '';
    $carry = 0;
    for ($at = $length - 1; $at >= 0; $at--) {
        $carry += (int) $one[$at] + (int) $other[$at];
        $sum = $carry % 10 . $sum;
        $carry = intdiv($carry, 10);
    }
    return $carry === 0 ? $sum : $carry . $sum;
}

/** @internal */
function divideDigits(string $digits, int $divisor): string
{
    $quotient = '';
    $rest = 0;
    foreach (str_split($digits) as $digit) {
        $rest = $rest * 10 + (int) $digit;
        $quotient .= intdiv($rest, $divisor);
        $rest %= $divisor;
    }
    return ltrim($quotient, '0') ?: '0';
}

/** What was received is no event of ours. */
final class EventRefused extends \RuntimeException
{
    private const FAULTS = [
        'secret' => 'a secret is none: give whsec_ and base64, as the console has shown it',
        'headers' => 'webhook-id, webhook-timestamp or webhook-signature is missing, or has no such form',
        'timestamp' => 'it was signed too long ago or ahead: this clock is off, or somebody sends it anew',
        'signature' => 'no signature holds: the secret is another endpoint\'s, or the body is not the raw one, byte for byte',
        'body' => 'what was signed is no event',
    ];

    /**
     * @param string $reason `secret` (none of them is one), `headers` (one is missing or has no such form),
     *     `timestamp` (signed too long ago, or ahead), `signature` or `body` (no event)
     */
    public function __construct(public readonly string $reason)
    {
        parent::__construct('no event of ours: ' . (self::FAULTS[$reason] ?? $reason));
    }
}

// types of events, by .config/event-types.ts
const EVENT_TYPES = [
    'sale.validated',
    'sale.corrected',
    'subscription.presubscribed',
    'subscription.paid',
    'subscription.subscribed',
    'subscription.withdrawal_declared',
    'key.secret_ending',
    'quota.nearly_spent',
    'account.suspended',
    'account.restored',
    'commission.changed',
    'key.created',
    'key.rotated',
    'key.revoked',
    'endpoint.created',
    'endpoint.failing',
    'statement.ready',
    'payout.sent',
    'payout.returned',
    'ping',
];

/**
 * An event of ours. The data of each type, as arrays:
 *
 * @phpstan-type SaleValidated array{externalOrderId: string, ref: string, status: string, amount: int|float, commission: int|float, currency: string, bookedAt: string, validatedAt: string}
 * @phpstan-type SaleCorrected array{externalOrderId: string, ref: string, why: list<string>, before: array{sale: array{externalOrderId: string, status: string, amount: int|float, commission: int|float, currency: string, bookedAt: string|null}|null, pending: int|float, payable: int|float}, after: array{sale: array{externalOrderId: string, status: string, amount: int|float, commission: int|float, currency: string, bookedAt: string|null}, pending: int|float, payable: int|float}, correctedAt: string}
 * @phpstan-type SubscriptionPresubscribed array{subscriptionId: string, stage: string, ref: string, offerId: int|float|null, changedAt: string}
 * @phpstan-type SubscriptionPaid array{subscriptionId: string, stage: string, ref: string, offerId: int|float|null, changedAt: string}
 * @phpstan-type SubscriptionSubscribed array{subscriptionId: string, stage: string, ref: string, offerId: int|float|null, changedAt: string}
 * @phpstan-type SubscriptionWithdrawalDeclared array{subscriptionId: string, ref: string, offerId: int|float|null, declaredAt: string}
 * @phpstan-type KeySecretEnding array{keyId: string, previousValidUntil: string}
 * @phpstan-type QuotaNearlySpent array{keyId: string, bucket: string, limit: int|float, used: int|float, day: string}
 * @phpstan-type AccountSuspended array{reason: string|null}
 * @phpstan-type AccountRestored array{}
 * @phpstan-type CommissionChanged array{fromBps: int|float, toBps: int|float}
 * @phpstan-type KeyCreated array{keyId: string, scopes: list<string>}
 * @phpstan-type KeyRotated array{keyId: string, previousValidUntil: string}
 * @phpstan-type KeyRevoked array{keyId: string}
 * @phpstan-type EndpointCreated array{endpointId: string, types: list<string>}
 * @phpstan-type EndpointFailing array{endpointId: string, failingSince: string}
 * @phpstan-type StatementReady array{number: string, month: string, currency: string, due: int|float, carried: int|float, payOn: string|null}
 * @phpstan-type PayoutSent array{number: string, statement: string, amount: int|float, currency: string, sentOn: string, bankReference: string|null}
 * @phpstan-type PayoutReturned array{number: string, statement: string, amount: int|float, currency: string, returnedOn: string, reason: string|null}
 * @phpstan-type Ping array{endpointId: string}
 */
// end of types of events
final class Event
{
    /**
     * @param string $type such as `sale.validated`; there may be types that this version does not know
     * @param bool $isKnown whether this version knows the type
     * @param bool $isExample whether you had it sent from the console: nothing of it has happened
     * @param array<string, mixed> $data of the type above that has the name of the event's type
     */
    public function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly string $mode,
        public readonly string $timestamp,
        public readonly bool $isKnown,
        public readonly bool $isExample,
        public readonly array $data,
    ) {
    }
}

/**
 * Verifies an event by Standard Webhooks, or throws {@see EventRefused}. `$body` is the raw one, as it came
 * (`file_get_contents('php://input')`); `$headers` are `getallheaders()`, those of PSR-7, or `$_SERVER`. While a
 * secret is renewed, give the new and the old one.
 *
 * @param array<string, mixed> $headers
 * @param string|list<string> $secrets
 */
function verifyEvent(
    string $body,
    array $headers,
    string|array $secrets,
    int $toleranceSeconds = 300,
    ?int $now = null,
): Event {
    $keys = array_map(static function (string $secret): string {
        $text = preg_replace('/^whsec_/', '', trim($secret));
        $isForm = strlen($text) % 4 === 0 && preg_match('~^[A-Za-z0-9+/]+={0,2}$~D', $text) === 1;
        return $isForm ? (string) base64_decode($text, true) : throw new EventRefused('secret');
    }, (array) $secrets);
    if ($keys === []) throw new EventRefused('secret');
    $named = [];
    foreach ($headers as $name => $value) {
        $plain = preg_replace('/^http-/', '', strtr(strtolower((string) $name), '_', '-'));
        if (is_array($value)) $value = implode(' ', $value);
        if (is_string($value)) $named[$plain] = trim($value);
    }
    [$id, $sent, $words] = array_map(
        static fn (string $name): string => $named["webhook-$name"] ?? '',
        ['id', 'timestamp', 'signature'],
    );
    if ($id === '' || $words === '' || preg_match('/^[0-9]{1,15}$/D', $sent) !== 1) throw new EventRefused('headers');
    if (abs(($now ?? time()) - (int) $sent) > $toleranceSeconds) throw new EventRefused('timestamp');
    $isOurs = false;
    foreach ($keys as $key) {
        $due = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
        foreach (explode(' ', $words) as $word) $isOurs = hash_equals($due, $word) || $isOurs;
    }
    if (!$isOurs) throw new EventRefused('signature');
    $object = json_decode($body, false, 64);
    $event = json_decode($body, true, 64);
    if (!is_object($object) || !is_object($object->data ?? null)) throw new EventRefused('body');
    foreach (['id', 'type', 'mode', 'timestamp'] as $name) {
        if (!is_string($event[$name] ?? null)) throw new EventRefused('body');
    }
    ['data' => $data, 'id' => $told, 'mode' => $mode, 'timestamp' => $at, 'type' => $type] = $event;
    $isKnown = in_array($type, EVENT_TYPES, true);
    return new Event($told, $type, $mode, $at, $isKnown, ($event['example'] ?? false) === true, $data);
}

/** What {@see verifyStatement} finds. The statement holds where there are no faults. */
final class StatementVerified
{
    /**
     * @param list<string> $faults `form`, or of `signature`, `root`, `previous`, `sum` and `sales` those that do not hold
     * @param int $dueMinor what is paid by it, in minor units
     * @param list<string> $sales those of yours without a line or with lines of another sum, and those that are not yours
     */
    public function __construct(
        public readonly array $faults,
        public readonly string $number,
        public readonly string $currency,
        public readonly int $dueMinor,
        public readonly array $sales,
    ) {
    }
}

/**
 * Verifies a monthly statement by its books, without asking anybody. `$key` is the service's public key,
 * `$previous` the books of the statement before, and `$sales` tells by how much the month changed the
 * commission of each of your sales, in minor units, or null for "some".
 *
 * @param array<string|int, ?int>|null $sales
 */
function verifyStatement(string $books, string $key, ?string $previous = null, ?array $sales = null): StatementVerified
{
    try {
        $now = readBooks($books);
        $before = $previous === null ? null : readBooks($previous);
        ['told' => $told, 'lines' => $lines, 'nodes' => $nodes, 'old' => $old, 'origin' => $origin] = $now;
        $opening = rootOfNodes($nodes);
        foreach ($lines as $place => $line) {
            $top = hash('sha256', "\0$line", true);
            // Each full subtree of the size of this one makes a larger one with it.
            for ($rest = $old + $place; $rest % 2 === 1; $rest = intdiv($rest, 2)) {
                $top = hash('sha256', "\1" . array_pop($nodes) . $top, true);
            }
            $nodes[] = $top;
        }
        $owed = (int) $told['owed']['openingMinor'] + (int) $told['owed']['returned']['amountMinor'];
        $moved = [];
        foreach (array_slice($lines, 0, -1) as $text) {
            ['amountMinor' => $amount, 'from' => $from, 'order' => $order, 'to' => $to] = decoded($text);
            $into = ['payable' => 0, 'pending' => 0, $to => (int) $amount];
            $into[$from] = ($into[$from] ?? 0) - (int) $amount;
            $owed += $into['payable'];
            $moved[$order] = ($moved[$order] ?? 0) + $into['payable'] + $into['pending'];
        }
        $free = $owed - max((int) $told['heldMinor'], 0);
        $due = $free > 0 && $free >= (int) $told['minimumMinor'] ? $free : 0;
        $isWrong = static fn (?int $amount, string|int $order): bool =>
            !array_key_exists($order, $moved) || ($amount !== null && $moved[$order] !== $amount);
        $strange = static fn (int $change, string|int $order): bool =>
            $sales !== null && $change !== 0 && !array_key_exists($order, $sales);
        $wrong = [
            ...array_keys(array_filter($sales ?? [], $isWrong, ARRAY_FILTER_USE_BOTH)),
            ...array_keys(array_filter($moved, $strange, ARRAY_FILTER_USE_BOTH)),
        ];
        $figures = [$told['owed']['closingMinor'], $told['dueMinor'], $told['carriedMinor']];
        $log = "viatica/statements/{$told['partnerCode']}/{$told['currency']}/{$told['minorUnits']}";
        $holds = [
            'signature' => isSigned($now, $key),
            'root' => $now['size'] === $old + count($lines) && $now['root'] === rootOfNodes($nodes),
            'previous' => $before === null
                ? $old === 0 && $told['owed']['openingMinor'] === '0'
                : isSigned($before, $key)
                    && [$before['origin'], $before['size'], $before['root']] === [$origin, $old, $opening]
                    && strcmp($before['told']['month'], $told['month']) < 0
                    && $before['told']['carriedMinor'] === $told['owed']['openingMinor'],
            'sum' => $figures === array_map('strval', [$owed, $due, $owed - $due]) && $origin === $log,
            'sales' => $wrong === [],
        ];
        $faults = array_keys(array_filter($holds, static fn (bool $does): bool => !$does));
        return new StatementVerified($faults, $told['number'], $told['currency'], $due, array_map('strval', $wrong));
    } catch (\Throwable) {
        return new StatementVerified(['form'], '', '', 0, []);
    }
}

/**
 * @internal
 * @return array<string, mixed>
 */
function decoded(string $json): array
{
    return json_decode($json, true, 64, JSON_THROW_ON_ERROR);
}

/**
 * @internal
 * @return array<string, mixed>
 */
function readBooks(string $books): array
{
    [$head, $text, $signatures, $rest] = explode("\n\n", "$books\n\n\n\n\n\n");
    [$form, $old] = $hashes = explode("\n", "$head\n");
    [$origin, $size, $root] = explode("\n", "$text\n\n");
    $hashes = array_slice($hashes, 2, -1);
    $isForm = $form === 'viatica-books 1' && str_starts_with($old, 'old ') && substr_count($books, "\n\n") === 3;
    if (!$isForm || substr_count(decbin((int) substr($old, 4)), '1') !== count($hashes)) {
        throw new \UnexpectedValueException('no books of a statement');
    }
    $lines = explode("\n", str_ends_with($rest, "\n") ? substr($rest, 0, -1) : $rest);
    return [
        'text' => $text, 'signatures' => $signatures, 'origin' => $origin, 'root' => $root,
        'size' => (int) $size, 'old' => (int) substr($old, 4),
        'nodes' => array_map('base64_decode', $hashes),
        'lines' => $lines, 'told' => decoded($lines[count($lines) - 1]),
    ];
}

/**
 * @internal
 * @param list<string> $nodes
 */
function rootOfNodes(array $nodes): string
{
    $root = array_pop($nodes) ?? '';
    foreach (array_reverse($nodes) as $left) {
        $root = hash('sha256', "\1$left$root", true);
    }
    return base64_encode($root);
}

/**
 * @internal
 * @param array<string, mixed> $books
 */
function isSigned(array $books, string $key): bool
{
    $raw = substr((string) base64_decode(substr(trim($key), -44), true), 1);
    $head = "— {$books['origin']} ";
    foreach (explode("\n", $books['signatures']) as $line) {
        $signed = str_starts_with($line, $head) ? base64_decode(substr($line, strlen($head))) : '';
        if (strlen($signed) === 68) {
            return sodium_crypto_sign_verify_detached(substr($signed, 4), "{$books['text']}\n", $raw);
        }
    }
    return false;
}

/**
 * The sentences of a bilan in its own language; `$messages` are those of the vocabulary.
 *
 * @param array<string, mixed> $answer
 * @param array<string, mixed> $messages
 * @return array<string, mixed>
 */
function renderBilan(array $answer, array $messages): array
{
    ['bilan' => $bilan, 'card' => $card, 'meta' => $meta] = $answer;
    $english = $messages['locales'][$meta['market'] . '.locale']['traits']['english'] ?? 'en';
    $spoken = $meta['lang'] === 'en' ? $english : $meta['lang'];
    $say = function (string $group, string $key, array $values = []) use ($spoken, $messages, $meta): string {
        $texts = $messages[$group][$key]['texts'];
        return fillText($texts[$spoken] ?? $texts[$meta['lang']], $values, $meta['lang']);
    };
    $tell = fn (string $group, array $told): string => $say($group, $told['key'], $told['vars']);
    ['headline' => $headline, 'social' => $social] = $bilan;
    $whole = $tell('headlines', $headline);
    if (preg_match_all('/./us', $whole) > 70) {
        $here = $headline['vars']['here'] ?? null;
        $near = ['inPlace' => $here, 'inPlaces' => $here] + $headline['vars'];
        $whole = $say('headlines', $headline['key'], $near);
    }
    $gaps = [];
    foreach ($card['guarantees'] as $slug => $gap) {
        $gaps[] = [
            'label' => $say('guarantees', $slug),
            'badge' => $say('words', "badge_{$gap['badge']}"),
            'sentence' => $tell('badges', $gap),
        ];
    }
    return [
        'headline' => $whole,
        'medical' => $tell('medical', $bilan['medical']),
        'gaps' => $gaps,
        'arguments' => array_map(
            fn (array $told): array => array_map(
                fn (string $key): string => $say('arguments', $key, $told['vars']),
                $told['messageKeys'],
            ),
            $bilan['arguments'],
        ),
        'social' => str_ends_with($headline['key'], '.travel_warning')
            ? null
            : $say('social', $social['subjectKey'], $social['vars']),
        'reading' => $tell('sources', $bilan['reading']),
        'disclosures' => array_map(fn (array $each): string => $tell('disclosures', $each), $bilan['disclosures']),
    ];
}

/**
 * Fills in a text in ICU MessageFormat, as far as the vocabulary uses it: values, choices, plurals.
 *
 * @internal
 * @param array<string, mixed> $values
 */
function fillText(string $text, array $values, string $language, string $count = '#'): string
{
    $said = '';
    for ($at = 0; $at < strlen($text); $at++) {
        if ($text[$at] !== '{') {
            $said .= $text[$at] === '#' ? $count : $text[$at];
            continue;
        }
        $end = closingBrace($text, $at);
        $parts = array_map('trim', explode(',', substr($text, $at + 1, $end - $at - 1), 3));
        $value = $values[$parts[0]];
        $at = $end;
        if (count($parts) === 1) {
            $said .= $value;
            continue;
        }
        $options = [];
        for ($rest = $parts[2]; $rest !== ''; $rest = trim(substr($rest, $closed + 1))) {
            $opened = (int) strpos($rest, '{');
            $closed = closingBrace($rest, $opened);
            $options[trim(substr($rest, 0, $opened))] = substr($rest, $opened + 1, $closed - $opened - 1);
        }
        if ($parts[1] === 'select') {
            $said .= fillText($options[(string) $value] ?? $options['other'], $values, $language, $count);
            continue;
        }
        $form = $value === 1 || ($value === 0 && $language === 'fr') ? 'one' : 'other';
        $chosen = $options["=$value"] ?? $options[$form] ?? $options['other'];
        $said .= fillText($chosen, $values, $language, (string) $value);
    }
    return $said;
}

/** @internal Where the brace is that closes another. */
function closingBrace(string $text, int $opened): int
{
    $depth = 0;
    for ($at = $opened; $at < strlen($text); $at++) {
        $depth += ['{' => 1, '}' => -1][$text[$at]] ?? 0;
        if ($depth === 0) {
            return $at;
        }
    }
    throw new \InvalidArgumentException("nothing closes $text");
}
