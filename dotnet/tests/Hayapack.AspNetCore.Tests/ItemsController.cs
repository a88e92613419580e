using Microsoft.AspNetCore.Mvc;

namespace Hayapack.AspNetCore.Tests;

/// <summary>What <see cref="NegotiationServer"/> has as minimal APIs, in MVC.</summary>
[ApiController]
[Route("mvc/items")]
public class ItemsController : ControllerBase
{
    [HttpGet]
    public ActionResult<Item> Get() => Item.Pen;

    [HttpGet("null")]
    public ActionResult<Item?> Null() => (Item?)null;

    [HttpGet("created/null")]
    public ActionResult<Item?> CreatedNull() => StatusCode(201, null);

    [HttpGet("text")]
    public ActionResult<string> Text() => "é";

    [HttpGet("vendor")]
    [Produces("application/vnd.shop+msgpack")]
    public ActionResult<Item> Vendor() => Item.Pen;

    [HttpGet("chosen/{kind}")]
    public IActionResult Chosen(string kind) => Ok(Choose(kind));

    [HttpGet("plain")]
    public ActionResult<Plain> WithoutFormatter() => new Plain { Name = "pen" };

    [HttpGet("plain/list")]
    public ActionResult<List<Plain>> ListWithoutFormatter() => new List<Plain> { new() { Name = "pen" } };

    [HttpGet("plain/query")]
    public IActionResult QueryWithoutFormatter() => Ok(new[] { new Plain { Name = "pen" } }.Where(item => item.Name != ""));

    [HttpGet("missing")]
    public ActionResult<Item> Missing() => NotFound();

    [HttpGet("refused")]
    public ActionResult<Item> Refused() => Problem("It is sold.", "/items/1", 409, "Sold", "https://shop.example/sold");

    [HttpGet("broken")]
    public ActionResult<Item> Broken() => throw new InvalidOperationException("secret");

    [HttpPost]
    public ActionResult<Item> Post(Item item) => item;

    [HttpPost("maybe")]
    public ActionResult<string> PostMaybe(Item? item) => item?.Name ?? "null";

    [HttpPost("number")]
    public ActionResult<int> PostNumber([FromBody] int number) => number;

    [HttpPost("maybe/number")]
    public ActionResult<int> PostMaybeNumber([FromBody] int? number) => number ?? -1;

    private static IEnumerable<Item> Choose(string kind) => kind switch
    {
        "where" => new List<Item> { Item.Pen }.Where(item => item.Count == 3),
        "expression" => (IReadOnlyList<Item>)[Item.Pen],
        "values" => new Dictionary<string, Item> { ["pen"] = Item.Pen }.Values,
        "iterator" => Iterate(),
        _ => throw new ArgumentOutOfRangeException(nameof(kind)),
    };

    private static IEnumerable<Item> Iterate()
    {
        yield return Item.Pen;
    }
}
