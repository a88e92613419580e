#pragma warning disable SA1649
#if MESSAGEPACK
using MessagePack;
#else
using Hayapack;
#endif
#if NERDBANK
using PolyType;
#if !BYNAME
using NbKeyAttribute = Nerdbank.MessagePack.KeyAttribute;
#endif
#endif
#if MEMORYPACK && !BYNAME
using MemoryPack;
#endif

namespace Bench.ByIndex;

#if BYNAME
// Replaces the attributes of the same names, so that the members' names are the keys.
[AttributeUsage(AttributeTargets.All)]
internal sealed class KeyAttribute(int key) : Attribute
{
    public int Key => key;
}
#endif
#if BYNAME || !NERDBANK
[AttributeUsage(AttributeTargets.All)]
internal sealed class NbKeyAttribute(int key) : Attribute
{
    public int Key => key;
}
#endif
#if BYNAME || !MEMORYPACK
[AttributeUsage(AttributeTargets.All)]
internal sealed class MemoryPackableAttribute : Attribute;
#endif
#if !NERDBANK
[AttributeUsage(AttributeTargets.All)]
internal sealed class GenerateShapeAttribute : Attribute;
#endif

public enum UserKind
{
    Unregistered = 2,
    Registered = 3,
    Moderator = 4,
}

public enum PostKind : byte
{
    Question = 1,
    Answer = 2,
}

/// <summary>An answer on a question-and-answer site: 24 nullable members, including users, comments and tags.</summary>
#if BYNAME
[MessagePackObject(true)]
#else
[MessagePackObject]
#endif
[MemoryPackable]
[GenerateShape]
public sealed partial class Answer
{
    [Key(0), NbKey(0)]
    public int? QuestionId { get; set; }

    [Key(1), NbKey(1)]
    public int? AnswerId { get; set; }

    [Key(2), NbKey(2)]
    public DateTime? LockedDate { get; set; }

    [Key(3), NbKey(3)]
    public DateTime? CreationDate { get; set; }

    [Key(4), NbKey(4)]
    public DateTime? LastEditDate { get; set; }

    [Key(5), NbKey(5)]
    public DateTime? LastActivityDate { get; set; }

    [Key(6), NbKey(6)]
    public int? Score { get; set; }

    [Key(7), NbKey(7)]
    public DateTime? CommunityOwnedDate { get; set; }

    [Key(8), NbKey(8)]
    public bool? IsAccepted { get; set; }

    [Key(9), NbKey(9)]
    public string? Body { get; set; }

    [Key(10), NbKey(10)]
    public User? Owner { get; set; }

    [Key(11), NbKey(11)]
    public string? Title { get; set; }

    [Key(12), NbKey(12)]
    public int? UpVoteCount { get; set; }

    [Key(13), NbKey(13)]
    public int? DownVoteCount { get; set; }

    [Key(14), NbKey(14)]
    public List<Comment>? Comments { get; set; }

    [Key(15), NbKey(15)]
    public string? Link { get; set; }

    [Key(16), NbKey(16)]
    public List<string>? Tags { get; set; }

    [Key(17), NbKey(17)]
    public bool? Upvoted { get; set; }

    [Key(18), NbKey(18)]
    public bool? Downvoted { get; set; }

    [Key(19), NbKey(19)]
    public bool? Accepted { get; set; }

    [Key(20), NbKey(20)]
    public User? LastEditor { get; set; }

    [Key(21), NbKey(21)]
    public int? CommentCount { get; set; }

    [Key(22), NbKey(22)]
    public string? BodyMarkdown { get; set; }

    [Key(23), NbKey(23)]
    public string? ShareLink { get; set; }
}

/// <summary>A comment: 12 members.</summary>
#if BYNAME
[MessagePackObject(true)]
#else
[MessagePackObject]
#endif
[MemoryPackable]
public sealed partial class Comment
{
    [Key(0), NbKey(0)]
    public int? CommentId { get; set; }

    [Key(1), NbKey(1)]
    public int? PostId { get; set; }

    [Key(2), NbKey(2)]
    public DateTime? CreationDate { get; set; }

    [Key(3), NbKey(3)]
    public PostKind? PostKind { get; set; }

    [Key(4), NbKey(4)]
    public int? Score { get; set; }

    [Key(5), NbKey(5)]
    public bool? Edited { get; set; }

    [Key(6), NbKey(6)]
    public string? Body { get; set; }

    [Key(7), NbKey(7)]
    public User? Owner { get; set; }

    [Key(8), NbKey(8)]
    public User? ReplyToUser { get; set; }

    [Key(9), NbKey(9)]
    public string? Link { get; set; }

    [Key(10), NbKey(10)]
    public string? BodyMarkdown { get; set; }

    [Key(11), NbKey(11)]
    public bool? Upvoted { get; set; }
}

/// <summary>A user: 8 members.</summary>
#if BYNAME
[MessagePackObject(true)]
#else
[MessagePackObject]
#endif
[MemoryPackable]
public sealed partial class User
{
    [Key(0), NbKey(0)]
    public int? UserId { get; set; }

    [Key(1), NbKey(1)]
    public string? DisplayName { get; set; }

    [Key(2), NbKey(2)]
    public int? Reputation { get; set; }

    [Key(3), NbKey(3)]
    public UserKind? UserKind { get; set; }

    [Key(4), NbKey(4)]
    public string? ProfileImage { get; set; }

    [Key(5), NbKey(5)]
    public string? Link { get; set; }

    [Key(6), NbKey(6)]
    public int? AcceptRate { get; set; }

    [Key(7), NbKey(7)]
    public Badges? BadgeCounts { get; set; }
}

/// <summary>The number of a user's badges: 3 members.</summary>
#if BYNAME
[MessagePackObject(true)]
#else
[MessagePackObject]
#endif
[MemoryPackable]
public sealed partial class Badges
{
    [Key(0), NbKey(0)]
    public int? Gold { get; set; }

    [Key(1), NbKey(1)]
    public int? Silver { get; set; }

    [Key(2), NbKey(2)]
    public int? Bronze { get; set; }
}

/// <summary>A small object: an integer, a string, a double.</summary>
#if BYNAME
[MessagePackObject(true)]
#else
[MessagePackObject]
#endif
[MemoryPackable]
[GenerateShape]
public sealed partial class Reading
{
    [Key(0), NbKey(0)]
    public int Id { get; set; }

    [Key(1), NbKey(1)]
    public string? Name { get; set; }

    [Key(2), NbKey(2)]
    public double Value { get; set; }
}
