import { expect, test } from 'vitest';
import { ROLES } from '../api/messages';
import { PAGES } from './page';
import { isReserved, reaches } from './role';

test('each role reaches itself and what is below it', () => {
  ROLES.forEach((role, i) =>
    ROLES.forEach((least, j) => expect(reaches(role, least), `${role} ${least}`).toBe(i >= j)),
  );
});

test('three pages are an engineer’s, the others are everybody’s', () => {
  const reserved = (role: (typeof ROLES)[number]) => PAGES.filter((page) => isReserved(page, role));
  expect(reserved('engineer')).toEqual([]);
  expect(reserved('operator')).toEqual(['commission', 'calibrate', 'settings']);
  expect(reserved('viewer')).toEqual(reserved('operator'));
});
