<#-- EMIT, and the statements that end with it. Calcite's own productions read a query without it. -->

SqlNode QueryWithEmit() :
{
    final SqlNode query;
    SqlEmit emit = null;
    SqlNumericLiteral since = null;
    final Token first = getToken(1);
}
{
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    [ since = SinceEpoch() ]
    [ emit = Emit() ]
    {
        emit = SqlEmit.since(since, emit);
        // The position of a query that ends with ORDER BY or begins with WITH is that of the clause alone.
        return emit == null
            ? query
            : new SqlEmitQuery(
                Span.of(new SqlParserPos(first.beginLine, first.beginColumn)).end(this), query, emit);
    }
}

SqlNode InsertWithEmit() :
{
    final SqlNode insert;
    SqlEmit emit = null;
}
{
    insert = SqlInsert()
    [ emit = Emit() ]
    {
        return emit == null ? insert : new SqlEmitInsert(Span.of(insert).end(this), (SqlInsert) insert, emit);
    }
}

SqlNode StatementSet() :
{
    final List<SqlNode> inserts = new ArrayList<SqlNode>();
    SqlNode insert;
    final Span s;
    final Span list;
}
{
    <EXECUTE> { s = span(); }
    <STATEMENT> <SET> <BEGIN> { list = span(); }
    insert = InsertWithEmit() { inserts.add(insert); }
    ( LOOKAHEAD(2) <SEMICOLON> insert = InsertWithEmit() { inserts.add(insert); } )*
    [ <SEMICOLON> ]
    <END> {
        return new SqlStatementSet(s.end(this), new SqlNodeList(inserts, list.addAll(inserts).pos()));
    }
}

SqlNumericLiteral SinceEpoch() :
{
    final SqlLiteral epoch;
}
{
    <SINCE_EPOCH>
    epoch = UnsignedNumericLiteral() {
        return Checks.epoch(epoch);
    }
}

SqlEmit Emit() :
{
    SqlEmit.Mode mode = null;
    SqlIntervalLiteral every = null;
    boolean once = false;
    final Span s;
}
{
    <EMIT> { s = span(); }
    (
        LOOKAHEAD(3)
        <STREAM> <AFTER> <DELAY> every = EmitInterval() { mode = SqlEmit.Mode.UPDATE; }
    |
        mode = EmitMode()
        [ <EVERY> every = EmitInterval() | <ONCE> { once = true; } ]
    |
        <EVERY> every = EmitInterval()
    |
        <ONCE> { once = true; }
    )
    {
        return new SqlEmit(s.end(this), mode, every, once);
    }
}

SqlEmit.Mode EmitMode() :
{
}
{
    ( <APPEND> | <FINAL> ) { return SqlEmit.Mode.APPEND; }
|
    <AFTER> <WATERMARK> { return SqlEmit.Mode.APPEND; }
|
    <ON> <WINDOW> <CLOSE> { return SqlEmit.Mode.APPEND; }
|
    ( <UPDATE> | <CHANGES> ) { return SqlEmit.Mode.UPDATE; }
|
    LOOKAHEAD(2)
    <STREAM> <AFTER> <WATERMARK> { return SqlEmit.Mode.APPEND; }
|
    <STREAM> { return SqlEmit.Mode.UPDATE; }
|
    <COMPLETE> { return SqlEmit.Mode.COMPLETE; }
}

SqlIntervalLiteral EmitInterval() :
{
    final SqlLiteral interval;
}
{
    interval = IntervalLiteral() {
        return Checks.every((SqlIntervalLiteral) interval);
    }
}
