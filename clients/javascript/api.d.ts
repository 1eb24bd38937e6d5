// Printed from the tables of src/console_api and src/operation (./dev docs): what the program says and takes.
// Millimetres, degrees, seconds. A number that is none is null.

export type State = 'init' | 'powered_up' | 'zeroing' | 'origin' | 'ascending' | 'ready' | 'running' | 'to_neutral' | 'stopping' | 'holding' | 'descending' | 'manual' | 'fault' | 'emergency';
export type Program = 'none' | 'follow_pose' | 'follow_legs' | 'cueing' | 'point_to_point' | 'path' | 'timed_path' | 'formula' | 'sine' | 'file' | 'jog';
/** What is said: its id, and its facts by name. */
export interface Message {
  id: string;
  facts: Readonly<Record<string, unknown>>;
}
export type Six = readonly number[];
export type Range = readonly [number, number];
export type Point = readonly [number, number, number];

/** Something said: in English, and by its id. */
export interface Said {
  text: string; // English
  message: Message | null; // null: not of the table
}

/** A limit that acts. */
export interface LimitHit {
  what: string; // its short name: names.json
  leg: number | null; // from 1
  axis: number | null; // from 1
  asked: number; // unit
  allowed: number; // unit
  unit: string;
  text: string; // English
  message: Message | null;
}

/** A fault, or the emergency stop. */
export interface Fault {
  code: number; // the hardware code hosts see; 195 = emergency stop
  name: string; // its short name: names.json
  text: string; // English
  leg: number | null; // from 1
  value: number; // unit
  limit: number; // unit
  unit: string;
  message: Message | null;
}

/** What the drive of one leg reports. */
export interface Leg {
  extension_mm: number; // mm, from retracted
  velocity_mm_s: number; // mm/s
  torque_Nm: number; // Nm
  current_A: number; // A
  voltage_V: number; // V
  enabled: boolean;
  brake_closed: boolean;
  error: number; // the drive's own code; 0 = none
}

/** The rotary axis. */
export interface Rotary {
  angle: number; // °
  speed: number; // °/s, asked for
}

/** The manoeuvre that is played into the cueing, or held. */
export interface Manoeuvre {
  name: string;
  time_s: number; // s, of it
  duration_s: number; // s
  repeat: boolean; // until stopped
}

/** The line to the drives. */
export interface Drives {
  simulated: boolean; // by their own report
  open_loop: boolean; // nothing is reported: places are those the drives were sent to
  link: boolean; // they answer
  torque_off: boolean; // safe torque off is active
  setpoint_age_ms: number; // ms, of the setpoint when the drives used it
  feedback_age_ms: number; // ms, of what they reported when it was read
  bridged: number; // ticks of theirs without a new setpoint
  rejected: number; // setpoints they did not take: a jump, or no numbers
  losses: number; // how often they stopped by themselves, for want of setpoints
  far_state: State | null; // of another vendor's controller (gateway), in our words; null: there is none
  far_follows: boolean; // it goes where it is sent
  far_limits: boolean; // it says that it keeps to less than it is asked for
  far_code: number; // its fault, by mdof's hardware codes; 0 = none
  far_delay_ms: number; // ms, measured: what it reports, behind the setpoint
  far_lost: number; // statuses of it that did not come
}

/** What the cueing makes of the vehicle now. Rates are pitch roll yaw, accelerations and forces sway surge heave. */
export interface Cue {
  active: boolean;
  vehicle_rate: Point; // °/s
  vehicle_acceleration: Point; // m/s²
  felt_rate: Point; // °/s, at the head
  felt_force: Point; // m/s², at the head, less gravity of a level cabin
  tilt_rate: number; // °/s, of tilt alone
  predictive: number; // share of the predictive engine, 0…1
  fallbacks: number; // from predictive to classical
  tuned: number; // rises with every change by anybody
  effect_share: number; // of the effects that is let through, 0…1
  effects: (string | null)[]; // by place
  manoeuvre: Manoeuvre | null; // played by the operator; null: none is
}

