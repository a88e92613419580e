using Hayapack.Tests;

// The test runner loads the assembly without calling this. NestingTests starts it as a process of its own.
return args switch
{
    [NestingChild.Argument] => NestingChild.Run(),
    [InProcess.Argument, .. string[] without] => InProcess.Run(without),
    _ => 2,
};
