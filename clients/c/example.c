/* usage: example ADDRESS PORT MANOEUVRE.csv [FRAMES-A-SECOND] */

#include <hexad_host.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static hexad_darren *platform;
static hexad_darren_status status = {.size = sizeof(hexad_darren_status)};
static hexad_error error = {.size = sizeof(hexad_error)};

static void must(int result) {
  if (result == HEXAD_OK) return;
  fprintf(stderr, "%s\n", error.text);
  exit(1);
}

static void tick(void) {
  hexad_darren_tick(platform);
  hexad_darren_get_status(platform, &status);
}

static void say(const char *text) {
  puts(text);
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const double rate = argc > 4 ? atof(argv[4]) : 100;
  must(hexad_darren_open(argv[1], (uint16_t)atoi(argv[2]), 0, rate, &platform, &error));

  /* Connect: optional, but it says whether somebody else is there. */
  must(hexad_darren_connect(platform, 1, &error));
  say("connected");

  /* Bring up: run does what is missing, it zeroes and rises. */
  hexad_darren_command(platform, HEXAD_DARREN_WORD_RUN);
  must(hexad_darren_wait_for(platform, HEXAD_DARREN_STATE_RUNNING, 90, &error));
  say("running");

  /* Follow a sine: 3 degrees of pitch every two seconds, swelling over the first. Row i is due at i * 0.01 s. */
  double least = 0, most = 0;
  for (int i = 0; i < 300; ++i) {
    hexad_pose pose = HEXAD_INIT(hexad_pose);
    pose.pitch = fmin(1, i * 0.01) * 3 * sin(3.14159265358979 * i * 0.01);
    hexad_darren_target(platform, &pose);
    tick();
    least = fmin(least, status.pose[0]);
    most = fmax(most, status.pose[0]);
  }
  printf("followed a sine: pitch %.1f to %.1f\n", least, most);
  fflush(stdout);

  /* Go somewhere, and see from the status when it is there. */
  hexad_pose goal = HEXAD_INIT(hexad_pose);
  goal.pitch = 4, goal.roll = -2, goal.yaw = 1, goal.sway = 5, goal.surge = -8, goal.heave = 20;
  hexad_darren_target(platform, &goal);
  while (fabs(status.pose[0] - 4) > 0.2 || fabs(status.pose[3] - 5) > 0.2 || fabs(status.pose[5] - 20) > 0.2) tick();
  for (int i = 0; i < 100; ++i) tick();
  say("there");

  /* Cue a manoeuvre: what a vehicle does, 100 rows a second. */
  FILE *file = fopen(argv[3], "r");
  char line[256];
  least = 0;
  for (int row = 0; file != NULL && row < 700 && fgets(line, sizeof line, file) != NULL;) {
    double t;
    hexad_vehicle_motion m = HEXAD_INIT(hexad_vehicle_motion);
    if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &t, &m.pitch_rate, &m.roll_rate, &m.yaw_rate, &m.sway, &m.surge,
               &m.heave) != 7)
      continue;
    if (++row <= 200) continue;
    hexad_darren_cue(platform, &m);
    tick();
    least = fmin(least, status.pose[0]);
  }
  if (file != NULL) fclose(file);
  printf("cued: pitch down to %.1f\n", least);

  /* Read faults: state, code in words, and which legs. */
  hexad_darren_no_values(platform);
  say("waiting for a fault");
  while (status.state != HEXAD_DARREN_STATE_FAULT) tick();
  int leg = 0;
  while (leg < 5 && status.drive_errors[leg] == 0) ++leg;
  printf("fault %u (%s), leg %d\n", status.error, hexad_hardware_code_words(status.error), leg + 1);
  fflush(stdout);
  hexad_darren_command(platform, HEXAD_DARREN_WORD_RESET);
  while (status.state == HEXAD_DARREN_STATE_FAULT) tick();
  say("reset");

  /* Stop: after a fault it must be zeroed again, which neutral does; then down to the bottom, and leave. */
  hexad_darren_command(platform, HEXAD_DARREN_WORD_NEUTRAL);
  must(hexad_darren_wait_for(platform, HEXAD_DARREN_STATE_NEUTRAL, 90, &error));
  hexad_darren_command(platform, HEXAD_DARREN_WORD_DESCEND);
  must(hexad_darren_wait_for(platform, HEXAD_DARREN_STATE_ORIGIN, 90, &error));
  hexad_darren_disconnect(platform, 1, &error);
  hexad_darren_close(platform);
  say("stopped");
  return 0;
}
