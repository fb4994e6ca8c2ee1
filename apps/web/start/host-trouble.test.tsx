import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HostTrouble, watchHost } from './host-trouble.tsx';

const COLUMNS = '/rest/tallyboard/1/columns';
const RESULTS = '/rest/tallyboard/1/results';

test.each([
  [COLUMNS, 503, 'Issues could not be loaded'],
  [COLUMNS, 429, 'Issues could not be loaded'],
  // Issues are read as JSON then.
  [COLUMNS, 500, null],
  [COLUMNS, 0, null],
  [RESULTS, 500, 'Issues could not be loaded'],
  [RESULTS, 0, 'Issues could not be loaded'],
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
