import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HostTrouble, watchHost } from './host-trouble.tsx';

test.each([
  [COLUMNS_PATH, 503, 'Issues could not be loaded'],
  [COLUMNS_PATH, 429, 'Issues could not be loaded'],
  // Issues are read as JSON then.
  [COLUMNS_PATH, 500, null],
  [COLUMNS_PATH, 0, null],
  ['/rest/api/3/search/jql', 500, 'Issues could not be loaded'],
  ['/rest/api/3/field', 500, 'Settings could not be loaded'],
])('a call of %s that fails with %i is named while it is repeated', async (path, status, title) => {
  const request: RequestFunction = () =>
    status === 0
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve({ status, headers: {}, body: '' });
  render(<HostTrouble />);
  await act(() => watchHost(request)({ method: 'GET', path }).catch(() => {}));
  expect(screen.queryByText(/could not be loaded/)?.textContent ?? null).toBe(title);
});

test('issues that come as JSON end the trouble of columns', async () => {
  const answer = (status: number) => () => Promise.resolve({ status, headers: {}, body: '' });
  render(<HostTrouble />);
  const call = (path: string, status: number) =>
    act(() => watchHost(answer(status))({ method: 'POST', path }));
  await call(COLUMNS_PATH, 429);
  await call('/rest/api/3/search/approximate-count', 200);
  screen.getByText('Issues could not be loaded');
  await call(COLUMNS_PATH, 503);
  screen.getByText('The server is busy. Trying again.');
  await call('/rest/api/3/search/jql', 200);
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test.each([
  ['Jira is being asked what you may see.', 'Jira is being asked what you may see. Trying again.'],
  ['The server is busy. Try again in a moment.', 'The server is busy. Trying again.'],
])('says why in the words of the server: %s', async (why, shown) => {
  const body = JSON.stringify({ errorMessages: [why], errors: {} });
  render(<HostTrouble />);
  const request: RequestFunction = async () => ({ status: 503, headers: {}, body });
  await act(() => watchHost(request)({ method: 'GET', path: '/rest/api/3/search/jql' }));
  screen.getByText(shown);
});
