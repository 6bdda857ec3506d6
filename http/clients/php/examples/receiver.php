<?php
require 'viatica.php';

$body = file_get_contents('php://input'); // raw, not parsed yet
try {
    $event = Viatica\verifyEvent($body, getallheaders(), getenv('VIATICA_EVENTS_SECRET'));
    http_response_code(204);
    error_log("$event->type $event->id");
} catch (Viatica\EventRefused $refused) {
    http_response_code(400);
    error_log("refused: {$refused->getMessage()}");
}
