import { expect, test } from 'vitest';
import { routeOf } from './routes.ts';

test.each([
  ['/', null, 'docs'],
  ['/docs', null, 'docs'],
  ['/reports', null, 'reports'],
  ['/reports/', null, 'reports'],
  ['/', 'status', 'gadget'],
  ['/reports', 'status', 'gadget'],
  ['/status-dashboard', null, 'gadget'],
  ['/addon-status', null, 'gadget'],
  ['/', 'no-such-gadget', 'unknown'],
  ['/elsewhere', null, 'unknown'],
])('%s with gadget %s shows %s', (path, gadget, screen) => {
  expect(routeOf(path, { gadget }).screen).toBe(screen);
});

test.each([
  [{}, 'overview'],
  [{ gType: 0 }, 'overview'],
  [{ gType: '3' }, 'breakdown'],
  [{ gType: 'summary' }, 'breakdown'],
])('status gadget with %j is %s', (stored, report) => {
  const route = routeOf('/status-dashboard', { gadget: null });
  expect(route.screen === 'gadget' && route.gadget.reportOf(stored)).toBe(report);
});
