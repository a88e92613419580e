using System.Runtime.InteropServices;
using Hayapack.Tool;

// Signals end the process at once. No file is being written that could stay incomplete.
using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, _ => Environment.Exit(Status.Interrupted));
using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, _ => Environment.Exit(Status.Terminated));

var output = new Output();
try
{
    int status = Commands.Run(args, output);
    output.Flush();
    return status;
}
catch (StopException stop)
{
    Output.Say($"haya: {stop.Message}");
    return stop.Status;
}
