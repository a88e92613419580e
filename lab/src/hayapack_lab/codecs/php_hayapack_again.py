"""hayapack in PHP in a second process, to measure the noise."""

from . import php_hayapack

NAME = "hayapack again"
FORMAT = php_hayapack.FORMAT
PACKAGE = php_hayapack.PACKAGE
LOSES = php_hayapack.LOSES
RUNTIME = php_hayapack.RUNTIME
EXTENSION = php_hayapack.EXTENSION
ENCODE = php_hayapack.ENCODE
DECODE = php_hayapack.DECODE
CONTRACT = php_hayapack.CONTRACT
TWIN_OF = "php_hayapack"
