/** Parents above the issues of a query, for groupings by level. */
import { groupIssues } from '@tallyboard/core/measure/group-by.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { describe, expect, test } from 'vitest';
import { jiraOver, openForest, planted } from './testing/forest-jira.ts';

const INITIATIVE = { level: 'initiative' };

describe.each(['cloud', 'data-center'] as const)('%s', flavour => {
  const issues = planted(`
    IN-1 Initiative
    EP-1 Epic IN-1
    ST-1 Story EP-1
    ST-2 Sub-task ST-1
    HID-1 Initiative
    EP-2 Epic HID-1
    ST-3 Story EP-2
    ST-4 Story HID-9
    ST-5 Story`);

  test.each([true, false])('groups with a replica: %s', async isReplica => {
    const jira = await openForest(issues, flavour);
    const { client } = jiraOver(jira.store, flavour, { reader: 'reader', isReplica });
    const dataset = await json({ client }).open('project = ST', {
      ...NO_REQUIREMENT,
      ...groupRequirement(INITIATIVE),
    });
    await jira.close();
    const groups = groupIssues(dataset, INITIATIVE).map(({ label, rows }) => [
      label,
      ...Array.from(rows, row => dataset.issues[row]?.key).sort(),
    ]);
    expect(groups.toSorted()).toEqual([
      ['(IN-1) IN-1', 'ST-1', 'ST-2'],
      ['No Initiative', 'ST-3', 'ST-4', 'ST-5'],
    ]);
    expect(dataset.above?.map(({ key }) => key).sort()).toEqual(['EP-1', 'EP-2', 'IN-1']);
    expect(dataset.coverage).toMatchObject({ complete: true, issues: { fetched: 5, total: 5 } });
    expect(JSON.stringify(groups)).not.toContain('HID');
  });
});
