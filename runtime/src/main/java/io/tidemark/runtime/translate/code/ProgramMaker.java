package io.tidemark.runtime.translate.code;

import io.tidemark.runtime.calc.CalcProgram;
import io.tidemark.runtime.calc.EpochClock;

/** What generated source implements: makes programs from constants that are not part of the source. */
public interface ProgramMaker {

    /** Makes one program with its own scratch space. */
    CalcProgram create(Object[] constants, EpochClock clock);
}
