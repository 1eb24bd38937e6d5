/* The life of a platform with three people around it – an operator, a host of single commands (mdof) and one that streams
 * (darren) – as a few bytes. What may be asked and what follows from what are the code's own functions: lifecycle::next(),
 * toward(), admit(). The model adds what the core makes of them: who owns the motion, who drives, what is frozen, whose
 * silence counts. Distances are four places, time is order: whatever happens after a while may happen at any moment.
 *
 * spin tries every order of events (lifecycle.pml); replay_test.cpp does what the model does to the core itself. In C,
 * because spin's verifier is. */
#ifndef HEXAD_MODEL_CHECK_MODEL_H
#define HEXAD_MODEL_CHECK_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

enum Person { NOBODY, OPERATOR, SINGLE, STREAM };
enum Spot { BOTTOM, NEUTRAL, LEVEL, ANYWHERE }; /* LEVEL: level and centred, below neutral */
enum Slot { SLOT_FREE, SLOT_UNDER_WAY, SLOT_ENDING };

/* Every field is a number of an enum of the code, a Person, or 0 and 1. */
struct Model {
  unsigned char state, before, after, zeroed, goal, place, level_first, recovering; /* the life, and where it stands */
  unsigned char slot, owner, order_pending;                            /* the motion that was accepted */
  unsigned char driver, taken, barred, armed, needs_change;      /* who drives; `armed`: the streaming host's session (rule 3);
                                                   `needs_change`: no silence re-arms it */
  unsigned char hold, held_by, frozen_driver, frozen_goal, frozen_motion, resume_asked;
  unsigned char released;                          /* the streaming host's other word has stood long enough (rule 21) */
  unsigned char fault, asserted, exiting;
  unsigned char flows, watched, lost;              /* the stream flows; its silence counts; it fell silent */
  unsigned char stopped; /* the operator's stop was the last thing the operator asked for */
  unsigned char quiet;   /* nobody asks for anything any more … */
  unsigned char helpful; /* … but the operator puts right what only he can */
};

enum Event {
  /* the platform's own: what comes to its end by itself */
  EV_SELF_TEST, EV_PURSUE, EV_RESUME, EV_RESUME_ALONE, EV_ARRIVED, EV_FOUND_BOTTOM, EV_STANDSTILL, EV_STANDSTILL_LEVEL, EV_STANDSTILL_THERE, EV_STANDSTILL_BOTTOM, EV_PROGRAM_ENDS,
  EV_PROGRAM_BREAKS_OFF, EV_JOG_ENDS, EV_ENDS_WITHOUT_DRIVER, EV_LEASE_ENDS, EV_SILENCE_REARMS, EV_SILENCE_COUNTS,
  /* the operator */
  EV_OP_STOP, EV_OP_HOLD, EV_OP_RESUME, EV_OP_TAKE, EV_OP_GIVE, EV_OP_RESET, EV_OP_PRESS, EV_OP_RELEASE, EV_OP_ZERO,
  EV_OP_RAISE, EV_OP_NEUTRAL, EV_OP_DESCEND, EV_OP_MOVE, EV_OP_JOG, EV_EXIT,
  /* the host of single commands */
  EV_SINGLE_STOP, EV_SINGLE_HOLD, EV_SINGLE_RESUME, EV_SINGLE_POWER_UP, EV_SINGLE_RESET, EV_SINGLE_NEUTRAL,
  EV_SINGLE_RAISE, EV_SINGLE_MOVE, EV_SINGLE_DESCEND,
  /* the one that streams: a word is new, or the one that flowed before */
  EV_STREAM_STOP, EV_STREAM_HOLD, EV_STREAM_RUN, EV_STREAM_RUN_AGAIN, EV_STREAM_NEUTRAL, EV_STREAM_DESCEND,
  EV_STREAM_TARGET, EV_STREAM_RESET, EV_STREAM_SILENT, EV_STREAM_OTHER_WORD,
  /* the machine */
  EV_FAULT,
  /* everybody leaves; the operator first puts right what only he can */
  EV_QUIET, EV_HELP,
  EVENTS
};

void model_begin(struct Model* m);
/* 1 when the event can happen now. */
int model_can(const struct Model* m, int event);
/* What it does. */
void model_do(struct Model* m, int event);
/* 0, or the number of the line of model.cpp whose promise is broken. */
int model_broken(const struct Model* m);

/* For the claims. */
int model_is_moving(const struct Model* m);
int model_is_paused(const struct Model* m);
/* The host of single commands may ask for a motion and gets it. */
int model_host_may_move(const struct Model* m);
/* Nobody's motion is open, nothing moves, and the next who asks is heard; or the program has ended. */
int model_is_at_rest(const struct Model* m);
const char* model_event_name(int event);

#ifdef __cplusplus
}
#endif
#endif
