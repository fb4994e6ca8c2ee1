import { expect, test } from 'vitest';
import { isFromSources } from './sources.ts';

test.each([
  ['/', true],
  ['/reports?jql=a', true],
  ['/dashboards/1/wallboard', true],
  ['/burn-dashboard', true],
  ['/main.tsx?t=1', true],
  ['/icon.svg', true],
  ['/@vite/client', true],
  ['/node_modules/.vite/deps/react.js', true],
  ['/virtual:tallyboard-theme.css', true],
  ['/rest/api/3/myself', false],
  ['/replica/mirror', false],
  ['/connect/context', false],
  ['/sign-in', false],
  ['/setup', false],
  ['/health', false],
  ['/browse/WEB-1', false],
])('`npm run dev` serves %s from the sources: %s', (url, expected) => {
  expect(isFromSources(url)).toBe(expected);
});
