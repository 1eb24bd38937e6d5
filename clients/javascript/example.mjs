// usage: node example.mjs ADDRESS CONSOLE-PORT
import { HARDWARE_CODES, Platform } from './hexad.js';

const [address, port] = process.argv.slice(2);
const say = (text) => console.log(text);

// Connect.
const platform = await Platform.connect(`${address}:${port}`);
platform.subscribe({ telemetry_hz: 50 });
say('connected');

// Bring up.
await platform.order('zero', { wait: true });
await platform.order('raise', { wait: true });
say('running');

// Follow a sine: 3 degrees of pitch every two seconds, made by the platform.
const seen = [];
platform.onTelemetry = (t) => seen.push(t.pose[3]);
await platform.order('sine', { amplitude: [0, 0, 0, 3, 0, 0], frequency: [0, 0, 0, 0.5, 0, 0], phase: [0, 0, 0, 0, 0, 0] });
const start = (await platform.until(() => true)).time_s;
await platform.until((t) => t.time_s > start + 6);
platform.onTelemetry = null;
say(`followed a sine: pitch ${Math.min(...seen).toFixed(1)} to ${Math.max(...seen).toFixed(1)}`);

// Go somewhere: a target that is repeated at least ten times a second is followed.
await platform.order('neutral', { wait: true });
/** @type {import('./hexad.js').Six} */
const goal = [5, -8, 20, 4, -2, 1];
const following = setInterval(() => platform.order('follow', { pose: goal }).catch(() => {}), 50);
const arrived = (await platform.until((t) => t.pose.every((value, i) => Math.abs(value - goal[i]) < 0.2))).time_s;
await platform.until((t) => t.time_s > arrived + 0.5);
clearInterval(following);
say('there');

// Play a manoeuvre. The console takes no stream of a vehicle's motion (hosts have darren's message 102 for that): it
// plays files, films and formulas of t, which are checked whole before they start.
let least = 0;
platform.onTelemetry = (t) => { least = Math.min(least, t.pose[3]); };
await platform.until((t) => t.state === 'ready');
await platform.order('formula', { formulas: ['0', '0', '0', '-4*sin(pi*t/3)^2', '0', '0'], duration: 3, wait: true });
platform.onTelemetry = null;
say(`played: pitch down to ${least.toFixed(1)}`);

// Read faults.
say('waiting for a fault');
const { fault } = await platform.until((t) => t.state === 'fault');
if (fault) say(`fault ${fault.code} (${HARDWARE_CODES[fault.code]}), leg ${fault.leg}`);
for (let cleared = false; !cleared;) {
  cleared = await platform.order('reset').then(() => true, () => false); // refused while the cause is there
}
say('reset');

// Stop: after a fault it must be zeroed again; then down to the bottom.
await platform.order('zero', { wait: true });
await platform.order('raise', { wait: true });
await platform.order('lower', { wait: true });
platform.close();
say('stopped');
