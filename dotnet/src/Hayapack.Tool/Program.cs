using Hayapack.Tool;

var output = new Output();
try
{
    int status = await CommandLine.RunAsync(args, output);
    output.Flush();
    return status;
}
catch (StopException stop)
{
    Output.Say(stop.Message);
    return stop.Status;
}
