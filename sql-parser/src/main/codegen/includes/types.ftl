<#-- Names of types that Calcite's grammar lacks, and nullable elements of compound types. -->

SqlTypeNameSpec ShortTypeName() :
{
    int precision = -1;
    final Span s;
}
{
    <STRING> {
        return new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, getPos());
    }
|
    <BYTES> {
        return new SqlBasicTypeNameSpec(SqlTypeName.VARBINARY, getPos());
    }
|
    <TIMESTAMP_LTZ> { s = span(); }
    precision = PrecisionOpt() {
        return new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, precision, s.end(this));
    }
}

SqlTypeNameSpec ArrayTypeName() :
{
    final SqlDataTypeSpec element;
    final boolean nullable;
    final Span s;
}
{
    <ARRAY> { s = span(); }
    <LT> element = DataType() nullable = NullableOptDefaultTrue() <GT> {
        return new ArrayTypeSpec(element.getTypeNameSpec(), nullable, s.end(this));
    }
}

SqlTypeNameSpec NullableMapTypeName() :
{
    final SqlDataTypeSpec key;
    final SqlDataTypeSpec value;
    final boolean nullable;
    final Span s;
}
{
    <MAP> { s = span(); }
    <LT> key = DataType() [ <NOT> <NULL> ] <COMMA>
    value = DataType() nullable = NullableOptDefaultTrue() <GT> {
        return new MapTypeSpec(key.withNullable(false), value.withNullable(nullable), s.end(this));
    }
}

SqlTypeNameSpec NullableRowTypeName() :
{
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
    final List<SqlDataTypeSpec> types = new ArrayList<SqlDataTypeSpec>();
    final Span s;
}
{
    <ROW> { s = span(); }
    (
        <LPAREN> AddNullableField(names, types) ( <COMMA> AddNullableField(names, types) )* <RPAREN>
    |
        <LT> AddNullableField(names, types) ( <COMMA> AddNullableField(names, types) )* <GT>
    )
    {
        return new RowTypeSpec(s.end(this), names, types);
    }
}

void AddNullableField(List<SqlIdentifier> names, List<SqlDataTypeSpec> types) :
{
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
    final boolean nullable;
}
{
    name = SimpleIdentifier()
    type = DataType()
    nullable = NullableOptDefaultTrue() {
        names.add(name);
        types.add(type.withNullable(nullable));
    }
}

void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
    final SqlParserPos pos;
}
{
    <INFIX_CAST> {
        checkNonQueryExpression(exprContext);
        pos = getPos();
    }
    type = DataType() {
        list.add(new SqlParserUtil.ToTreeListItem(InfixCastOperator.INSTANCE, pos));
        list.add(type);
    }
}

void InfixFunctionCall(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlOperator op;
}
{
    (
        <LAMBDA> { op = InfixFunction.MEMBER; }
    |
        <MEMBER_TEXT> { op = InfixFunction.MEMBER_TEXT; }
    |
        <MATCHES_REGEX> { op = InfixFunction.MATCHES; }
    |
        <MATCHES_REGEX_ANY_CASE> { op = InfixFunction.MATCHES_ANY_CASE; }
    |
        <DIFFERS_REGEX> { op = InfixFunction.DIFFERS; }
    |
        <DIFFERS_REGEX_ANY_CASE> { op = InfixFunction.DIFFERS_ANY_CASE; }
    |
        <AT> <TIME> <ZONE> { op = InfixFunction.AT_TIME_ZONE; }
    ) {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(op, getPos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}
