<#-- Users, roles, and what they may do. -->

SqlCreate CreateUser(Span s, boolean replace) :
{
    final SqlIdentifier name;
    final SqlCharStringLiteral password;
}
{
    <USER> { Checks.create(s.end(this), replace, false, false); }
    name = SimpleIdentifier()
    <PASSWORD> password = Text() {
        return new SqlCreateUser(s.end(this), name, password);
    }
}

SqlCreate CreateRole(Span s, boolean replace) :
{
    final SqlIdentifier name;
}
{
    <ROLE> { Checks.create(s.end(this), replace, false, false); }
    name = SimpleIdentifier() {
        return new SqlCreateRole(s.end(this), name);
    }
}

SqlCreate CreateSecret(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlCharStringLiteral value;
}
{
    <SECRET>
    ifNotExists = IfNotExistsOpt() { Checks.create(s.end(this), replace, ifNotExists, true); }
    name = SimpleIdentifier()
    <AS> value = Text() {
        return new SqlCreateSecret(s.end(this), name, replace, ifNotExists, value);
    }
}

SqlDrop DropSecret(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <SECRET> ifExists = IfExistsOpt()
    name = SimpleIdentifier() [ <RESTRICT> ] {
        return new SqlDropSecret(s.end(this), name, ifExists);
    }
}

SqlNode ReassignStatement() :
{
    final Span s;
    final SqlIdentifier from;
    final SqlIdentifier to;
}
{
    <REASSIGN> { s = span(); }
    <OWNED> <BY> from = SimpleIdentifier()
    <TO> to = SimpleIdentifier() {
        return new SqlReassignOwned(s.end(this), from, to);
    }
}

SqlDrop DropRole(Span s, boolean replace) :
{
    final boolean user;
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    ( <USER> { user = true; } | <ROLE> { user = false; } )
    ifExists = IfExistsOpt()
    name = SimpleIdentifier() {
        return new SqlDropRole(s.end(this), user, name, ifExists);
    }
}

SqlNode GrantStatement() :
{
    final Span s;
    final boolean revoke;
    SqlNodeList privileges = null;
    SqlNodeList roles = null;
    SqlGrantPrivileges.On on = null;
    final SqlNodeList grantees;
}
{
    ( <GRANT> { s = span(); revoke = false; } | <REVOKE> { s = span(); revoke = true; } )
    (
        LOOKAHEAD(Privileges() <ON>)
        privileges = Privileges()
        <ON> on = GrantedOn()
    |
        roles = NameList()
    )
    (
        LOOKAHEAD({ revoke })
        <FROM>
    |
        <TO>
    )
    grantees = NameList() {
        return privileges == null
            ? new SqlGrantRoles(s.end(this), revoke, roles, grantees)
            : new SqlGrantPrivileges(s.end(this), revoke, privileges, on, grantees);
    }
}

SqlNodeList NameList() :
{
    final List<SqlNode> names = new ArrayList<SqlNode>();
    SqlIdentifier name;
    final Span s;
}
{
    name = SimpleIdentifier() { names.add(name); s = Span.of(name); }
    ( <COMMA> name = SimpleIdentifier() { names.add(name); } )* {
        return new SqlNodeList(names, s.addAll(names).pos());
    }
}

SqlNodeList Privileges() :
{
    final List<SqlNode> privileges = new ArrayList<SqlNode>();
    SqlPrivilege privilege;
    final Span s;
}
{
    privilege = PrivilegeWord() { s = span(); privileges.add(SqlLiteral.createSymbol(privilege, getPos())); }
    ( <COMMA> privilege = PrivilegeWord() { privileges.add(SqlLiteral.createSymbol(privilege, getPos())); } )* {
        return new SqlNodeList(privileges, s.end(this));
    }
}

SqlPrivilege PrivilegeWord() :
{
}
{
    <SELECT> { return SqlPrivilege.SELECT; }
|
    <INSERT> { return SqlPrivilege.INSERT; }
|
    <UPDATE> { return SqlPrivilege.UPDATE; }
|
    <DELETE> { return SqlPrivilege.DELETE; }
|
    <CREATE> { return SqlPrivilege.CREATE; }
|
    <USAGE> { return SqlPrivilege.USAGE; }
|
    <ADMIN> { return SqlPrivilege.ADMIN; }
|
    <ALL> [ <PRIVILEGES> ] { return SqlPrivilege.ALL; }
}

/** A word for the kind is the name itself if no name follows. */
SqlGrantPrivileges.On GrantedOn() :
{
    final SqlIdentifier name;
}
{
    LOOKAHEAD(<SCHEMA> SimpleIdentifier() ( <TO> | <FROM> ))
    <SCHEMA> name = SimpleIdentifier() { return new SqlGrantPrivileges.On(SqlSecured.SCHEMA, name); }
|
    LOOKAHEAD(<QUERY> SimpleIdentifier() ( <TO> | <FROM> ))
    <QUERY> name = SimpleIdentifier() { return new SqlGrantPrivileges.On(SqlSecured.QUERY, name); }
|
    LOOKAHEAD(<SECRET> SimpleIdentifier() ( <TO> | <FROM> ))
    <SECRET> name = SimpleIdentifier() { return new SqlGrantPrivileges.On(SqlSecured.SECRET, name); }
|
    LOOKAHEAD(<SERVER>)
    <SERVER> { return new SqlGrantPrivileges.On(SqlSecured.SERVER, null); }
|
    [ LOOKAHEAD(( <STREAM> | <TABLE> | <VIEW> ) CompoundIdentifier() ( <TO> | <FROM> )) ( <STREAM> | <TABLE> | <VIEW> ) | <MATERIALIZED> <VIEW> ]
    name = CompoundIdentifier() { return new SqlGrantPrivileges.On(SqlSecured.RELATION, name); }
}
