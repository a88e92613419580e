namespace Bench.ByIndex;

/// <summary>Generates the objects to write from a seed.</summary>
internal static class AnswerGenerator
{
    private static readonly string[] Words =
        ["string", "concatenation", "in", "a", "loop", "allocates", "each", "time", "so", "use", "StringBuilder", "when", "the",
         "number", "of", "parts", "is", "not", "known", "<code>Append</code>", "is", "amortized", "see", "also"];

    private static readonly string[] OtherWords = ["—", "naïve", "速い", "größer", "…"];

    private static readonly string[] TagNames = ["c#", ".net", "string", "performance", "linq", "async-await", "json", "messagepack"];

    public static Answer[] Answers(int count)
    {
        var random = new Random(20261122);
        return Plain.Array(count, () => MakeAnswer(random));
    }

    public static Reading[] Readings(int count)
    {
        var random = new Random(20261123);
        return Plain.Array(count, () => new Reading
        {
            Id = (int)(random.Next() >> random.Next(31)),
            Name = Text(random, 1 + random.Next(3)),
            Value = random.NextDouble() * 1000,
        });
    }

    private static Answer MakeAnswer(Random random)
    {
        List<Comment> comments = [.. Plain.Array(random.Next(7), () => MakeComment(random))];
        List<string> tags = [.. Plain.Array(1 + random.Next(5), () => TagNames[random.Next(TagNames.Length)])];
        return new Answer
        {
            QuestionId = random.Next(80_000_000),
            AnswerId = random.Next(80_000_000),
            LockedDate = Maybe(random, 10) ? Date(random) : null,
            CreationDate = Date(random),
            LastEditDate = Maybe(random, 40) ? Date(random) : null,
            LastActivityDate = Date(random),
            Score = random.Next(2000) >> random.Next(12),
            CommunityOwnedDate = Maybe(random, 10) ? Date(random) : null,
            IsAccepted = Maybe(random, 50),
            Body = Text(random, 20 + random.Next(60)),
            Owner = MakeUser(random),
            Title = Text(random, 6 + random.Next(6)),
            UpVoteCount = random.Next(3000) >> random.Next(12),
            DownVoteCount = random.Next(100) >> random.Next(7),
            Comments = comments,
            Link = "https://qa.example/a/" + random.Next(80_000_000),
            Tags = tags,
            Upvoted = Maybe(random, 30) ? Maybe(random, 50) : null,
            Downvoted = Maybe(random, 30) ? Maybe(random, 50) : null,
            Accepted = Maybe(random, 30) ? Maybe(random, 50) : null,
            LastEditor = Maybe(random, 40) ? MakeUser(random) : null,
            CommentCount = comments.Count,
            BodyMarkdown = Maybe(random, 50) ? Text(random, 20 + random.Next(40)) : null,
            ShareLink = "https://qa.example/a/" + random.Next(80_000_000) + "/" + random.Next(20_000_000),
        };
    }

    private static Comment MakeComment(Random random) => new()
    {
        CommentId = random.Next(140_000_000),
        PostId = random.Next(80_000_000),
        CreationDate = Date(random),
        PostKind = Maybe(random, 50) ? PostKind.Question : PostKind.Answer,
        Score = random.Next(500) >> random.Next(10),
        Edited = Maybe(random, 20),
        Body = Text(random, 8 + random.Next(20)),
        Owner = MakeUser(random),
        ReplyToUser = Maybe(random, 30) ? MakeUser(random) : null,
        Link = Maybe(random, 50) ? "https://qa.example/c/" + random.Next(140_000_000) : null,
        BodyMarkdown = Maybe(random, 20) ? Text(random, 8 + random.Next(20)) : null,
        Upvoted = Maybe(random, 30) ? Maybe(random, 50) : null,
    };

    private static User MakeUser(Random random) => new()
    {
        UserId = random.Next(20_000_000),
        DisplayName = Text(random, 2),
        Reputation = random.Next(1_500_000) >> random.Next(20),
        UserKind = Maybe(random, 95) ? UserKind.Registered : UserKind.Moderator,
        ProfileImage = Maybe(random, 60) ? "https://img.example/" + random.Next(1_000_000_000) + ".png?s=256" : null,
        Link = "https://qa.example/users/" + random.Next(20_000_000),
        AcceptRate = Maybe(random, 40) ? random.Next(101) : null,
        BadgeCounts = Maybe(random, 80)
            ? new Badges { Gold = random.Next(900) >> random.Next(10), Silver = random.Next(9000) >> random.Next(14), Bronze = random.Next(9000) >> random.Next(14) }
            : null,
    };

    private static bool Maybe(Random random, int percent) => random.Next(100) < percent;

    private static DateTime Date(Random random) => DateTime.UnixEpoch.AddSeconds(1_200_000_000 + random.Next(580_000_000));

    /// <summary>Returns a text. In one text of eight, one word of ten has letters outside ASCII.</summary>
    private static string Text(Random random, int words)
    {
        var percent = random.Next(8) == 0 ? 10 : 0;
        return string.Join(' ', Plain.Array(words, () =>
        {
            var from = Maybe(random, percent) ? OtherWords : Words;
            return from[random.Next(from.Length)];
        }));
    }
}
