// The graph's classes, with one set of attributes: hayapack supports MessagePack-CSharp's.
#if MESSAGEPACK
using MessagePack;
#else
using Hayapack;
#endif

namespace Shop.Model;

[MessagePackObject(true)]
public partial class Product
{
    public int Id { get; set; }

    public string Sku { get; set; } = "";

    public string Name { get; set; } = "";

    public string? Description { get; set; }

    public double Price { get; set; }

    public double Weight { get; set; }

    public double? Rating { get; set; }

    public int Stock { get; set; }

    public bool Active { get; set; }

    public List<string> Tags { get; set; } = [];
}

[MessagePackObject(true)]
public partial class Address
{
    public string Street { get; set; } = "";

    public string? Extra { get; set; }

    public string Postcode { get; set; } = "";

    public string City { get; set; } = "";

    public string Country { get; set; } = "";

    public double Latitude { get; set; }

    public double Longitude { get; set; }
}

[MessagePackObject(true)]
public partial class Customer
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public string? Email { get; set; }

    public string? Phone { get; set; }

    public string Since { get; set; } = "";

    public bool Newsletter { get; set; }

    public double Credit { get; set; }

    public Address Home { get; set; } = new();

    public Address? Delivery { get; set; }
}

[MessagePackObject(true)]
public partial class Line
{
    public int Number { get; set; }

    public Product Product { get; set; } = new();

    public int Quantity { get; set; }

    public double Price { get; set; }

    public double? Discount { get; set; }

    public List<long> Serials { get; set; } = [];
}

[MessagePackObject(true)]
public partial class Order
{
    public long Id { get; set; }

    public string Created { get; set; } = "";

    public string? Paid { get; set; }

    public string State { get; set; } = "";

    public Customer Customer { get; set; } = new();

    public Address DeliverTo { get; set; } = new();

    public List<Line> Lines { get; set; } = [];

    public double Total { get; set; }

    public double Tax { get; set; }

    public bool Gift { get; set; }

    public string? Note { get; set; }
}

[MessagePackObject(true)]
public partial class Export
{
    public string Shop { get; set; } = "";

    public string Exported { get; set; } = "";

    public List<Order> Orders { get; set; } = [];
}
