import { context, dataset, issue, user } from '@tallyboard/core/testing/builders.ts';
import computeTimesheet from '@tallyboard/reports/timesheet/compute.ts';
import timesheet from '@tallyboard/reports/timesheet/index.ts';
import { FlagHost } from '@tallyboard/ui/feedback/flags.tsx';
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { frameActions } from './frame-actions.ts';
import type { ReportSnapshot } from './report-run.ts';

const NOW = context();
const ALL = { print: true, download: true };
const OPENERS = {
  onAnonymize: () => {},
  onWhatIf: () => {},
  onHow: () => {},
  onSave: () => {},
  onCsv: () => {},
  onXlsx: async () => {},
  fileTable: async () => ({ columns: [], rows: [] }) as never,
};
const LOG = {
  id: '1',
  created: null,
  started: NOW.asOf,
  spentSeconds: 60,
  author: user('Ana'),
  comment: '',
};

function shown(issues: Parameters<typeof dataset>[0]): ReportSnapshot {
  const settings = timesheet.settings.defaults;
  const data = dataset(issues);
  const loaded = { ...data, id: 1, issueCount: issues.length, since: null, keyLength: 0 };
  return {
    request: { report: timesheet, jql: '', settings, contextAt: () => NOW },
    context: NOW,
    loaded,
    base: loaded,
    computed: computeTimesheet(data, settings, NOW),
    earlier: false,
    age: null,
  };
}

it.each([
  ['nothing yet', null, true],
  ['no rows', shown([]), true],
  ['rows', shown([issue({ worklogs: [LOG] })]), false],
])('offers an export of %s', (_, result, disabled) => {
  const csv = frameActions(timesheet, result, 'Timesheet', ALL, false, OPENERS).find(
    ({ id }) => id === 'csv',
  );
  expect(csv?.disabled).toBe(disabled);
});

it('says why a file was not saved', async () => {
  const fileTable = () => Promise.reject(new Error('These issues are no longer in memory'));
  const row = shown([issue({ worklogs: [LOG] })]);
  const actions = frameActions(timesheet, row, 'Timesheet', ALL, false, { ...OPENERS, fileTable });
  render(<FlagHost />);
  await act(async () => actions.find(({ id }) => id === 'csv')?.onSelect?.());
  const message = screen.getByRole('region', { name: 'Messages', hidden: true });
  expect(message.textContent).toContain(
    'The file was not savedThese issues are no longer in memory',
  );
});

it('leaves out actions that the frame of the host blocks', () => {
  const ids = (can: typeof ALL) =>
    frameActions(timesheet, null, 'Timesheet', can, false, OPENERS).map(({ id }) => id);
  expect(ids({ ...ALL, print: false })).not.toContain('print');
  expect(ids({ ...ALL, download: false }).filter(id => id === 'csv' || id === 'save')).toEqual([]);
});
