package io.tidemark.jdbc;

import java.util.OptionalInt;
import org.apache.calcite.avatica.remote.Service.CommitRequest;
import org.apache.calcite.avatica.remote.Service.ConnectionSyncRequest;
import org.apache.calcite.avatica.remote.Service.ExecuteBatchRequest;
import org.apache.calcite.avatica.remote.Service.ExecuteRequest;
import org.apache.calcite.avatica.remote.Service.FetchRequest;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteBatchRequest;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteRequest;
import org.apache.calcite.avatica.remote.Service.Request;
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
