package io.tidemark.server.avatica;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.concurrent.Callable;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where errors turn into what Avatica carries to the client: text, vendor code and SQLSTATE. */
final class SqlErrors {

    private static final Logger LOG = LoggerFactory.getLogger(SqlErrors.class);

    private SqlErrors() {}

    /** Runs a call of the protocol; whatever it throws becomes an error that keeps its code on the way to the client. */
    static <T> T translated(Callable<T> call) {
        try {
            return call.call();
        } catch (CodedException e) {
            if (e.code() == ErrorCode.INTERNAL) {
                LOG.error("internal error", e);
            }
            throw wire(e);
        } catch (AvaticaRuntimeException e) {
            throw e;
        } catch (StackOverflowError e) {
            throw wire(CodedException.nestedTooDeeply());
        } catch (Exception e) {
            LOG.error("internal error", e);
            throw wire(CodedException.internal("internal error: " + e)
                    .hint("this is a defect of the server; its log has the details")
                    .cause(e));
        }
    }

    /** The error as Avatica carries it. */
    static AvaticaRuntimeException wire(CodedException e) {
        AvaticaRuntimeException wire = new AvaticaRuntimeException(
                e.render(), e.code().vendorCode(), e.code().sqlState(), AvaticaSeverity.ERROR);
        wire.initCause(e);
        return wire;
    }
}
