<#-- Pieces that several statements share. -->

boolean IfNotExistsOpt() :
{
}
{
    LOOKAHEAD(2)
    <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

boolean IfExistsOpt() :
{
}
{
    LOOKAHEAD(2)
    <IF> <EXISTS> { return true; }
|
    { return false; }
}

/** A string; one continued on further lines is joined. */
SqlCharStringLiteral Text() :
{
    final SqlNode node;
}
{
    node = StringLiteral() {
        return Checks.text(node);
    }
}

/** A value of an option or setting: a string, or a number or truth value taken as its text. */
SqlCharStringLiteral OptionValue() :
{
    final SqlCharStringLiteral text;
    final SqlLiteral literal;
}
{
    text = Text() { return text; }
|
    literal = NumericLiteral() { return Checks.textOf(literal); }
|
    ( <TRUE> | <FALSE> ) {
        return SqlLiteral.createCharString(token.image.toLowerCase(Locale.ROOT), getPos());
    }
}

/** A key of an option or setting: a string, or names joined by dots. */
SqlCharStringLiteral OptionKey() :
{
    final SqlCharStringLiteral text;
    final SqlIdentifier name;
}
{
    text = Text() { return text; }
|
    name = CompoundIdentifier() {
        return SqlLiteral.createCharString(String.join(".", name.names), name.getParserPosition());
    }
}

void AddOption(List<SqlNode> list) :
{
    final SqlCharStringLiteral key;
    final SqlCharStringLiteral value;
    final Span s;
}
{
    key = OptionKey() { s = Span.of(key); }
    <EQ>
    value = OptionValue() {
        list.add(new SqlOption(s.end(value), key, value));
    }
}

SqlNodeList ParenthesizedOptions() :
{
    final List<SqlNode> list = new ArrayList<SqlNode>();
    final Span s;
}
{
    <LPAREN> { s = span(); }
    AddOption(list)
    ( <COMMA> AddOption(list) )*
    <RPAREN> {
        return new SqlNodeList(list, s.end(this));
    }
}

SqlNodeList WithOptionsOpt() :
{
    final SqlNodeList options;
}
{
    <WITH> options = ParenthesizedOptions() { return options; }
|
    { return SqlNodeList.EMPTY; }
}

SqlNodeList ColumnNamesOpt() :
{
    final SqlNodeList names;
}
{
    names = ParenthesizedSimpleIdentifierList() { return names; }
|
    { return SqlNodeList.EMPTY; }
}

ObjectKind ObjectKindWord() :
{
}
{
    <STREAM> { return ObjectKind.STREAM; }
|
    <TABLE> { return ObjectKind.TABLE; }
|
    <VIEW> { return ObjectKind.VIEW; }
|
    <MATERIALIZED> <VIEW> { return ObjectKind.MATERIALIZED_VIEW; }
|
    <QUERY> { return ObjectKind.QUERY; }
|
    <INDEX> { return ObjectKind.INDEX; }
|
    <SCHEMA> { return ObjectKind.SCHEMA; }
|
    <FUNCTION> { return ObjectKind.FUNCTION; }
}

/** The word for a kind, if it is followed by a name and so is not the name itself. */
ObjectKind ObjectKindOpt() :
{
    final ObjectKind kind;
}
{
    LOOKAHEAD(ObjectKindWord() CompoundIdentifier())
    kind = ObjectKindWord() { return kind; }
|
    { return null; }
}
