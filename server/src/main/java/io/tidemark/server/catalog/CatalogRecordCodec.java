package io.tidemark.server.catalog;

import io.tidemark.planner.catalog.RelationName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Catalog records as bytes.
 *
 * <pre>
 * record    kind:1  then by kind
 *   1, 2    schema added, removed:    name
 *   3       relation added:           id sequence:8 schema name statement context
 *   5       query stored:             id sequence:8 name hasView:1 [view id] statement context options state seconds:8 nanos:4
 *   4, 6    relation, query removed:  id
 *   7       sequence reached:         number:8
 *   8       index added:              relation-id name count:4 column...
 *   9       index removed:            relation-id name
 *   10      function added:           name class hasJar:1 [digits] statement
 *   11      function removed:         name
 *   12      view replaced:            relation-id query-id  then as 3  then as 5
 *   13      role stored:              name isUser:1 [hash] count:4 role...  count:4  then privilege, kind and object for each grant
 *   14      role removed:             name
 *   15      owned schema added:       name owner
 *   16      secret stored:            name owner encrypted
 *   17      secret removed:           name
 * context   schema zone flags:1 (1: back-ticks, 2: there is a user) [user]
 * options   count:4  then key and value for each
 * text      length:4 in bytes, UTF-8
 * </pre>
 */
final class CatalogRecordCodec {

    private static final byte SCHEMA_ADDED = 1;
    private static final byte SCHEMA_REMOVED = 2;
    private static final byte RELATION_ADDED = 3;
    private static final byte RELATION_REMOVED = 4;
    private static final byte QUERY_STORED = 5;
    private static final byte QUERY_REMOVED = 6;
    private static final byte SEQUENCE_REACHED = 7;
    private static final byte INDEX_ADDED = 8;
    private static final byte INDEX_REMOVED = 9;
    private static final byte FUNCTION_ADDED = 10;
    private static final byte FUNCTION_REMOVED = 11;
    private static final byte VIEW_REPLACED = 12;
    private static final byte ROLE_STORED = 13;
    private static final byte ROLE_REMOVED = 14;
    private static final byte OWNED_SCHEMA_ADDED = 15;

    private static final byte SECRET_STORED = 16;
    private static final byte SECRET_REMOVED = 17;
    private static final int BACK_TICKS = 1;
    private static final int HAS_USER = 2;

    private CatalogRecordCodec() {}