/** What the platform does now: the message `t` of the websocket, and the head of GET /api/status. */
export interface Telemetry {
  tick: number; // ticks since the start
  time_s: number; // s, platform time
  mono_s: number; // s, a steady clock of the program, when this was made
  state: State; // docs/lifecycle.md
  before: State; // the state before
  program: Program; // what moves, was paused, or moved last
  file: string | null; // the motion file that `program` is, by its name; null: it is another program
  driver: string | null; // who drives: "darren 192.168.1.5:10010", "operator"
  driver_is_operator: boolean;
  silence_s: number; // s, since the driving host was heard
  timeout_s: number; // s, after which that silence counts
  pose: Six; // mm, °, where it is, by forward kinematics of what the drives report
  pose_valid: boolean; // false: not zeroed, or the legs contradict each other; the pose means nothing
  commanded: Six; // mm, °, what went to the drives
  target: Six; // mm, °, what the program wants
  velocity: Six; // mm/s, °/s
  legs: Leg[]; // from leg 1
  limits: LimitHit[]; // what limits the motion now
  zeroed: boolean; // the position is trusted
  moving: boolean;
  clamped: boolean; // the newest streamed target was out of reach
  barred: boolean; // the operator stopped everything and has not given control back
  host_lost: boolean;
  button: boolean; // an e-stop button is in
  progress: number; // 0…1 of a program with an end
  plan: number | null; // 0…1 of it is made, of the motion that is being prepared; null: none is
  path_time_s: number; // s, of a prepared program
  override: number; // 0.1…1: how fast programs run along their path
  why_not: string | null; // what stands in the way of motion now, in English; null = nothing
  why_code: string | null; // the short name of it: names.json
  may_step_on: boolean; // at rest at the bottom, knows that, nobody drives; no safety function
  why_not_step_on: string | null; // in English
  step_on_code: string | null; // its id in the table of messages
  fault: Fault | null;
  relays: number; // bit 0 the first
  outputs: number; // bit 0 the first
  inputs: number; // bit 0 the first
  rotary: Rotary | null; // null: there is none
  drives: Drives;
  injected: string[]; // faults injected into simulated drives: "stuck:3"
  cue: Cue | null; // what the cueing does; only to whom has subscribed to it
}

/** Who was heard. */
export interface Host {
  protocol: string;
  address: string;
  rate_hz: number; // Hz
  jitter_ms: number; // ms
  lost: number; // by sequence number; 0 where that is not counted
  dropped: Record<string, number>; // by reason
  received: number; // frames
  silent_s: number; // s
  told: Said[]; // what it was told about itself
  histogram: number[]; // how many gaps between frames were that long
  histogram_ms: number[]; // ms, lower edges
}

/** A port that is open. */
export interface Listening {
  protocol: string;
  address: string;
  dropped: Record<string, number>; // what came there and was not acted on, by reason
}

/** How the control loop keeps its time. */
export interface Loop {
  rate_hz: number; // Hz, ticks a second of clock time
  p99_us: number; // µs, lateness of wakes
  max_us: number; // µs, lateness of wakes
  overruns: number;
  slipped: number; // ticks left out
  ticks: number;
  step_p99_us: number; // µs, time the work takes
  step_max_us: number; // µs, time the work takes
  histogram: number[]; // how many wakes were that late
  histogram_us: number[]; // µs, lower edges
}

/** A line of the log. */
export interface LogLine {
  time: string; // UTC
  level: string; // info, warn, error
  text: string; // English
  message: Message | null;
}

/** Both stay 0 unless hosts flood the platform or a thread is kept from running. */
export interface Queues {
  busy: number; // requests that found the way to the core full
  lost_events: number; // events that found no room
}

/** GET /api/status: the Telemetry, and beside it: */
export interface Status {
  tick: number; // ticks since the start
  time_s: number; // s, platform time
  mono_s: number; // s, a steady clock of the program, when this was made
  state: State; // docs/lifecycle.md
  before: State; // the state before
  program: Program; // what moves, was paused, or moved last
  file: string | null; // the motion file that `program` is, by its name; null: it is another program
  driver: string | null; // who drives: "darren 192.168.1.5:10010", "operator"
  driver_is_operator: boolean;
  silence_s: number; // s, since the driving host was heard
  timeout_s: number; // s, after which that silence counts
  pose: Six; // mm, °, where it is, by forward kinematics of what the drives report
  pose_valid: boolean; // false: not zeroed, or the legs contradict each other; the pose means nothing
  commanded: Six; // mm, °, what went to the drives
  target: Six; // mm, °, what the program wants
  velocity: Six; // mm/s, °/s
  legs: Leg[]; // from leg 1
  limits: LimitHit[]; // what limits the motion now
  zeroed: boolean; // the position is trusted
  moving: boolean;
  clamped: boolean; // the newest streamed target was out of reach
  barred: boolean; // the operator stopped everything and has not given control back
  host_lost: boolean;
  button: boolean; // an e-stop button is in
  progress: number; // 0…1 of a program with an end
  plan: number | null; // 0…1 of it is made, of the motion that is being prepared; null: none is
  path_time_s: number; // s, of a prepared program
  override: number; // 0.1…1: how fast programs run along their path
  why_not: string | null; // what stands in the way of motion now, in English; null = nothing
  why_code: string | null; // the short name of it: names.json
  may_step_on: boolean; // at rest at the bottom, knows that, nobody drives; no safety function
  why_not_step_on: string | null; // in English
  step_on_code: string | null; // its id in the table of messages
  fault: Fault | null;
  relays: number; // bit 0 the first
  outputs: number; // bit 0 the first
  inputs: number; // bit 0 the first
  rotary: Rotary | null; // null: there is none
  drives: Drives;
  injected: string[]; // faults injected into simulated drives: "stuck:3"
  cue: Cue | null; // what the cueing does; only to whom has subscribed to it
  hosts: Host[]; // newest first; copied five times a second
  loop: Loop;
  stops: number; // how often somebody has pressed stop, pause or the button here; for unless_stopped
  simulated: boolean; // the drives are
  platform: string;
  version: string;
  uptime_s: number; // s
  speed: number; // seconds of platform time a second
  listening: Listening[];
  queues: Queues;
  log: LogLine[]; // the last 50, oldest first
}

