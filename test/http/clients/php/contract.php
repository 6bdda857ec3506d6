<?php

declare(strict_types=1);

// Proves the client in PHP against an emulator, a server of odd ways, and the shared vectors.

use Viatica\Client;
use Viatica\Failed;
use Viatica\Refused;

use function Viatica\convertMinor;
use function Viatica\sign;

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $what, string $file, int $line): never {
    throw new ErrorException($what, 0, $level, $file, $line);
});

require (string) getenv('VIATICA_CLIENT') . '/src/viatica.php';

const TRIP = [
    'intent' => 'forTourism', 'startDate' => '2027-07-01', 'endDate' => '2027-07-14',
    'countryResidence' => 'FR', 'arrivalCountries' => ['US'], 'travellers' => [['age' => 34]],
];
const ASKED = ['trip' => TRIP];
const READING = [
    'residence' => 'FR', 'destinations' => ['US'], 'card' => ['network' => 'visa', 'tier' => 'mid'],
];

function env(string $name): string
{
    return (string) getenv("VIATICA_$name");
}

function client(string $url = '', mixed ...$options): Client
{
    return new Client($url === '' ? env('URL') : $url, env('KEY'), env('SECRET'), ...$options);
}

function odd(string $way, mixed ...$options): Client
{
    return client(env('ODD_URL') . "/$way", ...$options);
}

/** @param array<string, mixed> $body */
function control(string $path, array $body): void
{
    $context = ['http' => ['method' => 'POST', 'content' => json_encode($body), 'header' => 'content-type: application/json']];
    file_get_contents(env('URL') . "/_emulator/$path", false, stream_context_create($context));
}

function trigger(string $name): void
{
    control('trigger', ['trigger' => $name]);
}

function answer(string $endpoint, int $status, mixed $body): void
{
    control('answer', ['endpoint' => $endpoint, 'status' => $status, 'body' => $body]);
}

function same(mixed $found, mixed $wanted, string $about = ''): void
{
    if ($found !== $wanted) {
        throw new Exception("$about: " . json_encode($found) . ' is not ' . json_encode($wanted));
    }
}

function failure(string $code, callable $call): Failed
{
    try {
        $call();
    } catch (Failed $failure) {
        same($failure->errorCode, $code, $failure->getMessage());
        return $failure;
    }
    throw new Exception("$code did not come");
}

/** @return array<string, mixed> */
function vectors(string $name): array
{
    return json_decode((string) file_get_contents(env('VECTORS') . "/$name"), true, 64, JSON_THROW_ON_ERROR);
}

