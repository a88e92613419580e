<?php
/**
 * Writes the reference of PHP's module: every function, class and constant of php/msgpack.stub.php with its comment, as
 * Markdown on the standard output. PHP's reflection reads the stub, so it runs without the module:
 *
 *     php -n tools/docs/php_reference.php php/msgpack.stub.php
 */

const UNKNOWN = null; // what the stub has for values that the C code gives

$classesBefore = get_declared_classes();
require $argv[1];

$comments = constant_comments(file_get_contents($argv[1]));
echo "# PHP reference\n\nEvery function, class and constant, from the module's stub. [hayapack in PHP](../docs/php.md) and\n",
    "[your own classes](../docs/classes-php.md) explain them by examples.\n\n## Functions\n\n";
foreach (get_defined_functions()['user'] as $name) {
    $function = new ReflectionFunction($name);
    if ($function->getFileName() === realpath($argv[1])) {
        echo "### ", $name, "\n\n", declaration($function), text($function->getDocComment());
    }
}
foreach (array_diff(get_declared_classes(), $classesBefore) as $name) {
    print_class(new ReflectionClass($name));
}
echo "## Constants\n\n| constant | meaning |\n| --- | --- |\n";
foreach ($comments as $name => $comment) {
    echo "| `", $name, "` | ", trim(str_replace("\n", ' ', text($comment))), " |\n";
}

function print_class(ReflectionClass $class): void
{
    $parent = $class->getParentClass();
    echo "## ", $class->name, "\n\n```php\n", $class->isFinal() ? 'final ' : '', "class ", $class->name,
        $parent ? " extends $parent->name" : '', "\n```\n\n", text($class->getDocComment());
    foreach ($class->getReflectionConstants() as $constant) {
        echo "**`", $class->name, "::", $constant->name, "`**: ", text($constant->getDocComment());
    }
    foreach ($class->getProperties(ReflectionProperty::IS_PUBLIC) as $property) {
        if ($property->class === $class->name) {
            echo "**`", $property->isReadOnly() ? 'readonly ' : '', $property->getType(), ' $', $property->name, "`**: ",
                text($property->getDocComment());
        }
    }
    foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        $hidden = in_array($method->name, ['__unserialize', '__destruct'], true) && !$method->getDocComment();
        if ($method->class === $class->name && !$hidden) {
            echo "### ", $class->name, "::", $method->name, "\n\n", declaration($method), text($method->getDocComment());
        }
    }
}

/** name => comment, of the stub's global constants, which reflection gives no comments of. */
function constant_comments(string $code): array
{
    $comments = [];
    $comment = '';
    foreach (PhpToken::tokenize($code) as $token) {
        if ($token->id === T_DOC_COMMENT) {
            $comment = $token->text;
        } elseif ($token->id === T_CLASS) {
            break;
        } elseif ($token->id === T_STRING && str_starts_with($token->text, 'M') && defined($token->text)) {
            $comments[$token->text] = $comment;
        }
    }
    return $comments;
}

function declaration(ReflectionFunctionAbstract $function): string
{
    $words = array_map(static function (ReflectionParameter $parameter): string {
        $default = '';
        if ($parameter->isDefaultValueAvailable()) {
            $value = $parameter->isDefaultValueConstant() ? '…' : var_export($parameter->getDefaultValue(), true);
            $default = ' = ' . str_replace(["NULL", "array (\n)"], ['null', '[]'], $value);
        }
        $reference = $parameter->isPassedByReference() ? '&' : '';
        return ltrim($parameter->getType() . ' ') . $reference . '$' . $parameter->name . $default;
    }, $function->getParameters());
    $static = $function instanceof ReflectionMethod && $function->isStatic() ? 'static ' : '';
    $type = $function->getReturnType() === null ? '' : ': ' . $function->getReturnType();
    $line = $static . 'function ' . $function->getShortName() . '(' . implode(', ', $words) . ')' . $type;
    return "```php\n$line\n```\n\n";
}

/** A comment without its stars and tags; its list is a list of Markdown as it is. */
function text(string|false $comment): string
{
    $lines = preg_split('/\R/', preg_replace('~^\s*/\*\*|\*/\s*$~', '', (string)$comment));
    $lines = array_map(static fn (string $line): string => preg_replace('~^\s*\* ?~', '', rtrim($line)), $lines);
    $lines = array_filter($lines, static fn (string $line): bool => !preg_match('~^\s*@(?!phpstan-return|template)~', $line));
    $lines = array_filter($lines, static fn (string $line): bool => !preg_match('~^\s*@~', $line));
    $text = trim(implode("\n", $lines));
    $text = preg_replace('~^- ([\w, ]+?) \(~m', '- `$1` (', $text);
    $text = preg_replace('~(?<![\w`])(\w+<[^ ]*?>+)(?![\w`])~', '`$1`', $text); // list<T> is no tag
    return $text === '' ? "\n" : $text . "\n\n";
}