/** The message `event`: something happened, or a line of the log. */
export interface Event {
  time: number; // s, since 1970
  t: number; // s, platform time; null for lines of the log
  kind: string; // answer, refusal, transition, limit, fault, driver, host_lost, log; order, control, service
  level: string; // info, warn, error
  past: boolean; // it happened before this client came
  text: string; // English
  message: Message | null;
  code: string | null; // of a refusal, a limit, a fault
  from: string | null; // transition
  to: string | null; // transition
  cause: string | null; // transition
  limit: LimitHit | null; // limit, refusal
  began: boolean | null; // limit
  fault: Fault | null; // fault
  driver: string | null; // driver, host_lost, answer
  silence: number | null; // s, host_lost
  who: string | null; // order, control, service: address and number of the console
  role: string | null; // of who: viewer, operator, engineer
}

/** The answer to an order: the body of POST /api/ctl, and the message `reply`. */
export interface Reply {
  result: string; // done, accepted, refused, failed
  reason: string; // English; may be empty when done
  message: Message | null;
  state: State; // when it was given
  code: string | null; // the short name of a refusal
}

/** The message `legal`: what an operator may do now, by action. */
export interface Legal {
  actions: unknown; // null, or why not, in English
  codes: unknown; // null, or the short name of the reason
  messages: unknown; // null, or the reason as a message
}

/** The message `ranges`: how far each axis alone may go from where the target is. */
export interface Ranges {
  pose: Six; // mm, °
  ranges: Range[]; // mm, °, lowest and highest
}

/** A datagram, to whom has subscribed to its protocol. */
export interface Packet {
  time: number; // s, since 1970
  protocol: string;
  direction: string; // in, out
  peer: string;
  size: number; // bytes
  hex: string;
  text: string; // as hexad decode says it
  verdict: string | null; // why it was dropped
}

/** The message `packets`. */
export interface Packets {
  packets: Packet[];
  left_out: number; // more than can be shown
}

/** What stands on the platform. */
export interface Cabin {
  size_mm: Point; // mm
  eye_mm: Point | null; // mm, the eye point
}

/** A fault that can be injected into simulated drives. */
export interface Injection {
  name: string;
  per_leg: boolean;
  all_legs: boolean; // without a leg it means all
  value: string; // what its value is; empty = it has none
  default: number;
  text: string; // what it does
}

/** An open port. */
export interface Protocol {
  name: string;
  address: string;
}

/** The motor of a leg. */
export interface Motor {
  torque_Nm: number; // Nm, rated
  peak_torque_Nm: number; // Nm
}

/** What the motion keeps within. */
export interface Limits {
  velocity: Six; // mm/s, °/s
  acceleration: Six; // mm/s², °/s²
  jerk: Six; // mm/s³, °/s³
  leg_velocity_mm_s: number; // mm/s
  leg_acceleration_mm_s2: number; // mm/s²
  leg_jerk_mm_s3: number; // mm/s³
  jog_mm_s: number; // mm/s
  jog_unzeroed_mm_s: number; // mm/s
  stroke_margin_mm: number; // mm, at both ends
  joint_angle: number; // °
  rotation_angle: number; // °
}

/** GET /api/machine, and the message `machine`: what the machine is, in numbers a screen can draw. */
export interface Machine {
  platform: string;
  simulated: boolean; // the drives are; by their own report
  drives: string; // what moves the legs: `simulated`, `shared` and the block of memory, or `darren`, `motus` and the controller behind the gateway
  legs: number;
  rotary: boolean; // there is a rotary axis
  neutral_height_mm: number; // mm
  bottom_height_mm: number; // mm
  revision: number; // rises when a calibration replaces the machine
  base_joints_mm: Point[]; // mm, in base axes
  platform_joints_mm: Point[]; // mm, in platform axes
  platform_neutral_mm: Point; // mm, where the platform's origin is at pose 0
  leg_min_mm: number; // mm, shortest leg
  leg_max_mm: number; // mm, longest leg
  stroke_mm: number; // mm
  neutral_extension_mm: number[]; // mm
  limits: Limits;
  ranges: Range[]; // mm, °, how far each axis goes alone from neutral
  cabin: Cabin | null;
  payload_kg: number; // kg
  motor: Motor;
  relays: number; // how many
  outputs: number; // how many
  inputs: number; // how many
  protocols: Protocol[];
  injections: Injection[]; // none where this program does not simulate the drives
  rate_hz: number; // Hz
  speed: number; // seconds of platform time a second
  version: string;
}

