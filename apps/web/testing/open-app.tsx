/** The whole app on a Jira of a few replies, for tests that go through it as a reader does. */

import { createEngine } from '@tallyboard/engine/engine.ts';
import { createFakeJira, type FakeIssue } from '@tallyboard/engine/testing/fake-jira.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app.tsx';

const AS_OF = Date.parse('2026-03-10T12:00:00Z');

export function openApp(
  address: string,
  issues: readonly FakeIssue[],
  known: Partial<Host['info']> = {},
) {
  history.replaceState(null, '', address);
  const jira = createFakeJira(issues);
  const standalone = createStandaloneHost({ search: location.search, known });
  const host: Host = { ...standalone, request: jira.request };
  const engine = createEngine({ request: jira.request, now: () => AS_OF });
  render(<App host={host} engine={engine} />);
  return { jira, user: userEvent.setup() };
}
