package io.tidemark.jdbc.metadata;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.value.ColumnType;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.avatica.AvaticaParameter;

/** The types of a statement's parameters, numbered from 1. A parameter may be NULL, and goes in alone. */
public final class RemoteParameterMetaData implements ParameterMetaData {

    private final List<AvaticaParameter> parameters;

    /** The metadata of what the server has told of the parameters. */
    public RemoteParameterMetaData(List<AvaticaParameter> parameters) {
        this.parameters = parameters;
    }

    private AvaticaParameter parameter(int number) throws SQLException {
        if (number < 1 || number > parameters.size()) {
            throw Failures.noParameter(number, parameters.size());
        }
        return parameters.get(number - 1);
    }

    @Override
    public int getParameterCount() {
        return parameters.size();
    }

    @Override
    public int isNullable(int number) throws SQLException {
        parameter(number);
        return parameterNullable;
    }

    @Override
    public boolean isSigned(int number) throws SQLException {
        return ColumnType.isSigned(getParameterType(number));
    }

    @Override
    public int getPrecision(int number) throws SQLException {
        return parameter(number).precision;
    }

    @Override
    public int getScale(int number) throws SQLException {
        return parameter(number).scale;
    }

    @Override
    public int getParameterType(int number) throws SQLException {
        AvaticaParameter parameter = parameter(number);
        return ColumnType.of(parameter.parameterType, parameter.typeName);
    }

    @Override
    public String getParameterTypeName(int number) throws SQLException {
        return parameter(number).typeName;
    }

    @Override
    public String getParameterClassName(int number) throws SQLException {
        return ColumnType.objectClass(getParameterType(number)).getName();
    }

    @Override
    public int getParameterMode(int number) throws SQLException {
        parameter(number);
        return parameterModeIn;
    }

    @Override
    public <T> T unwrap(Class<T> target) throws SQLException {
        return Failures.unwrapped(this, target);
    }

    @Override
    public boolean isWrapperFor(Class<?> target) {
        return target.isInstance(this);
    }
}
