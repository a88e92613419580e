<?php
/* As object_classes.php, for features of PHP 8.4. */
declare(strict_types=1);

class Modern
{
    public string $shout {
        get => strtoupper($this->text);
    }
    public string $text = '' {
        set(int|string $text) => (string) $text;
    }
    public private(set) int $number = 0;
    public protected(set) readonly array $list;

    public function fill(int $number, string $text, array $list): static
    {
        $this->number = $number;
        $this->text = $text;
        $this->list = $list;
        return $this;
    }
}