/** The message `hello`, the first of a websocket. */
export interface Hello {
  names: string[]; // of the protocols
  states: string[];
  programs: string[];
  now: number; // s, since 1970
  mono: number; // s, the steady clock of mono_s
  console: number; // number of this websocket
  role: string; // of its token: viewer, operator, engineer
  machine: Machine;
}

/** A page that is connected. */
export interface Console {
  number: number;
  address: string;
  role: string; // viewer, operator, engineer
  in_control: boolean; // its orders drive; others must take over first
}

/** The message `hosts`, twice a second. */
export interface Hosts {
  hosts: Host[];
  listening: Listening[];
  consoles: Console[]; // every page that is connected
}

/** The message `loop`, once a second. */
export interface LoopMessage {
  loop: Loop;
}

/** The answer to a request that is not served, with an HTTP status that fits. */
export interface Refused {
  error: string; // English
  message: Message;
}

/** A column of a black box. */
export interface RecordedColumn {
  name: string;
  unit: string;
}

/** An event in a black box. */
export interface RecordedEvent {
  t: number; // s, from the fault on
  level: string; // info, warn, error
  text: string; // English
  message: Message;
}

/** GET /api/fault: the black box of the last fault or emergency stop. */
export interface Recording {
  what: string; // the short name of the fault, or emergency_stop
  text: string; // English
  message: Message;
  emergency: boolean; // the emergency stop came in the same tick
  code: number; // the hardware code hosts see; 195 = emergency stop
  leg: number | null; // from 1, if it is one leg's
  value: number; // unit, what was measured
  bound: number; // unit, what is allowed
  unit: string;
  time: string; // of the fault, UTC
  time_s: number; // s, platform time
  tick: number;
  platform: string;
  version: string; // of the program
  revision: number; // of the machine
  rate_hz: number; // Hz
  legs: number; // how many
  missed: number; // later faults that came before an older one had been read
  columns: RecordedColumn[]; // of each row
  rows: unknown[][]; // a tick each, oldest first: a value a column
  requests: unknown[]; // the last but for streams: t, tick, who, what, and what belongs to it
  frames: unknown[]; // the last streamed targets, likewise
  events: RecordedEvent[]; // the last
}

/** An order of the operator: the body of POST /api/ctl, and the rest of a websocket "order". */
export type Order =
  | { action: 'estop' }
  | { action: 'release' }
  | { action: 'reset' }
  | { action: 'enable' }
  | { action: 'disable' }
  | { action: 'stop' }
  | { action: 'hold' }
  | { action: 'resume' }
  | { action: 'zero' }
  | { action: 'raise' }
  | { action: 'neutral' }
  | { action: 'lower' }
  | { action: 'take' }
  | { action: 'give'; host?: string | null }
  | { action: 'inject'; fault: string }
  | { action: 'go'; pose: Six; speed?: Six | null }
  | { action: 'sine'; amplitude: Six; frequency: Six; phase?: Six | null }
  | { action: 'path'; points: Six[]; speed?: Six | null }
  | { action: 'timed'; rows: number[][] }
  | { action: 'formula'; formulas: string[]; duration?: number | null }
  | { action: 'file'; name: string; percent?: number | null; repeat?: boolean | null }
  | { action: 'film'; number: number }
  | { action: 'follow'; pose: Six; rotary?: number | null }
  | { action: 'jog'; legs: number[]; speed: number }
  | { action: 'commission' }
  | { action: 'override'; percent: number }
  | { action: 'relays'; mask: number }
  | { action: 'outputs'; mask: number }
  | { action: 'inputs'; mask: number }
  | { action: 'payload'; kg: number }
  | { action: 'speed_of_time'; factor: number }
  | { action: 'cueing'; [key: string]: unknown }
  | { action: 'effect'; [key: string]: unknown }
  | { action: 'manoeuvre'; name: string; repeat?: boolean | null }
  | { action: 'tunings' }
  | { action: 'tune'; name: string }
  | { action: 'save_tuning'; name: string }
  | { action: 'delete_tuning'; name: string }
  | { action: 'takeover' };
export type Action = Order['action'];
