package io.tidemark.planner.statement;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.sql.ast.security.SqlAlterSecret;
import io.tidemark.sql.ast.security.SqlAlterUser;
import io.tidemark.sql.ast.security.SqlCreateRole;
import io.tidemark.sql.ast.security.SqlCreateSecret;
import io.tidemark.sql.ast.security.SqlCreateUser;
import io.tidemark.sql.ast.security.SqlDropRole;
import io.tidemark.sql.ast.security.SqlDropSecret;
import io.tidemark.sql.ast.security.SqlGrantPrivileges;
import io.tidemark.sql.ast.security.SqlGrantRoles;
import io.tidemark.sql.ast.security.SqlPrivilege;
import io.tidemark.sql.ast.security.SqlReassignOwned;
import io.tidemark.sql.ast.security.SqlSecured;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/** Turns the parse trees of statements about users, roles, privileges and secrets into {@link Statement}s. */
final class AccessAnalyzer {

    private final Function<SqlIdentifier, RelationName> relations;

    /** An analyzer that resolves names of relations by a function. */
    AccessAnalyzer(Function<SqlIdentifier, RelationName> relations) {
        this.relations = relations;
    }

    /** The statement, if it is one about users, roles, privileges or secrets. */
    Optional<Statement> analyze(SqlNode node) {
        if (node instanceof SqlCreateUser create) {
            return Optional.of(
                    new Statement.CreateUser(create.name().getSimple(), new Confidential(create.password())));
        }
        if (node instanceof SqlAlterUser alter) {
            return Optional.of(new Statement.AlterUser(alter.name().getSimple(), new Confidential(alter.password())));
        }
        if (node instanceof SqlReassignOwned reassign) {
            return Optional.of(new Statement.ReassignOwned(
                    reassign.from().getSimple(), reassign.to().getSimple()));
        }
        return ofSecret(node).or(() -> ofRole(node));
    }

    private static Optional<Statement> ofSecret(SqlNode node) {
        if (node instanceof SqlCreateSecret create) {
            Statement.IfExists ifExists = create.replace()
                    ? Statement.IfExists.REPLACE
                    : create.ifNotExists() ? Statement.IfExists.KEEP : Statement.IfExists.FAIL;
            return Optional.of(
                    new Statement.CreateSecret(create.name().getSimple(), ifExists, new Confidential(create.value())));
        }
        if (node instanceof SqlAlterSecret alter) {
            return Optional.of(new Statement.AlterSecret(alter.name().getSimple(), new Confidential(alter.value())));
        }
        if (node instanceof SqlDropSecret drop) {
            return Optional.of(new Statement.DropSecret(drop.name().getSimple(), drop.ifExists()));
        }
        return Optional.empty();
    }

    private Optional<Statement> ofRole(SqlNode node) {
        if (node instanceof SqlCreateRole create) {
            return Optional.of(new Statement.CreateRole(create.name().getSimple()));
        }
        if (node instanceof SqlDropRole drop) {
            String name = drop.name().getSimple();
            return Optional.of(
                    drop.user()
                            ? new Statement.DropUser(name, drop.ifExists())
                            : new Statement.DropRole(name, drop.ifExists()));
        }
        if (node instanceof SqlGrantRoles grant) {
            return Optional.of(new Statement.GrantRoles(grant.revoke(), grant.roles(), grant.grantees()));
        }
        if (node instanceof SqlGrantPrivileges grant) {
            return Optional.of(
                    new Statement.GrantPrivileges(grant.revoke(), privileges(grant), secured(grant), grant.grantees()));
        }
        return Optional.empty();
    }

    /** ALL gives everything but ADMIN, and takes ADMIN too. USAGE is of secrets alone, and all that a secret has. */
    private static Set<Privilege> privileges(SqlGrantPrivileges grant) {
        Set<Privilege> privileges = EnumSet.noneOf(Privilege.class);
        for (SqlPrivilege privilege : grant.privileges()) {
            if (privilege == SqlPrivilege.ALL) {
                privileges.addAll(
                        grant.kind() == SqlSecured.SECRET
                                ? EnumSet.of(Privilege.USAGE)
                                : EnumSet.complementOf(EnumSet.of(Privilege.ADMIN, Privilege.USAGE)));
                if (grant.revoke()) {
                    privileges.add(Privilege.ADMIN);
                    privileges.add(Privilege.USAGE);
                }
            } else {
                privileges.add(Privilege.valueOf(privilege.name()));
            }
        }
        return privileges;
    }

    private Secured secured(SqlGrantPrivileges grant) {
        return switch (grant.kind()) {
            case RELATION -> new Secured.Relation(relations.apply(grant.name().orElseThrow()));
            case SCHEMA -> new Secured.Schema(grant.name().orElseThrow().getSimple());
            case QUERY -> new Secured.Query(grant.name().orElseThrow().getSimple());
            case SECRET -> new Secured.Secret(grant.name().orElseThrow().getSimple());
            case SERVER -> new Secured.Server();
        };
    }
}