$quote = static fn () => client()->quotes(ASKED);
$checks = [
    'signs as the signing vectors say' => static function (): void {
        $count = 0;
        foreach (vectors('signing.json')['vectors'] as $vector) {
            if (!$vector['expected']['ok']) {
                continue;
            }
            ['method' => $method, 'path' => $path, 'headers' => $headers] = $vector['request'];
            $body = isset($vector['request']['bodyBase64'])
                ? (string) base64_decode($vector['request']['bodyBase64'], true)
                : $vector['request']['bodyUtf8'] ?? '';
            $told = array_column(array_map(static fn ($h) => [strtolower($h[0]), $h[1]], $headers), 1, 0);
            $names = "x-{$vector['prefix']}";
            $wanted = [
                "$names-key-id" => $told["$names-key-id"],
                "$names-timestamp" => $told["$names-timestamp"],
                "$names-signature" => strtolower($told["$names-signature"]),
            ];
            $made = [];
            foreach ($vector['keys'] as $key) {
                foreach ([$key['secret'], $key['previous']['secret'] ?? null] as $secret) {
                    $at = (int) $told["$names-timestamp"];
                    $made[] = $secret === null
                        ? []
                        : sign($vector['prefix'], $key['keyId'], $secret, $at, $method, $path, $body);
                }
            }
            same(in_array($wanted, $made, true), true, $vector['name']);
            $count++;
        }
        same($count > 20, true, 'accepted vectors');
    },
    'converts as the conversion vectors say' => static function (): void {
        $file = vectors('conversion.json');
        $currencies = array_column($file['currencies'], null, 'code');
        foreach ($file['vectors'] as $vector) {
            $found = convertMinor($vector['amountMinor'], $currencies[$vector['source']], $currencies[$vector['target']]);
            $isSafe = $found !== null && abs($found) <= 2 ** 53 - 1;
            same($isSafe ? $found : null, $vector['expectedMinor'], (string) json_encode($vector));
        }
        same(count($file['vectors']) > 1000, true);
    },
    'prices a trip and goes on in its session' => static function (): void {
        $traveller = client()->traveller();
        $first = $traveller->quotes(ASKED);
        same($traveller->sessionId(), $first['sessionId']);
        same($traveller->quotes(ASKED)['sessionId'], $first['sessionId']);
        same($first['offers'][0]['price']['amount'] > 0, true);
        same($first->about->rates?->limit, 200);
        same($first->about->requestId !== null, true);
        $again = client()->traveller($traveller->sessionId())->quotes(['trip' => TRIP, 'crad' => 1]);
        same($again['sessionId'], $first['sessionId']);
        same($again->about->unknownFields, ['crad']);
    },
    'reads a bilan' => static function (): void {
        same(count(client()->bilan(READING)['bilan']['arguments']) > 0, true);
    },
    'links a traveller, reports the sale and lists it' => static function (): void {
        $traveller = client()->traveller();
        $offer = $traveller->quotes(ASKED)['offers'][0];
        same(str_starts_with($traveller->links(['offerId' => $offer['id']])['url'], 'http'), true);
        $report = [
            'ref' => env('REF'), 'externalOrderId' => 'order-1', 'status' => 'pending',
            'amount' => $offer['price']['amount'], 'currency' => $offer['price']['currency'],
        ];
        same(client()->conversion($report)['created'], true);
        same(client()->conversion($report)['created'], false);
        $page = client()->sales(['status' => 'pending', 'from' => '2020-01-01', 'limit' => 10, 'by' => null]);
        same(array_column($page['sales'], 'externalOrderId'), ['order-1']);
        same($page['sales'][0]['amount'], $offer['price']['amount']);
    },
    'reads cards, meta and the vocabulary' => static function (): void {
        same(count(client()->cards(['country' => 'FR'])['banks']) > 0, true);
        same(client()->meta()['key']['mode'], 'sandbox');
        same(isset(client()->vocabulary()['messages']['arguments']), true);
    },
    'lists events, and sends one again' => static function (): void {
        control('endpoints', ['url' => 'http://127.0.0.1:65535/hooks']);
        trigger('spend-reads');
        trigger('fresh-quota');
        [$event] = client()->events(['limit' => 1])['events'];
        same($event['type'], 'quota.nearly_spent');
        [$endpoint] = client()->eventEndpoints()['endpoints'];
        same(str_starts_with(client()->eventPing($endpoint['endpointId'])['eventId'], 'evt_'), true);
        same(client()->eventResend($event['id'])['eventId'], $event['id']);
        $made = client()->eventEndpointCreate(['url' => 'http://127.0.0.1:65535/own']);
        $own = $made['endpointId'];
        $paused = client()->eventEndpointUpdate(['endpointId' => $own, 'paused' => true])['endpoint'];
        same($paused['pausedAt'] !== null, true);
        same(client()->eventEndpointRotate($own)['secret'] !== $made['secret'], true);
        same(client()->eventEndpointRemove($own)['removed'], true);
    },
    'lists calls as they come, with what was wrong' => static function () use ($quote): void {
        $cursor = client()->calls(['limit' => 1])['nextCursor'];
        trigger('BAD_DATES');
        $refused = failure('BAD_DATES', $quote);
        // Calls are kept about a second after they were answered.
        for ($tries = 0, $listed = null; $tries < 20 && $listed === null; $tries++) {
            usleep(500_000);
            $page = client()->calls(['cursor' => $cursor, 'refused' => 'true']);
            $cursor = $page['nextCursor'];
            foreach ($page['calls'] as $call) {
                $listed = $call['requestId'] === $refused->about?->requestId ? $call : $listed;
            }
        }
        same([$listed['errorCode'], $listed['status'], $listed['isSigned']], ['BAD_DATES', 400, true]);
        same(str_contains($listed['detail'], 'endDate'), true);
    },
    'tells refusals by their codes' => static function () use ($quote): void {
        $report = ['ref' => 'r', 'externalOrderId' => 'o', 'status' => 'pending', 'amount' => 1];
        $sale = static fn () => client()->conversion($report);
        $bilan = static fn () => client()->bilan(READING);
        $refusals = [
            'BAD_DATES' => [400, $quote], 'BAD_TRIP' => [400, $quote], 'NO_DESTINATIONS' => [400, $quote],
            'BAD_CONVERSION' => [400, $sale], 'UNAUTHORIZED' => [401, $quote],
            'STALE_TIMESTAMP' => [401, $quote], 'INVALID_SIGNATURE' => [401, $quote],
            'SCOPE_FORBIDDEN' => [403, $quote], 'CARD_MODE_FORBIDDEN' => [403, $bilan],
            'NOT_FOUND' => [404, $quote], 'LINK_NOT_FOUND' => [404, $sale],
            'METHOD_NOT_ALLOWED' => [405, $quote], 'PAYLOAD_TOO_LARGE' => [413, $quote],
            'UNSUPPORTED_ENCODING' => [415, $quote],
        ];
        foreach ($refusals as $code => [$status, $call]) {
            trigger($code);
            $refused = failure($code, $call);
            same($refused instanceof Refused, true, $code);
            same([$refused->status(), $refused->attempts], [$status, 1], $code);
            $told = $refused->getMessage();
            same(str_contains($told, $code) && str_contains($told, (string) $refused->about?->requestId), true, $told);
        }
        trigger('BAD_DATES');
        $refused = failure('BAD_DATES', $quote);
        same($refused instanceof Refused && str_contains((string) $refused->detail, 'endDate'), true);
    },
    'tells which quota is spent' => static function (): void {
        $quote = static fn () => client()->quotes(ASKED, 1);
        foreach (['spend-reads' => ['QUOTA_EXCEEDED', 'reads'], 'RATE_LIMITED' => ['RATE_LIMITED', null]] as $name => [$code, $bucket]) {
            trigger($name);
            $refused = failure($code, $quote);
            same([$refused->status(), $refused->attempts], [429, 1], $code);
            same($refused->about?->rates?->resetSeconds > 0 && $refused->retryAfterSeconds > 0, true, $code);
            same($refused instanceof Refused && ($bucket === null || $refused->bucket === $bucket), true, $code);
            trigger('fresh-quota');
        }
        same($quote()->about->status, 200);
    },
    'sends again what failed in passing' => static function () use ($quote): void {
        $names = ['PRICING_REFUSED', 'PRICING_TIMED_OUT', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR', 'REQUEST_TIMEOUT'];
        foreach ($names as $name) {
            trigger($name);
            same($quote()->about->attempts, 2, $name);
        }
        control('trigger', ['trigger' => 'PRICING_REFUSED', 'times' => 2]);
        $refused = failure('PRICING_UNAVAILABLE', static fn () => client(triesMax: 2)->quotes(ASKED));
        same([$refused->status(), $refused->attempts], [502, 2]);
    },
    'gives a code that nobody knows as it is' => static function () use ($quote): void {
        answer('quotes', 418, ['ok' => false, 'error' => 'TOO_COLD', 'detail' => 'ask in summer', 'more' => [1]]);
        $refused = failure('TOO_COLD', $quote);
        same($refused->status(), 418);
        same($refused instanceof Refused ? [$refused->detail, $refused->body['more']] : [], ['ask in summer', [1]]);
    },
    'reads words, fields and states that nobody knows' => static function () use ($quote): void {
        $offer = [
            'id' => 'offer-1', 'slug' => 'never-seen', 'price' => ['amount' => 12.5, 'currency' => 'XXX', 'net' => null],
            'guarantees' => ['space-debris' => ['state' => 'perhaps', 'value' => ['deep' => true]]],
        ];
        answer('quotes', 200, ['sessionId' => 'qs_new', 'mood' => 'sunny', 'offers' => [$offer]]);
        $read = $quote();
        same($read['mood'], 'sunny');
        same($read['never there'], null);
        same($read['offers'][0]['guarantees']['space-debris']['state'], 'perhaps');
        same($read['offers'][0]['price']['amount'], 12.5);
        answer('meta', 200, ['key' => ['mode' => 'twilight'], 'trip' => ['intents' => ['forTourism', 'forScience']]]);
        same(client()->meta()['trip']['intents'][1], 'forScience');
        answer('conversion', 200, ['externalOrderId' => 'o', 'status' => 'frozen', 'commission' => ['kind' => 'new']]);
        same(client()->conversion(['ref' => 'r'])['status'], 'frozen');
    },
    'tells what is no answer' => static function () use ($quote): void {
        answer('quotes', 200, ['ok' => true]);
        same($quote()->about->attempts, 2);
        answer('quotes', 200, ['no', 'object']);
        same(failure('unreadable', static fn () => client(triesMax: 1)->quotes(ASKED))->status(), 200);
        foreach (['page' => 404, 'moves' => 307] as $way => $status) {
            $unreadable = failure('unreadable', static fn () => odd($way)->quotes(ASKED));
            same([$unreadable->status(), $unreadable->attempts], [$status, 1]);
            same($unreadable instanceof Refused, false);
        }
    },
    'sends again after a broken connection' => static function (): void {
        foreach (['resets', 'breaks'] as $way) {
            same(odd($way)->quotes(ASKED)->about->attempts, 2, $way);
        }
        $closed = client('http://127.0.0.1:1', triesMax: 2);
        same(failure('transport', static fn () => $closed->meta())->attempts, 2);
        try {
            new Client('http://127.0.0.1:1', 'ak_test_1', '');
        } catch (\InvalidArgumentException $missing) {
            same($missing->getMessage(), 'keyId and secret are needed');
            return;
        }
        throw new \RuntimeException('made without a secret');
    },
    'reports a sale again under its first signature' => static function (): void {
        [$first, $second] = odd('sale')->conversion(['ref' => 'r'])['tries'];
        same($first['signature'] !== '', true);
        same($second['signature'], $first['signature']);
    },
    'waits as long as Retry-After asks, and signs anew' => static function (): void {
        [$first, $second] = odd('patience')->quotes(ASKED)['tries'];
        same((int) $second['timestamp'] > (int) $first['timestamp'], true);
        same($second['signature'] !== $first['signature'], true);
    },
    'waits until a spent minute is over' => static function (): void {
        $held = odd('spends');
        same($held->quotes(ASKED)->about->rates?->burstRemaining, 0);
        same($held->quotes(ASKED)->about->attempts, 1);
    },
    'sends nothing that a spent minute leaves no time for' => static function (): void {
        $held = odd('hurries');
        same($held->quotes(ASKED)->about->rates?->burstRemaining, 0);
        $refused = failure('RATE_LIMITED', static fn () => $held->conversion(['ref' => 'r'], 0.5));
        same([$refused->status(), $refused->attempts, $refused->retryAfterSeconds], [429, 0, 1]);
        same(str_starts_with($refused->getMessage(), '429 RATE_LIMITED: not sent: '), true);
        same(count($held->quotes(ASKED)['tries']), 2);
    },
    'ends a call at its deadline' => static function (): void {
        same(failure('timeout', static fn () => odd('stalls')->quotes(ASKED, 0.5))->attempts, 1);
        trigger('slow');
        failure('timeout', static fn () => client()->quotes(ASKED, 0.5));
    },
];

foreach ($checks as $name => $check) {
    $check();
    echo "ok $name\n";
}
