namespace Hayapack;

/// <summary>How the key of a map is derived from a member's name.</summary>
public enum KeyNamingPolicy
{
    /// <summary>The name itself: <c>UserName</c>.</summary>
    None,

    /// <summary><c>userName</c>.</summary>
    CamelCase,

    /// <summary><c>user_name</c>.</summary>
    SnakeCaseLower,

    /// <summary><c>USER_NAME</c>.</summary>
    SnakeCaseUpper,

    /// <summary><c>user-name</c>.</summary>
    KebabCaseLower,

    /// <summary><c>USER-NAME</c>.</summary>
    KebabCaseUpper,
}
