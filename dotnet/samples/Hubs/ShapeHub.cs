using Microsoft.AspNetCore.SignalR;

namespace Hubs;

internal sealed class ShapeHub : Hub
{
    public IShape Larger(IShape shape) => new Circle { Id = shape.Id, Radius = ((Circle)shape).Radius + 1 };

    public Color ColorOf(IShape shape) => shape is Circle ? Color.Green : Color.Red;

    public async IAsyncEnumerable<IShape> Shapes(int count)
    {
        for (int id = 0; id < count; id++)
        {
            await Task.Yield();
            yield return id % 2 == 0 ? new Circle { Id = id, Radius = 1 } : new Square { Id = id, Side = 1 };
        }
    }
}
