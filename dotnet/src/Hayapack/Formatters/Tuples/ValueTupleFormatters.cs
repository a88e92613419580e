namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="ValueTuple{T1}"/> as an array of 1 element.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
public sealed class ValueTupleFormatter<T1> : IMessagePackFormatter<ValueTuple<T1>>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ValueTuple<T1> value, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        writer.WriteArrayHeader(1);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public ValueTuple<T1> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 1, "a tuple");
        var value = new ValueTuple<T1>(
            options.GetFormatter<T1>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary>Serializes <see cref="ValueTuple{T1, T2}"/> as an array of 2 elements.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
public sealed class ValueTupleFormatter<T1, T2> : IMessagePackFormatter<ValueTuple<T1, T2>>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ValueTuple<T1, T2> value, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        writer.WriteArrayHeader(2);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public ValueTuple<T1, T2> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "a tuple");
        var value = new ValueTuple<T1, T2>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary>Serializes <see cref="ValueTuple{T1, T2, T3}"/> as an array of 3 elements.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
public sealed class ValueTupleFormatter<T1, T2, T3> : IMessagePackFormatter<ValueTuple<T1, T2, T3>>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ValueTuple<T1, T2, T3> value, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        writer.WriteArrayHeader(3);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        options.GetFormatter<T3>().Serialize(ref writer, value.Item3, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public ValueTuple<T1, T2, T3> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 3, "a tuple");
        var value = new ValueTuple<T1, T2, T3>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options),
            options.GetFormatter<T3>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary>Serializes <see cref="ValueTuple{T1, T2, T3, T4}"/> as an array of 4 elements.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
public sealed class ValueTupleFormatter<T1, T2, T3, T4> : IMessagePackFormatter<ValueTuple<T1, T2, T3, T4>>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ValueTuple<T1, T2, T3, T4> value, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        writer.WriteArrayHeader(4);
        options.GetFormatter<T1>().Serialize(ref writer, value.Item1, options);
        options.GetFormatter<T2>().Serialize(ref writer, value.Item2, options);
        options.GetFormatter<T3>().Serialize(ref writer, value.Item3, options);
        options.GetFormatter<T4>().Serialize(ref writer, value.Item4, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public ValueTuple<T1, T2, T3, T4> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 4, "a tuple");
        var value = new ValueTuple<T1, T2, T3, T4>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options),
            options.GetFormatter<T3>().Deserialize(ref reader, options),
            options.GetFormatter<T4>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary>Serializes <see cref="ValueTuple{T1, T2, T3, T4, T5}"/> as an array of 5 elements.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
/// <typeparam name="T5">The type of item 5.</typeparam>
public sealed class ValueTupleFormatter<T1, T2, T3, T4, T5> : IMessagePackFormatter<ValueTuple<T1, T2, T3, T4, T5>>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ValueTuple<T1, T2, T3, T4, T5> value, MessagePackSerializerOptions options)
    {
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
    public ValueTuple<T1, T2, T3, T4, T5> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 5, "a tuple");
        var value = new ValueTuple<T1, T2, T3, T4, T5>(
            options.GetFormatter<T1>().Deserialize(ref reader, options),
            options.GetFormatter<T2>().Deserialize(ref reader, options),
            options.GetFormatter<T3>().Deserialize(ref reader, options),
            options.GetFormatter<T4>().Deserialize(ref reader, options),
            options.GetFormatter<T5>().Deserialize(ref reader, options));
        reader.LeaveDepth();
        return value;
    }
}

/// <summary>Serializes <see cref="ValueTuple{T1, T2, T3, T4, T5, T6}"/> as an array of 6 elements.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
/// <typeparam name="T5">The type of item 5.</typeparam>
/// <typeparam name="T6">The type of item 6.</typeparam>
public sealed class ValueTupleFormatter<T1, T2, T3, T4, T5, T6> : IMessagePackFormatter<ValueTuple<T1, T2, T3, T4, T5, T6>>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ValueTuple<T1, T2, T3, T4, T5, T6> value, MessagePackSerializerOptions options)
    {
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
    public ValueTuple<T1, T2, T3, T4, T5, T6> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 6, "a tuple");
        var value = new ValueTuple<T1, T2, T3, T4, T5, T6>(
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

/// <summary>Serializes <see cref="ValueTuple{T1, T2, T3, T4, T5, T6, T7}"/> as an array of 7 elements.</summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
/// <typeparam name="T5">The type of item 5.</typeparam>
/// <typeparam name="T6">The type of item 6.</typeparam>
/// <typeparam name="T7">The type of item 7.</typeparam>
public sealed class ValueTupleFormatter<T1, T2, T3, T4, T5, T6, T7> : IMessagePackFormatter<ValueTuple<T1, T2, T3, T4, T5, T6, T7>>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ValueTuple<T1, T2, T3, T4, T5, T6, T7> value, MessagePackSerializerOptions options)
    {
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
    public ValueTuple<T1, T2, T3, T4, T5, T6, T7> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 7, "a tuple");
        var value = new ValueTuple<T1, T2, T3, T4, T5, T6, T7>(
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

/// <summary>
/// Serializes <see cref="ValueTuple{T1, T2, T3, T4, T5, T6, T7, TRest}"/> as an array of 8 elements, the last of which
/// is the tuple of the remaining items.
/// </summary>
/// <typeparam name="T1">The type of item 1.</typeparam>
/// <typeparam name="T2">The type of item 2.</typeparam>
/// <typeparam name="T3">The type of item 3.</typeparam>
/// <typeparam name="T4">The type of item 4.</typeparam>
/// <typeparam name="T5">The type of item 5.</typeparam>
/// <typeparam name="T6">The type of item 6.</typeparam>
/// <typeparam name="T7">The type of item 7.</typeparam>
/// <typeparam name="TRest">The type of the tuple of the remaining items.</typeparam>
public sealed class ValueTupleFormatter<T1, T2, T3, T4, T5, T6, T7, TRest> : IMessagePackFormatter<ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest>>
    where TRest : struct
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest> value, MessagePackSerializerOptions options)
    {
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
    public ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 8, "a tuple");
        var value = new ValueTuple<T1, T2, T3, T4, T5, T6, T7, TRest>(
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
