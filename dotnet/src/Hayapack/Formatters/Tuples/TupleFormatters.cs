namespace Hayapack.Formatters;

/// <summary><see cref="Tuple{T1}"/> as an array of 1.</summary>
/// <typeparam name="T1">An item's type.</typeparam>
public sealed class TupleFormatter<T1> : IMessagePackFormatter<Tuple<T1>?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(1);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public Tuple<T1>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 1, "Tuple");
        var value = new Tuple<T1>(
            options.GetFormatter<T1>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary><see cref="Tuple{T1, T2}"/> as an array of 2.</summary>
/// <typeparam name="T1">An item's type.</typeparam>
/// <typeparam name="T2">An item's type.</typeparam>
public sealed class TupleFormatter<T1, T2> : IMessagePackFormatter<Tuple<T1, T2>?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(2);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public Tuple<T1, T2>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "Tuple");
        var value = new Tuple<T1, T2>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary><see cref="Tuple{T1, T2, T3}"/> as an array of 3.</summary>
/// <typeparam name="T1">An item's type.</typeparam>
/// <typeparam name="T2">An item's type.</typeparam>
/// <typeparam name="T3">An item's type.</typeparam>
public sealed class TupleFormatter<T1, T2, T3> : IMessagePackFormatter<Tuple<T1, T2, T3>?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(3);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        options.GetFormatter<T3>().Serialize(ref writer, value.Item3, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 3, "Tuple");
        var value = new Tuple<T1, T2, T3>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options),
            options.GetFormatter<T3>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary><see cref="Tuple{T1, T2, T3, T4}"/> as an array of 4.</summary>
/// <typeparam name="T1">An item's type.</typeparam>
/// <typeparam name="T2">An item's type.</typeparam>
/// <typeparam name="T3">An item's type.</typeparam>
/// <typeparam name="T4">An item's type.</typeparam>
public sealed class TupleFormatter<T1, T2, T3, T4> : IMessagePackFormatter<Tuple<T1, T2, T3, T4>?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3, T4>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(4);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        options.GetFormatter<T3>().Serialize(ref writer, value.Item3, options);
        options.GetFormatter<T4>().Serialize(ref writer, value.Item4, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3, T4>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 4, "Tuple");
        var value = new Tuple<T1, T2, T3, T4>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options),
            options.GetFormatter<T3>().Deserialize(ref reader, options),
            options.GetFormatter<T4>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary><see cref="Tuple{T1, T2, T3, T4, T5}"/> as an array of 5.</summary>
/// <typeparam name="T1">An item's type.</typeparam>
/// <typeparam name="T2">An item's type.</typeparam>
/// <typeparam name="T3">An item's type.</typeparam>
/// <typeparam name="T4">An item's type.</typeparam>
/// <typeparam name="T5">An item's type.</typeparam>
public sealed class TupleFormatter<T1, T2, T3, T4, T5> : IMessagePackFormatter<Tuple<T1, T2, T3, T4, T5>?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3, T4, T5>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(5);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        options.GetFormatter<T3>().Serialize(ref writer, value.Item3, options);
        options.GetFormatter<T4>().Serialize(ref writer, value.Item4, options);
        options.GetFormatter<T5>().Serialize(ref writer, value.Item5, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3, T4, T5>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 5, "Tuple");
        var value = new Tuple<T1, T2, T3, T4, T5>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options),
            options.GetFormatter<T3>().Deserialize(ref reader, options),
            options.GetFormatter<T4>().Deserialize(ref reader, options),
            options.GetFormatter<T5>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary><see cref="Tuple{T1, T2, T3, T4, T5, T6}"/> as an array of 6.</summary>
/// <typeparam name="T1">An item's type.</typeparam>
/// <typeparam name="T2">An item's type.</typeparam>
/// <typeparam name="T3">An item's type.</typeparam>
/// <typeparam name="T4">An item's type.</typeparam>
/// <typeparam name="T5">An item's type.</typeparam>
/// <typeparam name="T6">An item's type.</typeparam>
public sealed class TupleFormatter<T1, T2, T3, T4, T5, T6> : IMessagePackFormatter<Tuple<T1, T2, T3, T4, T5, T6>?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3, T4, T5, T6>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(6);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        options.GetFormatter<T3>().Serialize(ref writer, value.Item3, options);
        options.GetFormatter<T4>().Serialize(ref writer, value.Item4, options);
        options.GetFormatter<T5>().Serialize(ref writer, value.Item5, options);
        options.GetFormatter<T6>().Serialize(ref writer, value.Item6, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3, T4, T5, T6>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 6, "Tuple");
        var value = new Tuple<T1, T2, T3, T4, T5, T6>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options),
            options.GetFormatter<T3>().Deserialize(ref reader, options),
            options.GetFormatter<T4>().Deserialize(ref reader, options),
            options.GetFormatter<T5>().Deserialize(ref reader, options),
            options.GetFormatter<T6>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary><see cref="Tuple{T1, T2, T3, T4, T5, T6, T7}"/> as an array of 7.</summary>
/// <typeparam name="T1">An item's type.</typeparam>
/// <typeparam name="T2">An item's type.</typeparam>
/// <typeparam name="T3">An item's type.</typeparam>
/// <typeparam name="T4">An item's type.</typeparam>
/// <typeparam name="T5">An item's type.</typeparam>
/// <typeparam name="T6">An item's type.</typeparam>
/// <typeparam name="T7">An item's type.</typeparam>
public sealed class TupleFormatter<T1, T2, T3, T4, T5, T6, T7> : IMessagePackFormatter<Tuple<T1, T2, T3, T4, T5, T6, T7>?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Tuple<T1, T2, T3, T4, T5, T6, T7>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(7);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        options.GetFormatter<T3>().Serialize(ref writer, value.Item3, options);
        options.GetFormatter<T4>().Serialize(ref writer, value.Item4, options);
        options.GetFormatter<T5>().Serialize(ref writer, value.Item5, options);
        options.GetFormatter<T6>().Serialize(ref writer, value.Item6, options);
        options.GetFormatter<T7>().Serialize(ref writer, value.Item7, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public Tuple<T1, T2, T3, T4, T5, T6, T7>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 7, "Tuple");
        var value = new Tuple<T1, T2, T3, T4, T5, T6, T7>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options),
            options.GetFormatter<T3>().Deserialize(ref reader, options),
            options.GetFormatter<T4>().Deserialize(ref reader, options),
            options.GetFormatter<T5>().Deserialize(ref reader, options),
            options.GetFormatter<T6>().Deserialize(ref reader, options),
            options.GetFormatter<T7>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary><see cref="Tuple{T1, T2, T3, T4, T5, T6, T7, TRest}"/> as an array of 8: the last is the rest.</summary>
/// <typeparam name="T1">An item's type.</typeparam>
/// <typeparam name="T2">An item's type.</typeparam>
/// <typeparam name="T3">An item's type.</typeparam>
/// <typeparam name="T4">An item's type.</typeparam>
/// <typeparam name="T5">An item's type.</typeparam>
/// <typeparam name="T6">An item's type.</typeparam>
/// <typeparam name="T7">An item's type.</typeparam>
/// <typeparam name="TRest">An item's type.</typeparam>
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
        FixedArray.ReadHeader(ref reader, 8, "Tuple");
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
