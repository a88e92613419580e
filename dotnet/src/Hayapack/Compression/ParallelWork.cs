using System.Runtime.ExceptionServices;

namespace Hayapack.Compression;

/// <summary>
/// Independent pieces of work for the calling thread and, if they have time, threads of the pool. The calling thread does
/// every piece that no other thread has begun, so it never waits for the pool to start a thread.
/// </summary>
internal abstract class ParallelWork : IThreadPoolWorkItem
{
    private int count;
    private int taken;
    private int finished;
    private ExceptionDispatchInfo? fault;

    /// <summary>Gets the number of threads that can work at the same time.</summary>
    /// <param name="limit">The largest allowed number of threads; -1 means one per processor.</param>
    internal static int Threads(int limit) => limit < 0 ? Environment.ProcessorCount : Math.Min(limit, Environment.ProcessorCount);

    /// <summary>
    /// Does all pieces. When it returns or throws, no thread works on a piece or will begin one: their memory can be reused.
    /// </summary>
    /// <param name="pieces">The number of pieces.</param>
    /// <param name="threads">The largest number of threads, this one included.</param>
    /// <exception cref="Exception">The first exception of <see cref="Do"/>; pieces not begun by then are left out.</exception>
    internal void Run(int pieces, int threads)
    {
        count = pieces;
        for (int i = Math.Min(threads, pieces); i > 1; i--)
        {
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }

        Work();
        Wait();
        fault?.Throw();
    }

    void IThreadPoolWorkItem.Execute() => Work();

    /// <summary>Does a piece. Called once for each, on several threads at the same time.</summary>
    /// <param name="index">The index of the piece.</param>
    protected abstract void Do(int index);

    private void Work()
    {
        int index;
        while ((index = Interlocked.Increment(ref taken) - 1) < count)
        {
            try
            {
                if (Volatile.Read(ref fault) is null)
                {
                    Do(index);
                }
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref fault, ExceptionDispatchInfo.Capture(exception), null);
            }

            // The last access to the pieces' memory is before this.
            if (Interlocked.Increment(ref finished) == count)
            {
                lock (this)
                {
                    Monitor.PulseAll(this);
                }
            }
        }
    }

    /// <summary>Waits for the pieces that other threads have begun. An interrupt of this thread takes effect afterwards.</summary>
    private void Wait()
    {
        var spin = default(SpinWait);
        while (Volatile.Read(ref finished) < count && !spin.NextSpinWillYield)
        {
            spin.SpinOnce();
        }

        bool isInterrupted = false;
        while (Volatile.Read(ref finished) < count)
        {
            try
            {
                lock (this)
                {
                    if (finished < count)
                    {
                        Monitor.Wait(this);
                    }
                }
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }

        if (isInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }
}
