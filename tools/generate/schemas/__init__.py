"""What vectors/schemas/schemas.json gives: C# models, values, messages."""
