<?php
// step: price
require 'viatica.php';

$client = new Viatica\Client(
    getenv('VIATICA_URL'), getenv('VIATICA_KEY'), getenv('VIATICA_SECRET'),
);
$trip = [
    'intent' => 'forTourism',
    'startDate' => '2027-07-01',
    'endDate' => '2027-07-14',
    'countryResidence' => 'FR',
    'arrivalCountries' => ['US'],
    'travellers' => [['age' => 34], ['age' => 31]],
];
$traveller = $client->traveller(); // keeps one session
$offers = $traveller->quotes(['trip' => $trip])['offers'];
foreach (array_slice($offers, 0, 3) as $offer) {
    ['amount' => $amount, 'currency' => $currency] = $offer['price'];
    echo "$amount $currency {$offer['name']} {$offer['plan']}\n";
}

// step: read
$card = ['network' => 'visa', 'tier' => 'mid'];
$asked = ['residence' => 'FR', 'destinations' => ['US'], 'card' => $card];
$bilan = $client->bilan($asked)['bilan'];
echo $bilan['headline']['key'], ' ', count($bilan['arguments']), " arguments\n";

// step: link
$link = $traveller->links(['offerId' => $offers[0]['id']]);
echo $link['url'], "\n";

// step: sale
$sale = $client->conversion([
    'contractVersion' => '3.2',
    'ref' => getenv('VIATICA_REF'),
    'externalOrderId' => 'AC-2291',
    'status' => 'pending',
    'amount' => $offers[0]['price']['amount'],
    'currency' => $offers[0]['price']['currency'],
]);
echo "{$sale['status']} {$sale['amount']} {$sale['currency']}\n";