    static byte[] encode(CatalogRecord record) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            write(record, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(CatalogRecord record, DataOutputStream out) throws IOException {
        if (record instanceof CatalogRecord.SchemaAdded added) {
            out.writeByte(added.owner().isEmpty() ? SCHEMA_ADDED : OWNED_SCHEMA_ADDED);
            writeText(added.name(), out);
            if (!added.owner().isEmpty()) {
                writeText(added.owner(), out);
            }
        } else if (record instanceof CatalogRecord.SchemaRemoved removed) {
            out.writeByte(SCHEMA_REMOVED);
            writeText(removed.name(), out);
        } else if (record instanceof CatalogRecord.RelationAdded added) {
            out.writeByte(RELATION_ADDED);
            writeRelation(added.relation(), out);
        } else if (record instanceof CatalogRecord.RelationRemoved removed) {
            out.writeByte(RELATION_REMOVED);
            writeText(removed.id(), out);
        } else if (record instanceof CatalogRecord.QueryStored stored) {
            out.writeByte(QUERY_STORED);
            writeQuery(stored.query(), out);
        } else if (record instanceof CatalogRecord.QueryRemoved removed) {
            out.writeByte(QUERY_REMOVED);
            writeText(removed.id(), out);
        } else if (record instanceof CatalogRecord.SequenceReached reached) {
            out.writeByte(SEQUENCE_REACHED);
            out.writeLong(reached.number());
        } else if (record instanceof CatalogRecord.IndexAdded added) {
            out.writeByte(INDEX_ADDED);
            writeIndex(added.index(), out);
        } else if (record instanceof CatalogRecord.IndexRemoved removed) {
            out.writeByte(INDEX_REMOVED);
            writeText(removed.relationId(), out);
            writeText(removed.name(), out);
        } else if (record instanceof CatalogRecord.FunctionAdded added) {
            out.writeByte(FUNCTION_ADDED);
            writeFunction(added.function(), out);
        } else if (record instanceof CatalogRecord.FunctionRemoved removed) {
            out.writeByte(FUNCTION_REMOVED);
            writeText(removed.name(), out);
        } else if (record instanceof CatalogRecord.ViewReplaced replaced) {
            out.writeByte(VIEW_REPLACED);
            writeText(replaced.formerRelation(), out);
            writeText(replaced.formerQuery(), out);
            writeRelation(replaced.relation(), out);
            writeQuery(replaced.query(), out);
        } else if (record instanceof CatalogRecord.RoleStored stored) {
            out.writeByte(ROLE_STORED);
            writeRole(stored.role(), out);
        } else if (record instanceof CatalogRecord.RoleRemoved removed) {
            out.writeByte(ROLE_REMOVED);
            writeText(removed.name(), out);
        } else if (record instanceof CatalogRecord.SecretStored stored) {
            out.writeByte(SECRET_STORED);
            writeText(stored.secret().name(), out);
            writeText(stored.secret().owner(), out);
            writeText(stored.secret().encrypted(), out);
        } else if (record instanceof CatalogRecord.SecretRemoved removed) {
            out.writeByte(SECRET_REMOVED);
            writeText(removed.name(), out);
        }
    }

    private static void writeRole(StoredRole role, DataOutputStream out) throws IOException {
        writeText(role.name(), out);
        out.writeBoolean(role.isUser());
        if (role.passwordHash().isPresent()) {
            writeText(role.passwordHash().get(), out);
        }
        writeTexts(role.roles(), out);
        out.writeInt(role.grants().size());
        for (StoredGrant grant : role.grants()) {
            writeText(grant.privilege(), out);
            writeText(grant.kind(), out);
            writeText(grant.object(), out);
        }
    }

    private static void writeTexts(List<String> texts, DataOutputStream out) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(text, out);
        }
    }

    private static void writeFunction(StoredFunction function, DataOutputStream out) throws IOException {
        writeText(function.name(), out);
        writeText(function.className(), out);
        out.writeBoolean(function.jar().isPresent());
        if (function.jar().isPresent()) {
            writeText(function.jar().get(), out);
        }
        writeText(function.statement(), out);
    }

    private static void writeIndex(StoredIndex index, DataOutputStream out) throws IOException {
        writeText(index.relationId(), out);
        writeText(index.name(), out);
        writeTexts(index.columns(), out);
    }

    private static void writeRelation(StoredRelation relation, DataOutputStream out) throws IOException {
        writeText(relation.id(), out);
        out.writeLong(relation.sequence());
        writeText(relation.name().schema(), out);
        writeText(relation.name().name(), out);
        writeText(relation.statement(), out);
        writeContext(relation.context(), out);
    }

    private static void writeQuery(StoredQuery query, DataOutputStream out) throws IOException {
        writeText(query.id(), out);
        out.writeLong(query.sequence());
        writeText(query.name(), out);
        out.writeBoolean(query.viewId().isPresent());
        if (query.viewId().isPresent()) {
            writeText(query.viewId().get(), out);
        }
        writeText(query.statement(), out);
        writeContext(query.context(), out);
        out.writeInt(query.options().size());
        for (Map.Entry<String, String> option : new TreeMap<>(query.options()).entrySet()) {
            writeText(option.getKey(), out);
            writeText(option.getValue(), out);
        }
        writeText(query.state().name(), out);
        Instant createdAt = query.createdAt();
        out.writeLong(createdAt.getEpochSecond());
        out.writeInt(createdAt.getNano());
    }

    private static void writeContext(SessionContext context, DataOutputStream out) throws IOException {
        writeText(context.schema(), out);
        writeText(context.zone().getId(), out);
        boolean hasUser = !context.user().isEmpty();
        out.writeByte((context.backTicks() ? BACK_TICKS : 0) | (hasUser ? HAS_USER : 0));
        if (hasUser) {
            writeText(context.user(), out);
        }
    }

    private static void writeText(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** The record that the bytes stand for. <b>Errors</b>: an IOException if they are none. */
    static CatalogRecord decode(byte[] bytes, int offset, int length) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, offset, length));
        try {
            return read(in);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IOException("a catalog record holds a value that is not known: " + e.getMessage(), e);
        }
    }

    private static CatalogRecord read(DataInputStream in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case SCHEMA_ADDED -> new CatalogRecord.SchemaAdded(readText(in), "");
            case OWNED_SCHEMA_ADDED -> new CatalogRecord.SchemaAdded(readText(in), readText(in));
            case SCHEMA_REMOVED -> new CatalogRecord.SchemaRemoved(readText(in));
            case RELATION_ADDED -> new CatalogRecord.RelationAdded(readRelation(in));
            case RELATION_REMOVED -> new CatalogRecord.RelationRemoved(readText(in));
            case QUERY_STORED -> new CatalogRecord.QueryStored(readQuery(in));
            case QUERY_REMOVED -> new CatalogRecord.QueryRemoved(readText(in));
            case SEQUENCE_REACHED -> new CatalogRecord.SequenceReached(in.readLong());
            case INDEX_ADDED -> new CatalogRecord.IndexAdded(readIndex(in));
            case INDEX_REMOVED -> new CatalogRecord.IndexRemoved(readText(in), readText(in));
            case FUNCTION_ADDED -> new CatalogRecord.FunctionAdded(readFunction(in));
            case VIEW_REPLACED ->
                new CatalogRecord.ViewReplaced(readText(in), readText(in), readRelation(in), readQuery(in));
            case FUNCTION_REMOVED -> new CatalogRecord.FunctionRemoved(readText(in));
            case ROLE_STORED -> new CatalogRecord.RoleStored(readRole(in));
            case ROLE_REMOVED -> new CatalogRecord.RoleRemoved(readText(in));
            case SECRET_STORED ->
                new CatalogRecord.SecretStored(new StoredSecret(readText(in), readText(in), readText(in)));
            case SECRET_REMOVED -> new CatalogRecord.SecretRemoved(readText(in));
            default -> throw new IOException("there is no catalog record of kind " + kind);
        };
    }

    private static StoredRelation readRelation(DataInputStream in) throws IOException {
        return new StoredRelation(
                readText(in),
                in.readLong(),
                new RelationName(readText(in), readText(in)),
                readText(in),
                readContext(in));
    }

    private static StoredFunction readFunction(DataInputStream in) throws IOException {
        String name = readText(in);
        String className = readText(in);
        Optional<String> jar = in.readBoolean() ? Optional.of(readText(in)) : Optional.empty();
        return new StoredFunction(name, className, jar, readText(in));
    }

    private static StoredIndex readIndex(DataInputStream in) throws IOException {
        String relationId = readText(in);
        String name = readText(in);
        return new StoredIndex(relationId, name, readTexts(in));
    }

    private static StoredRole readRole(DataInputStream in) throws IOException {
        String name = readText(in);
        Optional<String> hash = in.readBoolean() ? Optional.of(readText(in)) : Optional.empty();
        List<String> roles = readTexts(in);
        List<StoredGrant> grants = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            grants.add(new StoredGrant(readText(in), readText(in), readText(in)));
        }
        return new StoredRole(name, hash, roles, grants);
    }

    private static List<String> readTexts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(readText(in));
        }
        return texts;
    }

    private static StoredQuery readQuery(DataInputStream in) throws IOException {
        String id = readText(in);
        long sequence = in.readLong();
        String name = readText(in);
        Optional<String> viewId = in.readBoolean() ? Optional.of(readText(in)) : Optional.empty();
        String statement = readText(in);
        SessionContext context = readContext(in);
        Map<String, String> options = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            options.put(readText(in), readText(in));
        }
        StoredQuery.State state = StoredQuery.State.valueOf(readText(in));
        Instant createdAt = Instant.ofEpochSecond(in.readLong(), in.readInt());
        return new StoredQuery(id, sequence, name, viewId, statement, context, options, state, createdAt);
    }

    private static SessionContext readContext(DataInputStream in) throws IOException {
        String schema = readText(in);
        ZoneId zone = ZoneId.of(readText(in));
        int flags = in.readUnsignedByte();
        String user = (flags & HAS_USER) != 0 ? readText(in) : "";
        return new SessionContext(schema, zone, (flags & BACK_TICKS) != 0, user);
    }

    private static String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a text of " + length + " bytes does not fit its catalog record");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
