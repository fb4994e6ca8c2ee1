/** The figures that an alert can be on, from the reply to a saved report. */
import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { expect, test } from 'vitest';
import { serverAlerts } from './alerts.ts';

const REPLY = {
  report: 'timesheet',
  jql: 'project = WEB',
  timeZone: 'UTC',
  settings: { unit: 'day' },
  headline: {
    figures: [
      { key: 'logged', label: 'Logged', text: '51h 30m' },
      { key: 'note', label: 'Without a number', text: 'today' },
    ],
  },
  table: {
    columns: ['Author', 'Logged', 'Estimate', 'Share', 'progress', 'Logged'],
    fields: [
      ...['author', 'logged', 'estimate', 'share'].map(name => ({ name })),
      { name: 'progress', label: 'Progress' },
      { name: 'allLogged' },
    ],
    hasTotal: true,
  },
  figures: [
    { key: 'logged', value: 51.5, unit: 'hours' },
    { key: 'estimate', value: 1234.56, unit: 'hours' },
    { key: 'share', value: null, unit: '%' },
    { key: 'progress', value: 0.85, unit: 'share' },
    { key: 'allLogged', value: 60, unit: 'hours' },
    { key: 'user:a/logged', value: 9.5, unit: 'hours' },
  ],
};

function open(reply: object, limited: object = reply) {
  const sent: HttpRequest[] = [];
  const send = async (request: HttpRequest) => {
    sent.push(request);
    return request.method === 'POST' ? limited : reply;
  };
  return { sent, alerts: serverAlerts({ send } as unknown as JiraClient) };
}

test('figures are those of the headline with a number, then other totals', async () => {
  const { sent, alerts } = open(REPLY);
  const { figures, series } = await alerts.figures('a b');
  expect(figures).toEqual([
    { key: 'logged', name: 'Logged', text: '51h 30m', unit: 'hours' },
    { key: 'estimate', name: 'Estimate', text: '1,234.6 hours', unit: 'hours' },
    { key: 'share', name: 'Share', text: null, unit: '%' },
    { key: 'progress', name: 'Progress', text: '85%', unit: '%' },
    // Not a second 'Logged' beside that of the headline.
    { key: 'allLogged', name: 'Logged, total', text: '60 hours', unit: 'hours' },
  ]);
  // A report without the setting has no process limits.
  expect(series).toEqual([]);
  expect(sent.map(({ path }) => path)).toEqual(['/rest/tallyboard/1/saved/a%20b']);
});

test('figures by period are asked for where the saved report shows no process limits', async () => {
  const settings = { unit: 'day', limits: false };
  const limits = [{ series: 'logged', label: 'Logged' }];
  const { sent, alerts } = open({ ...REPLY, settings }, { ...REPLY, limits });
  const { series } = await alerts.figures('one');
  expect(series).toEqual([{ key: 'logged', name: 'Logged', text: null, unit: '' }]);
  expect(sent[1]).toMatchObject({
    path: '/rest/tallyboard/1/report/timesheet',
    body: { jql: 'project = WEB', settings: { unit: 'day', limits: true } },
  });
  const shown = open({ ...REPLY, settings, limits });
  expect((await shown.alerts.figures('one')).series).toEqual(series);
  expect(shown.sent).toHaveLength(1);
});
