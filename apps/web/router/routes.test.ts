import { expect, test } from 'vitest';
import { routeOf } from './routes.ts';

test.each([
  ['/', null, 'home'],
  ['/docs', null, 'docs'],
  ['/reports', null, 'reports'],
  ['/reports/', null, 'reports'],
  ['/', 'status', 'gadget'],
  ['/reports', 'status', 'gadget'],
  ['/status-dashboard', null, 'gadget'],
  ['/addon-status', null, 'gadget'],
  ['/', 'no-such-gadget', 'docs'],
  ['/elsewhere', null, 'unknown'],
  ['/dashboards', null, 'dashboards'],
  ['/dashboards/10000', null, 'dashboard'],
  ['/dashboards/10000/wallboard', null, 'wallboard'],
  ['/dashboards/mine', null, 'unknown'],
  ['/wallboard', null, 'wallboard'],
])('%s with gadget %s shows %s', (path, gadget, screen) => {
  expect(routeOf(path, { gadget, standalone: true, app: null }).screen).toBe(screen);
});

test.each([
  [{}, 'overview'],
  [{ gType: 0 }, 'overview'],
  [{ gType: '3' }, 'breakdown'],
  [{ gType: 'summary' }, 'breakdown'],
])('status gadget with %j is %s', (stored, report) => {
  const route = routeOf('/status-dashboard', { gadget: null, standalone: true, app: null });
  expect(route.screen === 'gadget' && route.gadget.reportOf(stored)).toBe(report);
});

test.each([[{ standalone: false, app: null }], [{ standalone: true, app: 'burn' }]])(
  'the root with %j describes the app',
  given => {
    expect(routeOf('/', { gadget: null, ...given }).screen).toBe('docs');
  },
);
