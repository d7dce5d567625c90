<#-- Statements that act on objects which exist. -->

SqlNode ShowStatement() :
{
    final Span s;
    final ObjectKind object;
    final SqlIdentifier name;
    final SqlShow.Kind kind;
    SqlCharStringLiteral like = null;
}
{
    <SHOW> { s = span(); }
    (
        <CREATE> object = ObjectKindOpt() name = CompoundIdentifier() {
            return new SqlShowCreate(s.end(this), object, name);
        }
    |
        kind = ShowKind() [ <LIKE> like = Text() ] {
            return new SqlShow(s.end(this), kind, like);
        }
    )
}

SqlShow.Kind ShowKind() :
{
}
{
    <STREAMS> { return SqlShow.Kind.STREAMS; }
|
    <TABLES> { return SqlShow.Kind.TABLES; }
|
    <VIEWS> { return SqlShow.Kind.VIEWS; }
|
    <MATERIALIZED> <VIEWS> { return SqlShow.Kind.MATERIALIZED_VIEWS; }
|
    <QUERIES> { return SqlShow.Kind.QUERIES; }
|
    <INDEXES> { return SqlShow.Kind.INDEXES; }
|
    <SCHEMAS> { return SqlShow.Kind.SCHEMAS; }
|
    <FUNCTIONS> { return SqlShow.Kind.FUNCTIONS; }
|
    <CONNECTORS> { return SqlShow.Kind.CONNECTORS; }
|
    <FORMATS> { return SqlShow.Kind.FORMATS; }
|
    <SETTINGS> { return SqlShow.Kind.SETTINGS; }
|
    <USERS> { return SqlShow.Kind.USERS; }
|
    <ROLES> { return SqlShow.Kind.ROLES; }
|
    <GRANTS> { return SqlShow.Kind.GRANTS; }
|
    <SECRETS> { return SqlShow.Kind.SECRETS; }
}

SqlNode DescribeStatement() :
{
    final Span s;
    final ObjectKind kind;
    final SqlIdentifier name;
}
{
    ( <DESCRIBE> | <DESC> ) { s = span(); }
    kind = ObjectKindOpt()
    name = CompoundIdentifier() {
        return new SqlDescribeObject(s.end(this), kind, name);
    }
}

SqlNode ExplainStatement() :
{
    final Span s;
    SqlExplainStatement.Level level = SqlExplainStatement.Level.DEFAULT;
    SqlIdentifier query = null;
    SqlNode statement = null;
}
{
    <EXPLAIN> { s = span(); }
    (
        LOOKAHEAD(CompoundIdentifier() ( <EOF> | <SEMICOLON> ))
        query = CompoundIdentifier() { Checks.explained(query); }
    |
        [ level = ExplainLevel() ]
        [ <FOR> ]
        (
            LOOKAHEAD([ <QUERY> ] CompoundIdentifier() ( <EOF> | <SEMICOLON> ))
            [ LOOKAHEAD(<QUERY> CompoundIdentifier()) <QUERY> ] query = CompoundIdentifier()
        |
            statement = Explainable()
        )
    )
    {
        return new SqlExplainStatement(s.end(this), level, statement, query);
    }
}

SqlExplainStatement.Level ExplainLevel() :
{
}
{
    <LOGICAL> { return SqlExplainStatement.Level.LOGICAL; }
|
    <PLAN> { return SqlExplainStatement.Level.PLAN; }
|
    <STATE> { return SqlExplainStatement.Level.STATE; }
|
    <CODE> { return SqlExplainStatement.Level.CODE; }
|
    <ANALYZE> { return SqlExplainStatement.Level.ANALYZE; }
|
    <WHY> { return SqlExplainStatement.Level.WHY; }
}

SqlNode Explainable() :
{
    final SqlNode statement;
}
{
    (
        statement = SqlCreate()
    |
        statement = StatementSet()
    |
        statement = InsertWithEmit()
    |
        statement = SqlDelete()
    |
        statement = SqlUpdate()
    |
        statement = SqlMerge()
    |
        LOOKAHEAD({ Checks.beginsQuery(getToken(1).image) })
        statement = QueryWithEmit()
    |
        {
            final Token next = getToken(1);
            if (true) {
                throw Checks.notExplainable(
                    next.image,
                    next.kind == EOF
                        ? new SqlParserPos(next.endLine, next.endColumn + 1)
                        : new SqlParserPos(next.beginLine, next.beginColumn, next.endLine, next.endColumn));
            }
        }
    )
    {
        return statement;
    }
}

