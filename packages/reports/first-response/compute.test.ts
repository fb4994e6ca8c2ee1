import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue, Sla } from '@tallyboard/core/model/issue.ts';
import { issue as built, context, dataset, slaCycle } from '@tallyboard/core/testing/builders.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { expect, it } from 'vitest';
import computeFirstResponse from './compute.ts';
import { firstResponseHeadline } from './headline.ts';
import { type FirstResponseSettings, firstResponseSettings } from './settings.ts';
import { firstResponseTable } from './table.ts';
import { whyEmpty } from './why-empty.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ASOF = Date.UTC(2026, 2, 11, 12);
const NOW = context({ asOf: ASOF, zone: 'UTC' });
const NAME = 'Time to first response';

let number = 0;
const request = (sla: Partial<Sla> | null, requestType: string | null = null, name = NAME) =>
  built({
    key: `ITS-${++number}`,
    created: ASOF - 2 * DAY,
    requestType,
    slas: new Map(
      sla ? [['customfield_1' as FieldId, { name, completed: [], ongoing: null, ...sla }]] : [],
    ),
  });
const after = (hours: number, breached: boolean | null, daysAgo = 1) =>
  slaCycle({ stop: ASOF - daysAgo * DAY, elapsed: hours * HOUR, breached });

function run(issues: readonly Issue[], init: Partial<FirstResponseSettings> = {}) {
  const settings = { ...firstResponseSettings.defaults, ...init };
  const { result, notes } = computeFirstResponse(dataset(issues), settings, NOW);
  const csv = csvText(plainTable(firstResponseTable(result, settings))).split('\r\n');
  return { result, settings, csv, codes: notes.map(({ code }) => code) };
}

it('is the time of the SLA of that name, by request type', () => {
  const { csv, result, codes } = run([
    request({ completed: [after(1, false)] }, 'Get help'),
    request({ completed: [after(2, false)] }, 'Get help'),
    request({ completed: [after(9, true)] }, 'Get help'),
    request({ completed: [after(5, null)] }),
    request({ completed: [after(5, true, 40)] }),
    request({ ongoing: slaCycle({ paused: true }) }),
    request(null),
    // Nothing was measured yet.
    request({}),
    request({ completed: [slaCycle({ elapsed: HOUR })] }),
  ]);
  expect(csv).toEqual([
    'Request Type,Answered,50th percentile (Hours),85th percentile (Hours),Met,Breached,Attainment (%),Waiting,Not known',
    'Get help,3,2,9,2,1,66.67,0,0',
    'None,1,5,5,0,0,,1,2',
    'Total,4,2,9,2,1,66.67,1,2',
    '',
  ]);
  expect(codes).toEqual(['sla-undated']);
  expect(firstResponseHeadline(result)).toMatchObject({
    figures: [
      { text: '2.00 h', of: 'of 4' },
      { text: '9.00 h' },
      { text: '67%', of: '2 of 3' },
      { text: '1' },
    ],
  });
});

it('is not known without that SLA, and nothing is guessed from another', () => {
  const issues = [request({ completed: [after(1, false)] }, null, 'Zeit bis zur ersten Antwort')];
  const { result, settings } = run(issues);
  expect(result.total).toMatchObject({ answered: { value: 0 }, unknown: { value: 1 } });
  expect(firstResponseHeadline(result)).toBeNull();
  expect(whyEmpty(result, settings)).toContain('They have: Zeit bis zur ersten Antwort.');
  const chosen = run(issues, { sla: 'Zeit bis zur ersten Antwort' });
  expect(chosen.result.total.answered.value).toBe(1);
  expect(whyEmpty(chosen.result, chosen.settings)).toBeNull();
  expect(run(issues, { sla: 'customfield_1' }).result.total.answered.value).toBe(1);
  const none = run([request(null)]);
  expect(whyEmpty(none.result, none.settings)).toContain('have no SLAs');
});
