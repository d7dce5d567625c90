package io.tidemark.jdbc.wire;

import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.avatica.Meta.StatementHandle;
import org.apache.calcite.avatica.remote.Service.CloseConnectionRequest;
import org.apache.calcite.avatica.remote.Service.CloseConnectionResponse;
import org.apache.calcite.avatica.remote.Service.CloseStatementRequest;
import org.apache.calcite.avatica.remote.Service.CloseStatementResponse;
import org.apache.calcite.avatica.remote.Service.CommitRequest;
import org.apache.calcite.avatica.remote.Service.ConnectionSyncRequest;
import org.apache.calcite.avatica.remote.Service.CreateStatementResponse;
import org.apache.calcite.avatica.remote.Service.ExecuteBatchRequest;
import org.apache.calcite.avatica.remote.Service.ExecuteRequest;
import org.apache.calcite.avatica.remote.Service.FetchRequest;
import org.apache.calcite.avatica.remote.Service.OpenConnectionRequest;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteBatchRequest;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteRequest;
import org.apache.calcite.avatica.remote.Service.PrepareResponse;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.Response;
import org.apache.calcite.avatica.remote.Service.RollbackRequest;

/** What the transport has to know about a request. */
final class WireRequests {

    private WireRequests() {}

    /** The statement that a request executes or reads, which may take long; empty for all others. */
    static OptionalInt statementOf(Request request) {
        if (request instanceof FetchRequest) {
            return OptionalInt.of(((FetchRequest) request).statementId);
        }
        if (request instanceof PrepareAndExecuteRequest) {
            return OptionalInt.of(((PrepareAndExecuteRequest) request).statementId);
        }
        if (request instanceof ExecuteRequest) {
            return OptionalInt.of(((ExecuteRequest) request).statementHandle.id);
        }
        if (request instanceof PrepareAndExecuteBatchRequest) {
            return OptionalInt.of(((PrepareAndExecuteBatchRequest) request).statementId);
        }
        if (request instanceof ExecuteBatchRequest) {
            return OptionalInt.of(((ExecuteBatchRequest) request).statementId);
        }
        return OptionalInt.empty();
    }

    /** The request without what the server knows: the columns of a prepared statement. */
    static Request lean(Request request) {
        if (!(request instanceof ExecuteRequest)) {
            return request;
        }
        ExecuteRequest execute = (ExecuteRequest) request;
        StatementHandle handle = execute.statementHandle;
        return new ExecuteRequest(
                new StatementHandle(handle.connectionId, handle.id, null),
                execute.parameterValues,
                execute.maxRowCount);
    }

    /** The statement that the server has made; empty for all other answers. */
    static OptionalInt statementOf(Response response) {
        if (response instanceof CreateStatementResponse) {
            return OptionalInt.of(((CreateStatementResponse) response).statementId);
        }
        return response instanceof PrepareResponse
                ? OptionalInt.of(((PrepareResponse) response).statement.id)
                : OptionalInt.empty();
    }

    /** Whether a request means the same in a new session: all but those that open or close one, or end a transaction. */
    static boolean isForAnySession(Request request) {
        return !(request instanceof OpenConnectionRequest)
                && !(request instanceof CloseConnectionRequest)
                && !(request instanceof CommitRequest)
                && !(request instanceof RollbackRequest);
    }

    /** The answer to a request that closes something; nothing to any other. */
    static Optional<Response> closed(Request request) {
        if (request instanceof CloseStatementRequest) {
            return Optional.of(new CloseStatementResponse());
        }
        return request instanceof CloseConnectionRequest
                ? Optional.of(new CloseConnectionResponse())
                : Optional.empty();
    }

    /** Whether a request may commit what is open, by switching autocommit on. */
    private static boolean switchesAutoCommit(Request request) {
        return request instanceof ConnectionSyncRequest
                && ((ConnectionSyncRequest) request).connProps.isAutoCommit() != null;
    }

    /** Whether a request may be sent again when it is not known if the server has seen it. */
    static boolean changesNothing(Request request) {
        return !statementOf(request).isPresent()
                && !(request instanceof CommitRequest)
                && !switchesAutoCommit(request)
                && !(request instanceof RollbackRequest);
    }
}
