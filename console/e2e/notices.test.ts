// What the operator must not have to look for, and what must not stay on the screen after the fact.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { live, newPage, openBrowser, present, press, shoot, until, waitState, type Opened } from './browser';
import { FakeProgram } from './fake';
import { MACHINE } from './fake_machine';
import { resize } from './pages';

let browser: Browser;
let fake: FakeProgram;
let opened: Opened;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser?.close());
afterEach(async () => {
  fake.end();
  await opened.context.close();
});

async function open(change: (program: FakeProgram) => void = () => undefined): Promise<Page> {
  fake = new FakeProgram();
  Object.assign(fake, {
    state: 'ready',
    zeroed: true,
    pose: [0, 0, 0, 0, 0, 0],
    commanded: [0, 0, 0, 0, 0, 0],
  });
  change(fake);
  opened = await newPage(browser, { width: 1366, height: 768 });
  await fake.serve(opened.context);
  await opened.page.goto('http://hexad.test/');
  await live(opened.page);
  return opened.page;
}

const text = (page: Page, testid: string) => page.getByTestId(testid).textContent();
const LIMIT = {
  what: 'leg_velocity',
  leg: 2,
  axis: null,
  asked: 640,
  allowed: 500,
  unit: 'mm/s',
  text: '',
  message: {
    id: 'limit_at_leg',
    facts: {
      leg: 2,
      limit: { id: 'limit_leg_velocity' },
      asked: { value: 640, unit: 'mm/s' },
      allowed: { value: 500, unit: 'mm/s' },
    },
  },
};

test('a host that fell silent is told on every page, and resuming it is not what is offered', async () => {
  const page = await open((program) => {
    Object.assign(program, { state: 'holding', program: 'follow_pose', hostLost: true });
  });
  fake.event('host_lost', 'warn', {
    driver: 'darren 192.168.1.5:10010',
    silence: 0.2,
    message: {
      id: 'host_lost',
      facts: { who: 'darren 192.168.1.5:10010', silence: { value: 200, unit: 'ms' } },
    },
  });
  await until(
    () => text(page, 'host-lost'),
    (words) => words?.includes('darren 192.168.1.5:10010, silent for 200 ms') ?? false,
  );
  await present(page, '[data-testid=next-button][data-action=neutral]:not(:disabled)');
  expect(await page.getByTestId('next-stop').isDisabled()).toBe(false);
  await press(page, 'page-verify');
  await present(page, '[data-testid=host-lost]');
  await shoot(page, 'host-lost-en-light');
  fake.hostLost = false;
  await until(
    () => page.getByTestId('host-lost').count(),
    (n) => n === 0,
  );
});

test('a limit that acts for a moment is readable for two seconds, and counted', async () => {
  const page = await open((program) => {
    Object.assign(program, { state: 'running', program: 'sine', driver: 'operator' });
  });
  // By the page's own clock: how late this test hears of it is nobody's business.
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const look = () => {
      const there = document.querySelector('[data-testid=limit]') !== null;
      if (there !== times.length % 2 > 0) times.push(performance.now());
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });
  for (let i = 0; i < 3; ++i) fake.event('limit', 'warn', { limit: LIMIT, began: true });
  await present(page, '[data-testid=limit][data-count="3"]');
  expect(await text(page, 'limit')).toContain('640 mm/s asked, 500 mm/s allowed · 3 times');
  await until(
    () => page.getByTestId('limit').count(),
    (n) => n === 0,
  );
  const [shown, gone] = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  expect(gone! - shown!).toBeGreaterThan(2000);
});

test('on a phone a limit and a fault are told under Stop and E-STOP, wherever the page is scrolled to', async () => {
  const page = await open((program) => {
    Object.assign(program, { state: 'running', program: 'sine', driver: 'operator', limit: LIMIT });
  });
  await resize(page, [390, 844]);
  await present(page, '[data-testid=limit]');
  const under = async (testid: string) => {
    const [bar, it] = await Promise.all(
      ['estop', testid].map(async (one) => (await page.getByTestId(one).boundingBox())!),
    );
    expect(it!.width).toBeGreaterThan(200);
    expect(it!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height);
    expect(it!.y + it!.height).toBeLessThan(500);
  };
  await under('limit');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await until(
    () => page.evaluate(() => scrollY),
    (y) => y > 300,
  );
  await under('limit');
  Object.assign(fake, { limit: null, fault: { code: 195, name: 'emergency_stop', text: '', leg: null } });
  fake.become('emergency', 'emergency');
  await present(page, '[data-testid=fault]');
  await under('fault');
});

