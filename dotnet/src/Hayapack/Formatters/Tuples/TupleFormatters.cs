namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="Tuple{T1}"/> as an array of 1 element, or as nil.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
public sealed class TupleFormatter<T1> : IMessagePackFormatter<Tuple<T1>?>
{
    private static readonly ValueTupleFormatter<T1> Items = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        Items.Serialize(ref writer, value.ToValueTuple(), options);
    }

    /// <inheritdoc/>
    public Tuple<T1>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : Items.Deserialize(ref reader, options).ToTuple();
}

/// <summary>Serializes <see cref="Tuple{T1, T2}"/> as an array of 2 elements, or as nil.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
public sealed class TupleFormatter<T1, T2> : IMessagePackFormatter<Tuple<T1, T2>?>
{
    private static readonly ValueTupleFormatter<T1, T2> Items = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        Items.Serialize(ref writer, value.ToValueTuple(), options);
    }

    /// <inheritdoc/>
    public Tuple<T1, T2>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : Items.Deserialize(ref reader, options).ToTuple();
}

/// <summary>Serializes <see cref="Tuple{T1, T2, T3}"/> as an array of 3 elements, or as nil.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
public sealed class TupleFormatter<T1, T2, T3> : IMessagePackFormatter<Tuple<T1, T2, T3>?>
{
    private static readonly ValueTupleFormatter<T1, T2, T3> Items = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        Items.Serialize(ref writer, value.ToValueTuple(), options);
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : Items.Deserialize(ref reader, options).ToTuple();
}

/// <summary>Serializes <see cref="Tuple{T1, T2, T3, T4}"/> as an array of 4 elements, or as nil.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
public sealed class TupleFormatter<T1, T2, T3, T4> : IMessagePackFormatter<Tuple<T1, T2, T3, T4>?>
{
    private static readonly ValueTupleFormatter<T1, T2, T3, T4> Items = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3, T4>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        Items.Serialize(ref writer, value.ToValueTuple(), options);
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3, T4>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : Items.Deserialize(ref reader, options).ToTuple();
}

/// <summary>Serializes <see cref="Tuple{T1, T2, T3, T4, T5}"/> as an array of 5 elements, or as nil.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
/// <typeparam name="T5">The type of item 5.</typeparam>
public sealed class TupleFormatter<T1, T2, T3, T4, T5> : IMessagePackFormatter<Tuple<T1, T2, T3, T4, T5>?>
{
    private static readonly ValueTupleFormatter<T1, T2, T3, T4, T5> Items = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3, T4, T5>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        Items.Serialize(ref writer, value.ToValueTuple(), options);
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3, T4, T5>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : Items.Deserialize(ref reader, options).ToTuple();
}

/// <summary>Serializes <see cref="Tuple{T1, T2, T3, T4, T5, T6}"/> as an array of 6 elements, or as nil.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
/// <typeparam name="T5">The type of item 5.</typeparam>
/// <typeparam name="T6">The type of item 6.</typeparam>
public sealed class TupleFormatter<T1, T2, T3, T4, T5, T6> : IMessagePackFormatter<Tuple<T1, T2, T3, T4, T5, T6>?>
{
    private static readonly ValueTupleFormatter<T1, T2, T3, T4, T5, T6> Items = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3, T4, T5, T6>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        Items.Serialize(ref writer, value.ToValueTuple(), options);
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3, T4, T5, T6>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : Items.Deserialize(ref reader, options).ToTuple();
}

/// <summary>Serializes <see cref="Tuple{T1, T2, T3, T4, T5, T6, T7}"/> as an array of 7 elements, or as nil.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
/// <typeparam name="T5">The type of item 5.</typeparam>
/// <typeparam name="T6">The type of item 6.</typeparam>
/// <typeparam name="T7">The type of item 7.</typeparam>
public sealed class TupleFormatter<T1, T2, T3, T4, T5, T6, T7> : IMessagePackFormatter<Tuple<T1, T2, T3, T4, T5, T6, T7>?>
{
    private static readonly ValueTupleFormatter<T1, T2, T3, T4, T5, T6, T7> Items = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3, T4, T5, T6, T7>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        Items.Serialize(ref writer, value.ToValueTuple(), options);
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3, T4, T5, T6, T7>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : Items.Deserialize(ref reader, options).ToTuple();
}

/// <summary>
/// Serializes <see cref="Tuple{T1, T2, T3, T4, T5, T6, T7, TRest}"/> as an array of 8 elements, the last of which is
/// the tuple of the remaining items.
/// </summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
/// <typeparam name="T5">The type of item 5.</typeparam>
/// <typeparam name="T6">The type of item 6.</typeparam>
/// <typeparam name="T7">The type of item 7.</typeparam>
/// <typeparam name="TRest">The type of the tuple of the remaining items.</typeparam>
public sealed class TupleFormatter<T1, T2, T3, T4, T5, T6, T7, TRest> : IMessagePackFormatter<Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>?>
    where TRest : notnull
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(8);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        options.GetFormatter<T3>().Serialize(ref writer, value.Item3, options);
        options.GetFormatter<T4>().Serialize(ref writer, value.Item4, options);
        options.GetFormatter<T5>().Serialize(ref writer, value.Item5, options);
        options.GetFormatter<T6>().Serialize(ref writer, value.Item6, options);
        options.GetFormatter<T7>().Serialize(ref writer, value.Item7, options);
        options.GetFormatter<TRest>().Serialize(ref writer, value.Rest, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 8, "a tuple");
        var value = new Tuple<T1, T2, T3, T4, T5, T6, T7, TRest>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options),
            options.GetFormatter<T3>().Deserialize(ref reader, options),
            options.GetFormatter<T4>().Deserialize(ref reader, options),
            options.GetFormatter<T5>().Deserialize(ref reader, options),
            options.GetFormatter<T6>().Deserialize(ref reader, options),
            options.GetFormatter<T7>().Deserialize(ref reader, options),
            options.GetFormatter<TRest>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}
