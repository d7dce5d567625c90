package io.tidemark.function;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The digits of a result that is a {@code BigDecimal}, which is rounded to them; DECIMAL(38, 18) without it. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DecimalResult {

    /** All digits, from 1 to 38. */
    int precision();

    /** Those behind the point, from 0 to the precision. */
    int scale();
}