test('a control loop that leaves ticks out says so in the bar, and leads to its figures', async () => {
  const page = await open((program) => {
    program.answers['/api/alarms'] = { alarms: [], waiting: 3 }; // with all that the line may have to hold
  });
  await present(page, '[data-testid=page-service][data-waiting="3"]');
  expect(await page.getByTestId('loop-late').count()).toBe(0); // what was left out before is no news
  const heights = async () => {
    const found: number[] = [];
    for (const width of [1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      found.push((await page.getByTestId('estop').boundingBox())!.y);
    }
    return found;
  };
  const before = await heights();
  expect(new Set(before).size, 'one line of pages at all of them').toBe(1);
  const figures = {
    rate_hz: 800,
    p99_us: 90,
    max_us: 1_600_000,
    overruns: 2,
    ticks: 12345,
    step_p99_us: 40,
    step_max_us: 95,
  };
  fake.send('loop', { ...figures, slipped: 33_566, histogram: [], histogram_us: [] });
  await until(
    () => page.getByTestId('loop-late').count(),
    (n) => n === 1,
  );
  expect(await text(page, 'loop-late')).toContain('33566');
  expect(await heights(), 'E-STOP stays under the finger').toEqual(before);
  await press(page, 'loop-late');
  await present(page, '[data-testid=loop]');
});

const accepting = (state: string) => ({
  state,
  tests: [],
  chosen: [],
  lines: [],
  reason: null,
  report: null,
  result: null,
  reports: [],
});

test('an acceptance in progress is told on Operate, and no single click ends it', async () => {
  const page = await open((program) => {
    program.answers['/api/accept'] = accepting('running');
  });
  await present(page, '[data-testid=accepting]');
  await press(page, 'action-lower');
  await present(page, '[data-testid=question]');
  expect(fake.orders).toEqual([]);
  await until(
    () => page.evaluate(() => document.activeElement?.getAttribute('data-testid')),
    (focused) => focused === 'question-no',
  );
  await press(page, 'question-no');
  await until(
    () => page.getByTestId('question').count(),
    (n) => n === 0,
  );
  expect(fake.orders).toEqual([]);
  await press(page, 'stop'); // never asked about
  await until(
    async () => fake.orders.map((o) => o['action']),
    (list) => list.join() === 'stop',
  );
  fake.answers['/api/accept'] = accepting('done');
  await until(
    () => page.getByTestId('accepting').count(),
    (n) => n === 0,
  );
  await press(page, 'action-lower');
  await until(
    async () => fake.orders.length,
    (n) => n === 2,
  );
});

test('zeroing a raised platform is asked about, zeroing one at the bottom is not', async () => {
  const page = await open();
  await press(page, 'action-zero');
  await present(page, '[data-testid=question]');
  expect(fake.orders).toEqual([]);
  await press(page, 'question-yes');
  await waitState(page, 'origin');
  await press(page, 'action-zero');
  await until(
    async () => fake.orders.length,
    (n) => n === 2,
  );
});

test('a motion that is being prepared says how far that is, until it is over', async () => {
  const page = await open();
  expect(await page.getByTestId('preparing').count()).toBe(0);
  fake.plan = 0.42;
  await until(
    () => page.getByTestId('preparing').allTextContents(),
    ([shown]) => shown?.includes('42 %') ?? false,
  );
  expect(await page.getByTestId('preparing').getByRole('progressbar').getAttribute('value')).toBe('0.42');
  fake.plan = null;
  await until(
    () => page.getByTestId('preparing').count(),
    (count) => count === 0,
  );
});

test('"under way" ends when the platform rests, whoever has ended it', async () => {
  const page = await open((program) => void (program.result = 'accepted'));
  await press(page, 'mode-sine');
  await page.getByTestId('sine-amplitude-Z').fill('20', { force: true });
  await press(page, 'start-sine');
  await present(page, '[data-testid=feedback][data-result=accepted]');
  Object.assign(fake, { program: 'none', driver: null });
  fake.become('ready', 'stop'); // another console's
  await present(page, '[data-testid=feedback][data-result=over]');
  expect(await text(page, 'feedback')).toMatch(/ended by stop/i);
  await press(page, 'start-sine');
  await present(page, '[data-testid=feedback][data-result=accepted]');
  fake.become('ready', 'arrived');
  await present(page, '[data-testid=feedback][data-result=done]');
});

test('a dead line greys the state, which is the last known; "no answer" goes with it', async () => {
  const page = await open((program) => {
    Object.assign(program, { state: 'running', program: 'sine', driver: 'operator' });
  });
  await present(page, '[data-testid=state][data-tone=move]');
  fake.refusing = true;
  fake.dead = true;
  await fake.hangUp();
  await present(page, '[data-testid=state][data-tone=old]');
  expect(await text(page, 'state')).toContain('last known:');
  await press(page, 'stop');
  await present(page, '[data-testid=feedback][data-result=unanswered]');
  Object.assign(fake, { refusing: false, dead: false });
  await live(page);
  await until(
    () => page.getByTestId('feedback').count(),
    (n) => n === 0,
  );
});

test('a sine that breaks a limit is not started as typed: what is offered is what will run', async () => {
  const page = await open((program) => {
    const violation = {
      time_s: 0,
      what: 'leg_velocity',
      leg: 1,
      axis: null,
      value: 2000,
      limit: 500,
      unit: 'mm/s',
      text: '',
    };
    const t = [0, 1];
    program.answers['/api/preview'] = {
      passes: false,
      duration_s: null,
      violation,
      largest_scale: 0.256,
      t,
      pose: [[], []],
      legs: [],
    };
  });
  await press(page, 'mode-sine');
  await page.getByTestId('sine-amplitude-RX').fill('28', { force: true });
  await present(page, '[data-testid=preflight][data-passes=false]');
  expect(await page.getByTestId('start-sine').isDisabled()).toBe(true);
  await until(
    () => text(page, 'start-sine-scaled'),
    (words) => words === 'Start at 25 %',
  );
  await press(page, 'start-sine-scaled');
  await until(
    async () => fake.orders.length,
    (n) => n === 1,
  );
  expect(fake.orders[0]).toMatchObject({ action: 'sine', amplitude: [0, 0, 0, 7, 0, 0] });
});

test('a board that is read again and again is one line; neither it nor who drives has a button', async () => {
  const page = await open((program) => void (program.driver = 'darren 192.168.1.5:10010'));
  const host = (protocol: string, address: string) => ({
    protocol,
    address,
    rate_hz: 1,
    jitter_ms: 0,
    lost: 0,
    dropped: {},
    received: 1,
    silent_s: 0,
    told: [],
  });
  const boards = [5, 4, 3].map((port) => host('csfi', `127.0.0.1:4000${port}`));
  fake.send('hosts', {
    hosts: [host('darren', '192.168.1.5:10010'), host('mdof', '10.0.0.2:9000'), ...boards],
    listening: [],
  });
  await press(page, 'tab-hosts');
  await until(
    () => page.locator('[data-testid=hosts] tbody tr').count(),
    (n) => n === 3,
  );
  expect(await page.locator('[data-testid=hosts] tbody button').count()).toBe(1);
  expect(await text(page, 'hosts')).toContain('2 earlier ports');
});

test('after the button is let out no text says to release it', async () => {
  const page = await open((program) => {
    Object.assign(program, {
      state: 'emergency',
      button: true,
      fault: { code: 195, name: 'emergency_stop', text: '', leg: null },
    });
  });
  await until(
    () => text(page, 'fault'),
    (words) => words?.includes('Release the button') ?? false,
  );
  await press(page, 'next-button');
  await present(page, '[data-testid=next-button][data-action=reset]');
  expect(await page.evaluate(() => document.querySelector('.console')!.textContent)).not.toMatch(
    /[Rr]elease (it|the button)/,
  );
});

test('the whole reach is in the picture; the rotary axis turns; two legs have their pivot', async () => {
  const page = await open((program) => {
    program.machine = { ...MACHINE, rotary: true };
    program.rotary = { angle: 30, speed: 5 };
  });
  const drawn = () => page.evaluate(() => window.__hexad!.scene()!);
  await until(
    drawn,
    (scene) => scene.frames > 0 && scene.turned === 30 && scene.edge > 0.5 && scene.edge <= 1,
  );
  expect(await text(page, 'axis-rotary')).toMatch(/30\.00.*°.*5\.0 °\/s/);
  await page.setViewportSize({ width: 1024, height: 768 });
  await until(drawn, (scene) => scene.edge > 0.5 && scene.edge <= 1);
  const two = <T>(list: T[]) => list.slice(0, 2);
  const joints = {
    base_joints_mm: two(MACHINE.base_joints_mm),
    platform_joints_mm: two(MACHINE.platform_joints_mm),
  };
  const ranges = [
    [0, 0],
    [0, 0],
    [0, 0],
    [-15, 15],
    [-15, 15],
    [0, 0],
  ];
  fake.send('machine', { machine: { ...MACHINE, ...joints, legs: 2, ranges } });
  await until(drawn, (scene) => scene.pivot && scene.rods.length === 2);
  expect(await page.getByTestId('plot-pose').count()).toBe(0); // it has no translation
});
