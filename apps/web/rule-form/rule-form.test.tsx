import { createEngine } from '@tallyboard/engine/engine.ts';
import { reply } from '@tallyboard/engine/testing/fake-jira.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { App } from '../app.tsx';

const rights = { owner: null, mine: true, editable: true, manageable: true, shares: [] };
const shared = { id: 'weekly01', name: 'Weekly', description: '', view: {}, version: 1, ...rights };

function answer({ path }: HttpRequest) {
  if (path === '/replica/saved-reports')
    return reply({ reports: [{ ...shared, ownerId: 'u-ana' }] });
  if (path.endsWith('/weekly01/subscriptions'))
    return reply({
      subscriptions: [],
      account: null,
      mail: true,
      eyes: false,
      released: false,
      mayRelease: false,
    });
  if (path.endsWith('/tallyboard-pins')) return reply({ value: { pins: [] } });
  if (path.includes('/user/properties/'))
    return reply({ value: { reports: [{ ...shared, id: 'ownown01', name: 'Not shared' }] } });
  return reply({ accountId: 'u-ana', displayName: 'Ana' });
}

test('a rule keeps a shared report and a figure, and hears that it is not released', async () => {
  const submitted: unknown[] = [];
  let next = () => {};
  const request: Host['request'] = async asked => answer(asked);
  const host: Host = {
    ...createStandaloneHost({ search: '' }),
    savedReports: 'app',
    request,
    ruleForm: {
      inputs: { report: '', figure: '' },
      async submit(inputs) {
        submitted.push(inputs);
      },
      onNext(listener) {
        next = listener;
        return () => {};
      },
    },
  };
  const engine = createEngine({ request, now: Date.now });
  render(<App host={host} engine={engine} route={{ screen: 'rule-form' }} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('combobox', { name: /^Report/ }));
  await screen.findByRole('option', { name: 'Weekly' });
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: 'Weekly' }));
  await screen.findByText(/until an administrator of Jira releases this report/);
  await user.type(screen.getByRole('textbox', { name: 'Figure' }), 'x/y');
  await waitFor(() => expect(submitted.at(-1)).toEqual({ report: 'weekly01', figure: 'x/y' }));
  expect(submitted[0]).toEqual({ report: 'weekly01' });
  submitted.length = 0;
  next();
  expect(submitted).toEqual([{ report: 'weekly01', figure: 'x/y' }]);
});
