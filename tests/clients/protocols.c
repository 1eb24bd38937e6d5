/* The other protocols in C, each to a pose with six different values. usage: protocols NAME=PORT... */

#include <hexad_host.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 25 /* the platform's time is four times as slow */
#define PATIENCE 3000 /* frames */

static hexad_error error = {.size = sizeof(hexad_error)};

static void must(int good, const char *what) {
  if (good) return;
  printf("not so: %s (%s)\n", what, error.text);
  exit(1);
}

static uint16_t port_of(int argc, char **argv, const char *name) {
  for (int i = 1; i < argc; ++i) {
    if (strncmp(argv[i], name, strlen(name)) == 0 && argv[i][strlen(name)] == '=')
      return (uint16_t)atoi(argv[i] + strlen(name) + 1);
  }
  return 0;
}

static void say(const char *text) {
  puts(text);
  fflush(stdout);
}

static void small_things(void) {
  /* An older program's shorter structure is filled as far as it goes; NaN never leaves; NULL is an error, not a crash. */
  hexad_darren *darren = NULL;
  must(hexad_darren_open("not an address", 0, 0, 100, &darren, &error) == HEXAD_BAD_ARGUMENT && error.text[0] != 0, "address");
  must(hexad_darren_open("127.0.0.1", 9, 0, 100, &darren, &error) == HEXAD_OK, "open");
  hexad_pose pose = HEXAD_INIT(hexad_pose);
  pose.pitch = NAN;
  must(hexad_darren_target(darren, &pose) == HEXAD_BAD_ARGUMENT, "NaN");
  struct {
    hexad_counters counters;
    uint64_t guard;
  } short_one = {.counters = {.size = 16}, .guard = 7};
  short_one.counters.sent = 99;
  hexad_darren_send(darren);
  must(hexad_darren_get_counters(darren, &short_one.counters) == HEXAD_OK && short_one.counters.size == 16, "short");
  must(short_one.counters.sent == 99 || short_one.counters.sent == 1, "within its size");
  hexad_darren_status status = HEXAD_INIT(hexad_darren_status);
  must(hexad_darren_get_status(darren, &status) == HEXAD_NOTHING, "no status");
  must(hexad_darren_tick(NULL) == HEXAD_BAD_ARGUMENT, "NULL");
  hexad_darren_close(darren);
  hexad_darren_close(NULL);
}

int main(int argc, char **argv) {
  small_things();

  uint8_t group[188];
  size_t count = 0;
  must(hexad_csfi_read("127.0.0.1", port_of(argc, argv, "csfi"), 1, group, sizeof group, &count, &error) == HEXAD_OK, "csfi");
  must(count == 188 && group[0] == 0xEB && group[2] == 1, "group 1");

  hexad_mdof *mdof;
  int32_t code = -99;
  double at[6];
  must(hexad_mdof_open("127.0.0.1", port_of(argc, argv, "mdof"), 0, &mdof, &error) == HEXAD_OK, "mdof");
  must(hexad_mdof_run(mdof, "1", &code, &error) == HEXAD_OK && code == 0, "initialise");
  must(hexad_mdof_run(mdof, "9 999 0 0 0 0 0", &code, &error) == HEXAD_OK && code == 161, "161");
  must(hexad_mdof_run(mdof, "9 3 -4 15 2 -1.5 1", &code, &error) == HEXAD_OK && code == 0, "move");
  must(hexad_mdof_numbers(mdof, HEXAD_MDOF_COMMAND_POSITION, at, &error) == HEXAD_OK, "position");
  must(fabs(at[1] + 4) < 0.2 && fabs(at[4] + 1.5) < 0.2, "there");
  hexad_mdof_close(mdof);
  say("mdof there");

  hexad_motus *motus;
  hexad_pose goal = HEXAD_INIT(hexad_pose);
  hexad_motus_status status = HEXAD_INIT(hexad_motus_status);
  goal.pitch = -2, goal.roll = 1.5, goal.yaw = -1, goal.sway = -6, goal.surge = 7, goal.heave = 12;
  must(hexad_motus_open("127.0.0.1", port_of(argc, argv, "motus"), 0, RATE, 0, &motus, &error) == HEXAD_OK, "motus");
  must(hexad_motus_follow(motus, &goal) == HEXAD_OK, "follow");
  must(hexad_motus_wait_for(motus, HEXAD_MOTUS_STATE_FOLLOWING, 120, &error) == HEXAD_OK, "following");
  for (int i = 0, near = 0; near < 100; ++i) {
    must(i < PATIENCE, "motus in time");
    hexad_motus_tick(motus);
    hexad_motus_get_status(motus, &status);
    near += fabs(status.pose[0] + 2) < 0.2 && fabs(status.pose[3] + 6) < 0.2 && fabs(status.pose[5] - 12) < 0.2;
  }
  hexad_motus_soft_stop(motus);
  must(hexad_motus_wait_for(motus, HEXAD_MOTUS_STATE_RISEN, 120, &error) == HEXAD_OK, "stopped");
  hexad_motus_close(motus);
  say("motus there");

  hexad_lingjing *lingjing;
  hexad_lingjing_pose to = HEXAD_INIT(hexad_lingjing_pose), back = HEXAD_INIT(hexad_lingjing_pose);
  to.roll = 2, to.pitch = -1, to.yaw = -1.5, to.x = 5, to.y = 8, to.z = 232.5 + 10;
  must(hexad_lingjing_open("127.0.0.1", port_of(argc, argv, "lingjing"), 0, RATE, &lingjing, &error) == HEXAD_OK, "lingjing");
  must(hexad_lingjing_target(lingjing, &to) == HEXAD_OK, "target");
  for (int i = 0, near = 0; near < 100; ++i) {
    must(i < PATIENCE, "lingjing in time");
    hexad_lingjing_tick(lingjing);
    if (hexad_lingjing_feedback(lingjing, &back) != HEXAD_OK) continue;
    near += fabs(back.roll - 2) < 0.2 && fabs(back.y - 8) < 0.2 && fabs(back.z - 242.5) < 0.2;
  }
  hexad_lingjing_close(lingjing);
  say("lingjing there");
  return 0;
}
