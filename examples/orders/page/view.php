<?php
// The page's HTML. $orders, $totals, $aside and $down are from index.php; text() escapes what others wrote.
$sum = 0;
?>
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<title>Orders</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
table { width: 100%; border-collapse: collapse }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { border-bottom: 2px solid #8888; white-space: nowrap }
td { border-bottom: 1px solid #8884 }
.number { padding-right: 0; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
.bad { color: light-dark(#b3261e, #ff8a80) }
@media (max-width: 30rem) {
    thead { display: none }
    tr { display: grid; grid-template-columns: 3rem 1fr auto; border-bottom: 1px solid #8884 }
    td { border: 0 }
    td:nth-child(3):not(.number) { grid-row: 2; grid-column: 2 / 4; padding-top: 0 }
}
</style>
<h1>Orders</h1>
<?php if ($down): ?>
<p class="bad" role="alert">The orders cannot be read at present. This page tries again every two seconds.</p>
<?php else: ?>
<table id="orders">
<thead><tr><th>No.<th>Customer<th>Articles<th class="number">Total</thead>
<?php foreach ($orders as $entry => $order): ?>
<?php if (is_string($order)): ?>
<tr class="bad"><td>–<td colspan="3">Entry <?= text($entry) ?> is no order: <?= text($order) ?>
<?php continue; endif; ?>
<?php $total = $totals[$entry]; ?>
<tr><td><?= $order->id ?><td><?= text($order->customer) ?><td><?= text(articles($order)) ?>

<?php if ($total === null): ?><td class="number">…
<?php elseif (is_string($total)): ?><td class="number bad" title="<?= text($total) ?>">unreadable
<?php else: $sum += $total->cents; ?><td class="number"><?= number_format($total->cents / 100, 2) ?>

<?php endif; endforeach; ?>
</table>
<p>Sum of the orders shown: <strong id="sum"><?= number_format($sum / 100, 2) ?></strong></p>
<?php if ($aside): ?>
<h2>Put aside by the worker</h2>
<ul id="aside">
<?php foreach ($aside as $why): ?>
<li>Entry <?= text($why['entry'] ?? '') ?>: <?= text($why['text'] ?? '') ?>

<?php endforeach; ?>
</ul>
<?php endif; endif; ?>
</html>
