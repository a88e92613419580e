<?php
/* The page of the session tests: ?do=write fills the session, ?do=read shows it. */
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/sample_values.php';

use Trial\Samples;

session_start();
if ($_GET['do'] === 'write') {
    $_SESSION = Samples::all();
    $_SESSION['count'] = 1;
} else {
    $_SESSION['count']++;
}
echo json_encode(['version' => phpversion('msgpack'), 'handler' => ini_get('session.serialize_handler'),
    'id' => session_id(), 'session' => Samples::dumps($_SESSION)], JSON_THROW_ON_ERROR);
