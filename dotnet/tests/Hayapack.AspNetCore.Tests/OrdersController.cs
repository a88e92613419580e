using Microsoft.AspNetCore.Mvc;

namespace Hayapack.AspNetCore.Tests;

[ApiController]
[Route("mvc/orders")]
public class OrdersController : ControllerBase
{
    [HttpPost]
    public ActionResult<Order> Post(Order order)
    {
        order.Lines.Add(new Line { Name = "mvc", Count = order.Lines.Count });
        return order;
    }

    [HttpPost("maybe")]
    public ActionResult<bool> PostMaybe(Order? order) => order is null;

    [HttpGet("none")]
    public ActionResult<Order> None() => NotFound();

    [HttpPost("broken")]
    public ActionResult<Broken> PostBroken(Broken broken) => broken;
}
