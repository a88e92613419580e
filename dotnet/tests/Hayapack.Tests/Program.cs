using Hayapack.Tests;

// The test runner loads the assembly without calling this. NestingTests starts it as a process of its own.
return args is [NestingChild.Argument] ? NestingChild.Run() : 2;
