<#-- CREATE and DROP. -->

SqlCreate CreateRelation(Span s, boolean replace) :
{
    final SqlCreateRelation.Kind kind;
    final boolean ifNotExists;
    final SqlIdentifier name;
    final List<SqlNode> elements = new ArrayList<SqlNode>();
    final SqlNodeList options;
}
{
    ( <STREAM> { kind = SqlCreateRelation.Kind.STREAM; } | <TABLE> { kind = SqlCreateRelation.Kind.TABLE; } )
    ifNotExists = IfNotExistsOpt() { Checks.create(s.end(this), replace, ifNotExists, true); }
    name = CompoundIdentifier()
    [
        <LPAREN> AddRelationElement(elements)
        ( <COMMA> AddRelationElement(elements) )*
        <RPAREN>
    ]
    options = WithOptionsOpt()
    [ <AS> { if (true) { throw Checks.createAs(getPos(), kind); } } ]
    {
        return SqlCreateRelation.ofElements(
            s.end(this), new SqlCreateRelation.Head(kind, name, replace, ifNotExists), elements, options);
    }
}

void AddRelationElement(List<SqlNode> list) :
{
    final SqlIdentifier name;
    final SqlNode expression;
    final SqlNodeList columns;
    final boolean enforced;
    final Span s;
}
{
    LOOKAHEAD(2)
    <WATERMARK> { s = span(); }
    <FOR> name = SimpleIdentifier()
    <AS> expression = Expression(ExprContext.ACCEPT_NON_QUERY) {
        list.add(new SqlWatermark(s.end(this), name, expression));
    }
|
    <PRIMARY> { s = span(); }
    <KEY> columns = ParenthesizedSimpleIdentifierList()
    enforced = EnforcedOpt() {
        list.add(new SqlPrimaryKey(s.end(this), columns, enforced));
    }
|
    name = SimpleIdentifier()
    (
        <AS> expression = Expression(ExprContext.ACCEPT_NON_QUERY) {
            list.add(new SqlComputedColumn(Span.of(name).end(this), name, expression));
        }
    |
        AddTypedColumn(name, list)
    )
}

boolean EnforcedOpt() :
{
}
{
    LOOKAHEAD(2)
    <NOT> <ENFORCED> { return false; }
|
    <ENFORCED> { return true; }
|
    { return true; }
}

void AddTypedColumn(SqlIdentifier name, List<SqlNode> list) :
{
    SqlDataTypeSpec type;
    final boolean nullable;
    boolean key = false;
    boolean enforced = true;
    SqlCharStringLiteral metadataKey = null;
    boolean virtual = false;
    SqlCharStringLiteral comment = null;
    final Span s = Span.of(name);
    Span keySpan = null;
    final Span typeSpan;
}
{
    (
        <INTERVAL> { typeSpan = span(); }
        IntervalQualifier() { if (true) { throw Checks.intervalColumn(typeSpan.end(this)); } type = null; }
    |
        type = DataType() { UnknownTypes.check(type); }
    )
    nullable = NullableOptDefaultTrue() { type = type.withNullable(nullable); }
    [ <DEFAULT_> { if (true) { throw Checks.columnDefault(getPos()); } } ]
    (
        <METADATA>
        [ <FROM> metadataKey = Text() ]
        [ <VIRTUAL> { virtual = true; } ]
        {
            list.add(new SqlMetadataColumn(s.end(this), name, type, metadataKey, virtual));
        }
    |
        [
            <PRIMARY> { keySpan = span(); } <KEY> { key = true; }
            enforced = EnforcedOpt() { keySpan.end(this); }
        ]
        [ <COMMENT> comment = Text() ]
        {
            list.add(new SqlPhysicalColumn(s.end(this), name, type, key && enforced, comment));
            if (key && !enforced) {
                list.add(new SqlPrimaryKey(keySpan.pos(), SqlNodeList.of(name), false));
            }
        }
    )
}

SqlCreate CreateView(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlNodeList columns;
    final SqlNode query;
}
{
    <VIEW>
    ifNotExists = IfNotExistsOpt() { Checks.create(s.end(this), replace, ifNotExists, true); }
    name = CompoundIdentifier()
    columns = ColumnNamesOpt()
    <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) {
        return new SqlCreateView(s.end(this), name, replace, ifNotExists, columns, query);
    }
}

SqlCreate CreateMaterializedView(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlNodeList columns;
    final SqlNodeList options;
    final SqlNode query;
    SqlEmit emit = null;
}
{
    <MATERIALIZED> <VIEW>
    ifNotExists = IfNotExistsOpt() { Checks.create(s.end(this), replace, ifNotExists, true); }
    name = CompoundIdentifier()
    columns = ColumnNamesOpt()
    options = WithOptionsOpt()
    <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    [ emit = Emit() ]
    {
        return new SqlCreateMaterializedView(
            s.end(this),
            new SqlCreateMaterializedView.Head(name, replace, ifNotExists),
            columns, options, query, emit);
    }
}

SqlCreate CreateIndex(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlIdentifier relation;
    final SqlNodeList columns;
}
{
    <INDEX>
    ifNotExists = IfNotExistsOpt() { Checks.create(s.end(this), replace, ifNotExists, false); }
    name = CompoundIdentifier()
    <ON> relation = CompoundIdentifier()
    columns = ParenthesizedSimpleIdentifierList() {
        return new SqlCreateIndex(s.end(this), name, ifNotExists, relation, columns);
    }
}

SqlCreate CreateSchema(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
}
{
    <SCHEMA>
    ifNotExists = IfNotExistsOpt() { Checks.create(s.end(this), replace, ifNotExists, false); }
    name = CompoundIdentifier() {
        return new SqlCreateSchema(s.end(this), name, ifNotExists);
    }
}

SqlCreate CreateFunction(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlCharStringLiteral className;
    SqlCharStringLiteral jar = null;
}
{
    <FUNCTION>
    ifNotExists = IfNotExistsOpt() { Checks.create(s.end(this), replace, ifNotExists, true); }
    name = CompoundIdentifier()
    <AS> className = Text()
    [ <USING> <JAR> jar = Text() ]
    {
        return new SqlCreateFunction(s.end(this), name, replace, ifNotExists, className, jar);
    }
}

SqlCreate CreateQuery(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlNodeList options;
    final SqlNode body;
}
{
    <QUERY>
    ifNotExists = IfNotExistsOpt() { Checks.create(s.end(this), replace, ifNotExists, true); }
    name = SimpleIdentifier()
    options = WithOptionsOpt()
    <AS> ( body = InsertWithEmit() | body = StatementSet() )
    {
        return new SqlCreateQuery(s.end(this), name, replace, ifNotExists, options, body);
    }
}

SqlDrop DropObject(Span s, boolean replace) :
{
    final ObjectKind kind;
    final boolean ifExists;
    final SqlIdentifier name;
    boolean cascade = false;
}
{
    kind = ObjectKindWord()
    ifExists = IfExistsOpt()
    name = CompoundIdentifier()
    [ <CASCADE> { cascade = true; } | <RESTRICT> ]
    {
        return new SqlDropObject(s.end(this), kind, name, ifExists, cascade);
    }
}
