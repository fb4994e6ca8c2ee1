import { expect, test } from 'vitest';
import { isFramedByOther, startModeOf } from './start-mode.ts';

const HERE = { hostname: 'tally.example', port: '', search: '', framedByOther: false };

test.each([
  [{}, 'main'],
  [{ search: '?xdm_e=https://a.atlassian.net&lic=active', framedByOther: true }, 'main'],
  [{ search: '?server' }, 'server'],
  [{ search: '?server=1&xdm_e=https://jira.example' }, 'server'],
  [{ search: '?serverless=1' }, 'main'],
  [{ hostname: '1f0a.cdn.prod.atlassian-dev.net', framedByOther: true }, 'developer-hosted'],
  [{ hostname: '1f0a.cdn.prod.atlassian-dev.net', search: '?server' }, 'developer-hosted'],
  [{ hostname: 'cdn.prod.atlassian-dev.net.evil.example' }, 'main'],
  [{ hostname: 'localhost', port: '8000', framedByOther: true }, 'developer-hosted'],
  [{ hostname: 'localhost', port: '8000' }, 'main'],
  [{ hostname: 'localhost', port: '8080', framedByOther: true }, 'main'],
])('%j starts as %s', (place, mode) => expect(startModeOf({ ...HERE, ...place })).toBe(mode));

test('only a page of another origin frames from elsewhere', () => {
  const page = (origin: string) => ({ location: { origin } }) as Window;
  const own = page('https://a.example');
  expect(isFramedByOther(Object.assign(own, { parent: own }))).toBe(false);
  expect(isFramedByOther({ ...own, parent: page('https://a.example') })).toBe(false);
  expect(isFramedByOther({ ...own, parent: page('https://b.example') })).toBe(true);
  const closed = {
    get location(): Location {
      throw new DOMException('Blocked', 'SecurityError');
    },
  };
  expect(isFramedByOther({ ...own, parent: closed as Window })).toBe(true);
});
