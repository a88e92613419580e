<?php
/** Lists that show what looking at the keys costs, the question of reference article C. */
declare(strict_types=1);

/**
 * PHP keeps a list in a packed array, which has no keys to look at, unless the array once had other keys: then each
 * entry of its hash table has one.
 */
const KEY_LISTS = ['c_list_packed' => false, 'c_list_hashed' => true];

/** The workload of a name in KEY_LISTS, with lists of $length integers; null: another name. */
function key_list(string $name, int $length): ?Workload
{
    if (!isset(KEY_LISTS[$name])) {
        return null;
    }
    $make = function (int $number) use ($name, $length): array {
        $list = [];
        if (KEY_LISTS[$name]) {
            $list['other'] = null;
            unset($list['other']);
        }
        for ($i = 0; $i < $length; $i++) {
            $list[] = $number + $i;
        }
        return $list;
    };
    return new Workload("$length integers", $make, 'lists');
}
