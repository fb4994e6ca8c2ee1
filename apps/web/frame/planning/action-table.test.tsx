import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Session, SessionContext } from '../../start/session.ts';
import { ActionTable, type PlanningPlace } from './action-table.tsx';

const dataset = datasetViewOf(datasetFromText('A-1 "First"'));
const issues = await dataset.rows([0]);
const rows = issues.map(issue => ({ issue, part: null }));

function show(allowed: { readonly write?: boolean; readonly issueActions?: boolean } = {}) {
  const { write = true, issueActions = true } = allowed;
  const engine = { editPermissions: vi.fn(async () => ['EDIT_ISSUES']) };
  const host = { can: { write }, info: { wallboard: false } };
  const session = { engine, host, site: { settings: { issueActions } } };
  const request = { report: { planningBoard: () => null }, settings: {} };
  const planning = {
    shown: { loaded: { part: false }, context: { past: false }, request },
    run: {},
  };
  render(
    <SessionContext value={session as unknown as Session}>
      <ActionTable
        label="Remaining"
        rows={rows}
        rowId={row => row.issue.id}
        dataset={dataset}
        part={null}
        context={context()}
        planning={planning as unknown as PlanningPlace}
      />
    </SessionContext>,
  );
  return engine;
}

test('a list offers the actions that Jira permits', async () => {
  show();
  expect(await screen.findByRole('toolbar', { name: 'Selected issues' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Estimate' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull();
});

test.each([{ write: false }, { issueActions: false }])(
  'nothing is offered where the host or the operator allows no writes: %j',
  async allowed => {
    const { editPermissions } = show(allowed);
    expect(await screen.findByText('A-1')).toBeDefined();
    expect(screen.queryByRole('toolbar')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(editPermissions).not.toHaveBeenCalled();
  },
);
