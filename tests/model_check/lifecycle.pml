/* Every order in which things can happen to the platform of model.h. The platform takes its own steps and is never kept
 * from them for ever (weak fairness); people may do anything, for ever, or leave. What must never be is asserted after
 * each step; what must come at last stands in the claims. Run by ctest (model.lifecycle), which builds the verifier. */

c_decl {
\#include "model.h"
}
c_state "struct Model m" "Global"

#define HAPPENS(event)                                        \
  atomic {                                                    \
    c_expr { model_can(&now.m, event) };                      \
    c_code { model_do(&now.m, event); };                      \
    assert(c_expr { model_broken(&now.m) == 0 })              \
  }

proctype platform() {
end:
  do
  :: HAPPENS(EV_SELF_TEST)
  :: HAPPENS(EV_PURSUE)
  :: HAPPENS(EV_RESUME)
  :: HAPPENS(EV_RESUME_ALONE)
  :: HAPPENS(EV_ARRIVED)
  :: HAPPENS(EV_FOUND_BOTTOM)
  :: HAPPENS(EV_STANDSTILL)
  :: HAPPENS(EV_STANDSTILL_LEVEL)
  :: HAPPENS(EV_STANDSTILL_THERE)
  :: HAPPENS(EV_STANDSTILL_BOTTOM)
  :: HAPPENS(EV_PROGRAM_ENDS)
  :: HAPPENS(EV_PROGRAM_BREAKS_OFF)
  :: HAPPENS(EV_JOG_ENDS)
  :: HAPPENS(EV_ENDS_WITHOUT_DRIVER)
  :: HAPPENS(EV_SILENCE_COUNTS)
  :: HAPPENS(EV_HELP)
  od
}

/* What only the passing of time does. */
proctype clock() {
end:
  do
  :: HAPPENS(EV_LEASE_ENDS)
  :: HAPPENS(EV_SILENCE_REARMS)
  od
}

proctype people() {
end:
  do
  :: HAPPENS(EV_OP_STOP)
  :: HAPPENS(EV_OP_HOLD)
  :: HAPPENS(EV_OP_RESUME)
  :: HAPPENS(EV_OP_TAKE)
  :: HAPPENS(EV_OP_GIVE)
  :: HAPPENS(EV_OP_RESET)
  :: HAPPENS(EV_OP_PRESS)
  :: HAPPENS(EV_OP_RELEASE)
  :: HAPPENS(EV_OP_ZERO)
  :: HAPPENS(EV_OP_RAISE)
  :: HAPPENS(EV_OP_NEUTRAL)
  :: HAPPENS(EV_OP_DESCEND)
  :: HAPPENS(EV_OP_MOVE)
  :: HAPPENS(EV_OP_JOG)
  :: HAPPENS(EV_EXIT)
  :: HAPPENS(EV_SINGLE_STOP)
  :: HAPPENS(EV_SINGLE_HOLD)
  :: HAPPENS(EV_SINGLE_RESUME)
  :: HAPPENS(EV_SINGLE_POWER_UP)
  :: HAPPENS(EV_SINGLE_RESET)
  :: HAPPENS(EV_SINGLE_NEUTRAL)
  :: HAPPENS(EV_SINGLE_RAISE)
  :: HAPPENS(EV_SINGLE_MOVE)
  :: HAPPENS(EV_SINGLE_DESCEND)
  :: HAPPENS(EV_STREAM_STOP)
  :: HAPPENS(EV_STREAM_HOLD)
  :: HAPPENS(EV_STREAM_RUN)
  :: HAPPENS(EV_STREAM_RUN_AGAIN)
  :: HAPPENS(EV_STREAM_NEUTRAL)
  :: HAPPENS(EV_STREAM_DESCEND)
  :: HAPPENS(EV_STREAM_TARGET)
  :: HAPPENS(EV_STREAM_RESET)
  :: HAPPENS(EV_STREAM_SILENT)
  :: HAPPENS(EV_STREAM_OTHER_WORD)
  :: HAPPENS(EV_FAULT)
  :: HAPPENS(EV_QUIET)
  od
}

init {
  atomic {
    c_code { model_begin(&now.m); };
    run platform();
    run clock();
    run people()
  }
}

/* The operator's stop leads to standstill, whatever the others do, unless the operator himself asks for something new. */
ltl stop_stands { [] (c_expr { now.m.stopped } -> <> (c_expr { !model_is_moving(&now.m) || !now.m.stopped })) }

/* When everybody has left, every accepted motion ends, everything stands, and once the operator has put right what only
 * he can (button, fault, hold, control) nobody is locked out – and it stays so. */
ltl ends_and_no_lockout { [] (c_expr { now.m.quiet } -> <> [] (c_expr { model_is_at_rest(&now.m) })) }

/* A signal to exit ends: nothing moves at last, however often people press things. */
ltl exit_ends { [] (c_expr { now.m.exiting } -> <> (c_expr { !model_is_moving(&now.m) })) }
