import { expect, test } from 'vitest';
import { CLEAR, lines, order } from './answers';

test('an order names line, direction and what is not as it should be', () => {
  expect(order('all', 'both', CLEAR)).toBe('both clear');
  expect(order('all', 'up', 'cut')).toBe('up cut');
  expect(order(1, 'down', { ...CLEAR, loss: 5, delay: 20, reorder: 0.5 })).toBe(
    '2 down loss=5% delay=20ms reorder=0.5%',
  );
});

test('what a relay says is read, what it does not say is unknown', () => {
  const [line] = lines({ lines: [{ listen: '127.0.0.1:2100', to: '127.0.0.1:1100', up: { lost: 3 } }] });
  expect(line).toMatchObject({
    listen: '127.0.0.1:2100',
    hosts: [],
    up: { quality: '', lost: 3, damaged: NaN },
  });
  expect(lines({ relay: 0, lines: [] })).toEqual([]);
  expect(lines(null)).toEqual([]);
});