SqlNode SetStatement() :
{
    final Span s;
    SqlCharStringLiteral key = null;
    SqlCharStringLiteral value = null;
}
{
    <SET> { s = span(); }
    [
        LOOKAHEAD(2)
        <TIME> <ZONE> { key = SqlLiteral.createCharString("time-zone", getPos()); }
        ( value = OptionValue() | value = WordAsText() )
    |
        LOOKAHEAD(<SCHEMA> ( <QUOTED_STRING> | SimpleIdentifier() ))
        <SCHEMA> { key = SqlLiteral.createCharString("schema", getPos()); }
        ( value = OptionValue() | value = WordAsText() )
    |
        key = OptionKey()
        [
            ( <EQ> | <TO> ) ( value = OptionValue() | value = WordAsText() )
        ]
    ]
    {
        return new SqlSetProperty(
            s.end(this),
            value == null ? SqlSetProperty.Action.SHOW : SqlSetProperty.Action.SET,
            key,
            value);
    }
}

/** A bare word as the value of a setting, as in {@code SET "time-zone" = UTC}. */
SqlCharStringLiteral WordAsText() :
{
    final SqlIdentifier word;
}
{
    word = SimpleIdentifier() {
        return SqlLiteral.createCharString(word.getSimple(), word.getParserPosition());
    }
|
    <ON> {
        return SqlLiteral.createCharString(token.image, getPos());
    }
}

SqlNode ResetStatement() :
{
    final Span s;
    SqlCharStringLiteral key = null;
}
{
    <RESET> { s = span(); }
    [ <ALL> | key = OptionKey() ]
    {
        return new SqlSetProperty(s.end(this), SqlSetProperty.Action.RESET, key, null);
    }
}

SqlNode ControlStatement() :
{
    final Span s;
    final SqlIdentifier name;
    final SqlQueryControl.Action action;
    boolean drain = false;
}
{
    (
        <STOP> { s = span(); }
        <QUERY> name = SimpleIdentifier() { action = SqlQueryControl.Action.STOP; }
        [ <WITH> <DRAIN> { drain = true; } ]
    |
        <PAUSE> { s = span(); }
        <QUERY> name = SimpleIdentifier() { action = SqlQueryControl.Action.PAUSE; }
    |
        <RESUME> { s = span(); }
        <QUERY> name = SimpleIdentifier() { action = SqlQueryControl.Action.RESUME; }
    )
    {
        return new SqlQueryControl(s.end(this), action, name, drain);
    }
}

SqlNode KillStatement() :
{
    final Span s;
    final SqlKill.Target target;
    final SqlCharStringLiteral id;
}
{
    <KILL> { s = span(); }
    ( <SESSION> { target = SqlKill.Target.SESSION; } | <STATEMENT> { target = SqlKill.Target.STATEMENT; } )
    id = Text() {
        return new SqlKill(s.end(this), target, id);
    }
}

SqlNode AlterStatement() :
{
    final Span s;
    final SqlIdentifier name;
    final SqlNodeList options;
    final SqlCharStringLiteral text;
}
{
    <ALTER> { s = span(); }
    (
        <QUERY> name = SimpleIdentifier()
        <SET> options = ParenthesizedOptions() {
            return new SqlAlterQuery(s.end(this), name, options);
        }
    |
        <USER> name = SimpleIdentifier()
        <PASSWORD> text = Text() {
            return new SqlAlterUser(s.end(this), name, text);
        }
    |
        <SECRET> name = SimpleIdentifier()
        <AS> text = Text() {
            return new SqlAlterSecret(s.end(this), name, text);
        }
    )
}

SqlNode FlushStatement() :
{
    final Span s;
    SqlIdentifier name = null;
}
{
    <FLUSH> { s = span(); }
    [ name = CompoundIdentifier() ]
    {
        return new SqlFlush(s.end(this), name);
    }
}

SqlNode TransactionStatement() :
{
    final Span s;
    SqlTransactionControl.Action action;
}
{
    (
        <BEGIN> { s = span(); action = SqlTransactionControl.Action.BEGIN; } [ <WORK> | <TRANSACTION> ]
    |
        <START> { s = span(); action = SqlTransactionControl.Action.BEGIN; } <TRANSACTION>
    |
        <COMMIT> { s = span(); action = SqlTransactionControl.Action.COMMIT; } [ <WORK> | <TRANSACTION> ]
    |
        <ROLLBACK> { s = span(); action = SqlTransactionControl.Action.ROLLBACK; } [ <WORK> | <TRANSACTION> ]
        [ <TO> [ <SAVEPOINT> ] SimpleIdentifier() { action = SqlTransactionControl.Action.SAVEPOINT; } ]
    |
        <SAVEPOINT> { s = span(); action = SqlTransactionControl.Action.SAVEPOINT; } SimpleIdentifier()
    |
        <RELEASE> { s = span(); action = SqlTransactionControl.Action.SAVEPOINT; } [ <SAVEPOINT> ] SimpleIdentifier()
    )
    {
        return new SqlTransactionControl(s.end(this), action);
    }
}

SqlNode AdvanceStatement() :
{
    final Span s;
    final SqlIdentifier name;
    final SqlLiteral timestamp;
}
{
    <ADVANCE> { s = span(); }
    <WATERMARK> <FOR> name = CompoundIdentifier()
    <TO> timestamp = DateTimeLiteral() {
        return new SqlAdvanceWatermark(s.end(this), name, Checks.timestamp(timestamp));
    }
}
